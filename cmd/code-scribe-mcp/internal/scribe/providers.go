package scribe

import (
	"fmt"
	"strings"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/provider"
	"github.com/nurucobra/nuru/internal/suggest"
)

// ProviderInfo is what may be known about a provider.
type ProviderInfo struct {
	ID           string   `json:"id"`
	BaseURL      string   `json:"baseURL,omitempty"` // display form
	Models       []string `json:"models"`
	DefaultModel string   `json:"defaultModel,omitempty"`
	Default      bool     `json:"default"` // of calls that name none
	// Problem is why calls with it would be refused, "" if they would not.
	Problem string `json:"problem,omitempty"`
}

// Providers are the configured ones, in the order of the configuration.
type Providers struct {
	Providers []ProviderInfo `json:"providers"`
	// Config is the file they are from, "" if there is none.
	Config string `json:"config,omitempty"`
}

// Providers lists the providers. It needs no program.
func (s *Service) Providers() Providers {
	out := Providers{Providers: []ProviderInfo{}, Config: s.opts.Config.Path}
	red := s.redactor(nil)
	over := config.OverridesFrom(s.opts.Environ)
	byDefault := s.opts.Config.DefaultProvider
	if over.Provider != "" {
		byDefault = over.Provider
	}
	for _, p := range s.opts.Config.Providers {
		info := ProviderInfo{
			ID: p.ID, Models: append([]string{}, p.Models...), DefaultModel: p.DefaultModel, Default: p.ID == byDefault,
		}
		if len(p.Models) == 0 {
			info.Problem = "it has no models"
		} else if choice, problems := provider.Choose(s.opts.Config, s.opts.Environ, p.ID, p.Models[0]); problems != nil {
			info.Problem = red.String(problems[0].Message)
		} else {
			info.BaseURL = red.DisplayURL(choice.BaseURL)
		}
		out.Providers = append(out.Providers, info)
	}
	return out
}

// Text is the list for a reader.
func (p Providers) Text() string {
	if len(p.Providers) == 0 {
		return "No providers are configured: write a configuration, see code-scribe-mcp config init.\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Providers (%d):\n", len(p.Providers))
	for i, info := range p.Providers {
		fmt.Fprintf(&b, "%d. %s", i+1, info.ID)
		if info.Default {
			b.WriteString(" (default)")
		}
		if info.BaseURL != "" {
			fmt.Fprintf(&b, " at %s", info.BaseURL)
		}
		fmt.Fprintf(&b, ", models: %s", config.OrNone(info.Models))
		if info.Problem != "" {
			fmt.Fprintf(&b, "; cannot be used: %s", info.Problem)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Models are those of one provider, or why there are none.
type Models struct {
	OK           bool              `json:"ok"`
	Provider     string            `json:"provider"`
	Models       []string          `json:"models"`
	DefaultModel string            `json:"defaultModel,omitempty"`
	Errors       []problem.Problem `json:"errors"`
}

// Models lists the models of a provider; "" is the default one. It needs no
// program.
func (s *Service) Models(id string) Models {
	c := s.opts.Config
	if id == "" {
		id = config.OverridesFrom(s.opts.Environ).Provider
	}
	if id == "" {
		id = c.DefaultProvider
	}
	out := Models{Provider: id, Models: []string{}, Errors: []problem.Problem{}}
	p := c.Provider(id)
	switch {
	case p != nil:
		out.OK, out.Models, out.DefaultModel = true, append(out.Models, p.Models...), p.DefaultModel
	case id == "":
		out.Errors = append(out.Errors, problem.New(problem.ProviderRequired, "no provider was given; available: %s", config.OrNone(c.ProviderIDs())))
	default:
		out.Errors = append(out.Errors, problem.New(problem.UnknownProvider, "the provider %q is not configured%s; available: %s",
			id, suggest.DidYouMean(id, c.ProviderIDs()), config.OrNone(c.ProviderIDs())))
	}
	red := s.redactor(nil)
	for i := range out.Errors {
		out.Errors[i].Available = c.ProviderIDs()
		out.Errors[i].Message = red.String(out.Errors[i].Message)
	}
	out.Provider = red.String(out.Provider)
	return out
}

// Text is the list for a reader.
func (m Models) Text() string {
	if !m.OK {
		return m.Errors[0].String() + "\n"
	}
	if len(m.Models) == 0 {
		return fmt.Sprintf("The provider %s has no models: add them to the configuration.\n", m.Provider)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Models of %s (%d):\n", m.Provider, len(m.Models))
	for i, model := range m.Models {
		fmt.Fprintf(&b, "%d. %s", i+1, model)
		if model == m.DefaultModel {
			b.WriteString(" (default)")
		}
		b.WriteString("\n")
	}
	return b.String()
}
