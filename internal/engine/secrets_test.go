package engine_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/engine"
)

// A secret is found however the program spells it.
func TestSecretsInOtherSpellings(t *testing.T) {
	s := start(t, engine.Config{Program: engine.Program{Env: []string{"API_TOKEN=en<v>\"é"}}})
	const pin = `p&ss<w>"r\d é😀`
	escaped, err := json.Marshal(map[string]string{"pin": pin})
	require.NoError(t, err)
	for _, out := range []string{
		pin, string(escaped), fmt.Sprintf("%q", pin), fmt.Sprintf("%+q", pin),
		`{"pin":"p&ss<w>\"r\\d é😀"}`,
		`{"pin":"p&ss<w>\"r\\d \u00e9\ud83d\ude00"}`,
		base64.StdEncoding.EncodeToString([]byte(pin)), base64.URLEncoding.EncodeToString([]byte(pin)),
		"https://x/?pin=" + url.QueryEscape(pin), "https://x/" + url.PathEscape(pin),
		`{"a":"en\u003cv\u003e\"é"}`,
	} {
		r := s.call("say", args{"pin": pin, "out": out, "err": out})
		assert.Contains(t, r.Stdout, "[redacted]", out)
		assert.Contains(t, r.Stderr, "[redacted]", out)
		assert.NotRegexp(t, `ss|en|w`, r.Stdout+r.Stderr, out)
	}
}

// What stands in JSON is looked at as what it means.
func TestSecretsInData(t *testing.T) {
	s := start(t, engine.Config{Program: engine.Program{Env: []string{"API_TOKEN=p&ss<w>rd"}}})
	for _, tt := range []struct{ out, want string }{
		{`{"z":"p\u0026ss\u003cw\u003erd","a":12345678901234567890123456789}`, `{"z":"[redacted]","a":12345678901234567890123456789}`},
		{`{"z":"p\u0026\u0073s\u003Cw\u003Erd","n":[1.10,{"p\u0026\u0073s<w>rd":"x p&\u0073s<w>rd y"}],"l":"<&>\u00e9"}`, `{"z":"[redacted]","n":[1.10,{"[redacted]":"x [redacted] y"}],"l":"<&>\u00e9"}`},
		{`{"u":"p&\u0073s<w>rd", "quote":"a\"b\\"}`, `{"u":"[redacted]","quote":"a\"b\\"}`},
	} {
		r := s.call("data", args{"out": tt.out})
		var envelope struct{ Data json.RawMessage }
		require.NoError(t, json.Unmarshal(r.Structured, &envelope))
		assert.Equal(t, tt.want, string(envelope.Data))
		assert.Contains(t, r.Stdout, "[redacted]")
		assert.NotContains(t, r.Stdout+r.Text, "ss", "the text is redacted like the data")
		assert.Equal(t, tt.want, string(s.call("whole", args{"out": tt.out}).Structured))
	}
	r := s.call("say", args{"out": "a \\ b\n{\"u\":\"p&\\u0073s<w>rd\"}\n{\"n\":1.0}", "err": "{\"u\":\"p&\\u0073s<w>rd\"}\n{"})
	assert.Equal(t, "a \\ b\n{\"u\":\"[redacted]\"}\n{\"n\":1.0}", r.Stdout, "line by line")
	assert.Equal(t, "{\"u\":\"[redacted]\"}\n{", r.Stderr)
	r = s.call("data", args{"out": "{ \"a\": \"\\u0041\" }"})
	assert.Equal(t, "{ \"a\": \"\\u0041\" }", r.Stdout, "what holds no secret stays as it is")
}

// Secrets whose bytes stand in numbers, literals and escapes leave the JSON whole.
func TestDataStaysJSON(t *testing.T) {
	s := start(t, engine.Config{MaxOutput: 150, Program: engine.Program{Env: []string{"MY_TOKEN=123456", "N_PASSWORD=n123-x"}}})
	const out = "{\n \"id\": 9123456789,\n \"token\": 123456,\n \"s\": \"\\n123-x\",\n \"n123-x\": \"C:\\\\n123-x\"\n}\n"
	const want = "{\n \"id\": 9123456789,\n \"token\": \"[redacted]\",\n \"s\": \"\\n123-x\",\n \"[redacted]\": \"C:\\\\[redacted]\"\n}\n"
	for _, tool := range []string{"data", "whole", "say"} {
		assert.Equal(t, want, s.call(tool, args{"out": out}).Text, tool)
	}
	r := s.call("whole", args{"out": out})
	assert.JSONEq(t, want, string(r.Structured))
	long := `{"fill":"` + strings.Repeat("-", 200) + `","id":9123456789,"token":123456}`
	var envelope struct{ Data json.RawMessage }
	require.NoError(t, json.Unmarshal(s.call("data", args{"out": long}).Structured, &envelope))
	assert.Equal(t, strings.Replace(long, ":123456", `:"[redacted]"`, 1), string(envelope.Data), "the text is cut, the data is not")
}
