package engine

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/nurucobra/nuru/internal/runner"
	"github.com/nurucobra/nuru/internal/text"
)

// redactOutput replaces the secrets in an output that is JSON, or has lines
// that are. raw says that the text is passed on uncleaned, declared that the
// command declares JSON.
//
// The runner has searched the bytes, which is right for plain text and breaks
// JSON: a secret's bytes may be the digits of a number or the letter of an
// escape. So an output that is JSON, or whose every line is, is made anew from
// what the program wrote, token by token (see document). Where that cannot be
// done, because it is something else, too long to be kept, or holds a secret
// across several tokens, the runner's text stays, in which secrets are
// replaced that only decoding shows.
func redactOutput(o *runner.Output, hide hider, raw, declared bool) {
	if hide == nil || len(o.Plain) == 0 && o.Head == "" && o.Tail == "" {
		return
	}
	r := hide()
	plain := o.Plain
	o.Plain = nil
	if clean, ok := r.output(plain, raw, declared); ok {
		o.Head, o.Tail, o.Dropped = clean, "", 0
		return
	}
	o.Head, o.Tail = r.escaped(o.Head), r.escaped(o.Tail)
}

// redactObject returns a JSON object without secrets. One in which they do not
// stand within its values alone is replaced as a whole.
func redactObject(object string, hide hider) string {
	if hide == nil {
		return object
	}
	clean, ok := hide().document(object)
	if !ok {
		return `{"note":"` + redacted + `"}`
	}
	return clean
}

// replacer replaces secrets in JSON.
type replacer struct {
	values []string // also as they look after cleaning, which may have changed them
	redact func(string) string
}

// hider returns the replacer of one call, the same each time. It is made when
// something is there to be searched; nil means that there are no secrets.
type hider func() *replacer

func newHider(secrets []string) hider {
	if len(secrets) == 0 {
		return nil
	}
	return sync.OnceValue(func() *replacer { return newReplacer(secrets) })
}

func newReplacer(secrets []string) *replacer {
	values := slices.Clone(secrets)
	for _, s := range secrets {
		values = append(values, text.Clean(s))
	}
	slices.Sort(values)
	values = slices.DeleteFunc(slices.Compact(values), func(v string) bool { return len(v) < minSecret })
	return &replacer{values: values, redact: runner.Redactor(values)}
}

// output returns a whole output that is JSON without secrets and cleaned unless
// it is raw; false when it is no JSON. bare is as for documents.
func (r *replacer) output(plain []byte, raw, bare bool) (string, bool) {
	if len(plain) == 0 || !utf8.Valid(plain) {
		return "", false
	}
	out, ok := r.documents(string(plain), bare)
	if !ok || raw {
		return out, ok
	}
	if clean := text.Clean(out); clean != out { // cleaning joins what was apart
		return r.documents(clean, bare)
	}
	return out, true
}

// documents returns s, which is one JSON document or has one in each line,
// without secrets. With bare a document may be a string, number or literal by
// itself, which is plain text unless JSON is declared.
func (r *replacer) documents(s string, bare bool) (string, bool) {
	if isDocument(s) || bare && json.Valid([]byte(s)) {
		return r.document(s)
	}
	var b strings.Builder
	for line := range strings.Lines(s) {
		if strings.TrimSpace(line) == "" {
			b.WriteString(line)
			continue
		}
		if !isDocument(line) {
			return "", false
		}
		line, ok := r.document(line)
		if !ok {
			return "", false
		}
		b.WriteString(line)
	}
	out := b.String()
	return out, !r.spans(out)
}

func isDocument(s string) bool {
	start := strings.TrimLeft(s, " \t\r\n")
	return start != "" && (start[0] == '{' || start[0] == '[') && json.Valid([]byte(s))
}

// escaped returns text without the secrets that only decoding shows in it or
// in those of its lines that are JSON.
func (r *replacer) escaped(s string) string {
	if json.Valid([]byte(s)) { // without escapes too: a secret may lack the blanks
		return r.decoded(s)
	}
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for line := range strings.Lines(s) {
		if strings.Contains(line, `\`) {
			if json.Valid([]byte(line)) {
				line = r.decoded(line)
			} else {
				line = r.behindEscapes(line)
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

// decoded is document for a text whose bytes have been searched.
func (r *replacer) decoded(s string) string {
	out, ok := r.document(s)
	if !ok {
		return redacted
	}
	return out
}

// spans reports whether a secret stands in the JSON s across several tokens: a
// secret that is JSON itself, for one. Blanks between tokens do not hide it.
func (r *replacer) spans(s string) bool {
	var compact bytes.Buffer
	_ = json.Compact(&compact, []byte(s)) // nothing for lines, which are compact
	for _, text := range []string{s, compact.String()} {
		var list []token
		for _, v := range r.values {
			if !strings.ContainsAny(v, "{}[],:\" \t\r\n") || strings.Contains(redacted, v) {
				continue
			}
			for from := 0; ; from++ {
				i := strings.Index(text[from:], v)
				if i < 0 {
					break
				}
				from += i
				if list == nil {
					list = tokens(text)
				}
				if !within(list, from, from+len(v)) {
					return true
				}
			}
		}
	}
	return false
}

// within reports whether one of the tokens, which are in order, holds all the
// bytes from start to end.
func within(list []token, start, end int) bool {
	i, found := slices.BinarySearchFunc(list, start, func(t token, at int) int { return t.start - at })
	if !found {
		i--
	}
	return i >= 0 && end <= list[i].end
}
