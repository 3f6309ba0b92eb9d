package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/internal/engine"
)

func TestEnviron(t *testing.T) {
	const path = "/opt/app"
	between := string(filepath.ListSeparator)
	tests := []struct {
		name string
		env  []string
		want []string
	}{
		{"nothing", nil, []string{"NURUCOBRA_INSIDE=/opt/app"}},
		{"the rest stays", []string{"A=b", "C"}, []string{"A=b", "C", "NURUCOBRA_INSIDE=/opt/app"}},
		{"inside another", []string{"NURUCOBRA_INSIDE=/opt/other", "A=b"}, []string{"A=b", "NURUCOBRA_INSIDE=/opt/other" + between + "/opt/app"}},
		{"an empty one", []string{"NURUCOBRA_INSIDE="}, []string{"NURUCOBRA_INSIDE=/opt/app"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := append([]string(nil), tt.env...)
			assert.Equal(t, tt.want, engine.Environ(tt.env, path, true))
			assert.Equal(t, before, append([]string(nil), tt.env...), "the environment that was given stays")
			got := engine.Environ(tt.env, path, false)
			assert.Subset(t, got, tt.want)
			for _, entry := range []string{"CI=1", "NO_COLOR=1", "TERM=dumb", "GIT_TERMINAL_PROMPT=0", "EDITOR=false"} {
				assert.Contains(t, got, entry)
			}
		})
	}
}

func TestInside(t *testing.T) {
	const path = "/opt/app"
	between := string(filepath.ListSeparator)
	for value, want := range map[string]bool{
		"": false, "/opt/app": true, "/opt/other": false, "/opt/application": false,
		"/opt/other" + between + "/opt/app": true, "/opt/app" + between + "/opt/other": true,
	} {
		t.Setenv("NURUCOBRA_INSIDE", value)
		assert.Equal(t, want, engine.Inside(path), "%q", value)
	}
	assert.NoError(t, os.Unsetenv("NURUCOBRA_INSIDE"))
	assert.False(t, engine.Inside(path))
}
