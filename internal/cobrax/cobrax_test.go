package cobrax_test

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/internal/cobrax"
)

// An alias of two siblings leads to the one that was added first; reading the
// tree must not change that.
func TestChildrenKeepsTheOrder(t *testing.T) {
	root := &cobra.Command{Use: "app"}
	root.AddCommand(
		&cobra.Command{Use: "zebra", Aliases: []string{"x"}, Run: func(*cobra.Command, []string) {}},
		&cobra.Command{Use: "ape", Aliases: []string{"x"}, Run: func(*cobra.Command, []string) {}},
	)
	var names []string
	for _, c := range cobrax.Children(root) {
		names = append(names, c.Name())
	}
	assert.Equal(t, []string{"zebra", "ape"}, names)
	assert.True(t, cobra.EnableCommandSorting)

	found, _, err := root.Find([]string{"x"})
	assert.NoError(t, err)
	assert.Equal(t, "zebra", found.Name())
	assert.Nil(t, cobrax.Children(&cobra.Command{Use: "leaf"}))
}

func TestInterspersed(t *testing.T) {
	fs := pflag.NewFlagSet("x", pflag.ContinueOnError)
	assert.True(t, cobrax.Interspersed(fs))
	fs.SetInterspersed(false)
	assert.False(t, cobrax.Interspersed(fs), "pflag has renamed the field")
}
