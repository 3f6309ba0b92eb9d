package engine

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/nurucobra/nuru/internal/runner"
	"github.com/nurucobra/nuru/internal/text"
)

// shown is what a reply shows of an output in which the runner has replaced
// the bytes of the secrets.
func shown(out string, secrets []string, declared bool) string {
	all := spellings(secrets)
	o := runner.Output{Head: runner.Redact(text.Clean(runner.Redact(out, all)), all), Total: int64(len(out)), Plain: []byte(out)}
	redactOutput(&o, newHider(all), false, declared)
	return o.String()
}

func TestRedactOutput(t *testing.T) {
	for _, c := range []struct{ name, secret, in, want string }{
		{"digits inside numbers and words", "123456", `{"id":9123456789,"x":"a123456b","y":-123456,"z":1.123456}`, `{"id":9123456789,"x":"a[redacted]b","y":-123456,"z":1.123456}`},
		{"a number", "123456", "{\n  \"id\": 123456,\n  \"s\": \"123456\"\n}\n", "{\n  \"id\": \"[redacted]\",\n  \"s\": \"[redacted]\"\n}\n"},
		{"a literal", "true", `[true,false,"true","untrue"]`, `["[redacted]",false,"[redacted]","untrue"]`},
		{"part of a literal", "false1", `[false,1]`, `[false,1]`},
		{"an escape", "n123-x", `{"a":"\n123-x","b":"C:\\n123-x"}`, `{"a":"\n123-x","b":"C:\\[redacted]"}`},
		{"plain text behind a backslash", "n123-x", `C:\n123-x`, `C:\[redacted]`},
		{"lines", "n123-x", `{"a":"\n123-x"}` + "\n\n" + `["n123-x"]` + "\n", `{"a":"\n123-x"}` + "\n\n" + `["[redacted]"]` + "\n"},
		{"not all lines", "n123-x", `{"a":"\n123-x"}` + "\nn123-x\n", "{\"a\":\"\\[redacted]\"}\n[redacted]\n"},
		{"keys", "hunter2", `{"hunter2":{"xhunter2":1},"a":[{"hunter2":1}]}`, `{"[redacted]":{"x[redacted]":1},"a":[{"[redacted]":1}]}`},
		{"keys that would be the same", "hunter2", `{"[redacted]":0,"hunter2":1,"hunter2hunter2":{"hunter2":1,"[redacted] (2)":2},"[redacted] (2)":3}`, `{"[redacted]":0,"[redacted] (3)":1,"[redacted][redacted]":{"[redacted]":1,"[redacted] (2)":2},"[redacted] (2)":3}`},
		{"keys that are the same", "hunter2", `{"hunter2":0,"hunter2":1}`, `{"[redacted]":0,"[redacted]":1}`},
		{"escapes and controls", "hunter2", `{"a":"h\u0075nter2","b":"hun\u200bter2"}`, `{"a":"[redacted]","b":"hun\u200bter2"}`},
		{"joined by cleaning", "hunter2", "{\"a\":\"hun\u200bter2\"}", `{"a":"[redacted]"}`},
		{"a secret that is JSON", `{"k":"v-1"}`, `{"a": {"k":"v-1"}}`, `{"a": [redacted]}`},
		{"and stands with blanks", `{"k":"v-1"}`, `{"a": {"k": "v-1"}}`, `[redacted]`},
		{"and stands in a string", `{"k":"v-1"}`, `{"a":"{\"k\":\"v-1\"}"}`, `{"a":"[redacted]"}`},
		{"no JSON", "true", `{"a":true`, `{"a":[redacted]`},
		{"a marker that makes a secret", "x[redacted]", `["xx[redacted]","a"]`, `["[redacted]","a"]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, shown(c.in, []string{c.secret}, false))
			assert.Equal(t, c.want, shown(c.in, []string{c.secret}, true))
		})
	}
	assert.Equal(t, `"[redacted]"`, shown("123456", []string{"123456"}, true), "a bare number where JSON is declared")
	assert.Equal(t, "[redacted]", shown("123456", []string{"123456"}, false), "and where it is not")
}

// checkJSON holds a redacted document against the rules, "" when it keeps them.
func checkJSON(in, out string, secrets []string) string {
	if !json.Valid([]byte(out)) {
		return "no JSON"
	}
	find := runner.Redactor(spellings(secrets))
	holds := func(s string) bool {
		for _, t := range tokens(s) {
			word := s[t.start:t.end]
			if word[0] == '"' {
				_ = json.Unmarshal([]byte(word), &word)
				if find(word) != word {
					return true
				}
				continue
			}
			for _, secret := range secrets {
				if word == secret {
					return true
				}
			}
		}
		return false
	}
	switch {
	case holds(out):
		return "a secret shows"
	case !holds(in) && out != in:
		return "changed without a reason"
	}
	return ""
}

func drawJSON(depth int, words *rapid.Generator[string]) *rapid.Generator[string] {
	quoted := rapid.Map(words, func(s string) string { b, _ := json.Marshal(s); return string(b) })
	blank := rapid.SampledFrom([]string{"", "", " ", "\n  "})
	return rapid.Custom(func(t *rapid.T) string {
		kind := rapid.IntRange(0, 5).Draw(t, "kind")
		if depth == 0 {
			kind = min(kind, 3)
		}
		switch kind {
		case 0, 1:
			return quoted.Draw(t, "string")
		case 2:
			return rapid.StringMatching(`-?[1-9][0-9]{0,7}(\.[0-9]{1,3})?`).Draw(t, "number")
		case 3:
			return rapid.SampledFrom([]string{"true", "false", "null", "1212", "121212"}).Draw(t, "literal")
		}
		var parts []string
		for range rapid.IntRange(0, 4).Draw(t, "n") {
			part := drawJSON(depth-1, words).Draw(t, "value")
			if kind == 5 {
				part = quoted.Draw(t, "key") + ":" + blank.Draw(t, "blank") + part
			}
			parts = append(parts, blank.Draw(t, "blank")+part)
		}
		list := strings.Join(parts, ",") + blank.Draw(t, "blank")
		if kind == 5 {
			return "{" + list + "}"
		}
		return "[" + list + "]"
	})
}

// The text stays JSON, shows no secret in any string, and is the program's own
// when it holds none.
func TestRedactOutput_property(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.OneOf(
			rapid.StringOfN(rapid.RuneFrom([]rune(`n12\/é`)), 4, 8, -1),
			rapid.SampledFrom([]string{"true", "null", "1212", "121212", "u0031"}),
		)
		secrets := rapid.SliceOfN(secret, 1, 3).Draw(t, "secrets")
		words := rapid.OneOf(
			rapid.SampledFrom(secrets), rapid.StringOf(rapid.RuneFrom([]rune("n12\\/é\n\"<a "))),
			rapid.Map(rapid.SampledFrom(secrets), func(s string) string { return "\n" + s + "[redacted]" }),
		)
		in := "[" + drawJSON(3, words).Draw(t, "document") + "]"
		out := shown(in, secrets, rapid.Bool().Draw(t, "declared"))
		if fault := checkJSON(in, out, secrets); fault != "" {
			t.Fatalf("%s: %q became %q", fault, in, out)
		}
	})
}

func FuzzRedactOutput(f *testing.F) {
	f.Add(`{"a":"\n123456","b":[123456,true]}`, "123456")
	f.Add(`{"hunter2":1,"hunter\u0032":2}`, "hunter2")
	f.Add("{\"a\":\"hun\u200bter2\"}\n[1]\n", "hunter2")
	f.Add(`{"a": {"k": "v-1"}}`, `{"k":"v-1"}`)
	f.Fuzz(func(t *testing.T, in, secret string) {
		out := shown(in, []string{secret}, true)
		if strings.ContainsAny(secret, "{}[],:\" \t\r\n") || len(secret) < minSecret || strings.Contains(redacted, secret) ||
			!json.Valid([]byte(in)) || text.Clean(in) != in || text.Clean(secret) != secret {
			return // nothing is promised but that it ends
		}
		if fault := checkJSON(in, out, []string{secret}); fault != "" {
			t.Fatalf("%s: %q without %q became %q", fault, in, secret, out)
		}
	})
}
