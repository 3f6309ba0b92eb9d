// Package portable says what in a tool's JSON Schema some client or model API
// is known to refuse. One refused key can cost a whole session, so a schema
// that is sent to any of them has to be taken by all.
package portable

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"
)

const (
	// MaxDescription is the longest description that all of them take, in bytes.
	MaxDescription = 1024
	// keyPattern is what all of them take as the name of a property.
	keyPattern = `^[A-Za-z_][A-Za-z0-9_]{0,63}$`
	// MaxBound is the first number that some refuse as a bound.
	MaxBound = 2000
)

var (
	types  = []string{"array", "boolean", "integer", "number", "object", "string"}
	banned = []string{
		"$defs", "$dynamicRef", "$ref", "definitions", "dependencies", "dependentRequired",
		"dependentSchemas", "else", "format", "if", "then",
	}
	composition = []string{"allOf", "anyOf", "not", "oneOf"}
	bounds      = []string{
		"exclusiveMaximum", "exclusiveMinimum", "maxItems", "maxLength", "maxProperties",
		"maximum", "minItems", "minLength", "minProperties", "minimum", "multipleOf",
	}
)

// Check returns one sentence for everything in schema, the parameters of a
// tool, that is not portable, in a fixed order; none when it is portable. Each
// begins with the place as a JSON pointer, "" for the root.
func Check(schema json.RawMessage) []string { return check(schema, checker{}) }

// CheckOutput is Check for the schema of a tool's result, which may be an
// object of unknown properties.
func CheckOutput(schema json.RawMessage) []string { return check(schema, checker{output: true}) }

func check(schema json.RawMessage, c checker) []string {
	dec := json.NewDecoder(bytes.NewReader(schema))
	dec.UseNumber()
	v, err := read(dec)
	if err == nil {
		if _, end := dec.Token(); end != io.EOF {
			err = errors.New("something follows the schema")
		}
	}
	if err != nil {
		return []string{": not JSON that all read alike: " + err.Error()}
	}
	c.schema("", v)
	if root, ok := v.(map[string]any); ok {
		c.root(root)
	}
	return c.problems
}

// read decodes one value and refuses an object that has a key twice.
func read(dec *json.Decoder) (any, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		object := map[string]any{}
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			if _, twice := object[key.(string)]; twice {
				return nil, fmt.Errorf("key %q stands twice", key)
			}
			if object[key.(string)], err = read(dec); err != nil {
				return nil, err
			}
		}
		_, err = dec.Token()
		return object, err
	case json.Delim('['):
		array := []any{}
		for dec.More() {
			element, err := read(dec)
			if err != nil {
				return nil, err
			}
			array = append(array, element)
		}
		_, err = dec.Token()
		return array, err
	}
	return token, nil
}

type checker struct {
	problems []string
	output   bool // objects need not name their properties
}

func (c *checker) fail(at, format string, args ...any) {
	c.problems = append(c.problems, at+": "+fmt.Sprintf(format, args...))
}

func (c *checker) root(schema map[string]any) {
	if schema["type"] != "object" {
		c.fail("", "the root must be an object")
	}
	for _, key := range composition {
		if _, ok := schema[key]; ok {
			c.fail("", "%s at the root", key)
		}
	}
}

func (c *checker) schema(at string, v any) {
	schema, ok := v.(map[string]any)
	if !ok {
		c.fail(at, "a schema must be an object, not %s", show(v))
		return
	}
	for _, key := range banned {
		if _, ok := schema[key]; ok {
			c.fail(at, "%s", key)
		}
	}
	typ, ok := schema["type"].(string)
	if !ok || !slices.Contains(types, typ) {
		c.fail(at, "type must be one of %s, not %s", strings.Join(types, ", "), show(schema["type"]))
	}
	c.texts(at, schema)
	c.enum(at, schema)
	c.bounds(at, schema)
	for _, key := range composition {
		members, _ := schema[key].([]any)
		for i, member := range members {
			c.schema(fmt.Sprintf("%s/%s/%d", at, key, i), member)
		}
	}
	if items, ok := schema["items"]; ok {
		c.schema(at+"/items", items)
	} else if typ == "array" {
		c.fail(at, "an array without items")
	}
	if typ == "object" {
		c.object(at, schema)
	}
}

func (c *checker) texts(at string, schema map[string]any) {
	for _, key := range []string{"title", "description"} {
		text, ok := schema[key]
		s, isText := text.(string)
		switch {
		case ok && !isText:
			c.fail(at, "%s must be a text, not %s", key, show(text))
		case len(s) > MaxDescription:
			c.fail(at, "%s has %d bytes, at most %d are taken", key, len(s), MaxDescription)
		}
	}
}

func (c *checker) enum(at string, schema map[string]any) {
	v, ok := schema["enum"]
	if !ok {
		return
	}
	members, ok := v.([]any)
	if !ok || len(members) == 0 {
		c.fail(at, "enum must be a list of values, not %s", show(v))
	}
	seen := map[string]bool{}
	for _, m := range members {
		text := show(m)
		if m == nil || m == "" {
			c.fail(at, "%s in an enum", text)
		}
		if seen[text] {
			c.fail(at, "%s stands twice in the enum", text)
		}
		seen[text] = true
	}
}

func (c *checker) bounds(at string, schema map[string]any) {
	limit := big.NewFloat(MaxBound)
	for _, key := range bounds {
		v, ok := schema[key]
		if !ok {
			continue
		}
		number, _ := v.(json.Number)
		n, ok := new(big.Float).SetString(number.String())
		if !ok {
			c.fail(at, "%s must be a number, not %s", key, show(v))
		} else if n.Abs(n).Cmp(limit) >= 0 {
			c.fail(at, "%s is %s, numbers of %d and more are not taken", key, number, MaxBound)
		}
	}
}

func (c *checker) object(at string, schema map[string]any) {
	properties, ok := schema["properties"].(map[string]any)
	if !ok && !c.output {
		c.fail(at, "an object without properties")
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if !isKey(name) {
			c.fail(at, "property %q does not match %s", name, keyPattern)
		}
		c.schema(at+"/properties/"+name, properties[name])
	}
	if more, ok := schema["additionalProperties"]; ok && more != false {
		c.schema(at+"/additionalProperties", more)
	}
	v, ok := schema["required"]
	required, isList := v.([]any)
	if ok && !isList {
		c.fail(at, "required must be a list, not %s", show(v))
	}
	seen := map[string]bool{}
	for _, r := range required {
		name, _ := r.(string)
		if _, ok := properties[name]; !ok || seen[name] {
			c.fail(at, "required names %s, which is no property or stands twice", show(r))
		}
		seen[name] = true
	}
}

func show(v any) string {
	if v == nil {
		return "null"
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// isKey reports whether name matches keyPattern.
func isKey(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', i > 0 && c >= '0' && c <= '9':
		default:
			return false
		}
	}
	return true
}
