package permissions_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What OpenCode 1.18 does with rules, written from its observed behaviour. The
// vectors of ../testdata/opencode-vectors.json, recorded with the real program,
// hold it to that. It shares no code with the package.

// node is a JSON object in order, or a word.
type node struct {
	word   string
	fields []field
	object bool
}

type field struct {
	key   string
	value node
}

func parseNode(t require.TestingT, data []byte) node {
	dec := json.NewDecoder(bytes.NewReader(data))
	n, err := readNode(dec)
	require.NoError(t, err)
	return n
}

func readNode(dec *json.Decoder) (node, error) {
	token, err := dec.Token()
	if err != nil {
		return node{}, err
	}
	if token != json.Delim('{') {
		return node{word: fmt.Sprint(token)}, nil
	}
	n := node{object: true}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return node{}, err
		}
		value, err := readNode(dec)
		if err != nil {
			return node{}, err
		}
		for _, f := range n.fields {
			if f.key == key {
				return node{}, fmt.Errorf("key %q stands twice", key)
			}
		}
		n.fields = append(n.fields, field{key.(string), value})
	}
	_, err = dec.Token()
	return n, err
}

func (n node) get(key string) node {
	for _, f := range n.fields {
		if f.key == key {
			return f.value
		}
	}
	return node{}
}

// merge lays over on top of n: a key keeps its place, objects are merged, a
// word is replaced.
func (n node) merge(over node) node {
	if !n.object || !over.object {
		return over
	}
	merged := node{object: true, fields: append([]field(nil), n.fields...)}
next:
	for _, f := range over.fields {
		for i := range merged.fields {
			if merged.fields[i].key == f.key {
				merged.fields[i].value = merged.fields[i].value.merge(f.value)
				continue next
			}
		}
		merged.fields = append(merged.fields, f)
	}
	return merged
}

type ocRule struct{ permission, pattern, action string }

// openCode is a running OpenCode with its rules in order.
type openCode struct {
	rules []ocRule
	// seen are verdicts of evaluate; they hold for as many rules.
	seen      map[[2]string]string
	seenRules int
}

func newOpenCode(configs ...node) *openCode {
	oc := &openCode{rules: []ocRule{
		{"*", "*", "allow"},
		{"doom_loop", "*", "ask"},
		{"external_directory", "*", "ask"},
	}}
	for _, c := range configs {
		oc.rules = append(oc.rules, flatten(c)...)
	}
	return oc
}

// loadOpenCode reads a whole configuration file.
func loadOpenCode(t require.TestingT, file []byte) *openCode {
	return newOpenCode(parseNode(t, file).get("permission"))
}

func flatten(permission node) (rules []ocRule) {
	if !permission.object {
		if permission.word == "" || permission.word == "<nil>" {
			return nil
		}
		return []ocRule{{"*", "*", permission.word}}
	}
	for _, f := range permission.fields {
		if !f.value.object {
			rules = append(rules, ocRule{f.key, "*", f.value.word})
			continue
		}
		for _, p := range f.value.fields {
			rules = append(rules, ocRule{f.key, p.key, p.value.word})
		}
	}
	return rules
}

func (oc *openCode) evaluate(permission, pattern string) string {
	if oc.seen == nil || oc.seenRules != len(oc.rules) {
		oc.seen, oc.seenRules = map[[2]string]string{}, len(oc.rules)
	}
	key := [2]string{permission, pattern}
	if _, ok := oc.seen[key]; !ok {
		oc.seen[key] = oc.last(permission, pattern)
	}
	return oc.seen[key]
}

// last is the action of the last rule that matches.
func (oc *openCode) last(permission, pattern string) string {
	for i := len(oc.rules) - 1; i >= 0; i-- {
		r := oc.rules[i]
		if wildcard(r.permission, permission) && wildcard(r.pattern, pattern) {
			return r.action
		}
	}
	return "ask"
}

// tool is the verdict on an MCP tool: "hidden" when it is not even offered.
func (oc *openCode) tool(key string) string {
	for i := len(oc.rules) - 1; i >= 0; i-- {
		if r := oc.rules[i]; wildcard(r.permission, key) {
			if r.pattern == "*" && r.action == "deny" {
				return "hidden"
			}
			break
		}
	}
	return oc.evaluate(key, "*")
}

// bash is the verdict on a shell line.
func (oc *openCode) bash(line string) string {
	commands, folders := simpleCommands(line)
	verdict := "allow"
	for _, c := range commands {
		verdict = stricter(verdict, oc.evaluate("bash", c))
	}
	for _, f := range folders {
		verdict = stricter(verdict, oc.evaluate("external_directory", f+"/*"))
	}
	return verdict
}

// always stores what a person's "always" to the line approves.
func (oc *openCode) always(line string) {
	commands, _ := simpleCommands(line)
	for _, c := range commands {
		first, _, _ := strings.Cut(c, " ")
		oc.rules = append(oc.rules, ocRule{"bash", first + " *", "allow"})
	}
}

var strictness = map[string]int{"allow": 0, "ask": 1, "deny": 2, "hidden": 2}

func stricter(a, b string) string {
	if strictness[b] > strictness[a] {
		return b
	}
	return a
}

// compiled is a wildcard as a regular expression. The literal parts that every
// match must hold are looked for first, because that is fast. Not for parallel
// tests.
type compiled struct {
	re    *regexp.Regexp
	parts []string
}

var wildcards = map[string]compiled{}

func wildcard(pattern, text string) bool {
	w, ok := wildcards[pattern]
	if !ok {
		w = compile(strings.ReplaceAll(pattern, `\`, "/"))
		wildcards[pattern] = w
	}
	text = strings.ReplaceAll(text, `\`, "/")
	for _, part := range w.parts {
		if !strings.Contains(text, part) {
			return false
		}
	}
	return w.re.MatchString(text)
}

func compile(pattern string) compiled {
	p := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(pattern))
	parts := strings.TrimSuffix(pattern, " *")
	if head, ok := strings.CutSuffix(p, " .*"); ok {
		p = head + "( .*)?"
	}
	split := func(c rune) bool { return c == '*' || c == '?' }
	return compiled{regexp.MustCompile("^(?s:" + p + ")$"), strings.FieldsFunc(parts, split)}
}

func TestWildcard(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"app deploy", "app deploy", true},
		{"app deploy", "app deploy prod", false},
		{"app deploy *", "app deploy", true},
		{"app deploy *", "app deploy prod\nx", true},
		{"app deploy *", "app deployx", false},
		{"app deploy*", "app deployx", true},
		{"app [x].+ *", "app [x].+ y", true},
		{`app\x`, "app/x", true},
		{"a?b", "aéb", true},
		{"a?b", "ab", false},
		{"*", "", true},
	} {
		require.Equal(t, c.want, wildcard(c.pattern, c.text), "%q %q", c.pattern, c.text)
	}
}
