//go:build linux

package attack_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// clientEnv makes the test binary a client: a process of its own that starts a
// server, the program that serverEnv names, and sends it the lines that are the
// value. With deafEnv it reads no answer.
const (
	clientEnv = "ATTACK_CLIENT"
	serverEnv = "ATTACK_CLIENT_SERVER"
	deafEnv   = "ATTACK_CLIENT_DEAF"
)

func beClient(lines string) {
	server := exec.Command(os.Getenv(serverEnv), "mcp-server")
	server.Env = slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, clientEnv) })
	in, err := server.StdinPipe()
	if err != nil {
		panic(err)
	}
	out, err := server.StdoutPipe()
	if err != nil {
		panic(err)
	}
	if err := server.Start(); err != nil {
		panic(err)
	}
	if _, err := io.WriteString(in, lines); err != nil {
		panic(err)
	}
	if os.Getenv(deafEnv) == "" {
		_, _ = io.Copy(io.Discard, out)
	}
	time.Sleep(time.Minute)
	os.Exit(1)
}

// When the client is killed, the server and what it runs go with it.
func TestClient_killed(t *testing.T) {
	for name, deaf := range map[string]bool{"reading": false, "not reading": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var took []time.Duration
			for first := 0; first < times(5, 100); first += batch {
				var some []*attacked
				for i := range batch {
					some = append(some, client(t, first+i, deaf))
				}
				for _, a := range some {
					require.NoError(t, a.cmd.Process.Kill())
					a.hasEnded(time.Now())
				}
				took = append(took, requireEnded(t, some...)...)
			}
			logTimes(t, took)
		})
	}
}

// client returns a client whose server runs the i-th tree. The server counts
// among what must end.
func client(t *testing.T, i int, deaf bool) *attacked {
	t.Helper()
	a := &attacked{server: prepare(t)}
	arguments, processes := treeArguments(i, "")
	lines := []string{
		requestLine("1", "initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"attack","version":"1"}}`),
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
	}
	if deaf {
		for n := range filling {
			lines = append(lines, requestLine(fmt.Sprint(100+n), "tools/call", callParams("print", fillArguments)))
		}
		processes += filling
	}
	lines = append(lines, requestLine("2", "tools/call", callParams("tree", arguments)), "")
	self, err := os.Executable()
	require.NoError(t, err)
	a.cmd.Path, a.cmd.Args = self, []string{"client"}
	a.cmd.Env = append(a.cmd.Env, clientEnv+"="+strings.Join(lines, "\n"), serverEnv+"="+hostile)
	if deaf {
		a.cmd.Env = append(a.cmd.Env, deafEnv+"=1")
	}
	a.launch()
	a.found(a.awaitReady(processes))
	for _, p := range children(a.cmd.Process.Pid) {
		a.group = append(a.group, p.pid)
	}
	return a
}

// A server may be ended at any moment of a call's life: before its process is
// there, while it starts, before it knows of its lifeline.
func TestEnds_at_any_moment(t *testing.T) {
	for name, end := range map[string]func(*server, string){
		"SIGKILL": func(s *server, _ string) { _ = s.cmd.Process.Kill() },
		"SIGTERM": func(s *server, _ string) { _ = s.cmd.Process.Signal(syscall.SIGTERM) },
		"cancel":  func(s *server, id string) { s.cancel(id) },
		"client":  func(s *server, _ string) { _ = s.in.Close(); _ = s.out.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := times(2*batch, 200)
			var took []time.Duration
			for first := 0; first < n; first += batch {
				type victim struct {
					*server
					ended time.Time
				}
				var victims []victim
				for i := range batch {
					s := start(t)
					id := s.begin("tree", `{"child":["stubborn/stubborn,quiet"]}`)
					// From at once to after the tree is there, evenly.
					time.Sleep(time.Duration(first+i) * 50 * time.Millisecond / time.Duration(n))
					end(s, id)
					victims = append(victims, victim{s, time.Now()})
				}
				for _, v := range victims {
					took = append(took, requireGone(t, v.ended, v.started))
				}
				for _, v := range victims {
					if name == "cancel" {
						v.alive()
					} else {
						_ = v.wait()
					}
				}
			}
			logTimes(t, took)
		})
	}
}
