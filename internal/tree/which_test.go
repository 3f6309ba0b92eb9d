package tree_test

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/tree"
)

func TestWhyACommandIsNoTool(t *testing.T) {
	hide := func(c *cobra.Command) { c.Hidden = true }
	deprecate := func(c *cobra.Command) { c.Deprecated = "use another" }
	keep := func(c *cobra.Command) { annotate.Command(c).HiddenFromAgents(true) }
	expose := func(c *cobra.Command) { annotate.Command(c).HiddenFromAgents(false) }
	interactive := func(c *cobra.Command) { annotate.Command(c).Interactive(true) }

	tests := []struct {
		name string
		path string
		tree func() *cobra.Command
		want string
	}{
		{"runnable", "a", func() *cobra.Command { return branch("app", leaf("a")) }, ""},
		{"RunE", "a", func() *cobra.Command {
			return branch("app", &cobra.Command{Use: "a", RunE: func(*cobra.Command, []string) error { return nil }})
		}, ""},
		{"the root", "", func() *cobra.Command { return leaf("app") }, ""},
		{"no Run", "a", func() *cobra.Command { return branch("app", branch("a", leaf("b"))) }, "not runnable"},
		{"interactive", "a", func() *cobra.Command { return branch("app", with(leaf("a"), interactive)) }, "interactive"},
		{"interactive although exposed", "a", func() *cobra.Command {
			return branch("app", with(with(leaf("a"), interactive), expose))
		}, "interactive"},
		{"hidden from agents", "a", func() *cobra.Command { return branch("app", with(leaf("a"), keep)) }, "hidden from agents"},
		{"hidden", "a", func() *cobra.Command { return branch("app", with(leaf("a"), hide)) }, "hidden"},
		{"hidden and exposed", "a", func() *cobra.Command { return branch("app", with(with(leaf("a"), hide), expose)) }, ""},
		{"deprecated", "a", func() *cobra.Command { return branch("app", with(leaf("a"), deprecate)) }, "deprecated"},
		{"deprecated and exposed", "a", func() *cobra.Command {
			return branch("app", with(with(leaf("a"), deprecate), expose))
		}, ""},
		{"below a hidden parent", "a b", func() *cobra.Command {
			return branch("app", with(branch("a", leaf("b")), hide))
		}, "below a hidden command"},
		{"below a deprecated grandparent", "a b c", func() *cobra.Command {
			return branch("app", with(branch("a", branch("b", leaf("c"))), deprecate))
		}, "below a hidden command"},
		{"below a parent that agents do not see", "a b", func() *cobra.Command {
			return branch("app", with(branch("a", leaf("b")), keep))
		}, "below a hidden command"},
		{"below a hidden parent, exposed itself", "a b", func() *cobra.Command {
			return branch("app", with(branch("a", with(leaf("b"), expose)), hide))
		}, ""},
		{"below a hidden parent that is exposed", "a b", func() *cobra.Command {
			return branch("app", with(with(branch("a", leaf("b")), hide), expose))
		}, ""},
		{"a sibling has its name", "a b", func() *cobra.Command {
			return branch("app", branch("a", aliased("first", "b"), leaf("b")))
		}, "a sibling takes its name and all its aliases"},
		{"below one that cannot be reached", "b c", func() *cobra.Command {
			return branch("app", aliased("first", "b"), branch("b", leaf("c")))
		}, "below a command whose name and aliases a sibling takes"},
		{"cannot be reached although exposed", "b", func() *cobra.Command {
			return branch("app", aliased("first", "b"), with(leaf("b"), expose))
		}, "a sibling takes its name and all its aliases"},
		{"no name", "", func() *cobra.Command { return branch("app", leaf("a")) }, "not runnable"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := at(t, load(t, tt.tree()), tt.path)
			assert.Equal(t, tt.want, c.Why)
			assert.Equal(t, tt.want == "", c.Tool != "", "it is a tool when there is no reason against it")
		})
	}
}

