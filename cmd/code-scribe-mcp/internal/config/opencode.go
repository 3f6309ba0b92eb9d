package config

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/document"
)

// ImportOpenCode makes a configuration of the provider block of an
// opencode.json (comments are allowed): provider.<id>.options.baseURL, the
// keys of provider.<id>.models, and the top level's model as the default.
//
// Secrets stay behind: a key that is written as {env:NAME} becomes apiKeyEnv,
// any other is left out, and so are userinfo, query and fragment of a base
// URL. The notes say what was left out and why, without values.
func ImportOpenCode(name string, data []byte) (*Config, []string, error) {
	doc, err := document.JSON(data)
	if err != nil {
		p := Problem{File: name, Message: err.Error()}
		var at *document.SyntaxError
		if errors.As(err, &at) {
			p.Line, p.Message = at.Line, at.Message
		}
		return nil, nil, Problems{p}
	}
	block := doc.Get("provider")
	if block == nil || block.Kind != document.Object || len(block.Members) == 0 {
		return nil, nil, Problems{{File: name, Line: doc.Line, Key: "provider", Message: "is missing or empty, expected OpenCode's provider block"}}
	}
	im := &importer{config: new(Config)}
	for _, m := range block.Members {
		im.provider(m.Key, m.Value)
	}
	im.defaults(text(doc.Get("model")))
	if len(im.config.Providers) == 0 {
		return nil, im.notes, Problems{{File: name, Line: block.Line, Key: "provider", Message: "has no provider that can be taken over: " + strings.Join(im.notes, "; ")}}
	}
	return im.config, im.notes, nil
}

type importer struct {
	config *Config
	notes  []string
}

func (im *importer) note(format string, args ...any) {
	im.notes = append(im.notes, fmt.Sprintf(format, args...))
}

// text returns a string, "" for anything else.
func text(n *document.Node) string {
	if n == nil || n.Kind != document.String {
		return ""
	}
	return n.Text
}

func (im *importer) provider(id string, n *document.Node) {
	if err := identifier(id); err != nil {
		im.note("a provider is left out: its id %v", err)
		return
	}
	p := Provider{ID: id}
	if models := n.Get("models"); models != nil {
		for _, m := range models.Members {
			if err := identifier(m.Key); err != nil {
				im.note("%s: a model is left out: its id %v", id, err)
				continue
			}
			p.Models = append(p.Models, m.Key)
		}
	}
	options := n.Get("options")
	p.BaseURL = im.baseURL(id, text(options.Get("baseURL")))
	p.APIKeyEnv = im.apiKeyEnv(id, options.Get("apiKey"))
	if options.Get("headers") != nil {
		im.note("%s: headers are left out, the program sends none", id)
	}
	im.config.Providers = append(im.config.Providers, p)
}

func (im *importer) baseURL(id, raw string) string {
	if raw == "" {
		im.note(`%s: there is no baseURL: add one, or "allowDefaultEndpoint": true to let the program use its default endpoint`, id)
		return ""
	}
	if strings.Contains(raw, "{file:") {
		im.note("%s: the baseURL is left out: it reads a file, which is not supported; {env:NAME} is", id)
		return ""
	}
	if placeholder.MatchString(raw) {
		// What stands around a placeholder may be a secret as well.
		if strings.ContainsAny(raw, "@?#") {
			im.note("%s: the baseURL is left out: it has credentials or a query beside its placeholder; put the whole URL into a variable", id)
			return ""
		}
		return raw
	}
	if err := CheckBaseURL(raw); err != nil {
		im.note("%s: the baseURL is left out: it %v", id, err)
		return ""
	}
	u, err := url.Parse(raw)
	if err != nil { // CheckBaseURL has parsed it
		return ""
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		im.note("%s: userinfo, query and fragment of the baseURL are left out: put the whole URL into a variable and write {env:NAME}", id)
		u.User, u.RawQuery, u.ForceQuery, u.Fragment, u.RawFragment = nil, "", false, "", ""
	}
	return u.String()
}

func (im *importer) apiKeyEnv(id string, key *document.Node) string {
	if key == nil || text(key) == "" {
		return ""
	}
	m := placeholder.FindStringSubmatch(text(key))
	if m == nil || m[0] != text(key) || !envName.MatchString(m[1]) {
		im.note(`%s: the apiKey is left out: put it into an environment variable and the variable's name into "apiKeyEnv"`, id)
		return ""
	}
	return m[1]
}

// defaults takes OpenCode's "provider/model" over if both are there.
func (im *importer) defaults(model string) {
	id, model, _ := strings.Cut(model, "/")
	p := im.config.Provider(id)
	if p == nil {
		return
	}
	im.config.DefaultProvider = id
	for _, m := range p.Models {
		if m == model {
			p.DefaultModel = m
		}
	}
}
