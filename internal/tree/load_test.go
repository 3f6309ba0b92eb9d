package tree_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/cobrax"
	"github.com/nurucobra/nuru/internal/tree"
)

// snapshot is what Load must leave alone: the order of the commands, their flag
// sets and their help.
func snapshot(root *cobra.Command) string {
	var b strings.Builder
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		fmt.Fprintln(&b, c.Name(), c.Aliases, c.Annotations)
		for _, set := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
			set.VisitAll(func(f *pflag.Flag) { fmt.Fprintln(&b, " ", f.Name, f.Changed, f.Hidden, f.Annotations) })
		}
		for _, child := range cobrax.Children(c) {
			walk(child)
		}
	}
	walk(root)
	return b.String()
}

func help(t *testing.T, c *cobra.Command) string {
	var b bytes.Buffer
	c.SetOut(&b)
	require.NoError(t, c.Help())
	return b.String()
}

func TestLoadChangesNothing(t *testing.T) {
	build := func() *cobra.Command {
		root, parent, child := family()
		root.Use = "zapp"
		root.AddCommand(aliased("zebra", "x"), aliased("ape", "x"))
		root.PersistentFlags().Bool("verbose", false, "")
		root.TraverseChildren = true
		root.Flags().Bool("local", false, "")
		parent.PersistentFlags().StringP("kube", "k", "", "")
		child.Flags().Bool("yes", false, "")
		annotate.Flag(child, "yes").Confirms()
		return root
	}
	untouched, root := build(), build()
	before := snapshot(root)
	load(t, root)
	assert.Equal(t, before, snapshot(root))
	assert.True(t, cobra.EnableCommandSorting)
	find := func(root *cobra.Command) *cobra.Command {
		c, _, err := root.Find([]string{"parent", "child"})
		require.NoError(t, err)
		return c
	}
	assert.Equal(t, help(t, untouched), help(t, root))
	assert.Equal(t, help(t, find(untouched)), help(t, find(root)))
}

// What an earlier run of the application merged makes no difference.
func TestLoadAfterARun(t *testing.T) {
	build := func() *cobra.Command {
		root, _, child := family()
		root.Run = run
		root.PersistentFlags().Bool("verbose", false, "")
		root.Flags().Bool("local", false, "")
		child.Flags().Bool("own", false, "")
		return root
	}
	describe := func(in *tree.Tree) string {
		var b strings.Builder
		for _, c := range in.Commands {
			fmt.Fprintln(&b, c.Path, c.Words, c.Tool, c.Why)
			for _, f := range c.Flags {
				fmt.Fprintln(&b, " ", f.Name, f.Scope)
			}
		}
		return b.String()
	}
	root := build()
	root.SetArgs([]string{"parent", "child", "--own", "--verbose"})
	root.SetOut(new(bytes.Buffer))
	require.NoError(t, root.Execute())
	require.NoError(t, root.Help())
	assert.Equal(t, describe(load(t, build())), describe(load(t, root)))
}

func TestInvalidAnnotationsAreReportedOnce(t *testing.T) {
	root, parent, child := family()
	parent.AddCommand(leaf("other"), leaf("third"))
	root.Annotations = map[string]string{annotate.KeySafety: "maybe"}
	child.Annotations = map[string]string{annotate.KeyAccess: "reed", "nuru.acess": "read"}
	root.PersistentFlags().Bool("force", false, "")
	root.PersistentFlags().Lookup("force").Annotations = map[string][]string{annotate.KeyEffect: {"bad"}, annotate.KeySecret: {"yes"}}

	_, err := tree.Load(root)
	require.Error(t, err)
	assert.ElementsMatch(t, []string{
		`command "app": annotation nuru.safety is "maybe", valid: allow, ask, deny`,
		`command "app parent child": annotation nuru.access is "reed", valid: read, write, execute`,
		`command "app parent child": unknown annotation nuru.acess, did you mean "nuru.access"?`,
		`command "app": flag "--force": annotation nuru.effect is "bad", valid: read, write, destructive`,
		`command "app": flag "--force": annotation nuru.secret is "yes", valid: true, false`,
	}, strings.Split(err.Error(), "\n"))
}

