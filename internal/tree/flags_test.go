package tree_test

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/tree"
)

// family is a root with a child that has a child.
func family() (root, parent, child *cobra.Command) {
	child = leaf("child")
	parent = branch("parent", child)
	return branch("app", parent), parent, child
}

func TestTheNearestFlagShadows(t *testing.T) {
	root, parent, child := family()
	root.PersistentFlags().String("level", "root", "")
	root.PersistentFlags().String("config", "root", "")
	root.PersistentFlags().String("secret", "root", "")
	parent.PersistentFlags().String("level", "parent", "")
	child.Flags().String("config", "child", "")
	child.Flags().String("secret", "child", "")
	require.NoError(t, child.Flags().MarkHidden("secret"))

	var got []string
	for _, f := range at(t, load(t, root), "parent child").Flags {
		got = append(got, f.Name+" of "+f.DefValue+" "+map[tree.Scope]string{tree.Local: "local", tree.Global: "global"}[f.Scope])
	}
	assert.Equal(t, []string{"config of child local", "level of parent global"}, got,
		"a hidden flag still stands in the way of the global one")
}

func TestFlagsThatAgentsMaySet(t *testing.T) {
	tests := []struct {
		name   string
		change func(c *cobra.Command)
		want   []string
	}{
		{"sorted by name", func(c *cobra.Command) {
			c.Flags().SortFlags = false
			c.Flags().Bool("b", false, "")
			c.PersistentFlags().Bool("c", false, "")
			c.Flags().Bool("a", false, "")
		}, []string{"a", "b", "c"}},
		{"hidden ones are left out", func(c *cobra.Command) {
			c.Flags().Bool("a", false, "")
			c.Flags().Bool("b", false, "")
			_ = c.Flags().MarkHidden("a")
			_ = c.Flags().MarkDeprecated("b", "no more")
		}, []string{}},
		{"unless the author shows them", func(c *cobra.Command) {
			c.Flags().Bool("a", false, "")
			c.Flags().Bool("b", false, "")
			_ = c.Flags().MarkHidden("a")
			_ = c.Flags().MarkDeprecated("b", "no more")
			annotate.Flag(c, "a").Shown()
			annotate.Flag(c, "b").Shown()
		}, []string{"a", "b"}},
		{"hidden from agents, though shown", func(c *cobra.Command) {
			c.Flags().Bool("a", false, "")
			annotate.Flag(c, "a").HiddenFromAgents().Shown()
		}, []string{}},
		{"a deprecated shorthand hides nothing", func(c *cobra.Command) {
			c.Flags().BoolP("a", "a", false, "")
			_ = c.Flags().MarkShorthandDeprecated("a", "no more")
		}, []string{"a"}},
		{"help and version by cobra", func(c *cobra.Command) {
			c.Version = "1.2.3"
			c.InitDefaultHelpFlag()
			c.InitDefaultVersionFlag()
		}, []string{}},
		{"a version flag of the application's", func(c *cobra.Command) {
			c.Flags().String("version", "", "which one to install")
			c.Version = "1.2.3"
			c.InitDefaultVersionFlag()
		}, []string{"version"}},
		{"names that no command line can spell", func(c *cobra.Command) {
			for _, name := range []string{"-a", "a=b", "a\x00b"} {
				c.Flags().AddFlag(&pflag.Flag{Name: name, Value: value{}})
			}
		}, []string{}},
		{"a command that reads its own arguments", func(c *cobra.Command) {
			c.Flags().Bool("a", false, "")
			c.DisableFlagParsing = true
		}, []string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, _, child := family()
			tt.change(child)
			assert.Equal(t, tt.want, flagsOf(at(t, load(t, root), "parent child")))
		})
	}
}

// value is a flag value of the application's own. It need not be a pointer.
type value struct{}

func (value) String() string   { return "" }
func (value) Set(string) error { return nil }
func (value) Type() string     { return "value" }

func TestShorthandOnly(t *testing.T) {
	root, _, child := family()
	child.Flags().AddFlag(&pflag.Flag{Shorthand: "x", Value: value{}})
	child.Flags().StringP("y", "y", "", "")
	flags := at(t, load(t, root), "parent child").Flags
	require.Len(t, flags, 2)
	assert.True(t, flags[0].ByShorthand)
	assert.Equal(t, "x", flags[0].Shorthand)
	assert.False(t, flags[1].ByShorthand)
}

