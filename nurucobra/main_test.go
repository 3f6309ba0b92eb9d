package nurucobra_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
	"github.com/nurucobra/nuru/nurucobra"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"demo":      func() { run(newDemo(), nil) },
		"demoflags": func() { run(newDemo(), []nurucobra.Option{nurucobra.WithRootFlags()}) },
		"agentdemo": func() { run(newDemo(), []nurucobra.Option{nurucobra.WithParent("agent"), nurucobra.WithHidden()}) },
		"guarded":   func() { run(newGuarded(), nil) },
		"server": func() {
			if err := nurucobra.Serve(context.Background(), newDemo()); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		},
		"redirected": func() {
			root := newDemo()
			root.SetOut(os.Stderr) // as applications do that print results themselves
			run(root, nil)
		},
		"short": func() {
			cobra.EnablePrefixMatching, cobra.EnableCaseInsensitive = true, true
			cobra.OnInitialize(func() { fmt.Println("initialising") })
			run(newDemo(), nil)
		},
		"runnableflags": func() {
			root := newBare()
			root.AddCommand(demoEcho())
			root.PersistentFlags().String("profile", "", "")
			run(root, []nurucobra.Option{nurucobra.WithRootFlags()})
		},
		"inside": func() {
			cobra.EnableTraverseRunHooks = true
			run(newInside(os.Stdin, os.Stdout, os.Stderr), []nurucobra.Option{
				nurucobra.WithInProcess(newInside),
				nurucobra.WithPrompts(nurucobra.Prompt{
					Name: "count_it", Description: "Count a text", Arguments: []nurucobra.PromptArgument{{Name: "text", Required: true}},
					Text: func(arguments map[string]string) (string, error) {
						return "Count " + arguments["text"] + " with the tool count.", nil
					},
				}),
			})
		},
		"normal": func() {
			cobra.OnInitialize(func() { fmt.Println("initialising") })
			root := newDemo()
			root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
				return pflag.NormalizedName(strings.ToLower(strings.ReplaceAll(name, "_", "-")))
			})
			run(root, []nurucobra.Option{nurucobra.WithRootFlags()})
		},
		"broken":  func() { run(newBroken(), nil) },
		"bare":    func() { run(newBare(), nil) },
		"big":     func() { run(newBig(), nil) },
		"reports": func() { run(newReports(), nil) },
	})
}

var update = flag.Bool("update", false, "rewrite what scripts expect")

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"mcp": mcptest.Script,
		},
		Setup: func(env *testscript.Env) error {
			// Race binaries sleep a second at each exit otherwise.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
	})
}

func run(root *cobra.Command, opts []nurucobra.Option) {
	if err := nurucobra.Attach(root, opts...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if root.Execute() != nil {
		os.Exit(1)
	}
}

// serverOf is the command that starts one of the applications above as a server.
func serverOf(t testing.TB, application string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	server := exec.Command(self, "mcp-server")
	server.Args[0] = application
	return server
}
