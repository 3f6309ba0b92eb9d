package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
	"github.com/nurucobra/nuru/schemagen"
)

// TestMain makes the test binary kubectl itself where it is started as that.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_AS_KUBECTL") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func kubectl(t testing.TB, home string, args ...string) *exec.Cmd {
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, args...)
	cmd.Args[0] = "kubectl"
	cmd.Env = []string{"TEST_AS_KUBECTL=1", "HOME=" + home, "KUBECONFIG=" + filepath.Join(home, "config"), "PATH=" + os.Getenv("PATH")}
	return cmd
}

// What a call through MCP prints is what the same command prints in a shell,
// byte for byte. No cluster is needed.
func TestCallsAreWhatAShellGets(t *testing.T) {
	shellHome := t.TempDir() // some commands write the configuration
	session := mcptest.Connect(t, kubectl(t, t.TempDir(), "mcp-server"))
	tests := []struct {
		tool, arguments string
		shell           []string
	}{
		{"version", `{"client": true}`, []string{"version", "--client"}},
		{"version", `{"client": true, "output": "json"}`, []string{"version", "--client", "-o", "json"}},
		{
			"create_deployment", `{"name": "web", "image": ["nginx"], "dryRun": "client", "output": "yaml", "replicas": 1000000}`,
			[]string{"create", "deployment", "web", "--image=nginx", "--dry-run=client", "-o", "yaml", "--replicas=1000000"},
		},
		{
			"create_deployment", `{"name": "web", "image": ["nginx", "busybox"], "dryRun": "client", "output": "json", "globals": ["--namespace=prod"]}`,
			[]string{"create", "deployment", "web", "--image=nginx", "--image=busybox", "--dry-run=client", "-o", "json", "--namespace", "prod"},
		},
		{
			"create_configmap", `{"name": "c", "fromLiteral": ["a=1,2", "b= \"x\" ", "c=--evil"], "dryRun": "client", "output": "yaml"}`,
			[]string{"create", "configmap", "c", "--from-literal=a=1,2", "--from-literal", `b= "x" `, "--from-literal=c=--evil", "--dry-run=client", "-o", "yaml"},
		},
		{"config_view", `{"output": "json", "merge": "true"}`, []string{"config", "view", "-o", "json", "--merge=true"}},
		{"config_set_context", `{"name": "c", "namespace": "n"}`, []string{"config", "set-context", "c", "--namespace=n"}},
		{"config_use_context", `{"contextName": "c"}`, []string{"config", "use-context", "c"}},
		{"config_current_context", `{}`, []string{"config", "current-context"}},
		{"create_deployment", `{"name": "web", "image": [], "dryRun": "client"}`, []string{"create", "deployment", "web", "--image=", "--dry-run=client"}},
	}
	for _, tt := range tests {
		t.Run(tt.tool+tt.arguments, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			cmd := kubectl(t, shellHome, tt.shell...)
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			_ = cmd.Run()

			result := call(t, session, tt.tool, tt.arguments)
			assert.Equal(t, stdout.String(), result.Stdout)
			assert.Equal(t, stderr.String(), result.Stderr)
			assert.Equal(t, cmd.ProcessState.ExitCode(), result.ExitCode)
		})
	}
}

type structured struct {
	Stdout, Stderr string
	ExitCode       int
}

func call(t testing.TB, session *mcp.ClientSession, tool, arguments string) structured {
	t.Helper()
	r, err := mcptest.Call(context.Background(), session, tool, arguments)
	require.NoError(t, err)
	b, err := json.Marshal(r.StructuredContent)
	require.NoError(t, err)
	var s structured
	require.NoError(t, json.Unmarshal(b, &s), mcptest.Text(r))
	return s
}

// The list of all tools must stay cheap: every conversation pays for it.
func TestListStaysCheap(t *testing.T) {
	session := mcptest.Connect(t, kubectl(t, t.TempDir(), "mcp-server"))
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
	assert.Less(t, schemagen.Tokens(len(wire)), 45_000)
}

// BenchmarkList is from the start of the server to the answered tools/list;
// BenchmarkHelp is the program's own --help beside it.
func BenchmarkList(b *testing.B) {
	home := b.TempDir()
	for b.Loop() {
		cmd := kubectl(b, home, "mcp-server")
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
		cmd := kubectl(b, home, "--help")
		require.NoError(b, cmd.Run())
		reportCPU(b, cmd)
	}
}

func reportCPU(b *testing.B, cmd *exec.Cmd) {
	if s := cmd.ProcessState; s != nil {
		b.ReportMetric(float64((s.UserTime() + s.SystemTime()).Milliseconds()), "cpu-ms/last")
	}
}
