package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
)

// BenchmarkRun compares a run through the server with the program called
// directly: what the server, its checks and the supervisor cost.
func BenchmarkRun(b *testing.B) {
	dir := b.TempDir()
	require.NoError(b, os.Mkdir(dir+"/src", 0o755))
	program, err := exec.LookPath("code-scribe")
	require.NoError(b, err)
	b.Run("direct", func(b *testing.B) {
		for b.Loop() {
			cmd := exec.Command(program, "index", "src")
			cmd.Dir = dir
			_, err := cmd.CombinedOutput()
			require.NoError(b, err)
		}
	})
	b.Run("server", func(b *testing.B) {
		client := session(b, dir)
		for b.Loop() {
			r, err := client.CallTool(b.Context(), &mcp.CallToolParams{
				Name: "codescribe_run", Arguments: json.RawMessage(`{"command":"index","args":["src"]}`),
			})
			require.NoError(b, err)
			require.False(b, r.IsError)
		}
	})
	b.Run("validate", func(b *testing.B) {
		client := session(b, dir)
		for b.Loop() {
			_, err := client.CallTool(b.Context(), &mcp.CallToolParams{
				Name: "codescribe_validate", Arguments: json.RawMessage(`{"command":"index","args":["src"]}`),
			})
			require.NoError(b, err)
		}
	})
}

// BenchmarkStartToList starts the server, lists its tools and ends it.
func BenchmarkStartToList(b *testing.B) {
	dir := b.TempDir()
	for b.Loop() {
		client := session(b, dir)
		list, err := client.ListTools(b.Context(), nil)
		require.NoError(b, err)
		require.NotEmpty(b, list.Tools)
		require.NoError(b, client.Close())
	}
}

func session(b *testing.B, dir string) *mcp.ClientSession {
	program, err := exec.LookPath("code-scribe-mcp")
	require.NoError(b, err)
	cmd := exec.Command(program)
	cmd.Dir = dir
	client := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	connected, err := client.Connect(context.Background(), &mcp.CommandTransport{Command: cmd}, nil)
	require.NoError(b, err)
	b.Cleanup(func() { connected.Close() })
	return connected
}
