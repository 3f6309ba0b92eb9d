package config

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/document"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/redact"
	"github.com/nurucobra/nuru/internal/suggest"
)

// maxTimeout is a day: a longer run is a mistake in the unit.
const maxTimeout = 86400

var (
	envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	// keyNames are names under which people write keys down.
	keyNames = regexp.MustCompile(`(?i)^(api[-_]?(key|token)|key|(access[-_]?|auth[-_]?)?token|(client[-_]?)?secret|passw(or)?d|authorization|bearer)$`)
)

// Parse reads a configuration. The name tells JSON from TOML and stands in
// errors; relative roots are relative to its folder. JSON may have comments.
// An error is [Problems] with everything that is wrong.
func Parse(name string, data []byte) (*Config, error) {
	var doc *document.Node
	var err error
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".json", ".jsonc":
		doc, err = document.JSON(data)
	case ".toml":
		doc, err = document.TOML(data)
	default:
		return nil, Problems{{File: name, Message: fmt.Sprintf("the extension is %q, expected .json or .toml", ext)}}
	}
	if err != nil {
		p := Problem{File: name, Message: err.Error()}
		if at, ok := err.(*document.SyntaxError); ok {
			p.Line, p.Message = at.Line, at.Message
		}
		return nil, Problems{p}.Redacted(nil)
	}
	r := &reader{file: name}
	c := &Config{Path: name}
	r.config(c, doc)
	if len(r.problems) > 0 {
		return nil, r.problems.Redacted(nil)
	}
	return c, nil
}

// Redacted returns a copy without secrets. The parts are searched one by one:
// what the error says of "apiKey: …" is no key. nil for the redactor hides what
// looks like one.
func (p Problems) Redacted(by *redact.Redactor) Problems {
	out := make(Problems, len(p))
	for i, one := range p {
		out[i] = Problem{by.String(one.File), one.Line, by.String(one.Key), by.String(one.Message)}
	}
	return out
}

// reader collects problems while it reads.
type reader struct {
	file     string
	problems Problems
}

func (r *reader) fail(n *document.Node, key, format string, args ...any) {
	r.problems = append(r.problems, Problem{r.file, n.Line, key, fmt.Sprintf(format, args...)})
}

// field is one key that an object may have.
type field struct {
	name string
	read func(n *document.Node, key string)
}

func join(parent, name string) string {
	if parent == "" {
		return name
	}
	if strings.ContainsAny(name, ". ") {
		name = strconv.Quote(name)
	}
	return parent + "." + name
}

// object reads the members of an object; a key that is none of the fields is
// refused, without its value.
func (r *reader) object(n *document.Node, key string, fields []field) {
	if !r.is(n, key, document.Object) {
		return
	}
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	for _, m := range n.Members {
		at := join(key, m.Key)
		i := slices.Index(names, m.Key)
		switch {
		case i >= 0:
			fields[i].read(m.Value, at)
		case keyNames.MatchString(m.Key):
			r.fail(m.Value, at, `a key is not written here: put it into an environment variable, and the variable's name into "apiKeyEnv" of the provider`)
		default:
			r.fail(m.Value, at, "unknown key%s; allowed are %s", suggest.DidYouMean(m.Key, names), strings.Join(names, ", "))
		}
	}
}

func (r *reader) is(n *document.Node, key string, kind document.Kind) bool {
	if n.Kind != kind {
		r.fail(n, key, "is %s, expected %s", withArticle(n.Kind), withArticle(kind))
		return false
	}
	return true
}

func withArticle(k document.Kind) string {
	switch k {
	case document.Null:
		return "null"
	case document.Object, document.Array:
		return "an " + string(k)
	default:
		return "a " + string(k)
	}
}

// str reads a string that is not empty into s, if check has nothing against it.
func (r *reader) str(s *string, check func(string) error) func(*document.Node, string) {
	return func(n *document.Node, key string) {
		if !r.is(n, key, document.String) {
			return
		}
		if n.Text == "" {
			r.fail(n, key, "is empty, expected a text")
			return
		}
		if err := check(n.Text); err != nil {
			r.fail(n, key, "%v", err)
			return
		}
		*s = n.Text
	}
}

// strs reads a list of different strings.
func (r *reader) strs(list *[]string, check func(string) error) func(*document.Node, string) {
	return func(n *document.Node, key string) {
		if !r.is(n, key, document.Array) {
			return
		}
		for i, item := range n.Items {
			var s string
			at := fmt.Sprintf("%s[%d]", key, i)
			r.str(&s, check)(item, at)
			if s != "" && slices.Contains(*list, s) {
				r.fail(item, at, "%q stands there twice", s)
			}
			*list = append(*list, s)
		}
	}
}