// What no command line reaches costs that flag and one note, however many
// commands inherit it.
func TestUnaddressableFlagsAreNotedOnce(t *testing.T) {
	root, parent, child := family()
	parent.AddCommand(leaf("other"))
	root.PersistentFlags().AddFlag(&pflag.Flag{Name: "a=b", Value: value{}})
	child.Flags().AddFlag(&pflag.Flag{Name: "-c", Value: value{}})
	assert.Equal(t, []string{
		`command "app parent child": flag "---c" cannot be given on a command line and is left out`,
		`command "app": flag "--a=b" cannot be given on a command line and is left out`,
	}, load(t, root).Notes)
}

func TestNormalisers(t *testing.T) {
	tests := []struct {
		name  string
		of    func(name string) string
		want  []string
		notes int
	}{
		{"another spelling", func(name string) string { return strings.ReplaceAll(name, "_", "-") }, []string{"b-c", "a-b"}, 0},
		{"not idempotent", func(name string) string { return "x" + name }, []string{}, 2},
		{"panics", nil, []string{}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, _, child := family()
			child.Flags().Bool("b_c", false, "")
			root.PersistentFlags().Bool("a_b", false, "")
			broken := false
			root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
				switch {
				case tt.of != nil:
					return pflag.NormalizedName(tt.of(name))
				case broken:
					panic("normaliser")
				}
				return pflag.NormalizedName(name)
			})
			broken = true
			got := load(t, root)
			assert.Equal(t, tt.want, flagsOf(at(t, got, "parent child")))
			assert.Len(t, got.Notes, tt.notes)
		})
	}
}

func TestConfirms(t *testing.T) {
	root, parent, child := family()
	child.Flags().Bool("yes", false, "")
	parent.PersistentFlags().Bool("assume-yes", false, "")
	annotate.Flag(child, "yes").Confirms()
	annotate.Flag(parent, "assume-yes").Confirms()
	raw := leaf("raw")
	raw.DisableFlagParsing = true
	parent.AddCommand(raw)

	got := load(t, root)
	c := at(t, got, "parent child")
	var names []string
	for _, f := range c.Confirms {
		names = append(names, f.Name)
	}
	assert.Equal(t, []string{"yes", "assume-yes"}, names)
	assert.Empty(t, c.Flags, "agents are never offered them")
	assert.Empty(t, at(t, got, "parent raw").Confirms, "cobra reads none of its flags")
}

func TestProcessWideFlagsAreGlobals(t *testing.T) {
	before := pflag.CommandLine
	defer func() { pflag.CommandLine = before }()
	pflag.CommandLine = pflag.NewFlagSet("app", pflag.ContinueOnError)
	pflag.Bool("wide", false, "")

	root, _, child := family()
	root.Run = run
	root.Flags().Bool("own", false, "")
	check := func(t *testing.T) {
		got := load(t, root)
		for _, path := range []string{"", "parent child"} {
			c := at(t, got, path)
			f := c.Flags[len(c.Flags)-1]
			assert.Equal(t, "wide", f.Name, path)
			assert.Equal(t, tree.Global, f.Scope, path)
		}
		assert.Equal(t, []string{"own", "wide"}, flagsOf(at(t, got, "")))
	}
	check(t)
	// Executing merges them into the sets of the commands.
	root.SetArgs([]string{"parent", "child"})
	root.CompletionOptions.DisableDefaultCmd = true
	require.NoError(t, root.Execute())
	assert.NotNil(t, child.Flags().Lookup("wide"))
	check(t)
}