// Of 56 runnable parents in 19 real programs 50 only print help.
func TestGroups(t *testing.T) {
	const group = "a group that prints help"
	annotated := func(set func(s *annotate.CommandSetter)) func(c *cobra.Command) {
		return func(c *cobra.Command) { set(annotate.Command(c)) }
	}
	tests := []struct {
		name   string
		use    string
		change func(c *cobra.Command)
		want   string
	}{
		{"children and nothing else", "a", nil, group},
		{"a placeholder for the children", "a [flags] COMMAND", nil, group},
		{"children and an inherited flag", "a", func(c *cobra.Command) { c.Root().PersistentFlags().Bool("verbose", false, "") }, group},
		{"a flag for the children", "a", func(c *cobra.Command) { c.PersistentFlags().Bool("all", false, "") }, group},
		{"a flag that agents cannot set", "a", func(c *cobra.Command) {
			c.Flags().Bool("all", false, "")
			annotate.Flag(c, "all").HiddenFromAgents()
		}, group},
		{"a flag of its own", "a", func(c *cobra.Command) { c.Flags().Bool("all", false, "") }, ""},
		{"the children as alternatives", "a (b | bee)", nil, group},
		{"an alternative that is no child", "a (b | other)", nil, ""},
		{"a positional", "a [name]", nil, ""},
		{"a Use line that is hard to read", "a [x] y", nil, ""},
		{"a pattern", "a", annotated(func(s *annotate.CommandSetter) { s.Args("{name?}") }), ""},
		{"access", "a", annotated(func(s *annotate.CommandSetter) { s.Access(annotate.Read) }), ""},
		{"destructive", "a", annotated(func(s *annotate.CommandSetter) { s.Destructive(true) }), ""},
		{"a tool name", "a", annotated(func(s *annotate.CommandSetter) { s.Name("all_of_it") }), ""},
		{"stdin", "a", annotated(func(s *annotate.CommandSetter) { s.Stdin("a manifest") }), ""},
		{"JSON", "a", annotated(func(s *annotate.CommandSetter) { s.JSON(annotate.JSONOutput{}) }), ""},
		{"not hidden", "a", annotated(func(s *annotate.CommandSetter) { s.HiddenFromAgents(false) }), ""},
		{"only what its children inherit", "a", annotated(func(s *annotate.CommandSetter) {
			s.Tags("x").Category("y").Safety(annotate.Ask)
		}), group},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := leaf(tt.use, aliased("b", "bee"))
			root := branch("app", c)
			if tt.change != nil {
				tt.change(c)
			}
			got := load(t, root)
			assert.Equal(t, tt.want, at(t, got, "a").Why)
			assert.Equal(t, "", at(t, got, "a b").Why)
		})
	}
}

// What cobra and this module add to a root makes no group of it.
func TestARootWithAddedCommandsIsNoGroup(t *testing.T) {
	root := leaf("app", with(leaf("mcp-server"), own))
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	assert.Equal(t, map[string]string{"": "app"}, toolsOf(load(t, root)))
}

func own(c *cobra.Command) { c.Annotations = map[string]string{tree.OwnKey: "true"} }

func TestCommandsThatAreNotPartOfTheTree(t *testing.T) {
	nested := branch("nested", leaf("help"), branch("completion", leaf("bash")), leaf("__complete"))
	mine := with(branch("mcp-server", leaf("tools")), own)
	below := with(leaf("export-schema"), own)
	nested.AddCommand(below)
	root := branch("app", leaf("help"), branch("completion", leaf("bash")), leaf("__complete"), leaf("__completeNoDesc"), mine, nested, leaf("helper"))

	got := load(t, root)
	var paths []string
	for _, c := range got.Commands {
		paths = append(paths, strings.Join(c.Path, " "))
	}
	assert.Equal(t, []string{"", "helper", "nested", "nested __complete", "nested completion", "nested completion bash", "nested help"}, paths)
	assert.Equal(t, map[string]string{
		"helper": "helper", "nested __complete": "nested___complete",
		"nested completion bash": "nested_completion_bash", "nested help": "nested_help",
	}, toolsOf(got))
}

// The root is the application: hiding it from agents hides its own tool alone.
func TestAHiddenRootHidesItselfAlone(t *testing.T) {
	root := &cobra.Command{Use: "app", Run: func(*cobra.Command, []string) {}}
	annotate.Command(root).HiddenFromAgents(true)
	root.AddCommand(&cobra.Command{Use: "show", Run: func(*cobra.Command, []string) {}})
	loaded, err := tree.Load(root)
	require.NoError(t, err)
	require.Len(t, loaded.Tools(), 1)
	assert.Equal(t, "show", loaded.Tools()[0].Tool)
}
