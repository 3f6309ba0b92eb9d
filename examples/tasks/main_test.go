package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

// today is the time in all tests.
var today = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func TestMain(m *testing.M) {
	syncFile = func(*os.File) error { return nil } // slow on a busy disk
	testscript.Main(m, map[string]func(){
		"tasks": func() {
			a := newApp()
			a.now = func() time.Time { return today }
			os.Exit(run(a))
		},
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("TASKS_FILE", filepath.Join(env.WorkDir, "tasks.json"))
			env.Setenv("GORACE", "atexit_sleep_ms=0") // or else a second for each command
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"waitfor":  waitFor,
			"exitcode": exitCode,
		},
	})
}

// waitFor is the script command "waitfor FILE REGEXP": it waits until what a
// command in the background writes to the file matches.
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: waitfor file regexp")
	}
	path, want := ts.MkAbs(args[0]), regexp.MustCompile("(?m)"+args[1])
	var data []byte
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		data, _ = os.ReadFile(path)
		if want.Match(data) {
			return
		}
	}
	ts.Fatalf("%s never matched %q, it holds:\n%s", args[0], args[1], data)
}

// exitCode is the script command "exitcode CODE COMMAND...". Testscript alone
// tells only failures from successes.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode code command...")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, expected %s", got, args[0])
	}
}

// fixture runs commands on one tasks file, in this process.
type fixture struct {
	t     *testing.T
	app   *app
	path  string
	env   map[string]string
	stdin io.Reader
}

func newFixture(t *testing.T) *fixture {
	f := &fixture{t: t, path: filepath.Join(t.TempDir(), "tasks.json"), env: map[string]string{}, stdin: strings.NewReader("")}
	f.env["TASKS_FILE"] = f.path
	f.app = &app{
		now:        func() time.Time { return today },
		getenv:     func(name string) string { return f.env[name] },
		isTerminal: func(io.Reader) bool { return false },
	}
	return f
}

// run runs one command line and returns what it wrote.
func (f *fixture) run(args ...string) (stdout, stderr string, err error) {
	var out, errOut bytes.Buffer
	root := newRoot(f.app)
	root.SetArgs(args)
	root.SetIn(f.stdin)
	root.SetOut(&out)
	root.SetErr(&errOut)
	err = root.ExecuteContext(f.t.Context())
	return out.String(), errOut.String(), err
}

// must is run for commands that have to succeed.
func (f *fixture) must(args ...string) string {
	f.t.Helper()
	out, errOut, err := f.run(args...)
	require.NoError(f.t, err, "stderr: %s", errOut)
	return out
}

// document returns the content of the file.
func (f *fixture) document() *document {
	f.t.Helper()
	d, err := f.store().load()
	require.NoError(f.t, err)
	return d
}

func (f *fixture) store() *store { return newStore(f.path, func(string, ...any) {}) }

// titles returns "id title" of every task.
func titles(tasks []Task) []string {
	all := []string{}
	for _, t := range tasks {
		all = append(all, fmt.Sprintf("%d %s", t.ID, t.Title))
	}
	return all
}
