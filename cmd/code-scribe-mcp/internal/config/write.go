package config

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/nurucobra/nuru/internal/ordered"
)

//go:embed schema.json
var schema string

// Schema returns the JSON Schema of a configuration. It cannot say that a
// default is one of the list beside it; [Parse] checks that too.
func Schema() string { return schema }

//go:embed template.jsonc
var templateJSON string

//go:embed template.toml
var templateTOML string

// Format is how a configuration is written.
type Format string

// The formats.
const (
	JSON Format = "json"
	TOML Format = "toml"
)

// Template returns a valid configuration with comments to begin with.
func Template(f Format) (string, error) {
	switch f {
	case JSON:
		return templateJSON, nil
	case TOML:
		return templateTOML, nil
	}
	return "", unknownFormat(f)
}

func unknownFormat(f Format) error { return fmt.Errorf("unknown format %q, expected json or toml", f) }

// Encode writes a configuration so that [Parse] reads the same. Settings that
// have no value are left out.
func (c *Config) Encode(f Format) (string, error) {
	doc := c.members()
	switch f {
	case JSON:
		out, err := ordered.Indent(doc)
		return string(out) + "\n", err
	case TOML:
		var b strings.Builder
		writeTOML(&b, nil, doc)
		return strings.TrimLeft(b.String(), "\n"), nil
	}
	return "", unknownFormat(f)
}

// members puts the tables last, where TOML needs them.
func (c *Config) members() ordered.Object {
	var doc ordered.Object
	doc = put(doc, "defaultProvider", c.DefaultProvider)
	doc = putList(doc, "roots", c.Roots)
	doc = putList(doc, "passEnv", c.PassEnv)
	doc = putList(doc, "redact", c.Redact)
	var cli ordered.Object
	cli = put(cli, "path", c.CLI.Path)
	cli = put(cli, "modelMode", string(c.CLI.ModelMode))
	if c.CLI.TimeoutSeconds != 0 {
		cli = append(cli, ordered.Member{Key: "timeoutSeconds", Value: c.CLI.TimeoutSeconds})
	}
	if cli != nil {
		doc = append(doc, ordered.Member{Key: "cli", Value: cli})
	}
	providers := ordered.Object{}
	for _, p := range c.Providers {
		one := ordered.Object{}
		one = put(one, "baseURL", p.BaseURL)
		one = append(one, ordered.Member{Key: "models", Value: append([]string{}, p.Models...)})
		one = put(one, "defaultModel", p.DefaultModel)
		one = put(one, "apiKeyEnv", p.APIKeyEnv)
		if p.AllowDefaultEndpoint {
			one = append(one, ordered.Member{Key: "allowDefaultEndpoint", Value: true})
		}
		providers = append(providers, ordered.Member{Key: p.ID, Value: one})
	}
	return append(doc, ordered.Member{Key: "providers", Value: providers})
}

func put(o ordered.Object, key, value string) ordered.Object {
	if value == "" {
		return o
	}
	return append(o, ordered.Member{Key: key, Value: value})
}

func putList(o ordered.Object, key string, list []string) ordered.Object {
	if len(list) == 0 {
		return o
	}
	return append(o, ordered.Member{Key: key, Value: list})
}

var bareKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func writeTOML(b *strings.Builder, path []string, o ordered.Object) {
	for _, m := range o {
		key := m.Key
		if !bareKey.MatchString(key) {
			key = tomlString(key)
		}
		switch v := m.Value.(type) {
		case ordered.Object:
			below := append(append([]string{}, path...), key)
			// [providers] alone says nothing once there is [providers.x].
			if len(v) == 0 || len(path) > 0 || key != "providers" {
				fmt.Fprintf(b, "\n[%s]\n", strings.Join(below, "."))
			}
			writeTOML(b, below, v)
		case []string:
			items := make([]string, len(v))
			for i, s := range v {
				items[i] = tomlString(s)
			}
			fmt.Fprintf(b, "%s = [%s]\n", key, strings.Join(items, ", "))
		case string:
			fmt.Fprintf(b, "%s = %s\n", key, tomlString(v))
		default:
			fmt.Fprintf(b, "%s = %v\n", key, v)
		}
	}
}

// tomlString writes a basic string, whose escapes are those of JSON; DEL is
// not allowed bare.
func tomlString(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string is always encoded
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}