func TestHostileTrees(t *testing.T) {
	tests := map[string]func() *cobra.Command{
		"nothing at all":   func() *cobra.Command { return &cobra.Command{} },
		"only a Run":       func() *cobra.Command { return &cobra.Command{Run: run} },
		"blank Use":        func() *cobra.Command { return branch("  ", leaf(" "), leaf("\t"), leaf("")) },
		"nil aliases":      func() *cobra.Command { return branch("app", aliased("a", "", " ", "\x00")) },
		"brackets":         func() *cobra.Command { return branch("app", leaf("a [[[<"), leaf("[x]"), leaf("b > c")) },
		"invalid UTF-8":    func() *cobra.Command { return branch("app", leaf("\xff\xfe"), leaf("a\xff [\xc3]")) },
		"a long name":      func() *cobra.Command { return branch("app", leaf(strings.Repeat("é", 5000))) },
		"flag without any": func() *cobra.Command { return withFlag(&pflag.Flag{}) },
		"flag, no value":   func() *cobra.Command { return withFlag(&pflag.Flag{Name: "x"}) },
		"panicking value":  func() *cobra.Command { return withFlag(&pflag.Flag{Name: "x", Value: panics{}}) },
		"nil value":        func() *cobra.Command { return withFlag(&pflag.Flag{Name: "x", Value: (*pointer)(nil)}) },
		"empty shorthands": func() *cobra.Command { return withFlag(&pflag.Flag{Name: "a", Value: value{}}) },
		"nil annotations": func() *cobra.Command {
			return withFlag(&pflag.Flag{Name: "x", Value: value{}, Annotations: map[string][]string{"a": nil}})
		},
		"a panicking Args": func() *cobra.Command {
			return branch("app", with(leaf("a"), func(c *cobra.Command) { c.Args = func(*cobra.Command, []string) error { panic("args") } }))
		},
	}
	for name, build := range tests {
		t.Run(name, func(t *testing.T) {
			root := build()
			assert.NotPanics(t, func() {
				got, err := tree.Load(root)
				require.NoError(t, err)
				for _, c := range got.Tools() {
					assert.Regexp(t, toolName, c.Tool)
				}
			})
		})
	}
}

func withFlag(f *pflag.Flag) *cobra.Command {
	c := leaf("a -x NAME")
	c.Flags().AddFlag(f)
	return branch("app", c)
}

type panics struct{}

func (panics) String() string   { panic("String") }
func (panics) Set(string) error { panic("Set") }
func (panics) Type() string     { panic("Type") }

type pointer struct{ text string }

func (p *pointer) String() string   { return p.text }
func (p *pointer) Set(string) error { return nil }
func (p *pointer) Type() string     { return p.text }

const toolName = `^[a-z][a-z0-9_]{0,39}$`

// randomTree draws a tree in which names and aliases meet often.
func randomTree(t *rapid.T) *cobra.Command {
	word := rapid.OneOf(
		rapid.SampledFrom([]string{"a", "b", "a-b", "a_b", "A", "help", "completion", "run_read", "2", "", "-x", "é", strings.Repeat("long", 12), "get [x]"}),
		rapid.StringN(0, 6, -1),
	)
	var grow func(use string, depth int) *cobra.Command
	grow = func(use string, depth int) *cobra.Command {
		c := &cobra.Command{Use: use, Aliases: rapid.SliceOfN(word, 0, 2).Draw(t, "aliases")}
		if rapid.IntRange(0, 4).Draw(t, "runs") > 0 {
			c.Run = run
		}
		c.Hidden = rapid.IntRange(0, 9).Draw(t, "hidden") == 0
		if depth < 3 {
			for _, use := range rapid.SliceOfN(word, 0, 4).Draw(t, "children") {
				c.AddCommand(grow(use, depth+1))
			}
		}
		return c
	}
	return grow(word.Draw(t, "root"), 0)
}

func TestEveryToolHasOneNameAndOneWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := randomTree(t)
		before := snapshot(root)
		got, err := tree.Load(root)
		require.NoError(t, err)
		require.Equal(t, before, snapshot(root))
		again, err := tree.Load(root)
		require.NoError(t, err)

		seen := map[string]bool{}
		for i, c := range got.Commands {
			require.Equal(t, c.Tool, again.Commands[i].Tool, "deterministic")
			require.Equal(t, c.Tool == "", c.Why != "")
			if c.Tool == "" {
				continue
			}
			require.Regexp(t, toolName, c.Tool)
			require.NotContains(t, tree.Reserved, c.Tool)
			require.False(t, seen[c.Tool], "%s stands twice", c.Tool)
			seen[c.Tool] = true
			for _, words := range append(c.Aliases(), c.Words) {
				found, _, err := root.Find(append(words, "--"))
				require.NoError(t, ignoreUnknown(err))
				require.Same(t, c.Cmd, found, "%q leads to it", words)
			}
		}
	})
}

// ignoreUnknown drops cobra's complaint about the words that are left over.
func ignoreUnknown(err error) error {
	if err != nil && strings.HasPrefix(err.Error(), "unknown command") {
		return nil
	}
	return err
}
