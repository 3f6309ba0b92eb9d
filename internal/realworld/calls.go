package realworld

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
)

// A Call is one call of a tool and the command line that a person would have
// written by hand for it.
type Call struct {
	Tool, Arguments string
	Shell           []string
	Stdin           string // piped into the shell's command; Arguments say the same
	Exit            int
	// Want must be found in what is printed or in a file that was written:
	// without it two commands that both ignore a value would pass for equal.
	Want string
}

// Compare makes the calls in turn, each through MCP in one folder and as a
// command line in another, which both begin with files. What is printed, the
// exit code and the files afterwards must be the same.
func Compare(t *testing.T, p Program, files Files, calls []Call) {
	t.Helper()
	base := t.TempDir()
	agent, shell := filepath.Join(base, "agent"), filepath.Join(base, "shell") // of one length: tables are aligned
	for _, dir := range []string{agent, shell} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "home"), 0o755))
		files.write(t, dir)
	}
	serve := p.Command(agent, "mcp-server")
	watchPanics(t, serve)
	session := mcptest.Connect(t, serve)
	for _, c := range calls {
		t.Run(c.Tool+c.Arguments, func(t *testing.T) {
			c := p.words(c)
			typed := make(chan result, 1)
			cmd := p.command(attached, shell, c.Shell)
			go func() { typed <- run(cmd, c.Stdin) }()
			r, err := mcptest.Call(context.Background(), session, c.Tool, c.Arguments)
			want := <-typed
			require.NoError(t, err)
			require.NoError(t, want.err)
			text := mcptest.Text(r)
			require.NotNil(t, r.StructuredContent, "refused: %s", text)
			var got result
			b, err := json.Marshal(r.StructuredContent)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(b, &got), text)

			assert.Equal(t, c.Exit, want.ExitCode, "the shell's own exit code; it printed:\n%s%s", want.Stdout, want.Stderr)
			assert.Equal(t, want.ExitCode, got.ExitCode)
			assert.Equal(t, p.fold(shell, want.Stdout), p.fold(agent, got.Stdout))
			assert.Equal(t, p.fold(shell, want.Stderr), p.fold(agent, got.Stderr))
			assert.Equal(t, want.ExitCode != 0, r.IsError)
			assert.Contains(t, text, strings.TrimSuffix(got.Stdout, "\n"))
			assert.Contains(t, text, strings.TrimSuffix(got.Stderr, "\n"))

			left, written := readFiles(t, shell), readFiles(t, agent)
			for _, f := range []struct {
				dir   string
				files Files
			}{{shell, left}, {agent, written}} {
				for name, text := range f.files {
					f.files[name] = p.fold(f.dir, text)
				}
			}
			assert.Equal(t, left, written)
			maps.DeleteFunc(written, func(name, text string) bool { return files[name] == text })
			effect := got.Stdout + got.Stderr + strings.Join(slices.Collect(maps.Values(written)), "")
			require.NotEmpty(t, c.Want)
			assert.True(t, strings.Contains(effect, c.Want), "%q is not in %q", c.Want, effect)
		})
	}
}

// A Refusal is a call that must end before any process starts, with a reason.
type Refusal struct{ Tool, Arguments, Says string }

// Refused makes calls that must be refused and must leave the folder as it is.
func Refused(t *testing.T, p Program, files Files, calls []Refusal) {
	t.Helper()
	dir := t.TempDir()
	files.write(t, dir)
	before := readFiles(t, dir)
	serve := p.Command(dir, "mcp-server")
	watchPanics(t, serve)
	session := mcptest.Connect(t, serve)
	for _, c := range calls {
		t.Run(c.Tool+c.Arguments, func(t *testing.T) {
			r, err := mcptest.Call(context.Background(), session, c.Tool, c.Arguments)
			require.NoError(t, err)
			assert.True(t, r.IsError)
			assert.Nil(t, r.StructuredContent)
			assert.Contains(t, mcptest.Text(r), c.Says)
			assert.Equal(t, before, readFiles(t, dir))
		})
	}
}

type result struct {
	Stdout, Stderr string
	ExitCode       int
	err            error
}

// run starts cmd with stdin, or with the null device where that is empty.
func run(cmd *exec.Cmd, stdin string) result {
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if stdin != "" {
		cmd.Stdin = strings.NewReader(stdin)
	}
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return result{err: err}
	}
	return result{Stdout: stdout.String(), Stderr: stderr.String(), ExitCode: cmd.ProcessState.ExitCode()}
}

// watchPanics fails the test when the server, or a call in it, panicked.
func watchPanics(t *testing.T, serve *exec.Cmd) {
	t.Helper()
	var stderr bytes.Buffer
	serve.Stderr = &stderr
	t.Cleanup(func() { // after the session's own: the server has ended
		assert.NotContains(t, stderr.String(), "panic")
		if t.Failed() {
			t.Logf("the server said:\n%s", stderr.String())
		}
	})
}
