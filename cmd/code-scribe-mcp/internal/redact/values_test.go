package redact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/redact"
)

// Where a value without quotation marks ends, and what is a value at all.
func TestPatternValues(t *testing.T) {
	var r *redact.Redactor
	for _, tt := range []struct{ in, want string }{
		{"password=p%40ssw0rd99", "password=***"},
		{"api_key=abc%2Fdef123456 next", "api_key=*** next"},
		{"x-api-key: abc(def)ghi123", "x-api-key: ***"},
		{"x-api-key: abc(def123", "x-api-key: ***"},
		{"password=hunter2(99), x", "password=***, x"},
		{"token=(abc)def123", "token=***"},
		{"authorization: Bearer abc(def)ghi", "authorization: ***"},
		{"{token: abc(d)e}", "{token: ***}"},
		{`{b'api_key': b'abc123def'}`, `{b'api_key': b'***'}`},
		{`{b"api_key": b"abc123def", 1: 2}`, `{b"api_key": b"***", 1: 2}`},
		{`password = rb'abc' + x`, `password = rb'***' + x`},
		{`{\"token\": u\"abc\"}`, `{\"token\": u\"***\"}`},
		{"password: bar", "password: ***"},
		{"token abcdefghijklmnopqrst", "token ***"},
		{"Basic abcdefghijklmnop", "Basic ***"},
		{"Basic abcdefgh-jklmnop.", "Basic ***"},

		{"Basic Linear Algebra", "Basic Linear Algebra"},
		{"the token identification.", "the token identification."},
		{"token = next(line)", "token = next(line)"},
		{"token = next(line, 'x')", "token = next(line, 'x')"},
		{"token = lexer.next2(line).text", "token = lexer.next2(line).text"},
		{"token = get_token2(a[1])", "token = get_token2(a[1])"},
		{`token = f("x")`, `token = f("x")`},
		{"f(token=next(x))", "f(token=next(x))"},
		{"token=%s", "token=%s"},
		{"token = secret->value", "token = secret->value"},
	} {
		got := r.String(tt.in)
		assert.Equal(t, tt.want, got)
		assert.Equal(t, got, r.String(got), "a second time changes nothing")
	}
}
