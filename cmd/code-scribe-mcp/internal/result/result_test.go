package result_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/command"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/redact"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/result"
)

func code(n int) *int { return &n }

var (
	about = result.About{Program: "code-scribe", Mode: config.OpencodeEnv, Timeout: 5 * time.Minute}
	env   = &result.EnvApplied{Provider: "argo", Model: "gpt:5", BaseURL: "https://h.example/v1"}
)

func invocation(name string) command.Invocation {
	return command.Invocation{Command: name, Args: []string{name, "a b.F90", "-m", "opencode-env"}, Cwd: "/work"}
}

func TestJSON(t *testing.T) {
	r := result.Of(invocation("inspect"), env, result.Ended{ExitCode: code(0), Duration: 1234 * time.Millisecond, Stdout: "hi\n"}, result.Files{}, about)
	out, err := json.Marshal(r)
	require.NoError(t, err)
	assert.Equal(t, `{"ok":true,"exitCode":0,"durationMs":1234,"stdout":"hi\n","stderr":"",`+
		`"normalizedArgs":["inspect","a b.F90","-m","opencode-env"],`+
		`"envApplied":{"provider":"argo","model":"gpt:5","baseURL":"https://h.example/v1"},`+
		`"summary":"inspect is done in 1.2 s","command":"inspect","cwd":"/work","timedOut":false,"cancelled":false,`+
		`"truncated":{"stdout":false,"stderr":false},"warnings":[],"errors":[],`+
		`"files":{"written":[],"skipped":[],"missing":[],"outsideCwd":[]}}`, string(out))

	refused := command.Invocation{Command: "draft", Errors: []problem.Problem{problem.New(problem.NotFound, "x").With("y"), problem.New(problem.NotFound, "z")}}
	out, err = json.Marshal(result.Judged(refused, env))
	require.NoError(t, err)
	assert.Equal(t, `{"ok":false,"exitCode":null,"durationMs":0,"stdout":"","stderr":"","normalizedArgs":[],`+
		`"summary":"draft was not run: NOT_FOUND: x (and 1 more)","command":"draft","cwd":"","timedOut":false,"cancelled":false,`+
		`"truncated":{"stdout":false,"stderr":false},"warnings":[],"errors":[{"code":"NOT_FOUND","message":"x","arg":"y"},{"code":"NOT_FOUND","message":"z"}],`+
		`"files":{"written":[],"skipped":[],"missing":[],"outsideCwd":[]}}`, string(out))
}

func TestJudged(t *testing.T) {
	r := result.Judged(invocation("inspect"), env)
	assert.True(t, r.OK)
	assert.Nil(t, r.ExitCode)
	assert.Equal(t, env, r.EnvApplied)
	assert.Equal(t, "inspect can be run", r.Summary)
}

const traceback = `Starting
Traceback (most recent call last):
  File "/usr/lib/x.py", line 1, in main
    raise KeyError('a')
KeyError: 'a'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/usr/lib/x.py", line 3, in main
    f()
    ~^^
ValueError: Unknown model 'opencode-env'. Use a recognized prefix:
  openai-
`

