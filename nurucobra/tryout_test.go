package nurucobra_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
	"github.com/nurucobra/nuru/nurucobra"
)

// The table has the tools of tools/list and no others, and counts the tokens of
// what is really sent.
func TestTheTableIsWhatTheServerLists(t *testing.T) {
	for _, app := range []string{"demo", "broken", "big", "reports"} {
		for _, flags := range [][]string{nil, {"--read-only"}, {"--max-effect=write"}} {
			t.Run(app+strings.Join(flags, ""), func(t *testing.T) {
				server := serverOf(t, app)
				server.Args = append(server.Args, flags...)
				list, err := mcptest.Connect(t, server).ListTools(t.Context(), nil)
				require.NoError(t, err)
				var want []string
				for _, tool := range list.Tools {
					var b bytes.Buffer
					e := json.NewEncoder(&b)
					e.SetEscapeHTML(false)
					require.NoError(t, e.Encode(map[string]any{"name": tool.Name, "description": tool.Description, "inputSchema": tool.InputSchema}))
					want = append(want, fmt.Sprint(tool.Name, " ", (b.Len()-1+3)/4)) // the encoder ends the line
				}
				table := serverOf(t, app)
				table.Args = append(append(table.Args, "tools"), flags...)
				out, err := table.Output()
				require.NoError(t, err)
				lines := strings.Split(strings.TrimSpace(string(out)), "\n")
				var got []string
				for _, line := range lines[1 : len(lines)-1] {
					fields := strings.Fields(line)
					got = append(got, fields[0]+" "+fields[3])
				}
				assert.Equal(t, want, got)
			})
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }

// A program that runs our commands inside itself, with streams of its own, gets
// errors: its process is not ended.
func TestCommandsInsideAProgramReturnErrors(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"export-schema"}, "writing the output: no space"},
		{[]string{"permissions"}, "writing the output: no space"},
		{[]string{"mcp-server", "tools"}, "writing the output: no space"},
		{[]string{"mcp-server", "call", "ech"}, "exit code 125"},
		{[]string{"mcp-server", "call", "echo", ""}, "echo: the arguments: empty"},
		{[]string{"mcp-server", "call", "echo", "--jsn"}, "unknown flag: --jsn"},
		{[]string{"mcp-server", "call"}, "accepts between 1 and 2 arg"},
	} {
		root := newDemo()
		require.NoError(t, nurucobra.Attach(root))
		root.SetOut(full{})
		root.SetErr(&bytes.Buffer{})
		root.SetArgs(tt.args)
		assert.ErrorContains(t, root.Execute(), tt.want, "%q", tt.args)
	}
}
