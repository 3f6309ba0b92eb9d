package argv_test

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/schemagen"
)

// words makes a runnable command that takes any words.
func words(use string) *cobra.Command {
	c := &cobra.Command{Use: use, Args: cobra.ArbitraryArgs, Run: func(*cobra.Command, []string) {}, SilenceErrors: true, SilenceUsage: true}
	annotate.Command(c).Access(annotate.Write).Args("{*all}")
	c.SetOut(io.Discard)
	c.SetErr(io.Discard)
	return c
}

// Trees on which an earlier check was wrong; the property test found them.
func TestRouting(t *testing.T) {
	underscores := func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "_", "-"))
	}
	for _, tt := range []struct {
		name, tool, json string
		build            func(root *cobra.Command)
		want             []string // nil: must be refused
		lacks            string   // a property that must not be offered
	}{
		// A flag without a name decides how Traverse reads "--", but only when
		// it has been merged into the command's flags.
		{name: "bare dashes before a child under TraverseChildren", tool: "get", json: `{"all":["set"]}`, build: func(root *cobra.Command) {
			root.TraverseChildren = true
			get := words("get")
			get.PersistentFlags().BoolP("", "b", false, "")
			get.AddCommand(words("set"))
			root.AddCommand(get)
		}},
		{name: "the same under a normaliser that gives it a name", tool: "get", json: `{"all":["set"]}`, build: func(root *cobra.Command) {
			root.TraverseChildren = true
			root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName { return pflag.NormalizedName("x-" + name) })
			get := words("get")
			get.AddCommand(words("set"))
			root.AddCommand(get)
			get.Flags().BoolP("", "b", false, "")
		}},
		{name: "without that flag it runs", tool: "get", json: `{"all":["set"]}`, want: []string{"get", "--", "set"}, build: func(root *cobra.Command) {
			root.TraverseChildren = true
			get := words("get")
			get.AddCommand(words("set"))
			root.AddCommand(get)
		}},
		{name: "two flags without a name", tool: "get", json: `{"x":"v"}`, want: []string{"get", "-x=v"}, lacks: "y", build: func(root *cobra.Command) {
			root.PersistentFlags().StringP("", "y", "", "")
			get := words("get")
			get.Flags().StringP("", "x", "", "")
			root.AddCommand(get)
		}},
		{name: "a normaliser of one command makes two flags one", tool: "get", json: `{"logLevel":"v"}`, want: []string{"get", "--log-level=v"}, build: func(root *cobra.Command) {
			root.PersistentFlags().Int("log_level", 0, "")
			get := words("get")
			root.AddCommand(get)
			root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
				return pflag.NormalizedName(strings.ToLower(name))
			})
			get.Flags().SetNormalizeFunc(underscores)
			get.Flags().String("log-level", "", "")
		}},
		{name: "a name that does not lead to its flag", tool: "get", json: `{}`, want: []string{"get"}, lacks: "xName", build: func(root *cobra.Command) {
			get := words("get")
			get.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName { return pflag.NormalizedName("x-" + name) })
			get.Flags().StringP("name", "n", "", "")
			root.AddCommand(get)
		}},
		{name: "a root that reads its own flags has none before the subcommand", tool: "get", json: `{}`, want: []string{"get"}, lacks: "context", build: func(root *cobra.Command) {
			root.TraverseChildren, root.DisableFlagParsing = true, true
			root.Flags().String("context", "", "")
			root.AddCommand(words("get"))
		}},
		{name: "a global without a name is not gathered", tool: "get", json: `{"y":"v","globals":["--g0=w"]}`, want: []string{"get", "--g0=w", "-y=v"}, build: func(root *cobra.Command) {
			for i := range 9 {
				root.PersistentFlags().String(fmt.Sprintf("g%d", i), "", strings.Repeat("long usage ", 9))
			}
			root.PersistentFlags().StringP("", "y", "", "")
			root.AddCommand(words("get"))
		}},
		{name: "completion of a root without subcommands", tool: "app", json: `{"all":["completion"]}`, want: []string{"--", "completion"}},
		{name: "completion requests", tool: "app", json: `{"all":["__complete","x"]}`, want: []string{"--", "__complete", "x"}},
		{name: "help below a traversing root", tool: "app", json: `{"all":["x","help"]}`, build: func(root *cobra.Command) {
			root.TraverseChildren = true
			root.AddCommand(words("get"))
			root.CompletionOptions.DisableDefaultCmd = true
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			build := func() *cobra.Command {
				root := words("app")
				if tt.build != nil {
					tt.build(root)
				}
				return root
			}
			tool := toolOf(t, build(), tt.tool, schemagen.Options{})
			for _, p := range tool.Params {
				assert.NotEqual(t, tt.lacks, p.Name)
			}
			call, err := new(argv.Encoder).Encode(tool, json.RawMessage(tt.json))
			if tt.want == nil {
				require.Error(t, err, "argv %q", call.Args)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, call.Args)
			root := build()
			root.SetArgs(append([]string{}, call.Args...))
			ran, err := root.ExecuteC()
			require.NoError(t, err)
			assert.Equal(t, tool.Command.CommandPath(), ran.CommandPath())
		})
	}
}

// Under prefix matching, a child whose alias is "completion" is what "comp"
// leads to, although cobra's own command is not there.
func TestRoutingToAnOwnCompletion(t *testing.T) {
	cobra.EnablePrefixMatching = true
	defer func() { cobra.EnablePrefixMatching = false }()
	root := words("app")
	root.TraverseChildren = true
	shell := words("shell")
	shell.Aliases = []string{"completion"}
	root.AddCommand(shell)
	tool := toolOf(t, root, "app", schemagen.Options{})
	_, err := new(argv.Encoder).Encode(tool, json.RawMessage(`{"all":["x","comp"]}`))
	require.Error(t, err)
}

// pflag names a Go flag after its type: "stringSlice" may be anybody's, and
// does not read CSV then.
func TestGoFlagCalledLikePflags(t *testing.T) {
	root := words("app")
	v := new(stringSlice)
	addGoFlag(root.Flags(), v, "items", "")
	tool := toolOf(t, root, "app", schemagen.Options{})
	call, err := new(argv.Encoder).Encode(tool, json.RawMessage(`{"items":["a,b","\""]}`))
	require.NoError(t, err)
	root.SetArgs(call.Args)
	require.NoError(t, root.Execute())
	assert.Equal(t, stringSlice{"a,b", `"`}, *v)
}

// cobra takes the first of two siblings with one name; the other is called by
// its alias.
func TestSiblingsOfOneName(t *testing.T) {
	root := words("app")
	second := words("get")
	second.Aliases = []string{"fetch"}
	root.AddCommand(words("get"), second)
	tools, err := schemagen.Generate(root, schemagen.Options{Environ: []string{}})
	require.NoError(t, err)
	for i := range tools {
		if tools[i].Command != second {
			continue
		}
		call, err := new(argv.Encoder).Encode(&tools[i], nil)
		require.NoError(t, err)
		assert.Equal(t, []string{"fetch"}, call.Args)
		return
	}
	assert.Fail(t, "the second is no tool")
}