func TestReason(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"\n \n", ""},
		{traceback, "ValueError: Unknown model 'opencode-env'. Use a recognized prefix:"},
		{"Usage: code-scribe index [OPTIONS]\nTry 'code-scribe index --help' for help.\n\nError: No such option: -r\n", "Error: No such option: -r"},
		{"warning: a\nsomething broke\n", "something broke"},
		{"Traceback (most recent call last):\n  File x\n", "File x"},
		{"Traceback (most recent call last):\n  File x\nKeyboardInterrupt\n", "KeyboardInterrupt"},
	} {
		assert.Equal(t, tt.want, result.Reason(tt.in), tt.in)
	}
}

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		name    string
		command string
		end     result.Ended
		files   result.Files
		ok      bool
		summary string
		hint    string
		errors  []problem.Code
		warns   []problem.Code
	}{
		{
			name: "translated", command: "translate", end: result.Ended{ExitCode: code(0)}, ok: true,
			files:   result.Files{Written: []string{"a", "b", "c", "d"}, Skipped: []string{"e"}, Missing: []string{"f"}},
			summary: "translate wrote a, b, c and 1 more, skipped what exists: e, did not write f in 0.0 s",
		},
		{
			name: "nothing written", command: "translate", end: result.Ended{ExitCode: code(0)}, ok: true,
			summary: "translate wrote nothing in 0.0 s", warns: []problem.Code{problem.NothingWritten},
		},
		{name: "index writes what is not listed", command: "index", end: result.Ended{ExitCode: code(0)}, ok: true, summary: "index is done in 0.0 s"},
		{
			name: "outside", command: "generate", end: result.Ended{ExitCode: code(0)}, ok: true,
			files:   result.Files{Written: []string{"../evil"}, OutsideCwd: []string{"../evil"}},
			summary: "generate wrote ../evil in 0.0 s", warns: []problem.Code{problem.WroteOutside},
		},
		{
			name: "traceback", command: "translate", end: result.Ended{ExitCode: code(1), Stderr: traceback},
			summary: "translate failed with exit code 1: ValueError: Unknown model 'opencode-env'. Use a recognized prefix:",
			hint:    `does not know the model mode "opencode-env": set cli.modelMode in the configuration to "oaic-env" for release 2026.02, "oaic-model" for release 2026.06, or "auto"`,
		},
		{
			name: "older word", command: "translate", end: result.Ended{ExitCode: code(1), Stderr: "ValueError: opencode-env is not available"},
			summary: "translate failed with exit code 1: ValueError: opencode-env is not available", hint: "set cli.modelMode",
		},
		{
			name: "no reason", command: "format", end: result.Ended{ExitCode: code(1)}, summary: "format failed with exit code 1",
		},
		{
			name: "usage", command: "draft", end: result.Ended{ExitCode: code(2), Stderr: "Usage: x\n\nError: No such option '-r'.\n"},
			summary: "draft failed with exit code 2: Error: No such option '-r'.", hint: "installed program (code-scribe, version unknown) refuses them",
		},
		{name: "no index", command: "draft", end: result.Ended{ExitCode: code(1), Stderr: "FileNotFoundError: No scribe.yaml found in /x"}, summary: "draft failed with exit code 1: FileNotFoundError: No scribe.yaml found in /x", hint: "needs an index"},
		{name: "local model", command: "inspect", end: result.Ended{ExitCode: code(1), Stderr: "No module named 'transformers'"}, summary: "inspect failed with exit code 1: No module named 'transformers'", hint: "local model"},
		{name: "key", command: "inspect", end: result.Ended{ExitCode: code(1), Stderr: "Error code: 401"}, summary: "inspect failed with exit code 1: Error code: 401", hint: "apiKeyEnv"},
		{name: "server", command: "inspect", end: result.Ended{ExitCode: code(1), Stderr: "openai.APIConnectionError: x"}, summary: "inspect failed with exit code 1: openai.APIConnectionError: x", hint: "baseURL"},
		{name: "permission", command: "inspect", end: result.Ended{ExitCode: code(1), Stderr: "PermissionError: x"}, summary: "inspect failed with exit code 1: PermissionError: x", hint: "may not write"},
		{
			name: "timeout", command: "inspect", end: result.Ended{TimedOut: true}, summary: "inspect was ended after 5m0s",
			hint: "cli.timeoutSeconds", errors: []problem.Code{problem.TimedOut},
		},
		{name: "cancelled", command: "inspect", end: result.Ended{Cancelled: true, ExitCode: code(143)}, summary: "inspect was cancelled", errors: []problem.Code{problem.Cancelled}},
		{name: "killed", command: "inspect", end: result.Ended{Signal: "SIGKILL"}, summary: "inspect was ended from outside by SIGKILL", errors: []problem.Code{problem.Killed}},
		{name: "no code", command: "inspect", end: result.Ended{}, summary: "inspect did not end in order"},
		{
			name: "not installed", command: "index", end: result.Ended{Err: exec.ErrNotFound}, hint: "install code-scribe so that code-scribe is found, or set cli.path",
			summary: "the program code-scribe could not be started: executable file not found in $PATH", errors: []problem.Code{problem.NotStarted},
		},
		{name: "gone", command: "index", end: result.Ended{Err: fs.ErrNotExist}, hint: "install", summary: "the program code-scribe could not be started: file does not exist", errors: []problem.Code{problem.NotStarted}},
		{name: "mode", command: "index", end: result.Ended{Err: fs.ErrPermission}, hint: "may not be executed", summary: "the program code-scribe could not be started: permission denied", errors: []problem.Code{problem.NotStarted}},
		{name: "too long", command: "index", end: result.Ended{Err: syscall.E2BIG}, hint: "too long together", summary: "the program code-scribe could not be started: argument list too long", errors: []problem.Code{problem.NotStarted}},
		{name: "other", command: "index", end: result.Ended{Err: errors.New("x")}, hint: "check cli.path", summary: "the program code-scribe could not be started: x", errors: []problem.Code{problem.NotStarted}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := result.Of(invocation(tt.command), env, tt.end, tt.files, about)
			assert.Equal(t, tt.ok, r.OK)
			assert.Equal(t, tt.summary, r.Summary)
			if tt.hint == "" {
				assert.Empty(t, r.Hint)
			} else {
				assert.Contains(t, r.Hint, tt.hint)
			}
			assert.Equal(t, append([]problem.Code{}, tt.errors...), problem.Codes(r.Errors))
			assert.Equal(t, append([]problem.Code{}, tt.warns...), problem.Codes(r.Warnings))
			text := r.Text()
			assert.True(t, strings.HasPrefix(text, tt.summary+"\n"))
			assert.Contains(t, text, tt.hint)
		})
	}
}

