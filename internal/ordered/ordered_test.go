package ordered_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/ordered"
)

var sample = ordered.Object{
	{"z", "a<b>&c"},
	{"a", ordered.Object{}},
	{"list", []string{"x", "y"}},
	{"none", []string{}},
	{"leaf", ordered.Line{Value: ordered.Object{{"type", "string"}, {"enum", []string{"a"}}, {"not", ordered.Object{}}}}},
	{"rows", ordered.Array{ordered.Object{{"n", json.Number("9007199254740993")}}, nil}},
}

func TestCompact(t *testing.T) {
	b, err := ordered.Compact(sample)
	require.NoError(t, err)
	assert.Equal(t, `{"z":"a<b>&c","a":{},"list":["x","y"],"none":[],"leaf":{"type":"string","enum":["a"],"not":{}},"rows":[{"n":9007199254740993},null]}`, string(b))
}

func TestIndent(t *testing.T) {
	b, err := ordered.Indent(sample)
	require.NoError(t, err)
	assert.Equal(t, `{
  "z": "a<b>&c",
  "a": {},
  "list": ["x", "y"],
  "none": [],
  "leaf": { "type": "string", "enum": ["a"], "not": {} },
  "rows": [
    {
      "n": 9007199254740993
    },
    null
  ]
}`, string(b))
}

func TestErrorsSurface(t *testing.T) {
	_, err := ordered.Compact(ordered.Object{{"f", func() {}}})
	assert.ErrorContains(t, err, "unsupported type")
}
