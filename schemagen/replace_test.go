package schemagen_test

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/schemagen"
)

// What only the Use line demands is required, unless a flag may replace it.
func TestPositionalsWithoutAValidator(t *testing.T) {
	plain := leaf("get NAME")
	p := only(t, plain, schemagen.Options{}).Params[0]
	assert.True(t, p.Required)
	assert.True(t, p.Enforced)

	replaced := leaf("delete NAME...")
	replaced.Flags().StringSlice("selector", nil, "")
	p = only(t, replaced, schemagen.Options{}).Params[0]
	assert.False(t, p.Required)
	assert.False(t, p.Enforced)
	assert.Zero(t, p.Schema.MinItems)

	checked := leaf("show NAME")
	checked.Args = cobra.ExactArgs(1)
	checked.Flags().StringSlice("selector", nil, "")
	p = only(t, checked, schemagen.Options{}).Params[0]
	assert.True(t, p.Required, "the validator says so")
	assert.True(t, p.Enforced)
}
