package nurucobra_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
)

// newBig is an application of very many commands that repeat their flags.
func newBig() *cobra.Command {
	root := &cobra.Command{Use: "big", Short: "Have \x1b[1mmany\u200b commands."}
	for i := range 30 {
		root.PersistentFlags().String(fmt.Sprintf("global-%02d", i), "", "Says what the global is for, at some length")
	}
	for i := range 200 {
		c := &cobra.Command{Use: fmt.Sprintf("command-%03d", i), Short: "Do one of many things", Run: noop}
		c.Flags().Bool("dry-run", false, "Only show what would happen and change nothing at all, wherever that is possible")
		c.Flags().String(fmt.Sprintf("own-%03d", i), "", "Is described at its own tool, because no other tool has it, in a sentence")
		c.Flags().StringSlice("selector", nil, "Choose by label, as in key=value, with more than one of them joined by a comma")
		root.AddCommand(c)
	}
	return root
}

// A text that many tools repeat is sent once, and the instructions stay within
// what clients pass on.
func TestInstructionsOfABigApplication(t *testing.T) {
	server := serverOf(t, "big")
	session := mcptest.Connect(t, server)

	instructions := session.InitializeResult().Instructions
	assert.LessOrEqual(t, len(instructions), 2000)
	assert.Contains(t, instructions, "Each tool is a command of big (Have many commands).")
	assert.Contains(t, instructions, "--global-00, --global-01")
	assert.Contains(t, instructions, "\ndryRun: Only show what would happen")

	list, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	for _, tool := range list.Tools {
		if tool.Name == "command_007" {
			schema := fmt.Sprint(tool.InputSchema)
			assert.NotContains(t, schema, "Only show what would happen")
			assert.Contains(t, schema, "dryRun")
			assert.Contains(t, schema, "Is described at its own tool")
		}
	}
	r, err := mcptest.Call(t.Context(), session, "describe_command", `{"command":"command_007"}`)
	require.NoError(t, err)
	assert.True(t, strings.Contains(mcptest.Text(r), "- dryRun (boolean): Only show what would happen"), mcptest.Text(r))
}
