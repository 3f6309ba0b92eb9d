//go:build unix

package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
)

// pid waits for a process to have written its number.
func pid(t *testing.T, dir, file string) int {
	t.Helper()
	var n int
	require.Eventually(t, func() bool {
		b, err := os.ReadFile(filepath.Join(dir, file))
		n, _ = strconv.Atoi(string(b))
		return err == nil && n > 0
	}, 10*time.Second, time.Millisecond)
	t.Cleanup(func() { _ = syscall.Kill(n, syscall.SIGKILL) })
	return n
}

// limit is what processes may take to be gone here: a second is promised, and
// the rest is for a machine that others use too.
const limit = 2500 * time.Millisecond

// gone waits for all processes to end, no longer than that after began.
func gone(t *testing.T, began time.Time, pids ...int) {
	t.Helper()
	for _, p := range pids {
		for alive(p) {
			require.Less(t, time.Since(began), limit, "process %d lives", p)
			time.Sleep(time.Millisecond)
		}
	}
	t.Logf("gone after %v", time.Since(began).Round(time.Millisecond))
}

// alive reports whether the process is there and no zombie, as far as that can
// be told.
func alive(p int) bool {
	if syscall.Kill(p, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(p) + "/stat")
	if err != nil {
		return os.IsPermission(err)
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return state == "" || state[0] != 'Z' && state[0] != 'X'
}

// However a run ends before its time, neither the program nor what it started
// outlives it, though both ignore SIGTERM.
func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	stubborn := fake{Stubborn: true, Child: "child", PID: "pid", Sleep: time.Minute}
	for name, end := range map[string]func(s *server, cancel func()){
		"cancel":  func(_ *server, cancel func()) { cancel() },
		"SIGKILL": func(s *server, _ func()) { _ = s.cmd.Process.Kill() },
		"SIGTERM": func(s *server, _ func()) { _ = s.cmd.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, plainConfig)
			s.fake(stubborn)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			type answer struct {
				*mcp.CallToolResult
				err error
			}
			answers := make(chan answer, 1)
			go func() {
				r, err := mcptest.Call(ctx, s.ClientSession, "codescribe_run", translate)
				answers <- answer{r, err}
			}()
			program, child := pid(t, s.dir, "pid"), pid(t, s.dir, "child")
			began := time.Now()
			end(s, cancel)
			gone(t, began, program, child)
			a := <-answers
			if name != "SIGTERM" {
				require.Error(t, a.err, "nobody can answer any more")
				return
			}
			// The server that is asked to end has the time to say how it was.
			require.NoError(t, a.err)
			data := a.StructuredContent.(map[string]any)
			assert.True(t, a.IsError)
			assert.Equal(t, true, data["cancelled"])
			assert.Nil(t, data["exitCode"])
			assert.Equal(t, []any{"translate", "src/a.F90", "-p", "prompts/t.toml", "-m", "opencode-env"}, data["normalizedArgs"])
		})
	}
	t.Run("end of input", func(t *testing.T) {
		dir, cmd := prepare(t, plainConfig)
		b, err := json.Marshal(stubborn)
		require.NoError(t, err)
		put(t, dir, fakeFile, string(b))
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		t.Cleanup(func() { _ = cmd.Process.Kill() })
		_, err = io.WriteString(in, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"codescribe_run","arguments":`+translate+
			`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`+"\n")
		require.NoError(t, err)
		program, child := pid(t, dir, "pid"), pid(t, dir, "child")
		require.NoError(t, in.Close())
		gone(t, time.Now().Add(1500*time.Millisecond), program, child) // that long it may go on
		require.NoError(t, cmd.Wait())
	})
	t.Run("timeout", func(t *testing.T) {
		s := serve(t, plainConfig+"[cli]\ntimeoutSeconds = 1\n")
		s.fake(stubborn)
		r, data := s.call("codescribe_run", translate)
		assert.True(t, r.IsError)
		assert.Equal(t, true, data["timedOut"])
		assert.Nil(t, data["exitCode"])
		assert.Contains(t, mcptest.Text(r), "TIMED_OUT")
		assert.False(t, alive(pid(t, s.dir, "pid")))
		assert.False(t, alive(pid(t, s.dir, "child")))
	})
}

// A client that asked for progress gets the program's lines.
func TestProgress(t *testing.T) {
	t.Parallel()
	_, cmd := prepare(t, plainConfig)
	dir := cmd.Dir
	b, err := json.Marshal(fake{Lines: 500})
	require.NoError(t, err)
	put(t, dir, fakeFile, string(b))
	var mu sync.Mutex
	var lines []string
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
			mu.Lock()
			defer mu.Unlock()
			lines = append(lines, req.Params.Message)
		},
	})
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	require.NoError(t, err)
	defer session.Close()
	params := &mcp.CallToolParams{Name: "codescribe_run", Arguments: json.RawMessage(translate)}
	params.SetProgressToken("p")
	_, err = session.CallTool(t.Context(), params)
	require.NoError(t, err)
	mu.Lock()
	defer mu.Unlock()
	require.NotEmpty(t, lines)
	assert.Contains(t, lines[len(lines)-1], "line ")
}

// Two model runs in one folder take turns, in two folders they do not.
func TestRunsTakeTurnsInAFolder(t *testing.T) {
	t.Parallel()
	s := serve(t, plainConfig)
	for _, d := range []string{"one", "two"} {
		put(t, s.dir, d+"/a.F90", "end\n")
		put(t, s.dir, d+"/"+fakeFile, `{"Log":"../log","Sleep":300000000}`)
	}
	ask := func(cwd string) func() {
		return func() {
			_, err := mcptest.Call(t.Context(), s.ClientSession, "codescribe_run", `{"command":"inspect","args":["a.F90","-q","x"],"cwd":"`+cwd+`"}`)
			assert.NoError(t, err)
		}
	}
	together := func(calls ...func()) time.Duration {
		began := time.Now()
		var wg sync.WaitGroup
		for _, c := range calls {
			wg.Go(c)
		}
		wg.Wait()
		return time.Since(began)
	}
	assert.GreaterOrEqual(t, together(ask("one"), ask("one"), ask("../"+filepath.Base(s.dir)+"/one/")), 900*time.Millisecond)
	together(ask("one"), ask("two"))
	log, err := os.ReadFile(filepath.Join(s.dir, "log"))
	require.NoError(t, err)
	assert.Len(t, strings.Split(strings.TrimSpace(string(log)), "\n"), 5)
}

// A flood is cut at 10 MiB, and neither hangs the run nor grows the answer
// beyond what was kept.
func TestFlood(t *testing.T) {
	t.Parallel()
	s := serve(t, plainConfig)
	s.fake(fake{Flood: 12 << 10})
	r, data := s.call("codescribe_run", `{"command":"index","args":["src"]}`)
	assert.False(t, r.IsError)
	assert.Equal(t, map[string]any{"stdout": true, "stderr": false}, data["truncated"])
	assert.InDelta(t, 10<<20, len(data["stdout"].(string)), 200)
	assert.Contains(t, data["stdout"], "[cut here: 2097152 more bytes]")
}
