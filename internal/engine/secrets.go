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
		}
		if len(v) >= minEnviron {
			b := []byte(v)
			all = append(all,
				base64.RawStdEncoding.EncodeToString(b), base64.RawURLEncoding.EncodeToString(b),
				url.QueryEscape(v), url.PathEscape(v))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
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
