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

func TestFields(t *testing.T) {
	tests := []struct {
		name, arguments, err string
		yes                  bool
		n                    int64
	}{
		{"nothing", ``, "", false, 7},
		{"given", `{"n":3,"yes":true}`, "", true, 3},
		{"null", `{"n":null,"yes":null}`, "", false, 7},
		{"a string that spells it", `{"n":"3"}`, "", false, 3},
		{"one with an exponent", `{"n":1e3}`, "", false, 1000},
		{"no boolean", `{"yes":"true"}`, `"yes" must be true or false, got a string`, false, 7},
		{"too little", `{"n":0}`, `"n" must be at least 1, got 0`, false, 7},
		{"too much", `{"n":9223372036854775808}`, `"n" must be an integer from -9223372036854775808 to 9223372036854775807, got 9223372036854775808`, false, 7},
		{"a fraction", `{"n":1.5}`, `"n" must be an integer, got 1.5`, false, 7},
		{"a word", `{"n":"three"}`, `"n" must be an integer, got a string`, false, 7},
		{"blanks", `{"n":" 3"}`, `"n" must be an integer, got a string`, false, 7},
		{"unknown", `{"zzzzzzzzz":1}`, `unknown property "zzzzzzzzz", valid: yes, n`, false, 7},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			yes, n := false, int64(7)
			err := argv.Fields("tool", json.RawMessage(tt.arguments),
				argv.Field{Name: "yes", Bool: &yes}, argv.Field{Name: "n", Int: &n, Min: 1})
			if tt.err == "" {
				assert.NoError(t, err)
			} else {
				assert.EqualError(t, err, "tool: "+tt.err)
			}
			assert.Equal(t, tt.yes, yes)
			assert.Equal(t, tt.n, n)
		})
	}
}
