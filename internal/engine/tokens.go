package engine

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nurucobra/nuru/internal/ordered"
)

// redacted is the marker that [runner.Redact] puts.
const redacted = "[redacted]"

// token is a string, number or literal of a JSON text.
type token struct {
	start, end int
	object     int // the number of the object whose key it is, 0 for a value
}

// tokens returns the tokens of valid JSON, or of several such texts, in order.
func tokens(s string) []token {
	var list []token
	var open []int // the objects and, as 0, the arrays around
	objects, key := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case ' ', '\t', '\r', '\n':
		case '{':
			objects++
			open, key = append(open, objects), true
		case '[':
			open, key = append(open, 0), false
		case '}', ']':
			open, key = open[:max(0, len(open)-1)], false
		case ',':
			key = len(open) > 0 && open[len(open)-1] != 0
		case ':':
			key = false
		default:
			t := token{start: i, end: tokenEnd(s, i)}
			if key {
				t.object = open[len(open)-1]
			}
			list = append(list, t)
			i = t.end - 1
		}
	}
	return list
}

func tokenEnd(s string, start int) int {
	if s[start] != '"' {
		n := strings.IndexAny(s[start:], ",:]} \t\r\n")
		if n < 0 {
			return len(s)
		}
		return start + n
	}
	end := start + 1
	for ; end < len(s) && s[end] != '"'; end++ {
		if s[end] == '\\' {
			end++
		}
	}
	return min(end+1, len(s))
}

// document returns valid JSON without secrets. Only tokens that hold one are
// written anew: strings and keys as they read decoded, with keys that differed
// still different; a number or literal, by the marker as a string, when it is
// a secret as a whole. All else stays byte for byte. It is false when a secret
// cannot be taken out so.
func (r *replacer) document(s string) (string, bool) {
	list := tokens(s)
	fresh := make([]*string, len(list)) // decoded; nil for what stays
	type member struct {
		object int
		key    string
	}
	used := map[member]bool{}
	for i, t := range list {
		old := s[t.start:t.end]
		clean := r.token(&old)
		if clean != old {
			fresh[i] = &clean
		} else if t.object > 0 {
			used[member{t.object, old}] = true
		}
	}
	names := map[member]string{} // what became of a key that was replaced
	var b strings.Builder
	pos := 0
	for i, t := range list {
		if fresh[i] == nil {
			continue
		}
		clean := *fresh[i]
		if t.object > 0 {
			was := member{t.object, s[t.start:t.end]}
			name, again := names[was]
			for n := 2; !again && used[member{t.object, clean}]; n++ {
				clean = fmt.Sprintf("%s (%d)", *fresh[i], n)
				if r.redact(clean) != clean {
					return "", false
				}
			}
			if again {
				clean = name
			}
			names[was] = clean
			used[member{t.object, clean}] = true
		}
		quoted, err := ordered.Compact(clean)
		if err != nil {
			return "", false
		}
		b.WriteString(s[pos:t.start])
		b.Write(quoted)
		pos = t.end
	}
	b.WriteString(s[pos:])
	out := b.String()
	return out, !r.spans(out)
}

// token decodes the token in place and returns what it reads without secrets.
func (r *replacer) token(s *string) string {
	if (*s)[0] != '"' {
		for _, v := range r.values {
			if v == *s {
				return redacted
			}
		}
		return *s
	}
	if json.Unmarshal([]byte(*s), s) != nil {
		return *s // valid JSON always decodes
	}
	clean := r.redact(*s)
	if r.redact(clean) != clean { // the marker and its neighbours make another
		return redacted
	}
	return clean
}
