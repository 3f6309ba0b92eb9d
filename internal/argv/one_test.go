package argv_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/internal/argv"
)

func TestOneString(t *testing.T) {
	tests := []struct {
		name, arguments, want, err string
	}{
		{"given", `{"command":"a b"}`, "a b", ""},
		{"empty", `{"command":""}`, "", ""},
		{"nothing", ``, "", `"command" is missing: expected a string`},
		{"null", `{"command":null}`, "", `"command" is missing: expected a string`},
		{"a number", `{"command":1}`, "", `"command" must be a string, got the number 1`},
		{"half a surrogate pair", `{"command":"\ud800"}`, "", `"command" has half a surrogate pair (\ud800)`},
		{"twice", `{"command":"a","command":"b"}`, "", `arguments: "command" stands twice`},
		{"in other letters", `{"Command":"a","command":"b"}`, "", `unknown property "Command", did you mean "command"?`},
		{"unknown", `{"command":"a","zzzzzzzzzz":1}`, "", `unknown property "zzzzzzzzzz", valid: command`},
		{"no object", `["a"]`, "", `arguments: must be an object, got an array`},
		{"no JSON", `{"command":"a"`, "", `arguments: not valid JSON`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := argv.OneString("tool", "command", json.RawMessage(tt.arguments))
			assert.Equal(t, tt.want, got)
			if tt.err == "" {
				assert.NoError(t, err)
			} else {
				assert.EqualError(t, err, "tool: "+tt.err)
			}
		})
	}
}
