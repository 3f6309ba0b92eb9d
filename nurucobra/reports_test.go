package nurucobra_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/mcptest"
)

// newReports is an application of small trees on which other bridges between
// cobra and agents were publicly reported to fail.
func newReports() *cobra.Command {
	root := &cobra.Command{Use: "reports", SilenceUsage: true}
	show := func(cmd *cobra.Command, args []string) { fmt.Println(strings.Join(os.Args[1:], " ")) }
	add := func(parent *cobra.Command, use string, edit func(*cobra.Command)) {
		c := &cobra.Command{Use: use, Run: show}
		if edit != nil {
			edit(c)
		}
		parent.AddCommand(c)
	}
	oneOf := cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs)
	add(root, "level <name>", func(c *cobra.Command) {
		c.Args, c.ValidArgs = oneOf, []string{"debug\tvery chatty", "info\tnormal", "error"}
	})
	add(root, "shell <name>", func(c *cobra.Command) {
		c.Args, c.ValidArgs = cobra.ExactArgs(1), []string{"bash\tBourne", "zsh\tZ shell"}
	})
	add(root, "format <item-id>", func(c *cobra.Command) { c.Args, c.ValidArgs = oneOf, []string{"ITEM_ID"} })
	add(root, "pick <kind>", func(c *cobra.Command) { c.Args, c.ValidArgs = oneOf, []string{"", "a"} })
	add(root, "open", func(c *cobra.Command) {
		c.Flags().String("mode", "", "Mode")
		annotate.Flag(c, "mode").Enum("", "read", "edit")
	})
	for parent, children := range map[string][]string{
		"course": {"completion", "help"},
		"repo":   {"permissions", "mcp-server", "export-schema"},
		"shelf":  {"search", "search_commands"},
	} {
		p := &cobra.Command{Use: parent}
		for _, child := range children {
			add(p, child, nil)
		}
		root.AddCommand(p)
	}
	add(root, "table", func(c *cobra.Command) {
		for name, bare := range map[string]string{"plain": "\t", "chart": "stacked", "revoked": "true"} {
			c.Flags().String(name, "", "")
			c.Flags().Lookup(name).NoOptDefVal = bare
		}
	})
	add(root, "map [label]", func(c *cobra.Command) {
		c.Args, c.Example = cobra.MaximumNArgs(1), "  app map --south 10 --west -20 old"
		for _, name := range []string{"south", "west", "east"} {
			c.Flags().Float64(name, 0, "")
		}
	})
	add(root, "stats <file>", func(c *cobra.Command) {
		c.Args = cobra.ExactArgs(1)
		c.Run = func(*cobra.Command, []string) {
			b, err := io.ReadAll(os.Stdin)
			fmt.Printf("%d bytes, %v\n", len(b), err)
		}
		annotate.Command(c).Stdin("The file when it is -")
	})
	add(root, "report", func(c *cobra.Command) {
		c.Flags().String("format", "", "")
		c.Flags().String("fmt", "", "")
		_ = c.Flags().MarkDeprecated("fmt", "use --format")
		c.Run = func(*cobra.Command, []string) { fmt.Println(`{"n":1}`) }
		annotate.Command(c).Access(annotate.Read).JSON(annotate.JSONOutput{})
	})
	add(root, "get <id>", func(c *cobra.Command) {
		c.Args = cobra.ExactArgs(1)
		c.Run = func(_ *cobra.Command, args []string) {
			if args[0] == "0" {
				fmt.Fprintln(os.Stderr, "no such thing")
				os.Exit(1)
			}
			fmt.Println(`{"name":"thing"}`)
		}
		annotate.Command(c).Access(annotate.Read).JSON(annotate.JSONOutput{
			Whole: true, Schema: json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`),
		})
	})
	return root
}

func reports(t *testing.T) (*mcp.ClientSession, map[string]*mcp.Tool) {
	t.Helper()
	server := serverOf(t, "reports")
	session := mcptest.Connect(t, server)
	list, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	tools := map[string]*mcp.Tool{}
	for _, tool := range list.Tools {
		tools[tool.Name] = tool
	}
	return session, tools
}

func TestReportedCalls(t *testing.T) {
	session, _ := reports(t)
	tests := []struct {
		name, tool, arguments string
		want                  string // the whole text
		refused               string // or a part of the error
	}{
		{"an enforced enumeration", "level", `{"name":"debug"}`, "level debug\n", ""},
		{"a suggestion is not enforced", "shell", `{"name":"fish"}`, "shell fish\n", ""},
		{"a placeholder among valid arguments", "format", `{"itemId":"4711"}`, "", `must be one of "ITEM_ID"`},
		{"the empty member of an enumeration", "open", `{"mode":""}`, "open --mode=\n", ""},
		{"the empty valid argument", "pick", `{"kind":""}`, "pick \n", ""},
		{"names of ours deep in the tree", "course_help", `{}`, "course help\n", ""},
		{"names of ours deep in the tree", "course_completion", `{}`, "course completion\n", ""},
		{"names of ours deep in the tree", "repo_mcp_server", `{}`, "repo mcp-server\n", ""},
		{"names of ours deep in the tree", "repo_permissions", `{}`, "repo permissions\n", ""},
		{"names of ours deep in the tree", "repo_export_schema", `{}`, "repo export-schema\n", ""},
		{"names of ours deep in the tree", "shelf_search_commands", `{}`, "shelf search_commands\n", ""},
		{"an optional value", "table", `{"plain":"|"}`, "table --plain=|\n", ""},
		{"an empty optional value", "table", `{"chart":""}`, "table --chart=\n", ""},
		{"a boolean for an optional value", "table", `{"revoked":true}`, "", `"revoked" must be a string, got the boolean true ("true" is what it means without a value)`},
		{"the word of an optional value", "table", `{"revoked":"true"}`, "table --revoked=true\n", ""},
		{"negative numbers", "map", `{"south":48.25,"west":-17.5,"east":-0.0}`, "map --east=-0.0 --south=48.25 --west=-17.5\n", ""},
		{"a negative word", "map", `{"label":"-5","west":-1e-7}`, "map --west=-1e-7 -- -5\n", ""},
		{"standard input is not the protocol", "stats", `{"file":"-"}`, "0 bytes, <nil>\n", ""},
		{"standard input of the call", "stats", `{"file":"-","stdin":"abc"}`, "3 bytes, <nil>\n", ""},
		{"a deprecated flag", "report", `{"fmt":"x"}`, "", `unknown property "fmt"`},
		{"a promised result", "get", `{"id":"1"}`, "{\"name\":\"thing\"}\n", ""},
		{"a failure in place of a promised result", "get", `{"id":"0"}`, "", "no such thing\nexit code 1"},
		{"a refusal in place of a promised result", "get", `{}`, "", `"id" is missing`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := mcptest.Call(t.Context(), session, tt.tool, tt.arguments)
			require.NoError(t, err)
			assert.Equal(t, tt.refused != "", r.IsError)
			if tt.refused != "" {
				assert.Contains(t, mcptest.Text(r), tt.refused)
				assert.Nil(t, r.StructuredContent, "nothing rather than what does not fit")
				return
			}
			assert.Equal(t, tt.want, mcptest.Text(r))
		})
	}
	r, err := mcptest.Call(t.Context(), session, "report", `{"format":"x"}`)
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"n": 1.0}, r.StructuredContent.(map[string]any)["data"])
}

func TestReportedSchemas(t *testing.T) {
	_, tools := reports(t)
	tests := map[string]string{
		"level":        `{"additionalProperties":false,"properties":{"name":{"enum":["debug","info","error"],"type":"string"}},"required":["name"],"type":"object"}`,
		"shell":        `{"additionalProperties":false,"properties":{"name":{"description":"Such as bash, zsh","type":"string"}},"required":["name"],"type":"object"}`,
		"open":         `{"additionalProperties":false,"properties":{"mode":{"description":"Mode (may be empty)","enum":["read","edit"],"type":"string"}},"type":"object"}`,
		"pick":         `{"additionalProperties":false,"properties":{"kind":{"description":"may be empty","enum":["a"],"type":"string"}},"required":["kind"],"type":"object"}`,
		"report":       `{"additionalProperties":false,"properties":{"format":{"type":"string"}},"type":"object"}`,
		"shelf_search": `{"additionalProperties":false,"properties":{},"type":"object"}`,
	}
	for name, want := range tests {
		require.Contains(t, tools, name)
		got, err := json.Marshal(tools[name].InputSchema)
		require.NoError(t, err)
		assert.Equal(t, want, string(got), name)
	}
}

// A server that nobody's stderr is read from must go on: its log lines may be
// lost, its answers not.
func TestUnreadStderrBlocksNothing(t *testing.T) {
	server := serverOf(t, "demo")
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	server.Stderr = w
	session := mcptest.Connect(t, server)
	w.Close()
	for range 1500 { // more than a pipe's 64 KiB of log lines
		result, err := mcptest.Call(t.Context(), session, "echo", `{"count":"x"}`)
		require.NoError(t, err)
		require.True(t, result.IsError)
	}
	result, err := mcptest.Call(t.Context(), session, "echo", `{"word":["alive"]}`)
	require.NoError(t, err)
	assert.Contains(t, mcptest.Text(result), "alive")
}

// Clients open with server/discover and fall back on the same connection.
func TestDiscoverFirst(t *testing.T) {
	server := serverOf(t, "demo")
	in, err := server.StdinPipe()
	require.NoError(t, err)
	out, err := server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	lines := bufio.NewScanner(out)
	ask := func(line string) map[string]any {
		_, err := io.WriteString(in, line+"\n")
		require.NoError(t, err)
		require.True(t, lines.Scan())
		var m map[string]any
		require.NoError(t, json.Unmarshal(lines.Bytes(), &m))
		return m
	}
	ask(`{"jsonrpc":"2.0","id":0,"method":"server/discover"}`)
	ask(`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01"}}}`)
	r := ask(`{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
	assert.Contains(t, r, "result")
	_, err = io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	require.NoError(t, err)
	r = ask(`{"jsonrpc":"2.0","id":3,"method":"tools/list"}`)
	assert.Contains(t, r, "result")
	in.Close()
	done := make(chan error, 1)
	go func() { done <- server.Wait() }()
	select {
	case err := <-done:
		assert.NoError(t, err)
	case <-time.After(10 * time.Second):
		_ = server.Process.Kill()
		t.Fatal("the server did not end with its input")
	}
}
