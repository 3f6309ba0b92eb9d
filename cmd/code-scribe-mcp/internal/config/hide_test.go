package config_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
)

// Errors show what was given, but nothing that looks like a key.
func TestParseHidesKeys(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"defaultProvider":"sk-abcdef123456789"}`, `c.json:1: defaultProvider: is "***", which is no provider; configured are (none)`},
		{`{"sk-abcdef123456789":1}`, `c.json:1: ***: unknown key; allowed are $schema, providers, defaultProvider, cli, roots, passEnv, redact`},
		{`{"cli":{"path":"./sk-abcdef123456789"}}`, `c.json:1: cli.path: is the relative path "./***", expected an absolute one or a name to look up in PATH`},
		{`{"cli":{"modelMode":"sk-abcdef123456789"}}`, `c.json:1: cli.modelMode: is "***"; allowed are opencode-env, oaic-env, oaic-model, auto`},
		{`{"providers":{"a":{"apiKey":"x"}}}`, `c.json:1: providers.a.apiKey: a key is not written here: put it into an environment variable, and the variable's name into "apiKeyEnv" of the provider`},
	} {
		_, err := config.Parse("c.json", []byte(tt.in))
		require.Error(t, err)
		assert.Equal(t, tt.want, err.Error(), tt.in)
	}
	_, err := config.Parse("c.json", []byte(`{"sk-abcdef123456789":1,"sk-abcdef123456789":2}`))
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "abcdef")
}

func TestIDs(t *testing.T) {
	c, err := config.Parse("c.toml", []byte("[providers.a]\nmodels = [\"m\", \"n\"]\n[providers.b]\nmodels = [\"m\"]\n"))
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "m", "n", "b", "m"}, c.IDs())
	assert.Nil(t, new(config.Config).IDs())
}
