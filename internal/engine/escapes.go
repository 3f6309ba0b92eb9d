package engine

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A secret may stand in a text that is no JSON document, or only a piece of
// one, with the escapes of JSON in it: "\/", "\u002B", once or twice. Which
// characters a writer escapes, and how, is its own affair, so the text is
// looked at as it would be read.

// unescaped is a text with its escapes read. at[i] is where byte i of text
// begins in the original, and at[len(text)] the length of that.
type unescaped struct {
	text string
	at   []int
}

func plainText(s string) unescaped {
	at := make([]int, len(s)+1)
	for i := range at {
		at[i] = i
	}
	return unescaped{s, at}
}

// read reads the escapes of JSON in u, once. What is no escape stays.
func (u unescaped) read() unescaped {
	s := u.text
	var b strings.Builder
	at := make([]int, 0, len(s)+1)
	put := func(c rune, from int) {
		for range utf8.RuneLen(c) {
			at = append(at, u.at[from])
		}
		b.WriteRune(c)
	}
	for i := 0; i < len(s); {
		c, size := escape(s[i:])
		if size == 0 {
			at = append(at, u.at[i])
			b.WriteByte(s[i])
			i++
			continue
		}
		put(c, i)
		i += size
	}
	return unescaped{b.String(), append(at, u.at[len(s)])}
}

// escape returns the character that an escape at the beginning of s stands for,
// and the length of the escape; 0 when there is none.
func escape(s string) (rune, int) {
	if len(s) < 2 || s[0] != '\\' {
		return 0, 0
	}
	if i := strings.IndexByte(`"\/bfnrt`, s[1]); i >= 0 {
		return rune("\"\\/\b\f\n\r\t"[i]), 2
	}
	c, ok := unit(s)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(c) {
		low, ok := unit(s[6:])
		if pair := utf16.DecodeRune(c, low); ok && pair != utf8.RuneError {
			return pair, 12
		}
		return 0, 0
	}
	return c, 6
}

func unit(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}

// span is a half-open range of bytes.
type span struct{ start, end int }

// hidden returns where secrets stand in s behind escapes, in order and without
// overlaps. What the bytes of s themselves show is not looked for.
func (r *replacer) hidden(s string) []span {
	var spans []span
	u := plainText(s)
	for range 2 {
		if strings.IndexByte(u.text, '\\') < 0 {
			break
		}
		u = u.read()
		if r.redact(u.text) == u.text {
			continue // which is quick to find out
		}
		for _, v := range r.values {
			for from := 0; ; {
				i := strings.Index(u.text[from:], v)
				if i < 0 {
					break
				}
				from += i + 1
				spans = append(spans, span{u.at[from-1], u.at[from-1+len(v)]})
			}
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return a.start - b.start })
	merged := spans[:0]
	for _, sp := range spans {
		if n := len(merged); n > 0 && sp.start < merged[n-1].end {
			merged[n-1].end = max(merged[n-1].end, sp.end)
			continue
		}
		merged = append(merged, sp)
	}
	return merged
}

// mask puts the mark in place of spans, which are in order.
func mask(s string, spans []span) string {
	if len(spans) == 0 {
		return s
	}
	var b strings.Builder
	pos := 0
	for _, sp := range spans {
		b.WriteString(s[pos:sp.start])
		b.WriteString(redacted)
		pos = sp.end
	}
	b.WriteString(s[pos:])
	return b.String()
}

// behindEscapes returns s without the secrets that its escapes hide.
func (r *replacer) behindEscapes(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	return mask(s, r.hidden(s))
}

// longest is the length of the longest value.
func (r *replacer) longest() int {
	n := 0
	for _, v := range r.values {
		n = max(n, len(v))
	}
	return n
}
