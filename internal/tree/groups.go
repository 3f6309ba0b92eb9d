package tree

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/internal/cobrax"
)

// LeaveGroups takes every command below root out of a group that its parent
// does not have, and returns one sentence for each, in the order of the tree.
// cobra panics on such a command whatever the command line names, so this is
// for processes that are to work all the same; a group only orders help texts.
func LeaveGroups(root *cobra.Command) []string {
	var notes []string
	for _, child := range cobrax.Children(root) {
		if child.GroupID != "" && !root.ContainsGroup(child.GroupID) {
			notes = append(notes, fmt.Sprintf("command %q: cobra panics on its group %q, which %q does not have: add it with AddGroup",
				child.CommandPath(), child.GroupID, root.CommandPath()))
			child.GroupID = ""
		}
		notes = append(notes, LeaveGroups(child)...)
	}
	return notes
}
