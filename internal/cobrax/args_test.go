package cobrax_test

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/internal/cobrax"
)

func TestOwnArgs(t *testing.T) {
	for name, f := range map[string]cobra.PositionalArgs{
		"NoArgs": cobra.NoArgs, "OnlyValidArgs": cobra.OnlyValidArgs, "ArbitraryArgs": cobra.ArbitraryArgs,
		"MinimumNArgs": cobra.MinimumNArgs(3), "MaximumNArgs": cobra.MaximumNArgs(3), "ExactArgs": cobra.ExactArgs(3), "RangeArgs": cobra.RangeArgs(3, 4),
	} {
		assert.True(t, cobrax.OwnArgs(f), name)
	}
	own := cobra.ExactArgs(1)
	for name, f := range map[string]cobra.PositionalArgs{
		"nil":      nil,
		"MatchAll": cobra.MatchAll(own), // it may call anything
		"wrapped":  func(cmd *cobra.Command, args []string) error { return own(cmd, args) },
	} {
		assert.False(t, cobrax.OwnArgs(f), name)
	}
}
