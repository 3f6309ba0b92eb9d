package nurucobra_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/nurucobra"
)

func noop(*cobra.Command, []string) {}

func TestAttachRefuses(t *testing.T) {
	clash := func(use string, aliases ...string) *cobra.Command {
		root := &cobra.Command{Use: "app"}
		root.AddCommand(&cobra.Command{Use: use, Aliases: aliases, Run: noop})
		return root
	}
	child := &cobra.Command{Use: "child", Run: noop}
	(&cobra.Command{Use: "app"}).AddCommand(child)
	flagged := &cobra.Command{Use: "app"}
	flagged.Flags().Bool("mcp-server", false, "")

	tests := []struct {
		name string
		root *cobra.Command
		opts []nurucobra.Option
		want []string
	}{
		{"no root", nil, nil, []string{"nil"}},
		{"not the root", child, nil, []string{`"app child" is not the root`, `attach to "app"`}},
		{"a command's name", clash("permissions"), nil, []string{`"app" already has a command "permissions"`, "WithCommandName", "WithParent"}},
		{"a command's alias", clash("perms", "mcp-server"), nil, []string{`command "mcp-server" (app perms)`}},
		{"the parent's name", clash("agent"), []nurucobra.Option{nurucobra.WithParent("agent")}, []string{`command "agent"`, "WithParent"}},
		{"a name twice", &cobra.Command{Use: "app"}, []nurucobra.Option{nurucobra.WithCommandName(nurucobra.ExportCommand, "permissions")}, []string{`two commands would be named "permissions"`}},
		{"a name of two words", &cobra.Command{Use: "app"}, []nurucobra.Option{nurucobra.WithCommandName(nurucobra.ExportCommand, "a b")}, []string{`"a b"`, "one word"}},
		{"no such command", &cobra.Command{Use: "app"}, []nurucobra.Option{nurucobra.WithCommandName("mcp", "x")}, []string{`"mcp"`, "mcp-server, export-schema, permissions"}},
		{"a flag's name", flagged, []nurucobra.Option{nurucobra.WithRootFlags()}, []string{"--mcp-server", "WithRootFlags"}},
		{"no such group", &cobra.Command{Use: "app"}, []nurucobra.Option{nurucobra.WithGroup("x")}, []string{`no command group "x"`}},
		{"a timeout of nothing", &cobra.Command{Use: "app"}, []nurucobra.Option{nurucobra.WithTimeout(0)}, []string{"WithTimeout(0s)", "more than 0"}},
		{"two wrong options", &cobra.Command{Use: "app"}, []nurucobra.Option{nurucobra.WithParallel(0), nurucobra.WithMaxOutput(-1)}, []string{"WithParallel(0)", "WithMaxOutput(-1)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := describe(tt.root)
			err := nurucobra.Attach(tt.root, tt.opts...)
			require.Error(t, err)
			for _, want := range tt.want {
				assert.ErrorContains(t, err, want)
			}
			assert.Equal(t, before, describe(tt.root), "on an error nothing was changed")
		})
	}
}

// describe is what Attach could change about a root.
func describe(root *cobra.Command) string {
	if root == nil {
		return ""
	}
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return strings.Join(names, " ") + root.Flags().FlagUsages() + root.PersistentFlags().FlagUsages()
}

func TestAttachTwiceIsAClash(t *testing.T) {
	root := &cobra.Command{Use: "app"}
	require.NoError(t, nurucobra.Attach(root))
	assert.ErrorContains(t, nurucobra.Attach(root), `already has a command`)
}

func TestAttachTakesTheWaysOut(t *testing.T) {
	root := &cobra.Command{Use: "app"}
	root.AddCommand(&cobra.Command{Use: "permissions", Run: noop})
	require.NoError(t, nurucobra.Attach(root, nurucobra.WithCommandName(nurucobra.PermissionsCommand, "agent-permissions")))
	found, _, err := root.Find([]string{"agent-permissions"})
	require.NoError(t, err)
	assert.Equal(t, "agent-permissions", found.Name())
}

// An application without subcommands takes positionals; with the first
// subcommand cobra's default validator begins to refuse them.
func TestAttachKeepsPositionals(t *testing.T) {
	newRoot := func(got *[]string) *cobra.Command {
		return &cobra.Command{Use: "app", Run: func(_ *cobra.Command, args []string) { *got = args }}
	}
	var got []string
	root := newRoot(&got)
	require.NoError(t, nurucobra.Attach(root))
	root.SetArgs([]string{"file.txt", "other"})
	require.NoError(t, root.Execute())
	assert.Equal(t, []string{"file.txt", "other"}, got)
}

// When commands are added after Attach, a mistyped one is reported as cobra
// reports it without us: the same text, the same error.
func TestAttachKeepsCobrasErrorForAMistypedCommand(t *testing.T) {
	execute := func(attach, silent bool, args ...string) (string, error) {
		root := &cobra.Command{Use: "app", Run: noop, SilenceErrors: silent}
		if attach {
			require.NoError(t, nurucobra.Attach(root, nurucobra.WithHidden()))
		}
		root.AddCommand(&cobra.Command{Use: "status", Run: noop})
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetErr(&out)
		root.SetArgs(args)
		err := root.Execute()
		return out.String(), err
	}
	for _, word := range []string{"statsu", "nothing-like-it", "status"} {
		for _, silent := range []bool{false, true} {
			wantOut, wantErr := execute(false, silent, word)
			gotOut, gotErr := execute(true, silent, word)
			assert.Equal(t, wantOut, gotOut, word)
			assert.Equal(t, wantErr, gotErr, word)
		}
	}
}

