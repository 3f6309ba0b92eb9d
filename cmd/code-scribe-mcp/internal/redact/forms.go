package redact

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/nurucobra/nuru/internal/text"
)

// forms returns what programs make of a text when they print it, except for
// Base64. Forms may be in the list twice.
func forms(v string) []string {
	list := append([]string{v, text.Clean(v), lowerPercent(v)}, percents(v)...)
	quoted := append(jsons(v), pythons(v)...)
	list = append(list, quoted...)
	for _, q := range quoted {
		if q != v {
			// As JSON writes what stands in quotes already.
			list = append(list, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(q))
		}
	}
	return list
}

// kept are the characters, besides letters and digits, that writers of URLs
// leave alone: all strict ones, Python's quote, JavaScript's encodeURIComponent
// and encodeURI, and those that escape only what a URL cannot have at all.
var kept = []string{
	"-_.~",
	"-_.~/",
	"-_.~!'()*",
	"-_.~!'()*;/?:@&=+$,#",
	"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
}

// percents are the forms of v in URLs.
func percents(v string) []string {
	var list []string
	for _, keep := range kept {
		list = append(list, percent(v, keep))
	}
	list = append(list, url.QueryEscape(v), url.PathEscape(v))
	for _, upper := range list[:len(list):len(list)] {
		list = append(list, lowerPercent(upper))
	}
	return list
}

func percent(v, keep string) string {
	var b strings.Builder
	for _, c := range []byte(v) {
		if isWord(c) && c != '_' || strings.IndexByte(keep, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// lowerPercent writes the escapes of a URL in lower case.
func lowerPercent(v string) string {
	b := []byte(v)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' && isHex(b[i+1]) && isHex(b[i+2]) {
			b[i+1] |= 0x20 // digits have this bit already
			b[i+2] |= 0x20
		}
	}
	return string(b)
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// unicodes are the sets of characters that writers of JSON give as \u although
// they need not: none, Go's, Gson's, and those of .NET.
var unicodes = []string{"", "<>&", "<>&='", "\"<>&'+`"}

// jsons are the forms of v within a string of JSON.
func jsons(v string) []string {
	var list []string
	for _, set := range unicodes {
		for _, ascii := range []bool{false, true} {
			for _, hex := range []string{`\u%04x`, `\u%04X`} {
				for _, slash := range []string{"/", `\/`, fmt.Sprintf(hex, '/')} {
					list = append(list, inJSON(v, set, slash, hex, ascii))
				}
			}
		}
	}
	return list
}

// inJSON writes v as a string of JSON without its quotation marks: the
// characters of set, and with ascii all others than ASCII, in the format hex.
func inJSON(v, set, slash, hex string, ascii bool) string {
	var b strings.Builder
	for _, r := range v {
		switch {
		case r == '/':
			b.WriteString(slash)
		case strings.ContainsRune(set, r), ascii && r >= utf8.RuneSelf:
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, hex, unit)
			}
		case r == '<', r == '>', r == '&':
			b.WriteRune(r)
		default:
			q, _ := json.Marshal(string(r)) // a string is always encoded
			b.Write(q[1 : len(q)-1])
		}
	}
	return b.String()
}

// pythons are the forms of v in repr() and ascii() of Python, of text and of
// bytes, in either quotation mark.
func pythons(v string) []string {
	var list []string
	for _, quote := range []rune{0, '\'', '"'} {
		list = append(list, inPython(v, quote, reprRune), inPython(v, quote, asciiRune), inPython(v, quote, bytesRune))
	}
	return list
}

func inPython(v string, quote rune, other func(r rune, raw string) string) string {
	var b strings.Builder
	for i, r := range v {
		switch {
		case r == '\\', r == quote && quote != 0:
			b.WriteRune('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case ' ' <= r && r <= '~':
			b.WriteRune(r)
		default:
			_, size := utf8.DecodeRuneInString(v[i:])
			b.WriteString(other(r, v[i:i+size]))
		}
	}
	return b.String()
}

func reprRune(r rune, raw string) string {
	if r < 0xa0 {
		return asciiRune(r, raw)
	}
	return raw
}

func asciiRune(r rune, _ string) string {
	switch {
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	default:
		return fmt.Sprintf(`\U%08x`, r)
	}
}

func bytesRune(_ rune, raw string) string {
	var b strings.Builder
	for _, c := range []byte(raw) {
		fmt.Fprintf(&b, `\x%02x`, c)
	}
	return b.String()
}