func (r *reader) config(c *Config, doc *document.Node) {
	r.object(doc, "", []field{
		{"$schema", r.str(new(string), anything)},
		{"providers", func(n *document.Node, key string) { r.providers(c, n, key) }},
		{"defaultProvider", r.str(&c.DefaultProvider, anything)},
		{"cli", func(n *document.Node, key string) { r.cli(&c.CLI, n, key) }},
		{"roots", r.strs(&c.Roots, anything)},
		{"passEnv", r.strs(&c.PassEnv, variable)},
		{"redact", r.strs(&c.Redact, variable)},
	})
	if c.DefaultProvider != "" && c.Provider(c.DefaultProvider) == nil {
		r.fail(doc.Get("defaultProvider"), "defaultProvider", "is %q, which is no provider%s; configured are %s",
			c.DefaultProvider, suggest.DidYouMean(c.DefaultProvider, c.ProviderIDs()), OrNone(c.ProviderIDs()))
	}
	for i, root := range c.Roots {
		if !filepath.IsAbs(root) {
			c.Roots[i] = filepath.Join(filepath.Dir(c.Path), root)
		}
	}
}

func (r *reader) providers(c *Config, n *document.Node, key string) {
	if !r.is(n, key, document.Object) {
		return
	}
	for _, m := range n.Members {
		at := join(key, m.Key)
		if err := identifier(m.Key); err != nil {
			r.fail(m.Value, at, "the id of a provider %v", err)
			continue
		}
		p := Provider{ID: m.Key}
		r.object(m.Value, at, []field{
			{"baseURL", r.str(&p.BaseURL, CheckBaseURL)},
			{"models", r.strs(&p.Models, identifier)},
			{"apiKeyEnv", r.str(&p.APIKeyEnv, variable)},
			{"defaultModel", r.str(&p.DefaultModel, anything)},
			{"allowDefaultEndpoint", func(n *document.Node, key string) {
				if r.is(n, key, document.Bool) {
					p.AllowDefaultEndpoint = n.Text == "true"
				}
			}},
		})
		if p.DefaultModel != "" && !slices.Contains(p.Models, p.DefaultModel) {
			r.fail(m.Value.Get("defaultModel"), at+".defaultModel", "is %q, which is none of the models%s; they are %s",
				p.DefaultModel, suggest.DidYouMean(p.DefaultModel, p.Models), OrNone(p.Models))
		}
		c.Providers = append(c.Providers, p)
	}
}

func (r *reader) cli(c *CLI, n *document.Node, key string) {
	r.object(n, key, []field{
		{"path", r.str(&c.Path, program)},
		{"modelMode", r.str((*string)(&c.ModelMode), mode)},
		{"timeoutSeconds", func(n *document.Node, key string) {
			seconds, err := strconv.Atoi(n.Text)
			if n.Kind != document.Number || err != nil || seconds < 1 || seconds > maxTimeout {
				given := n.Text
				if n.Kind != document.Number {
					given = withArticle(n.Kind)
				}
				r.fail(n, key, "is %s, expected a whole number of seconds from 1 to %d", given, maxTimeout)
				return
			}
			c.TimeoutSeconds = seconds
		}},
	})
}

// OrNone joins a list for a message: "a, b" or "(none)".
func OrNone(list []string) string {
	if len(list) == 0 {
		return "(none)"
	}
	return strings.Join(list, ", ")
}

// IDs returns the ids of all providers and models, in the order of the file and
// some of them twice; nil if there are none. They are no secrets, whatever a
// variable holds.
func (c *Config) IDs() []string {
	var ids []string
	for _, p := range c.Providers {
		ids = append(append(ids, p.ID), p.Models...)
	}
	return ids
}

func anything(string) error { return nil }

// identifier checks ids of providers and models; colons and slashes are fine.
func identifier(s string) error {
	switch {
	case s == "":
		return fmt.Errorf("is empty")
	case strings.TrimSpace(s) != s:
		return fmt.Errorf("%q has blanks around it", s)
	case strings.ContainsFunc(s, unicode.IsControl):
		return fmt.Errorf("%q has a control character in it", s)
	}
	return nil
}

// variable checks names of environment variables. What is none may be the key
// itself and is not quoted.
func variable(s string) error {
	if !envName.MatchString(s) {
		return fmt.Errorf("is not the name of an environment variable (letters, digits and _, no digit first); a key itself is not written here")
	}
	return nil
}

func program(s string) error {
	if !filepath.IsAbs(s) && strings.ContainsAny(s, `/\`) {
		return fmt.Errorf("is the relative path %q, expected an absolute one or a name to look up in PATH", s)
	}
	return nil
}

func mode(s string) error {
	var names []string
	for _, m := range ModelModes() {
		names = append(names, string(m))
	}
	if !slices.Contains(names, s) {
		return fmt.Errorf("is %q%s; allowed are %s", s, suggest.DidYouMean(s, names), strings.Join(names, ", "))
	}
	return nil
}
