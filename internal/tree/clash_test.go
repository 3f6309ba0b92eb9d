package tree_test

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/tree"
)

// A tree that makes cobra panic costs the commands it panics on, with one line
// that says why. Each case is run by cobra too.
func TestClashes(t *testing.T) {
	noop := func(*cobra.Command, []string) {}
	build := func() *cobra.Command {
		root := &cobra.Command{Use: "app", SilenceErrors: true, SilenceUsage: true}
		root.PersistentFlags().StringP("namespace", "n", "", "")
		fine := &cobra.Command{Use: "fine", Run: noop}
		fine.Flags().StringP("namespace", "n", "", "shadows, and so does not clash")
		clash := &cobra.Command{Use: "clash", Run: noop}
		clash.Flags().BoolP("number", "n", false, "")
		host := &cobra.Command{Use: "host", Run: noop}
		host.Flags().StringP("host", "h", "", "")
		help := &cobra.Command{Use: "helped", Run: noop}
		help.Flags().BoolP("help", "h", false, "")
		group := &cobra.Command{Use: "group"}
		group.PersistentFlags().BoolP("none", "n", false, "")
		below := &cobra.Command{Use: "below", Run: noop}
		group.AddCommand(below)
		root.AddCommand(fine, clash, host, help, group)
		return root
	}
	loaded, err := tree.Load(build())
	require.NoError(t, err)
	got := map[string]string{}
	for _, c := range loaded.Commands {
		if c.Cmd.Runnable() {
			got[c.Cmd.Name()] = c.Why
		}
	}
	assert.Equal(t, map[string]string{
		"fine":   "",
		"helped": "",
		"clash":  "cobra panics on it: --number and --namespace have the same shorthand -n",
		"host":   "cobra panics on it: --host has the shorthand -h, which cobra needs for --help",
		"below":  "cobra panics on it: --none and --namespace have the same shorthand -n",
	}, got)
	assert.Len(t, loaded.Notes, 3)

	for _, args := range [][]string{{"fine"}, {"helped"}, {"clash"}, {"host"}, {"group", "below"}} {
		root := build()
		root.SetArgs(args)
		name := args[len(args)-1]
		if got[name] == "" {
			assert.NotPanics(t, func() { assert.NoError(t, root.Execute()) }, name)
		} else {
			assert.Panics(t, func() { _ = root.Execute() }, name)
		}
	}
}

// A command that was added twice costs its second place, not the tree.
func TestCommandsInTwoPlaces(t *testing.T) {
	shared, twice := leaf("y FILE", leaf("below")), leaf("x")
	root := branch("app", branch("a", shared), branch("b", shared), twice, twice)
	loaded := load(t, root)
	assert.Equal(t, map[string]string{"b y": "b_y", "b y below": "b_y_below", "x": "x"}, toolsOf(loaded))
	assert.Equal(t, `cobra runs it as "app b y"`, at(t, loaded, "a y").Why)
	assert.Equal(t, `cobra runs it as "app b y"`, at(t, loaded, "a y below").Why)
	assert.Equal(t, []string{
		`command "app b y": it stands below "app a" too: that place is left out`,
		`command "app x": it was added more than once: the first place counts`,
	}, loaded.Notes)
	for _, c := range loaded.Tools() {
		found, _, err := root.Find(c.Words)
		require.NoError(t, err)
		assert.Equal(t, "app "+strings.Join(c.Path, " "), found.CommandPath())
	}
}
