package tree_test

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/internal/tree"
)

func TestLeaveGroups(t *testing.T) {
	noop := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "app", SilenceErrors: true, SilenceUsage: true}
	root.AddGroup(&cobra.Group{ID: "known", Title: "Known"})
	fine := &cobra.Command{Use: "fine", GroupID: "known", Run: noop}
	odd := &cobra.Command{Use: "odd", GroupID: "unknown", Run: noop}
	db := &cobra.Command{Use: "db"}
	below := &cobra.Command{Use: "below", GroupID: "known", Run: noop} // known to the root only
	db.AddCommand(below)
	root.AddCommand(odd, fine, db)
	root.SetArgs([]string{"fine"})
	assert.Panics(t, func() { _ = root.Execute() }, "cobra has become lenient")

	assert.Equal(t, []string{
		`command "app odd": cobra panics on its group "unknown", which "app" does not have: add it with AddGroup`,
		`command "app db below": cobra panics on its group "known", which "app db" does not have: add it with AddGroup`,
	}, tree.LeaveGroups(root))
	assert.Equal(t, "known", fine.GroupID)
	assert.NoError(t, root.Execute())
	assert.Empty(t, tree.LeaveGroups(root))
}
