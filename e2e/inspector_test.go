//go:build unix

package e2e

import (
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The exit codes of the MCP Inspector.
const (
	inspectorOK      = 0
	inspectorRefused = 5 // the tool reports an error, or there is no such tool
	inspectorStrict  = 6 // --strict found a schema that not every client takes
)

// inspector runs "inspector --cli" on an application's server.
type inspector struct {
	node, script string
	home         string
}

func newInspector(t *testing.T) *inspector {
	t.Helper()
	packages := client(t, "inspector")
	return &inspector{
		script: filepath.Join(packages[0], "clients", "launcher", "build", "index.js"),
		node:   filepath.Join(packages[1], "bin", "node"),
		home:   t.TempDir(),
	}
}

// run starts the server, with env for its environment, and has the inspector
// do what args say.
func (i *inspector) run(t *testing.T, server []string, env []string, args ...string) output {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	argv := []string{i.script, "--cli", "--format", "json"}
	for _, e := range env {
		argv = append(argv, "-e", e)
	}
	cmd := exec.Command(i.node, append(append(argv, server...), args...)...)
	cmd.Dir = i.home
	cmd.Env = []string{"HOME=" + i.home, "PATH=/usr/bin:/bin"}
	return finish(ctx, t, cmd)
}

// Every tool of every application must have a schema that all clients take,
// and the list must be the same in both eras of the protocol.
func TestInspectorLists(t *testing.T) {
	i := newInspector(t)
	for name, few := range map[string]int{"hello": 1, "tasks": 15, "kubectl": 90, "code-scribe-mcp": 5} {
		t.Run(name, func(t *testing.T) {
			app := binary(t, name)
			rules := printedRules(t, app)
			var lists []string
			for _, era := range []string{"legacy", "auto", "modern"} {
				out := i.run(t, []string{app, "mcp-server"}, nil,
					"--method", "tools/list", "--strict", "--protocol-era", era)
				require.Equal(t, inspectorOK, out.code, "%s: %s", era, out.stderr)
				var list struct {
					Result struct{ Tools []struct{ Name string } }
				}
				require.NoError(t, json.Unmarshal([]byte(out.stdout), &list), era)
				var names []string
				for _, tool := range list.Result.Tools {
					names = append(names, name+"_"+tool.Name)
				}
				assert.GreaterOrEqual(t, len(names), few)
				checkOffered(t, app, name, rules, names)
				lists = append(lists, out.stdout)
			}
			assert.Equal(t, lists[0], lists[1])
			assert.Equal(t, lists[0], lists[2])
		})
	}
}

// A server whose schema is not portable must be caught, or the test above says
// nothing.
func TestInspectorFindsAnUnportableSchema(t *testing.T) {
	i := newInspector(t)
	out := i.run(t, []string{i.node, absolute(t, "testdata/unportable.mjs")}, nil, "--method", "tools/list", "--strict")
	assert.Equal(t, inspectorStrict, out.code, out.stdout+out.stderr)
}

func TestInspectorCalls(t *testing.T) {
	i := newInspector(t)
	store := newStore(t)
	tests := []struct {
		name, app, tool, arguments string
		code                       int
		want                       string // in the text of the result, or of the error
	}{
		{"words stay words", "hello", "greet", `{"name":"Ada \"x\" --loud","greeting":"false"}`, inspectorOK, "false, Ada \"x\" --loud!\n"},
		{"a value that looks like a flag", "hello", "greet", `{"name":"--help"}`, inspectorOK, "Hello, --help!\n"},
		{"reads", "tasks", "list", `{"status":"all","label":["shop"]}`, inspectorOK, "buy milk"},
		{"writes", "tasks", "add", `{"title":"post a letter","label":["a","c"],"points":100}`, inspectorOK, "added 3: post a letter\n"},
		{"and has written", "tasks", "show", `{"id":3}`, inspectorOK, "post a letter"},
		{"an unknown property", "hello", "greet", `{"nam":"Ada"}`, inspectorRefused, `did you mean \"name\"?`},
		{"a failing command", "tasks", "show", `{"id":99}`, inspectorRefused, "99"},
		{"an unknown tool", "hello", "nope", `{}`, inspectorRefused, "not found"},
		{"a denied tool", "tasks", "purge", `{"yes":true}`, inspectorRefused, "not found"},
		{"a cluster that is not there", "kubectl", "get", `{"args":["pods"]}`, inspectorRefused, "connection refused"},
		{"kubectl", "kubectl", "version", `{"client":true}`, inspectorOK, "Client Version"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := i.run(t, []string{binary(t, tt.app), "mcp-server"}, []string{"TASKS_FILE=" + store, "KUBECONFIG=/nowhere"},
				"--method", "tools/call", "--tool-name", tt.tool, "--tool-args-json", tt.arguments)
			require.Equal(t, tt.code, out.code, out.stdout+out.stderr)
			if tt.code != inspectorOK {
				assert.Contains(t, out.stdout+out.stderr, tt.want)
				return
			}
			var called struct {
				Result struct{ Content []struct{ Text string } }
			}
			require.NoError(t, json.Unmarshal([]byte(out.stdout), &called))
			require.NotEmpty(t, called.Result.Content)
			assert.Contains(t, called.Result.Content[0].Text, tt.want)
		})
	}
}

// servedNames are the tools that the application says it has, without those
// that it denies.
func servedNames(t *testing.T, app string) []string {
	t.Helper()
	var exported struct {
		Tools []struct {
			ID       string
			Metadata struct{ Decision string }
		}
	}
	require.NoError(t, json.Unmarshal(printed(t, app, "export-schema"), &exported))
	var names []string
	for _, tool := range exported.Tools {
		if tool.Metadata.Decision != "deny" {
			names = append(names, tool.ID)
		}
	}
	return names
}

// printed is what the application prints on standard output.
func printed(t *testing.T, app string, args ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.Command(app, args...)
	cmd.Env = []string{"HOME=" + t.TempDir()}
	out := finish(ctx, t, cmd)
	require.Equal(t, 0, out.code, out.stderr)
	return []byte(out.stdout)
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	require.NoError(t, err)
	return path
}
