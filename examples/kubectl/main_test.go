package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
	"github.com/nurucobra/nuru/internal/realworld"
	"github.com/nurucobra/nuru/schemagen"
)

func TestMain(m *testing.M) {
	realworld.Main(m, "", func() { // kubectl's own main package is in no module
		if newRoot().Execute() != nil {
			os.Exit(1)
		}
	})
}

var (
	kubectl = realworld.Program{Name: "kubectl", Env: []string{"KUBECONFIG=DIR/config"}, Fold: hideTimes}
	klog    = regexp.MustCompile(`(?m)^([IWE])\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ `)
)

// hideTimes takes the time and the process out of log lines.
func hideTimes(text string) string { return klog.ReplaceAllString(text, "$1 ") }

// The list of all tools must stay cheap: every conversation pays for it.
func TestListStaysCheap(t *testing.T) {
	session := mcptest.Connect(t, kubectl.Command(t.TempDir(), "mcp-server"))
	list, err := session.ListTools(context.Background(), nil)
	require.NoError(t, err)
	wire, err := json.Marshal(list)
	require.NoError(t, err)
	model := 0
	for _, tool := range list.Tools {
		b, err := json.Marshal(map[string]any{"name": tool.Name, "description": tool.Description, "input_schema": tool.InputSchema})
		require.NoError(t, err)
		model += len(b)
	}
	t.Logf("%d tools, %d tokens on the wire, %d of them for the model", len(list.Tools), schemagen.Tokens(len(wire)), schemagen.Tokens(model))
	assert.Greater(t, len(list.Tools), 80)
	assert.LessOrEqual(t, schemagen.Tokens(len(wire)), 30_000)
}

// BenchmarkList is from the start of the server to the answered tools/list;
// BenchmarkHelp is the program's own --help beside it.
func BenchmarkList(b *testing.B) {
	home := b.TempDir()
	for b.Loop() {
		cmd := kubectl.Command(home, "mcp-server")
		client := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
		session, err := client.Connect(b.Context(), &mcp.CommandTransport{Command: cmd}, nil)
		require.NoError(b, err)
		_, err = session.ListTools(b.Context(), nil)
		require.NoError(b, err)
		session.Close()
		reportCPU(b, cmd)
	}
}

func BenchmarkHelp(b *testing.B) {
	home := b.TempDir()
	for b.Loop() {
		cmd := kubectl.Command(home, "--help")
		require.NoError(b, cmd.Run())
		reportCPU(b, cmd)
	}
}

func reportCPU(b *testing.B, cmd *exec.Cmd) {
	if s := cmd.ProcessState; s != nil {
		b.ReportMetric(float64((s.UserTime() + s.SystemTime()).Milliseconds()), "cpu-ms/last")
	}
}
