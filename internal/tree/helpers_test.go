package tree_test

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/tree"
)

func run(*cobra.Command, []string) {}

// leaf is a runnable command with these children.
func leaf(use string, children ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: use, Run: run}
	c.AddCommand(children...)
	return c
}

// branch is a command that only has children.
func branch(use string, children ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: use}
	c.AddCommand(children...)
	return c
}

// with changes c and returns it.
func with(c *cobra.Command, change func(c *cobra.Command)) *cobra.Command {
	change(c)
	return c
}

func aliased(use string, aliases ...string) *cobra.Command {
	return with(leaf(use), func(c *cobra.Command) { c.Aliases = aliases })
}

func load(t *testing.T, root *cobra.Command) *tree.Tree {
	t.Helper()
	got, err := tree.Load(root)
	require.NoError(t, err)
	return got
}

// at returns the command at path, the first where several have it.
func at(t *testing.T, in *tree.Tree, path string) *tree.Command {
	t.Helper()
	for _, c := range in.Commands {
		if strings.Join(c.Path, " ") == path {
			return c
		}
	}
	require.Fail(t, "no command "+path)
	return nil
}

// toolsOf returns the tools' names by command path below the root.
func toolsOf(in *tree.Tree) map[string]string {
	names := map[string]string{}
	for _, c := range in.Tools() {
		names[strings.Join(c.Path, " ")] = c.Tool
	}
	return names
}

// flagsOf returns the names of the flags that an agent may set.
func flagsOf(c *tree.Command) []string {
	names := []string{}
	for _, f := range c.Flags {
		names = append(names, f.Name)
	}
	return names
}
