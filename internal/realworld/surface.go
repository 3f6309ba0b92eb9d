package realworld

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
	"github.com/nurucobra/nuru/internal/portable"
)

// maxName leaves a server's name 16 characters of the narrowest client's 57.
const maxName = 40

var toolName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// Tools checks everything in the list of a live server that some client or
// model refuses. The server must offer at least as many tools as told.
func Tools(t *testing.T, p Program, atLeast int) {
	t.Helper()
	serve := p.Command(t.TempDir(), "mcp-server")
	watchPanics(t, serve)
	list, err := mcptest.Connect(t, serve).ListTools(context.Background(), nil)
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, tool := range list.Tools {
		schema, err := json.Marshal(tool.InputSchema)
		require.NoError(t, err)
		assert.Empty(t, portable.Check(schema), tool.Name)
		assert.Regexp(t, toolName, tool.Name)
		assert.LessOrEqual(t, len(tool.Name), maxName, tool.Name)
		assert.False(t, seen[tool.Name], tool.Name)
		assert.NotEmpty(t, tool.Description, tool.Name)
		assert.LessOrEqual(t, len(tool.Description), portable.MaxDescription, tool.Name)
		require.NotNil(t, tool.Annotations, tool.Name)
		require.NotNil(t, tool.Annotations.DestructiveHint, tool.Name)
		seen[tool.Name] = true
	}
	t.Logf("%d schemas", len(seen))
	assert.GreaterOrEqual(t, len(seen), atLeast)
}

// planted is in every secret of the environments that a program must not show.
const planted = "planted-5ec3e7"

// SameEverywhere holds what the program prints about itself under two users,
// homes, folders, numbers of processors and environments against each other,
// and looks for the values of the variables named by secrets in it and in what
// a live server says.
func SameEverywhere(t *testing.T, p Program, secrets ...string) {
	t.Helper()
	// Not t.TempDir, which another user cannot enter.
	base, err := os.MkdirTemp("", "realworld")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(base) })
	require.NoError(t, os.Chmod(base, 0o755))
	start := func(user string, args ...string) *exec.Cmd {
		dir := filepath.Join(base, user)
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "tmp"), 0o777))
		cmd := p.Command(dir, args...)
		cmd.Env = append(cmd.Env, "USER="+user, "LOGNAME="+user, "HOME="+dir)
		return cmd
	}
	alice := func(args ...string) *exec.Cmd {
		cmd := start("alice", args...)
		cmd.Env = append(cmd.Env, "GOMAXPROCS=1", "TZ=UTC", "LANG=C")
		return cmd
	}
	bob := func(args ...string) *exec.Cmd {
		cmd := start("bob-with-a-longer-name", args...)
		cmd.Env = append(cmd.Env, "GOMAXPROCS=7", "TZ=Asia/Tokyo", "LANG=de_DE.UTF-8", "COLUMNS=40", "NO_COLOR=1", "TMPDIR="+filepath.Join(cmd.Dir, "tmp"))
		for _, name := range secrets {
			cmd.Env = append(cmd.Env, name+"="+planted+"-"+name)
		}
		runAsOther(t, cmd)
		return cmd
	}
	for _, args := range [][]string{
		{"export-schema"},
		{"permissions", "--format", "opencode", "--kind", "both"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			first, second := run(alice(args...), ""), run(bob(args...), "")
			require.NoError(t, first.err)
			require.NoError(t, second.err)
			require.Zero(t, first.ExitCode, first.Stderr)
			require.Zero(t, second.ExitCode, second.Stderr)
			assert.Greater(t, len(first.Stdout), 500)
			assert.Equal(t, first.Stdout, second.Stdout)
			assert.Equal(t, first.Stderr, second.Stderr)
			for _, trace := range []string{planted, base, "alice", "bob-with"} {
				assert.NotContains(t, second.Stdout+second.Stderr, trace)
			}
		})
	}
	t.Run("mcp-server", func(t *testing.T) {
		serve := bob("mcp-server")
		watchPanics(t, serve)
		session := mcptest.Connect(t, serve)
		list, err := session.ListTools(context.Background(), nil)
		require.NoError(t, err)
		said := []any{session.InitializeResult(), list}
		for _, tool := range list.Tools { // refused where it is no tool of this server
			r, err := mcptest.Call(context.Background(), session, "describe_command", `{"command": "`+tool.Name+`"}`)
			if err == nil {
				said = append(said, r)
			}
		}
		wire, err := json.Marshal(said)
		require.NoError(t, err)
		assert.Greater(t, len(wire), 500)
		assert.NotContains(t, string(wire), planted)
		assert.NotContains(t, string(wire), base)
	})
}

var (
	ours   = regexp.MustCompile(`(?m)^\s*(export-schema|mcp-server|permissions)\b.*\n`)
	blanks = regexp.MustCompile(`[ \t]+`)
)

// Unchanged runs command lines on the program with nurucobra and without: but
// for our three commands in lists, and the width of those lists, both print
// the same and end with the same code.
func Unchanged(t *testing.T, p Program, files Files, lines ...[]string) {
	t.Helper()
	fold := func(dir, text string) string {
		return blanks.ReplaceAllString(ours.ReplaceAllString(p.fold(dir, text), ""), " ")
	}
	for _, args := range lines {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			before, after := t.TempDir(), t.TempDir()
			files.write(t, before)
			files.write(t, after)
			want, got := run(p.command(plain, before, args), ""), run(p.command(attached, after, args), "")
			require.NoError(t, want.err)
			require.NoError(t, got.err)
			require.NotEmpty(t, want.Stdout+want.Stderr)
			assert.Equal(t, want.ExitCode, got.ExitCode)
			assert.Equal(t, fold(before, want.Stdout), fold(after, got.Stdout))
			assert.Equal(t, fold(before, want.Stderr), fold(after, got.Stderr))
		})
	}
	t.Run("our commands", func(t *testing.T) { // or the two would be the same program
		want, got := run(p.command(plain, t.TempDir(), []string{"--help"}), ""), run(p.command(attached, t.TempDir(), []string{"--help"}), "")
		assert.NotRegexp(t, ours, want.Stdout)
		assert.Len(t, ours.FindAllString(got.Stdout, -1), 3)
	})
}
