package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
)

// server is a running code-scribe-mcp in a folder of its own.
type server struct {
	*mcp.ClientSession
	t   *testing.T
	dir string
	cmd *exec.Cmd
	log *bytes.Buffer // to be read after close
}

const plainConfig = `
defaultProvider = "argo"
[providers.argo]
baseURL = "http://127.0.0.1:9/v1"
models = ["gpt:5", "org/claude-sonnet-4"]
defaultModel = "gpt:5"
`

// prepare makes the folder of a server and returns what starts it. env comes on
// top of the test's environment.
func prepare(t *testing.T, config string, env ...string) (dir string, cmd *exec.Cmd) {
	t.Helper()
	dir = t.TempDir()
	put(t, dir, "codescribe-mcp.config.toml", config)
	put(t, dir, "src/a.F90", "end\n")
	put(t, dir, "prompts/t.toml", "[[chat]]\nrole = 'user'\ncontent = '''translate'''\n")
	program, err := exec.LookPath("code-scribe-mcp") // the test binary, by testscript
	require.NoError(t, err)
	cmd = exec.Command(program)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+dir, "GORACE=atexit_sleep_ms=0")
	cmd.Env = append(cmd.Env, env...)
	return dir, cmd
}

func serve(t *testing.T, config string, env ...string) *server {
	t.Helper()
	dir, cmd := prepare(t, config, env...)
	s := &server{t: t, dir: dir, cmd: cmd, log: new(bytes.Buffer)}
	cmd.Stderr = s.log
	s.ClientSession = mcptest.Connect(t, cmd)
	return s
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

// fake says what the fake code-scribe does from now on.
func (s *server) fake(f fake) {
	b, err := json.Marshal(f)
	require.NoError(s.t, err)
	put(s.t, s.dir, fakeFile, string(b))
}

// call returns the raw structured content with the result, so that nothing is
// lost by decoding.
func (s *server) call(tool, arguments string) (*mcp.CallToolResult, map[string]any) {
	s.t.Helper()
	r, err := mcptest.Call(s.t.Context(), s.ClientSession, tool, arguments)
	require.NoError(s.t, err)
	data, _ := r.StructuredContent.(map[string]any)
	return r, data
}

const translate = `{"command":"translate","args":["src/a.F90","-p","prompts/t.toml"]}`

// The contract of a run: its members stand at the top level, whatever happened.
func TestRunContract(t *testing.T) {
	t.Parallel()
	s := serve(t, plainConfig)
	s.fake(fake{Stdout: "out\n", Stderr: "warning\n", Write: map[string]string{"src/a.cpp": "x", "src/a.hpp": "x", "src/a_fi.F90": "x"}})
	r, data := s.call("codescribe_run", translate)
	assert.False(t, r.IsError, mcptest.Text(r))
	assert.Equal(t, true, data["ok"])
	assert.EqualValues(t, 0, data["exitCode"])
	assert.Equal(t, "out\n", data["stdout"])
	assert.Equal(t, "warning\n", data["stderr"])
	assert.Equal(t, []any{"translate", "src/a.F90", "-p", "prompts/t.toml", "-m", "opencode-env"}, data["normalizedArgs"])
	assert.Equal(t, map[string]any{"provider": "argo", "model": "gpt:5", "baseURL": "http://127.0.0.1:9/v1"}, data["envApplied"])
	assert.Equal(t, []any{"src/a.cpp", "src/a.hpp", "src/a_fi.F90"}, data["files"].(map[string]any)["written"])
	assert.Positive(t, data["durationMs"])
	for _, member := range []string{"summary", "command", "cwd", "timedOut", "cancelled", "truncated", "warnings", "errors"} {
		assert.Contains(t, data, member)
	}
	for _, text := range []string{"out\n", "warning\n", "src/a.hpp", "opencode-env"} {
		assert.Contains(t, mcptest.Text(r), text, "the text alone suffices")
	}

	s.fake(fake{Stderr: "Traceback (most recent call last):\n  File \"/x/y.py\", line 3, in f\nValueError: bad model\n", Exit: 1})
	r, data = s.call("codescribe_run", `{"command":"inspect","args":["src/a.F90","-q","why?"]}`)
	assert.True(t, r.IsError)
	assert.Equal(t, false, data["ok"])
	assert.EqualValues(t, 1, data["exitCode"])
	assert.Contains(t, data["summary"], "ValueError: bad model")
	assert.NotContains(t, data["summary"], "y.py")
	assert.Contains(t, mcptest.Text(r), "ValueError: bad model")

	r, data = s.call("codescribe_run", `{"command":"index","args":["src"]}`)
	assert.True(t, r.IsError, "the fake fails for this one too")
	assert.NotContains(t, data, "envApplied")

	r, data = s.call("codescribe_run", `{"command":"translate","args":["src/a.F90"]}`)
	assert.True(t, r.IsError)
	assert.Nil(t, data["exitCode"])
	assert.Contains(t, mcptest.Text(r), "MISSING_PROMPT")
}

// What the program gets: the words, the folder, and no variable that is not on
// the list.
func TestRunEnvironment(t *testing.T) {
	t.Parallel()
	s := serve(t, plainConfig+"[cli]\n", "OPENAI_API_KEY=not-for-it", "OPENAI_BASE_URL=http://127.0.0.1:1/", "CODESCRIBE_MODEL=x", "UNKNOWN=1")
	s.fake(fake{Argv: true})
	_, data := s.call("codescribe_run", `{"command":"translate","args":["src/a.F90","-p","prompts/t.toml","--model=evil"],"model":"org/claude-sonnet-4"}`)
	var got struct{ Argv, Env []string }
	require.NoError(t, json.Unmarshal([]byte(data["stdout"].(string)), &got), data["stdout"])
	assert.Equal(t, []string{"code-scribe", "translate", "src/a.F90", "-p", "prompts/t.toml", "-m", "opencode-env"}, got.Argv)
	env := "\n" + strings.Join(got.Env, "\n") + "\n"
	for _, want := range []string{
		"OPENCODE_CODESCRIBE_PROVIDER=argo", "OPENCODE_CODESCRIBE_MODEL=org/claude-sonnet-4", "OPENCODE_CODESCRIBE_BASEURL=http://127.0.0.1:9/v1",
		"OPENAI_COMP_PROVIDER=argo", "OPENAI_COMP_MODEL=org/claude-sonnet-4", "OPENAI_COMP_BASEURL=http://127.0.0.1:9/v1",
		"PYTHONUNBUFFERED=1", "NO_COLOR=1",
	} {
		assert.Contains(t, env, "\n"+want+"\n")
	}
	for _, never := range []string{"OPENAI_API_KEY", "OPENAI_BASE_URL", "CODESCRIBE_MODEL", "UNKNOWN", "NURUCOBRA_LIFELINE", "NURUCOBRA_SUPERVISE"} {
		assert.NotContains(t, env, "\n"+never+"=")
	}
	assert.Contains(t, data["warnings"].([]any)[0], "code")

	_, data = s.call("codescribe_run", `{"command":"index","args":["src"]}`)
	assert.NotContains(t, data["stdout"], "OPENCODE_CODESCRIBE", "not for commands without a model")
}

// The vectors of the specification, judged by a running server.
func TestVectors(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("internal/command/testdata/vectors.json")
	require.NoError(t, err)
	var v struct {
		Fixture struct{ Files, Dirs []string }
		Vectors []struct {
			ID           int
			Why, Command string
			Args         []string
			Expect       struct {
				OK             bool
				NormalizedArgs []string
				Errors         []string
			}
		}
	}
	require.NoError(t, json.Unmarshal(data, &v))
	s := serve(t, plainConfig)
	for _, f := range v.Fixture.Files {
		text := ""
		if strings.EqualFold(filepath.Ext(f), ".toml") {
			text = "[[chat]]\nrole = 'user'\ncontent = '''hi'''\n"
		}
		put(t, s.dir, f, text)
	}
	for _, d := range v.Fixture.Dirs {
		require.NoError(t, os.MkdirAll(filepath.Join(s.dir, d), 0o755))
	}
	for _, c := range v.Vectors {
		arguments, err := json.Marshal(map[string]any{"command": c.Command, "args": c.Args})
		require.NoError(t, err)
		r, data := s.call("codescribe.validate", string(arguments))
		require.Equal(t, !c.Expect.OK, r.IsError, "%d (%s): %s", c.ID, c.Why, mcptest.Text(r))
		if c.Expect.OK {
			assert.Equal(t, c.Expect.NormalizedArgs, words(data["normalizedArgs"]), "%d (%s)", c.ID, c.Why)
			continue
		}
		var codes []string
		for _, e := range data["errors"].([]any) {
			codes = append(codes, e.(map[string]any)["code"].(string))
		}
		assert.Equal(t, c.Expect.Errors, codes, "%d (%s)", c.ID, c.Why)
	}
	t.Logf("%d vectors", len(v.Vectors))
}

func words(list any) []string {
	var out []string
	for _, w := range list.([]any) {
		out = append(out, w.(string))
	}
	return out
}

// What is wrong with the configuration is said in the form of every other
// result, and a configuration that was mended is read.
func TestMisconfigured(t *testing.T) {
	t.Parallel()
	s := serve(t, "unknown = 1\n")
	for _, tool := range []string{"codescribe_run", "codescribe_validate"} {
		r, data := s.call(tool, translate)
		assert.True(t, r.IsError)
		assert.Contains(t, mcptest.Text(r), "unknown")
		assert.Equal(t, false, data["ok"])
		assert.Nil(t, data["exitCode"])
		assert.Equal(t, "BAD_CONFIGURATION", data["errors"].([]any)[0].(map[string]any)["code"])
	}
	put(t, s.dir, "codescribe-mcp.config.toml", plainConfig)
	r, _ := s.call("codescribe_validate", translate)
	assert.False(t, r.IsError, mcptest.Text(r))
}