func TestTraverseChildren(t *testing.T) {
	root, parent, child := family()
	root.Run = run
	root.Flags().String("context", "", "")
	root.PersistentFlags().Bool("verbose", false, "")
	parent.Flags().Bool("of-parent", false, "")
	child.Flags().Bool("own", false, "")

	assert.Equal(t, []string{"own", "verbose"}, flagsOf(at(t, load(t, root), "parent child")))
	root.TraverseChildren = true
	got := load(t, root)
	assert.Equal(t, []string{"own", "verbose", "context"}, flagsOf(at(t, got, "parent child")))
	assert.Equal(t, tree.Early, at(t, got, "parent child").Flags[2].Scope)
	assert.Equal(t, []string{"context", "verbose"}, flagsOf(at(t, got, "")))
	assert.Equal(t, tree.Local, at(t, got, "").Flags[0].Scope)

	child.Flags().String("context", "", "shadows the root's")
	assert.Equal(t, []string{"context", "own", "verbose"}, flagsOf(at(t, load(t, root), "parent child")))
	root.DisableFlagParsing = true
	assert.Equal(t, []string{"context", "own", "verbose"}, flagsOf(at(t, load(t, root), "parent child")), "such a root reads no flags")
}

func TestFlagsRaiseTheTool(t *testing.T) {
	tests := []struct {
		name           string
		access         annotate.Access
		flag           func(s *annotate.FlagSetter)
		effect, raised annotate.Effect
		decision       annotate.Decision
	}{
		{"nothing said", annotate.Read, func(*annotate.FlagSetter) {}, annotate.EffectRead, annotate.EffectRead, annotate.Allow},
		{
			"a writing flag", annotate.Read, func(s *annotate.FlagSetter) { s.Effect(annotate.EffectWrite) },
			annotate.EffectRead, annotate.EffectWrite, annotate.Ask,
		},
		{
			"a destructive flag", annotate.Write, func(s *annotate.FlagSetter) { s.Destructive() },
			annotate.EffectWrite, annotate.EffectDestructive, annotate.Ask,
		},
		{
			"a reading flag lowers nothing", annotate.Write, func(s *annotate.FlagSetter) { s.Effect(annotate.EffectRead) },
			annotate.EffectWrite, annotate.EffectWrite, annotate.Ask,
		},
		{
			"a destructive flag and nothing known", "", func(s *annotate.FlagSetter) { s.Destructive() },
			annotate.EffectUnknown, annotate.EffectUnknown, annotate.Ask,
		},
		{
			"one that agents cannot set", annotate.Read, func(s *annotate.FlagSetter) { s.Destructive().HiddenFromAgents() },
			annotate.EffectRead, annotate.EffectRead, annotate.Allow,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, _, child := family()
			root.PersistentFlags().Bool("force", false, "")
			if tt.access != "" {
				annotate.Command(child).Access(tt.access)
			}
			tt.flag(annotate.Flag(root, "force"))
			c := at(t, load(t, root), "parent child")
			assert.Equal(t, tt.effect, c.Info.Effect)
			assert.Equal(t, tt.raised, c.ToolInfo.Effect)
			assert.Equal(t, tt.decision, c.ToolInfo.Decision)
		})
	}
}

func TestSpellable(t *testing.T) {
	for name, want := range map[string]bool{"a": true, "a b": true, "é": true, "": false, "-a": false, "a=b": false, "a\x00": false} {
		assert.Equal(t, want, tree.Spellable(name), "%q", name)
	}
}

// A command that reads its own arguments may find any flag among them, whoever
// may be offered it.
func TestARawCommandIsAsStrongAsItsStrongestFlag(t *testing.T) {
	root := &cobra.Command{Use: "app"}
	root.PersistentFlags().Bool("wipe", false, "")
	raw := &cobra.Command{Use: "raw", DisableFlagParsing: true, Run: func(*cobra.Command, []string) {}}
	raw.Flags().Bool("force", false, "")
	raw.Flags().Lookup("force").Hidden = true
	root.AddCommand(raw)
	annotate.Command(raw).Access(annotate.Read)
	annotate.Flag(raw, "force").Effect(annotate.EffectWrite)
	loaded, err := tree.Load(root)
	require.NoError(t, err)
	assert.Equal(t, annotate.EffectWrite, loaded.Tools()[0].Info.Effect)
	assert.Equal(t, annotate.EffectWrite, loaded.Tools()[0].ToolInfo.Effect)

	annotate.Flag(raw, "wipe").Destructive()
	loaded, err = tree.Load(root)
	require.NoError(t, err)
	assert.Equal(t, annotate.EffectDestructive, loaded.Tools()[0].Info.Effect)
}