// Help, usage and errors are as before, but for the added commands.
func TestAttachLeavesTheApplicationAlone(t *testing.T) {
	execute := func(attach bool, args ...string) (string, error) {
		root := newDemo()
		root.SilenceUsage = false
		if attach {
			require.NoError(t, nurucobra.Attach(root, nurucobra.WithHidden()))
		}
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetErr(&out)
		root.SetArgs(args)
		err := root.Execute()
		// cobra pads the list of commands to the longest name, hidden or not.
		return strings.Join(strings.Fields(out.String()), " "), err
	}
	for _, args := range [][]string{
		{},
		{"--help"},
		{"help", "echo"},
		{"echo", "--help"},
		{"--version"},
		{"nothing"},
		{"echo", "--nothing"},
		{"remove"},
		{"remove", "1"},
		{"rm", "1", "-y"},
		{"completion", "bash"},
		{"completion", "zsh"},
		{"__complete", "ech"},
		{"__complete", "echo", "--l"},
		{"echo", "a", "--profile", "p"},
	} {
		wantOut, wantErr := execute(false, args...)
		gotOut, gotErr := execute(true, args...)
		assert.Equal(t, wantOut, gotOut, args)
		assert.Equal(t, wantErr, gotErr, args)
	}
}

// The order of subcommands decides which of two an alias leads to.
func TestAttachKeepsTheOrderOfCommands(t *testing.T) {
	root := &cobra.Command{Use: "app"}
	root.AddCommand(
		&cobra.Command{Use: "zebra", Aliases: []string{"x"}, Run: noop},
		&cobra.Command{Use: "ape", Aliases: []string{"x"}, Run: noop},
	)
	require.NoError(t, nurucobra.Attach(root))
	found, _, err := root.Find([]string{"x"})
	require.NoError(t, err)
	assert.Equal(t, "zebra", found.Name())
}

// Our commands restore what they lift for one execution.
func TestOurCommandsRestoreRequirements(t *testing.T) {
	root := &cobra.Command{Use: "app", PersistentPreRun: func(*cobra.Command, []string) { t.Error("the application's hook ran") }}
	root.PersistentFlags().String("project", "", "")
	require.NoError(t, root.MarkPersistentFlagRequired("project"))
	root.AddCommand(&cobra.Command{Use: "show", Run: noop})
	require.NoError(t, nurucobra.Attach(root))

	cobra.EnableTraverseRunHooks = true
	defer func() { cobra.EnableTraverseRunHooks = false }()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs([]string{"export-schema"})
	require.NoError(t, root.Execute())
	assert.Contains(t, out.String(), `"required": ["project"]`)
	assert.True(t, cobra.EnableTraverseRunHooks)

	root.PersistentPreRun = nil
	root.SetArgs([]string{"show"})
	assert.ErrorContains(t, root.Execute(), "project")
}

func TestInvalidAnnotationsAreErrors(t *testing.T) {
	root := &cobra.Command{Use: "app", SilenceErrors: true}
	root.AddCommand(&cobra.Command{Use: "show", Run: noop, Annotations: map[string]string{"nuru.access": "reads"}})
	require.NoError(t, nurucobra.Attach(root))
	for _, command := range []string{"export-schema", "permissions", "mcp-server"} {
		root.SetArgs([]string{command})
		err := root.Execute()
		assert.ErrorContains(t, err, `"app show"`, command)
		assert.ErrorContains(t, err, `nuru.access is "reads", valid: read, write, execute`, command)
	}
}

func BenchmarkAttach(b *testing.B) {
	for b.Loop() {
		root := newDemo()
		if err := nurucobra.Attach(root); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNoAttach is what BenchmarkAttach costs without Attach.
func BenchmarkNoAttach(b *testing.B) {
	for b.Loop() {
		newDemo()
	}
}

// What a root without subcommands offered to a shell's completion, and took
// behind "--", it still does.
func TestAttachKeepsABareRootAsItWas(t *testing.T) {
	execute := func(attach bool, args ...string) string {
		root := &cobra.Command{Use: "app", Run: func(cmd *cobra.Command, args []string) { cmd.Println("ran", args) }}
		if attach {
			require.NoError(t, nurucobra.Attach(root, nurucobra.WithHidden()))
		}
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetErr(&out)
		root.SetArgs(args)
		_ = root.Execute()
		return out.String()
	}
	for _, args := range [][]string{{"__complete", "f"}, {"__complete", "a", "f"}, {"--", "x"}, {"x", "--", "y"}, {"a"}} {
		assert.Equal(t, execute(false, args...), execute(true, args...), args)
	}
}

func TestAMistypedCommandIsReportedEveryTime(t *testing.T) {
	root := &cobra.Command{Use: "app", Run: func(cmd *cobra.Command, args []string) { cmd.Println("ran", args) }}
	require.NoError(t, nurucobra.Attach(root))
	root.AddCommand(&cobra.Command{Use: "status", Run: noop})
	for range 2 {
		var out bytes.Buffer
		root.SetErr(&out)
		root.SetOut(&out)
		root.SetArgs([]string{"statsu"})
		assert.Error(t, root.Execute())
		assert.Contains(t, out.String(), `unknown command "statsu"`)
	}
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs([]string{"--", "x"})
	assert.NoError(t, root.Execute())
	assert.Equal(t, "ran [x]\n", out.String(), "behind -- nothing is a command")
}
