//go:build unix

package nurucobra_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
)

// BenchmarkStartToList is from the start of examples/tasks as a server to its
// answered tools/list and its end; BenchmarkHelp is its --help beside it.
func BenchmarkStartToList(b *testing.B) {
	tasks := build(b, "github.com/nurucobra/nuru/examples/tasks")
	var cpu int64
	for b.Loop() {
		cmd := exec.Command(tasks, "mcp-server")
		client := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
		session, err := client.Connect(b.Context(), &mcp.CommandTransport{Command: cmd}, nil)
		require.NoError(b, err)
		_, err = session.ListTools(b.Context(), nil)
		require.NoError(b, err)
		require.NoError(b, session.Close())
		cpu += (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Microseconds()
	}
	b.ReportMetric(float64(cpu)/float64(b.N), "cpu-µs/op")
}

func BenchmarkHelp(b *testing.B) {
	tasks := build(b, "github.com/nurucobra/nuru/examples/tasks")
	var cpu int64
	for b.Loop() {
		cmd := exec.Command(tasks, "--help")
		require.NoError(b, cmd.Run())
		cpu += (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Microseconds()
	}
	b.ReportMetric(float64(cpu)/float64(b.N), "cpu-µs/op")
}

// BenchmarkCall is one call through a running server, BenchmarkExec the same
// command started by itself.
func BenchmarkCall(b *testing.B) {
	tasks := build(b, "github.com/nurucobra/nuru/examples/tasks")
	session := mcptest.Connect(b, exec.Command(tasks, "mcp-server"))
	file := filepath.Join(b.TempDir(), "tasks.json")
	for b.Loop() {
		_, err := mcptest.Call(b.Context(), session, "list", `{"file":"`+file+`"}`)
		require.NoError(b, err)
	}
}

func BenchmarkExec(b *testing.B) {
	tasks := build(b, "github.com/nurucobra/nuru/examples/tasks")
	file := filepath.Join(b.TempDir(), "tasks.json")
	for b.Loop() {
		_, err := exec.Command(tasks, "list", "--file", file, "--output=json").Output()
		require.NoError(b, err)
	}
}
