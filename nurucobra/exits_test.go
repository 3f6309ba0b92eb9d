//go:build unix

package nurucobra_test

import (
	"bytes"
	"context"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
)

// A validator that ends the process when it is asked costs its own counts, and
// one line; validators that behave are still asked.
func TestValidatorsThatEndTheProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	file := build(t, "github.com/nurucobra/nuru/nurucobra/testdata/exits")
	checkNotes := func(t *testing.T, notes string) {
		t.Helper()
		for _, name := range []string{"silent", "check", "fatal"} {
			assert.Contains(t, notes, `command "exits `+name+`": its Args validator ends the program`)
		}
		for _, name := range []string{"cobra", "custom"} {
			assert.NotContains(t, notes, `"exits `+name+`"`)
		}
	}
	for _, args := range [][]string{{"export-schema"}, {"mcp-server", "tools"}, {"mcp-server", "call", "custom", `{"word":["x","y"]}`}} {
		t.Run(args[len(args)-1], func(t *testing.T) {
			var out, notes bytes.Buffer
			cmd := exec.Command(file, args...)
			cmd.Stdout, cmd.Stderr = &out, &notes
			require.NoError(t, cmd.Run(), notes.String())
			assert.NotEmpty(t, out.String())
			checkNotes(t, notes.String())
		})
	}
	t.Run("all of them", func(t *testing.T) {
		for _, args := range [][]string{{"mcp-server", "tools"}, {"mcp-server", "call", "custom", `{"word":["x","y"]}`}} {
			var out, notes bytes.Buffer
			cmd := exec.Command(file, args...)
			cmd.Env = append(cmd.Environ(), "ALL_EXIT=1")
			cmd.Stdout, cmd.Stderr = &out, &notes
			require.NoError(t, cmd.Run(), notes.String())
			assert.NotEmpty(t, out.String())
			assert.Contains(t, notes.String(), "more than 20 Args validators end the program")
		}
	})
	t.Run("left unasked, the server lives", func(t *testing.T) {
		server := exec.Command(file, "mcp-server")
		server.Env = append(server.Environ(), "UNASKED=1")
		session := mcptest.Connect(t, server)
		for name, want := range map[string]string{"cobra": "x,y", "custom": "x,y", "silent": "x", "check": "x", "fatal": "x"} {
			words := map[string]string{"x": `["x"]`, "x,y": `["x","y"]`}[want]
			r, err := mcptest.Call(context.Background(), session, name, `{"word":`+words+`}`)
			require.NoError(t, err)
			assert.Contains(t, mcptest.Text(r), want, name)
		}
	})
}
