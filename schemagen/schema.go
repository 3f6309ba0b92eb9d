package schemagen

import (
	"encoding/json"

	"github.com/nurucobra/nuru/internal/ordered"
)

// Schema is the subset of JSON Schema 2020-12 that this package emits. It
// writes itself in a fixed order. It has nothing that a widely used client or
// model API refuses: no $ref, no composition, no type arrays, no formats, no
// boolean schemas. Zero fields are left out.
type Schema struct {
	Type        string // "object", "array", "string", "integer", "number", "boolean"
	Description string
	Enum        []string
	Default     json.RawMessage
	Minimum     *int64
	Maximum     *int64
	Items       *Schema // of an array
	MinItems    int
	MaxItems    int
	// Values is the schema of the values of an object with free keys.
	Values *Schema
	// Properties makes an object with exactly these properties.
	Properties []Property
	Required   []string
}

// Property is a named member of an object.
type Property struct {
	Name   string
	Schema *Schema
}

// MarshalJSON writes the schema compactly. HTML characters are not escaped.
func (s *Schema) MarshalJSON() ([]byte, error) { return ordered.Compact(s.object()) }

// object is the schema as ordered JSON; each property stands on one line when
// indented.
func (s *Schema) object() ordered.Object {
	var o ordered.Object
	add := func(key string, value any) { o = append(o, ordered.Member{Key: key, Value: value}) }
	add("type", s.Type)
	if s.Description != "" {
		add("description", s.Description)
	}
	if len(s.Enum) > 0 {
		add("enum", s.Enum)
	}
	if s.Default != nil {
		add("default", s.Default)
	}
	if s.Minimum != nil {
		add("minimum", *s.Minimum)
	}
	if s.Maximum != nil {
		add("maximum", *s.Maximum)
	}
	if s.Items != nil {
		add("items", s.Items.object())
	}
	if s.MinItems > 0 {
		add("minItems", s.MinItems)
	}
	if s.MaxItems > 0 {
		add("maxItems", s.MaxItems)
	}
	switch {
	case s.Values != nil:
		add("properties", ordered.Object{}) // some clients ask for it in every object
		add("additionalProperties", s.Values.object())
	case s.Type == "object":
		properties := ordered.Object{}
		for _, p := range s.Properties {
			properties = append(properties, ordered.Member{Key: p.Name, Value: ordered.Line{Value: p.Schema.object()}})
		}
		add("properties", properties)
		if len(s.Required) > 0 {
			add("required", s.Required)
		}
		add("additionalProperties", false)
	}
	return o
}

// Tokens estimates how many tokens a model reads for text of n bytes: a
// quarter, rounded up, which fits compact JSON schemas.
func Tokens(n int) int { return (n + 3) / 4 }
