package tree_test

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/tree"
)

// Names come from the Use lines of strangers.
func FuzzToolNames(f *testing.F) {
	f.Add("app", "a-b", "a_b", "b")
	f.Add("", "é", "\xff", " ")
	f.Add("x y", "run_read", "-a", "help")
	f.Fuzz(func(t *testing.T, root, a, b, alias string) {
		got, err := tree.Load(&cobra.Command{Use: root, Run: run})
		require.NoError(t, err)
		require.Len(t, got.Tools(), 1)

		got, err = tree.Load(branch(root, aliased(a, alias), branch(b, aliased(a, b), leaf(b))))
		require.NoError(t, err)
		seen := map[string]bool{}
		for _, c := range got.Tools() {
			assert.Regexp(t, toolName, c.Tool)
			assert.False(t, seen[c.Tool], c.Tool)
			assert.NotContains(t, c.Words, "", "no empty word")
			seen[c.Tool] = true
		}
	})
}
