// Package config is the configuration of code-scribe-mcp: where it is found
// ([Find]), how it is read and checked ([Load], [Parse]), its JSON Schema
// ([Schema]), a template to begin with ([Template]), and how OpenCode's
// provider block becomes one ([ImportOpenCode]).
//
// Secrets have no place in it: a key is named by the environment variable that
// holds it, and no error quotes a base URL or the value of a key it does not
// know.
package config

import (
	"slices"
	"strings"
	"time"
)

// ModelMode says which word the program is given as its model, which differs
// between its revisions.
type ModelMode string

// The model modes.
const (
	OpencodeEnv ModelMode = "opencode-env" // the word "opencode-env"
	OaicEnv     ModelMode = "oaic-env"     // the word "oaic-env": release 2026.02
	OaicModel   ModelMode = "oaic-model"   // "oaic-" and the model: release 2026.06
	Auto        ModelMode = "auto"         // one of the last two, by the program's help
)

// ModelModes are all of them, the default first.
func ModelModes() []ModelMode { return []ModelMode{OpencodeEnv, OaicEnv, OaicModel, Auto} }

// DefaultTimeout ends a run if the configuration does not say.
const DefaultTimeout = 300 * time.Second

// Config is a valid configuration; the zero value is the empty one, with the
// defaults that [Config.Mode], [Config.Timeout] and [Config.Program] know.
type Config struct {
	Path            string // the file, "" if there is none
	Providers       []Provider
	DefaultProvider string
	CLI             CLI
	Roots           []string // absolute
	PassEnv         []string
	Redact          []string
}

// CLI says how the program is run.
type CLI struct {
	Path           string // absolute, or a name to look up; "" is code-scribe
	ModelMode      ModelMode
	TimeoutSeconds int
}

// Provider is one endpoint with its models.
type Provider struct {
	ID                   string
	BaseURL              string // as written: {env:NAME} stands for a variable
	Models               []string
	APIKeyEnv            string // the variable that holds the key
	DefaultModel         string
	AllowDefaultEndpoint bool
}

// Provider returns the provider with exactly this id, nil if there is none.
func (c *Config) Provider(id string) *Provider {
	for i := range c.Providers {
		if c.Providers[i].ID == id {
			return &c.Providers[i]
		}
	}
	return nil
}

// ProviderIDs returns the ids in the order of the file.
func (c *Config) ProviderIDs() []string {
	ids := make([]string, len(c.Providers))
	for i, p := range c.Providers {
		ids[i] = p.ID
	}
	return ids
}

// Mode returns the model mode, opencode-env if the configuration has none.
func (c *Config) Mode() ModelMode {
	if c.CLI.ModelMode == "" {
		return OpencodeEnv
	}
	return c.CLI.ModelMode
}

// Timeout returns how long one run may take.
func (c *Config) Timeout() time.Duration {
	if c.CLI.TimeoutSeconds == 0 {
		return DefaultTimeout
	}
	return time.Duration(c.CLI.TimeoutSeconds) * time.Second
}

// Program returns the program as configured: a name to look up or an absolute
// path.
func (c *Config) Program() string {
	if c.CLI.Path == "" {
		return "code-scribe"
	}
	return c.CLI.Path
}

// Overrides are what the environment of the server says in place of the
// configuration. "" is absent.
type Overrides struct {
	Provider, Model, BaseURL string
}

// The variables that override the configuration.
const (
	ProviderVar = "OPENCODE_CODESCRIBE_PROVIDER"
	ModelVar    = "OPENCODE_CODESCRIBE_MODEL"
	BaseURLVar  = "OPENCODE_CODESCRIBE_BASEURL"
)

// OverridesFrom reads the overrides in an environment ("NAME=value").
func OverridesFrom(environ []string) Overrides {
	return Overrides{
		Provider: Getenv(environ, ProviderVar),
		Model:    Getenv(environ, ModelVar),
		BaseURL:  Getenv(environ, BaseURLVar),
	}
}

// Getenv returns the value of a variable in an environment, "" if it is not
// there. The last one counts, as for programs that are started with it.
func Getenv(environ []string, name string) string {
	for _, pair := range slices.Backward(environ) {
		if n, value, _ := strings.Cut(pair, "="); n == name {
			return value
		}
	}
	return ""
}
