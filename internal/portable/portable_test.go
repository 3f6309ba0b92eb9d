package portable_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/internal/portable"
)

func TestCheck(t *testing.T) {
	long := strings.Repeat("d", 1025)
	key := strings.Repeat("k", 65)
	// x stands for the schema of one property.
	property := func(x string) string { return `{"type":"object","properties":{"x":` + x + `}}` }
	tests := []struct {
		name   string
		schema string
		want   []string
	}{
		{"nothing", `{"type":"object","properties":{},"additionalProperties":false}`, nil},
		{"everything that is fine", `{"type":"object","description":"d","properties":{
			"_a1":{"type":"integer","minimum":-1999,"maximum":1999,"default":5},
			"list":{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":1,"maxItems":8},
			"map":{"type":"object","properties":{},"additionalProperties":{"type":"number"}},
			"some":{"type":"string","anyOf":[{"type":"string"}]}},
			"required":["list"],"additionalProperties":false}`, nil},
		{"no JSON", `{`, []string{": not JSON that all read alike: EOF"}},
		{"two values", `{} {}`, []string{": not JSON that all read alike: something follows the schema"}},
		{"a key twice", `{"type":"object","properties":{"a":{},"a":{}}}`, []string{`: not JSON that all read alike: key "a" stands twice`}},
		{"no object", `true`, []string{": a schema must be an object, not true"}},
		{"another root", `{"type":"string"}`, []string{": the root must be an object"}},
		{"no properties", `{"type":"object"}`, []string{": an object without properties"}},
		{"no properties deeper", property(`{"type":"object"}`), []string{"/properties/x: an object without properties"}},
		{"composition at the root", `{"type":"object","properties":{},"oneOf":[],"not":{}}`, []string{": not at the root", ": oneOf at the root"}},
		{"no type", property(`{}`), []string{"/properties/x: type must be one of array, boolean, integer, number, object, string, not null"}},
		{"several types", property(`{"type":["string","null"]}`), []string{`/properties/x: type must be one of array, boolean, integer, number, object, string, not ["string","null"]`}},
		{"the type null", property(`{"type":"null"}`), []string{`/properties/x: type must be one of array, boolean, integer, number, object, string, not "null"`}},
		{"a boolean schema", property(`true`), []string{"/properties/x: a schema must be an object, not true"}},
		{"free properties", `{"type":"object","properties":{},"additionalProperties":true}`, []string{"/additionalProperties: a schema must be an object, not true"}},
		{"no items", property(`{"type":"array"}`), []string{"/properties/x: an array without items"}},
		{"items of no type", property(`{"type":"array","items":{}}`), []string{"/properties/x/items: type must be one of array, boolean, integer, number, object, string, not null"}},
		{"a list of items", property(`{"type":"array","items":[{"type":"string"}]}`), []string{`/properties/x/items: a schema must be an object, not [{"type":"string"}]`}},
		{"a reference", property(`{"type":"string","$ref":"#"}`), []string{"/properties/x: $ref"}},
		{"inside a composition", property(`{"type":"string","anyOf":[{"type":"string","format":"uri"}]}`), []string{"/properties/x/anyOf/0: format"}},
		{"dependencies", `{"type":"object","properties":{},"dependentRequired":{},"if":{}}`, []string{": dependentRequired", ": if"}},
		{"the empty text in an enum", property(`{"type":"string","enum":["a",""]}`), []string{`/properties/x: "" in an enum`}},
		{"null in an enum", property(`{"type":"string","enum":[null]}`), []string{"/properties/x: null in an enum"}},
		{"an empty enum", property(`{"type":"string","enum":[]}`), []string{"/properties/x: enum must be a list of values, not []"}},
		{"a value twice", property(`{"type":"string","enum":["a","a"]}`), []string{`/properties/x: "a" stands twice in the enum`}},
		{"a large bound", property(`{"type":"integer","maximum":2000}`), []string{"/properties/x: maximum is 2000, numbers of 2000 and more are not taken"}},
		{"a small bound", property(`{"type":"integer","minimum":-9223372036854775808}`), []string{"/properties/x: minimum is -9223372036854775808, numbers of 2000 and more are not taken"}},
		{"a bound that is no number", property(`{"type":"array","items":{"type":"string"},"maxItems":"3"}`), []string{`/properties/x: maxItems must be a number, not "3"`}},
		{"a long description", property(`{"type":"string","description":"` + long + `"}`), []string{"/properties/x: description has 1025 bytes, at most 1024 are taken"}},
		{"a description that is none", property(`{"type":"string","description":5}`), []string{"/properties/x: description must be a text, not 5"}},
		{"a key with a dash", `{"type":"object","properties":{"a-b":{"type":"string"}}}`, []string{`: property "a-b" does not match ^[A-Za-z_][A-Za-z0-9_]{0,63}$`}},
		{"a long key", `{"type":"object","properties":{"` + key + `":{"type":"string"}}}`, []string{`: property "` + key + `" does not match ^[A-Za-z_][A-Za-z0-9_]{0,63}$`}},
		{"a required stranger", `{"type":"object","properties":{},"required":["a"]}`, []string{`: required names "a", which is no property or stands twice`}},
		{"required is no list", `{"type":"object","properties":{},"required":"a"}`, []string{`: required must be a list, not "a"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, portable.Check(json.RawMessage(tt.schema)))
		})
	}
}

func FuzzCheck(f *testing.F) {
	for _, s := range []string{`{}`, `{"type":"object","properties":{"a":{"type":"array","items":[]}}}`, `[{"a":[1,{}]}]`, `{"enum":3}`, `{"a`, `{"maximum":1e999999}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, schema []byte) {
		first := portable.Check(schema)
		assert.Equal(t, first, portable.Check(schema), "deterministic")
		if !json.Valid(schema) {
			assert.NotEmpty(t, first)
		}
	})
}

func TestCheckOutput(t *testing.T) {
	assert.Empty(t, portable.CheckOutput(json.RawMessage(`{"type":"object"}`)))
	assert.Equal(t, []string{"/properties/x: an array without items"},
		portable.CheckOutput(json.RawMessage(`{"type":"object","properties":{"x":{"type":"array"}}}`)))
}