func TestHintNamesTheVersion(t *testing.T) {
	a := about
	asked := 0
	a.Version = func() string { asked++; return "2026.02" }
	result.Of(invocation("draft"), nil, result.Ended{ExitCode: code(1), Stderr: "Usage: x"}, result.Files{}, a)
	assert.Zero(t, asked)
	r := result.Of(invocation("draft"), nil, result.Ended{ExitCode: code(2), Stderr: "Usage: x"}, result.Files{}, a)
	assert.Contains(t, r.Hint, "(code-scribe, 2026.02)")
}

func TestText(t *testing.T) {
	inv := invocation("translate")
	inv.Warnings = []problem.Problem{problem.New(problem.OutputExists, "w")}
	r := result.Of(inv, env, result.Ended{
		ExitCode: code(1), Duration: 2 * time.Second, Stdout: "out\n\n", Stderr: "err", Truncated: result.Truncated{Stderr: true},
	}, result.Files{Written: []string{"a"}, Skipped: []string{"b"}, Missing: []string{"c"}, OutsideCwd: []string{"/d"}}, about)
	assert.Equal(t, `translate failed with exit code 1: err
Command: code-scribe translate "a b.F90" -m opencode-env
Folder: /work
Model: gpt:5 of argo at https://h.example/v1
Exit code: 1, after 2.0 s
Warnings:
- OUTPUT_EXISTS: w
- WROTE_OUTSIDE_CWD: the program wrote "/d", which is outside of /work
Written:
- a
Skipped:
- b
Missing:
- c
Outside of the folder:
- /d

stdout:
out

stderr (cut):
err
`, r.Text())

	refused := result.Judged(command.Invocation{Command: "draft", Errors: []problem.Problem{problem.New(problem.NotFound, "x")}}, nil)
	assert.Equal(t, "draft was not run: NOT_FOUND: x\nErrors:\n- NOT_FOUND: x\n", refused.Text())

	r = result.Judged(command.Invocation{Command: "inspect", Args: []string{"inspect", ""}}, &result.EnvApplied{Provider: "p", Model: "m"})
	assert.Equal(t, "inspect can be run\nCommand: code-scribe inspect \"\"\nModel: m of p at (default endpoint)\n", r.Text())
}

func TestTextCutsLongArguments(t *testing.T) {
	r := result.Judged(command.Invocation{Command: "generate", Args: []string{"generate", strings.Repeat("é", 300)}}, nil)
	assert.Equal(t, "generate can be run\nCommand: code-scribe generate \""+strings.Repeat("é", 200)+"\"… (600 bytes)\n", r.Text())
}

