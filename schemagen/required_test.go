package schemagen_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/schemagen"
)

// What is required only in words is listed, and left to the program to enforce.
func TestRequiredInWords(t *testing.T) {
	tests := []struct {
		usage string
		want  bool
	}{
		{"The name (required)", true},
		{"The name (Required)", true},
		{"The name (REQUIRED).", true},
		{"(required) The name", true},
		{"[required] The name", true},
		{"The name [Required]", true},
		{"The name <required>", true},
		{"The name (required, at most 64 letters)", true},
		{"The name (string, required)", true},
		{"REQUIRED: the name", true},
		{"Required: the name to use when deploying", true},
		{"required. The name", true},
		{"Required - the name", true},
		{"Required, the name", true},
		{"The name. Required.", true},
		{"The name. Required", true},
		{"The name; required", true},
		{"The name, required", true},
		{"The name - required", true},
		{"The name. Required. At most 64 letters", true},
		{"`name` of it (required)", true},
		{"Required", true},

		{"The name (required, string)", true},
		{"The name: string, required", true},
		{"Required, one of json, yaml", true},
		{"(required) The one of the names", true},

		{"TLS mode (none, required)", false},
		{"TLS mode [disabled, preferred, required]", false},
		{"TLS mode (required, preferred, disabled)", false},
		{"TLS mode: none, request, required.", false},
		{"TLS mode: required, none", false},
		{"TLS mode: none, required, verify", false},
		{"Client auth: off, required", false},
		{"API key (required, or set FOO_KEY)", false},
		{"API key (required) or set FOO_KEY", false},
		{"(required) one of --r5, --r6", false},
		{"Required: one of --r5 or --r6", false},
		{"Required: either --r5 or --r6", false},
		{"(required) if there is no file", false},
		{"*required* unless FOO", false},
		{"The name (not required)", false},
		{"The name. Not required.", false},
		{"The name (required if --id is not given)", false},
		{"The name (required, if --id is not given)", false},
		{"The name (required unless --id)", false},
		{"The name (only required when --id)", false},
		{"The name (required for updates)", false},
		{"The name [required with --id]", false},
		{"Required if there is no file", false},
		{"REQUIRED: if there is no file", false},
		{"Required when there is no file.", false},
		{"Required. Unless --id is given", false},
		{"required: no", false},
		{"required: false", false},
		{"required=false", false},
		{"Required only for updates", false},
		{"Required, only for updates", false},
		{"Required scopes of the token", false},
		{"Add a required module", false},
		{"The scopes that are required", false},
		{"The number of approvals required", false},
		{"Skip the questions, no input required", false},
		{"no longer required.", false},
		{"(optional) required by old servers", false},
		{"The name (optional, was required)", false},
		{"The name", false},
		{"", false},
	}
	for _, tt := range tests {
		t.Run(tt.usage, func(t *testing.T) {
			cmd := leaf("do")
			cmd.Flags().String("x", "", tt.usage)
			p := only(t, cmd, schemagen.Options{}).Params[0]
			assert.Equal(t, tt.want, p.Required)
			assert.False(t, p.Enforced)
		})
	}
}

// What has a value without being given can be left out.
func TestRequiredInWordsWithADefault(t *testing.T) {
	cmd := leaf("do")
	cmd.Flags().String("x", "here", "The place (required)")
	cmd.Flags().Int("y", 0, "The number (required)")
	params := only(t, cmd, schemagen.Options{}).Params
	required := map[string]bool{}
	for _, p := range params {
		required[p.Name] = p.Required
	}
	assert.Equal(t, map[string]bool{"x": false, "y": true}, required)
}

// A flag that the Use line shows as an example may be left out.
func TestRequiredInTheUseLine(t *testing.T) {
	tests := []struct {
		use  string
		want bool
	}{
		{"do -x FILENAME", true},
		{"do NAME --exact=VALUE", true},
		{"do (POD | TYPE/NAME) -x CONTAINER", false},
		{"do NAME [-x CONTAINER]", false},
		{"do NAME -- -x CONTAINER", false},
		{"do --exact=<u> | --other=<t>", false},
	}
	for _, tt := range tests {
		t.Run(tt.use, func(t *testing.T) {
			cmd := leaf(tt.use)
			cmd.Flags().StringP("exact", "x", "", "")
			params := only(t, cmd, schemagen.Options{}).Params
			for _, p := range params {
				if p.Flag != nil {
					assert.Equal(t, tt.want, p.Required)
					assert.False(t, p.Enforced)
				}
			}
		})
	}
}
