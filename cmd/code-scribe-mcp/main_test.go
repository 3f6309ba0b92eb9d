package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/nurucobra/nuru/internal/mcptest"
	"github.com/nurucobra/nuru/internal/runner"
)

func TestMain(m *testing.M) {
	if file := os.Getenv("FAKE_HANG"); file != "" {
		hang(file)
		return
	}
	testscript.Main(m, map[string]func(){
		"code-scribe-mcp": func() { os.Exit(start(context.Background())) },
		"code-scribe": func() {
			runner.HoldLifeline()
			fakeCodeScribe()
		},
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
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "user"))
			return nil
		},
	})
}
