// Package provider decides with which provider, model and base URL a call runs
// ([Choose]), which word tells the program its model ([Word]), and which
// environment the program gets ([Environ]).
package provider

import (
	"slices"
	"strings"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/internal/suggest"
)

// Choice is what a call runs with.
type Choice struct {
	Provider string
	Model    string
	BaseURL  string // raw: never to be shown; "" if the default endpoint is allowed
	// APIKeyEnv is the variable that holds the key, "" if none is configured.
	APIKeyEnv string
}

// Choose resolves what the call names (either may be "") against the
// environment's overrides and the configuration. Names are matched exactly. On
// an error the problems are not empty and the choice means nothing.
func Choose(c *config.Config, environ []string, provider, model string) (Choice, []problem.Problem) {
	over := config.OverridesFrom(environ)
	choice := Choice{Provider: first(provider, over.Provider, c.DefaultProvider)}
	p := c.Provider(choice.Provider)
	if choice.Provider != "" && p == nil {
		unknown := problem.New(problem.UnknownProvider, "the provider %q is not configured%s; available: %s",
			choice.Provider, suggest.DidYouMean(choice.Provider, c.ProviderIDs()), config.OrNone(c.ProviderIDs()))
		unknown.Available = c.ProviderIDs()
		return choice, []problem.Problem{unknown}
	}
	envModel := ""
	if over.Provider == "" || over.Provider == choice.Provider {
		envModel = over.Model
	}
	defaultModel := ""
	if p != nil {
		defaultModel = p.DefaultModel
	}
	choice.Model = first(model, envModel, defaultModel)

	var problems []problem.Problem
	if p == nil {
		missing := problem.New(problem.ProviderRequired,
			`this command talks to a model, and no provider was given: name one with "provider", or set defaultProvider in the configuration; available: %s`,
			config.OrNone(c.ProviderIDs()))
		missing.Available = c.ProviderIDs()
		problems = append(problems, missing)
	}
	if choice.Model == "" {
		missing := problem.New(problem.ModelRequired,
			`this command talks to a model, and none was given: name one with "model", or set defaultModel of the provider`)
		if p != nil {
			missing.Message += "; available: " + config.OrNone(p.Models)
			missing.Available = slices.Clone(p.Models)
		}
		problems = append(problems, missing)
	}
	if problems != nil {
		return choice, problems
	}
	if !slices.Contains(p.Models, choice.Model) {
		unknown := problem.New(problem.UnknownModel, "the provider %q has no model %q%s; available: %s",
			p.ID, choice.Model, suggest.DidYouMean(choice.Model, p.Models), config.OrNone(p.Models))
		unknown.Available = slices.Clone(p.Models)
		return choice, []problem.Problem{unknown}
	}
	choice.APIKeyEnv = p.APIKeyEnv
	return choice.withBaseURL(c, p, over, environ)
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// withBaseURL takes the environment's base URL only for the provider that it
// is meant for: another provider's key must not go there.
func (c Choice) withBaseURL(conf *config.Config, p *config.Provider, over config.Overrides, environ []string) (Choice, []problem.Problem) {
	source := "providers." + p.ID + ".baseURL"
	raw, missing := config.ExpandEnv(p.BaseURL, environ)
	if over.BaseURL != "" && (over.Provider == p.ID || over.Provider == "" && len(conf.Providers) == 1) {
		source, raw, missing = config.BaseURLVar, over.BaseURL, nil
	}
	switch {
	case missing != nil:
		return c, []problem.Problem{problem.New(problem.BadBaseURL, "%s names environment variables that are not set: %s", source, strings.Join(missing, ", "))}
	case raw == "" && !p.AllowDefaultEndpoint:
		return c, []problem.Problem{problem.New(problem.NoBaseURL,
			`the provider %q has no baseURL, and source code would go to the program's default endpoint: set %s, or "allowDefaultEndpoint": true`, p.ID, source)}
	case raw != "":
		if err := config.CheckBaseURL(raw); err != nil {
			return c, []problem.Problem{problem.New(problem.BadBaseURL, "%s %v", source, err)}
		}
	}
	c.BaseURL = raw
	return c, nil
}

// Word returns what the program gets after -m. Auto must have been decided
// before, by [ModeOf]; it counts as the newest release's mode.
func Word(mode config.ModelMode, model string) string {
	switch mode {
	case config.OpencodeEnv, config.OaicEnv:
		return string(mode)
	default:
		return "oaic-" + model
	}
}

// ModeOf decides the mode auto by what the program prints for --help: the
// command "agent" came with the dialect that takes oaic-MODEL.
func ModeOf(help string) config.ModelMode {
	_, commands, found := strings.Cut(help, "Commands:")
	for _, line := range strings.Split(commands, "\n") {
		if fields := strings.Fields(line); found && len(fields) > 0 && fields[0] == "agent" {
			return config.OaicModel
		}
	}
	return config.OaicEnv
}
