package schemagen_test

import (
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/schemagen"
)

// Passwords show neither in defaults nor in texts, wherever they come from.
func TestSecretsByTheirForm(t *testing.T) {
	database := []string{"DATABASE_URL=postgres://u:hunter2x@h/db", "OTHER=x amqp://me:a%40b1c@h"}
	for _, tt := range []struct {
		name       string
		environ    []string
		value      string
		usage      string
		text, want string // want: the default
	}{
		{"a default of a variable", database, "postgres://u:hunter2x@h/db", `conn (default "postgres://u:hunter2x@h/db")`, `conn (default "…")`, ""},
		{"a text of a variable", database, "", `conn (default "postgres://u:hunter2x@h/db")`, `conn (default "postgres://…@h/db")`, ""},
		{"its parts", database, "", "as u:hunter2x, not hunter2x", "as …, not …", ""},
		{"decoded", database, "", "a%40b1c is a@b1c", "… is …", ""},
		{"a default that has the password", database, "pw:hunter2x", "x (pw:hunter2x)", "x (pw:…)", ""},
		{"an ordinary password", []string{"U=postgres://postgres:postgres@h/db"}, "", "Ask postgres", "Ask postgres", ""},
		{"a literal URL", plain, "postgres://u:hunter2@h/db", "conn postgres://u:hunter2@h/db", "conn …", ""},
		{"a literal URL in a text", plain, "", "such as https://u:p@ss1@h/x and redis://:pw@h", "such as https://u:…@h/x and redis://:…@h", ""},
		{"a literal header", plain, "Basic aHVudGVyMg==", "header (Basic aHVudGVyMg==)", "header (…)", ""},
		{"a header with its name", plain, "Authorization: bearer abcdef1", "header", "header", ""},
		{"a header of letters", plain, "Bearer abcdef", "header", "header", ""},
		{"a header in a text", plain, "", "such as Bearer ey.J1-x", "such as Bearer …", ""},
		{"only words", plain, "basic", "Basic authentication or a bearer token, git://u@h:80/x", "Basic authentication or a bearer token, git://u@h:80/x", `"basic"`},
		{"a URL without a password", plain, "ssh://git@h:22/x", "x", "x", `"ssh://git@h:22/x"`},
		{"a port and an address", plain, "http://h:80/a@b", "x", "x", `"http://h:80/a@b"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cmd := leaf("do")
			cmd.Flags().AddFlag(&pflag.Flag{Name: "x", Usage: tt.usage, DefValue: tt.value, Value: newText(tt.value)})
			p := only(t, cmd, schemagen.Options{Environ: tt.environ}).Params[0]
			assert.Equal(t, tt.text, p.Schema.Description)
			assert.Equal(t, tt.want, string(p.Schema.Default))
		})
	}
	cmd := leaf("do")
	cmd.Flags().StringSlice("x", []string{"a", "redis://:hunter2@h"}, "")
	assert.Empty(t, only(t, cmd, schemagen.Options{Environ: plain}).Params[0].Schema.Default)
}

func newText(value string) pflag.Value {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.String("x", value, "")
	return fs.Lookup("x").Value
}
