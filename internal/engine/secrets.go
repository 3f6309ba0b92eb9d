package engine

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/nurucobra/nuru/internal/ordered"
	"github.com/nurucobra/nuru/schemagen"
)

const (
	// minEnviron is the shortest environment value that is redacted: shorter
	// ones are parts of ordinary words. Nor are shorter values looked for in
	// encodings that hide them from the eye.
	minEnviron = 6
	// minSecret is the shortest value that [runner.Redact] looks for.
	minSecret = 4
)

// secretValues are the values of variables that are named like secrets.
func secretValues(env []string) []string {
	var values []string
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		if len(value) >= minEnviron && schemagen.SecretName(name) {
			values = append(values, value)
		}
	}
	return values
}

// spellings returns the values together with the forms that programs give them
// in JSON, in Go's %q, in base64 and in URLs.
func spellings(values []string) []string {
	var all []string
	for _, v := range values {
		all = append(all, v)
		if len(v) < minSecret {
			continue // its spellings may be long enough, and stand everywhere
		}
		plain, _ := ordered.Compact(v) // a string always encodes
		html, _ := json.Marshal(v)
		for _, q := range []string{string(plain), string(html), strconv.Quote(v), strconv.QuoteToASCII(v)} {
			q = q[1 : len(q)-1]
			all = append(all, q, asciiJSON(q))
			// Once more, for JSON in a string of JSON: where a line is cut, or
			// is no JSON by itself, nobody can decode it.
			again, _ := ordered.Compact(q)
			q = string(again[1 : len(again)-1])
			all = append(all, q, asciiJSON(q))
		}
		if len(v) >= minEnviron {
			all = append(all, url.QueryEscape(v), url.PathEscape(v))
			all = append(all, inBase64(v, base64.RawStdEncoding)...)
			all = append(all, inBase64(v, base64.RawURLEncoding)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// inBase64 returns v in base64 as it stands within a longer text, "user:" + v
// for example: as the rest of a group of three bytes at each of the places that
// it can begin at. The digits that its neighbours share are left out.
func inBase64(v string, enc *base64.Encoding) []string {
	var all []string
	for before, shared := range []int{0, 2, 3} {
		digits := enc.EncodeToString([]byte("\x00\x00"[:before] + v))
		if (before+len(v))%3 != 0 {
			digits = digits[:len(digits)-1]
		}
		all = append(all, digits[shared:])
	}
	return append(all, enc.EncodeToString([]byte(v)))
}

// asciiJSON escapes what is not ASCII, as JSON writers of other languages do.
func asciiJSON(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}
