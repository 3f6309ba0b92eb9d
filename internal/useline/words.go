package useline

import (
	"strings"
	"unicode"
)

func closing(open rune) rune {
	switch open {
	case '<':
		return '>'
	case '[':
		return ']'
	case '(':
		return ')'
	case '{':
		return '}'
	}
	return 0
}

// split cuts s at blanks outside brackets; ok is false when the brackets do not
// match.
func split(s string) (words []string, ok bool) {
	var stack []rune
	start, quoted := -1, 0
	for i, c := range s {
		if i < quoted {
			continue
		}
		if unicode.IsSpace(c) && len(stack) == 0 {
			if start >= 0 {
				words = append(words, s[start:i])
				start = -1
			}
			continue
		}
		if start < 0 {
			start = i
			quoted = i + quotedLen(s[i:])
		}
		switch c {
		case '<', '[', '(', '{':
			stack = append(stack, closing(c))
		case '>', ']', ')', '}':
			if len(stack) == 0 || stack[len(stack)-1] != c {
				return nil, false
			}
			stack = stack[:len(stack)-1]
		}
	}
	if start >= 0 {
		words = append(words, s[start:])
	}
	return words, len(stack) == 0
}

// quotedLen is the length of the quoted words that s begins with, 0 when it
// begins with none.
func quotedLen(s string) int {
	if s[0] != '"' && s[0] != '\'' {
		return 0
	}
	inner, _, closed := strings.Cut(s[1:], s[:1])
	if !closed || inner == "" || strings.ContainsAny(inner, "<>[](){}|") {
		return 0
	}
	return len(inner) + 2
}

// unquote takes the quotes off a word that is quoted as a whole.
func unquote(word string) string {
	if word != "" && quotedLen(word) == len(word) {
		return word[1 : len(word)-1]
	}
	return word
}

func cutDots(word string) (string, bool) {
	for _, dots := range []string{"...", "…", "..", "*", "+"} {
		w, ok := strings.CutSuffix(word, dots)
		if w = strings.TrimSpace(w); ok && w != "" && (len(dots) > 1 || strings.ContainsAny(w[len(w)-1:], "]>)}")) {
			return w, true
		}
	}
	return word, false
}

// unwrap takes one pair of brackets off that encloses the whole word.
func unwrap(word string) (inner string, open byte, ok bool) {
	if len(word) < 3 {
		return word, 0, false
	}
	closer := closing(rune(word[0]))
	if closer == 0 || rune(word[len(word)-1]) != closer {
		return word, 0, false
	}
	inner = word[1 : len(word)-1]
	if _, ok := split(inner); !ok {
		return word, 0, false // "[a] [b]" without the outer pair is not balanced
	}
	return strings.TrimSpace(inner), word[0], true
}

// topLevel is word without what stands in brackets.
func topLevel(word string) string {
	var b strings.Builder
	depth := 0
	for _, c := range word {
		switch c {
		case '<', '[', '(', '{':
			depth++
		case '>', ']', ')', '}':
			depth--
		default:
			if depth == 0 {
				b.WriteRune(c)
			}
		}
	}
	return b.String()
}

// splitTop cuts s at a separator outside brackets.
func splitTop(s string, separator rune) []string {
	var parts []string
	depth, start := 0, 0
	for i, c := range s {
		switch c {
		case '<', '[', '(', '{':
			depth++
		case '>', ']', ')', '}':
			depth--
		case separator:
			if depth == 0 {
				parts = append(parts, s[start:i])
				start = i + len(string(c))
			}
		}
	}
	return append(parts, s[start:])
}

// strip takes the outer <> off, for the text that readers see.
func strip(word string) string {
	if inner, open, ok := unwrap(word); ok && open == '<' {
		return inner
	}
	return word
}