func TestRedacted(t *testing.T) {
	const secret = "opensesame"
	list := func() []string { return []string{secret} }
	problems := []problem.Problem{{Code: problem.NotFound, Message: secret, Arg: secret, Available: list()}}
	r := result.Result{
		Stdout: secret, Stderr: secret, NormalizedArgs: list(), Summary: secret, Command: secret, Cwd: secret, Hint: secret,
		EnvApplied: &result.EnvApplied{Provider: "p", Model: "m", BaseURL: "https://h"}, Warnings: problems, Errors: problems,
		Files: result.Files{Written: list(), Skipped: list(), Missing: list(), OutsideCwd: list()},
	}
	got := r.Redacted(redact.New(redact.Sources{Values: list()}))
	out, err := json.Marshal(got)
	require.NoError(t, err)
	assert.NotContains(t, string(out), secret)
	assert.Equal(t, 17, strings.Count(string(out), "***"))
	assert.Equal(t, secret, r.Stdout, "the original is left alone")
	assert.Equal(t, secret, problems[0].Message)
	assert.Nil(t, result.Problems(nil, nil))
}

// noLinks resolves nothing.
type noLinks struct{ command.OS }

func (noLinks) EvalSymlinks(string) (string, error) { return "", fs.ErrNotExist }

func TestChanges(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	put("src/done.cpp", "old")
	put("src/new.hpp", "old")
	inv := command.Invocation{Command: "translate", Cwd: dir, Outputs: []command.Output{
		{Source: "src/done.F90", Files: []string{"src/done.cpp", "src/done.hpp", "src/done_fi.F90"}},
		{Source: "src/new.F90", Files: []string{"src/new.cpp", "src/new.hpp", "src/new_fi.F90"}},
		{Source: "src/new.f90", Files: []string{"src/new.cpp", "src/new.hpp", "src/new_fi.F90"}},
	}}
	before := result.Snap(command.OS{}, inv)
	put("src/new.cpp", "x")
	put("src/new.hpp", "changed")
	assert.Equal(t, result.Files{
		Written: []string{"src/new.cpp", "src/new.hpp"},
		Skipped: []string{"src/done.cpp"},
		Missing: []string{"src/new_fi.F90"},
	}, result.Changes(command.OS{}, inv, before, "Wrote src/other.cpp\n"))

	put("a.scribe", "x")
	draft := command.Invocation{Command: "draft", Cwd: dir, Outputs: []command.Output{{Source: "a.F90", Files: []string{"a.scribe"}}}}
	before = result.Snap(command.OS{}, draft)
	assert.Equal(t, result.Files{Skipped: []string{"a.scribe"}},
		result.Changes(command.OS{}, draft, before, "Skipping! File exists "+filepath.Join(dir, "a.scribe")+"...\n"))
	assert.Equal(t, result.Files{Written: []string{"a.scribe", "b.scribe"}, Skipped: []string{"c.scribe"}},
		result.Changes(command.OS{}, draft, nil, "Generated draft file for LLM consumption ./a.scribe\nGenerated draft file for LLM consumption b.scribe\r\nSkipping! File exists c.scribe...\n"))

	require.NoError(t, os.Symlink(os.TempDir(), filepath.Join(dir, "out")))
	put("out-not", "x")
	generate := command.Invocation{Command: "generate", Cwd: dir}
	abs := filepath.Join(dir, "abs.txt")
	outside := filepath.Join(filepath.Dir(dir), "evil.txt")
	assert.Equal(t, result.Files{
		Written:    []string{"a.txt", "../evil.txt", abs, "out", "my file.txt"},
		OutsideCwd: []string{"../evil.txt", "out"},
	}, result.Changes(command.OS{}, generate, nil, "on 1: 50%\rWrote a.txt\nWrote ../evil.txt\nWrote "+abs+"\n  Wrote "+outside+"\nWrote out\nWrote my file.txt\nWrote a.txt\nWrote \n"))

	require.NoError(t, os.Symlink(dir, filepath.Join(filepath.Dir(dir), "link")))
	generate.Cwd = filepath.Join(filepath.Dir(dir), "link")
	assert.Equal(t, result.Files{Written: []string{"gone/x.txt", outside}, OutsideCwd: []string{outside}},
		result.Changes(command.OS{}, generate, nil, "Wrote gone/x.txt\nWrote "+outside))
	assert.Equal(t, []string{"x"}, result.Changes(noLinks{}, generate, nil, "Wrote x").Written)

	assert.Equal(t, result.Files{}, result.Changes(command.OS{}, command.Invocation{Command: "inspect", Cwd: dir}, nil, "Wrote a.txt\n"))
}
