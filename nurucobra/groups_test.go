//go:build unix

package nurucobra_test

import (
	"context"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
)

// A command in a group that nobody defined makes cobra panic whatever is run.
// In the processes that are ours it costs one line.
func TestAGroupNobodyDefined(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	file := build(t, "github.com/nurucobra/nuru/nurucobra/testdata/groupless")
	const note = `command "groupless odd": cobra panics on its group "nobody", which "groupless" does not have: add it with AddGroup`
	for _, args := range [][]string{{"export-schema"}, {"permissions"}, {"mcp-server", "tools"}, {"mcp-server", "call", "fine"}} {
		out, err := exec.Command(file, args...).CombinedOutput()
		require.NoError(t, err, string(out))
		assert.Contains(t, string(out), note, args)
		assert.Contains(t, string(out), "fine", args)
	}
	session := mcptest.Connect(t, exec.Command(file, "mcp-server"))
	for _, name := range []string{"fine", "odd"} {
		r, err := mcptest.Call(context.Background(), session, name, `{}`)
		require.NoError(t, err)
		assert.Contains(t, mcptest.Text(r), "ran "+name)
	}
	out, err := exec.Command(file, "fine").CombinedOutput()
	assert.Error(t, err, "the application itself is as it was")
	assert.Contains(t, string(out), "group id 'nobody' is not defined")
}
