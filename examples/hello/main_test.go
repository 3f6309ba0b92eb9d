package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
)

func TestGreet(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"plain", []string{"greet", "Ada"}, "Hello, Ada!\n"},
		{"greeting", []string{"greet", "Ada", "--greeting", "Salut"}, "Salut, Ada!\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			root := newRoot()
			root.SetOut(&out)
			root.SetArgs(tt.args)
			require.NoError(t, root.Execute())
			assert.Equal(t, tt.want, out.String())
		})
	}
}

func TestGreetIsARead(t *testing.T) {
	greet, _, err := newRoot().Find([]string{"greet"})
	require.NoError(t, err)
	info, err := annotate.Of(greet)
	require.NoError(t, err)
	assert.Equal(t, annotate.EffectRead, info.Effect)
	assert.Equal(t, annotate.Allow, info.Decision)
}
