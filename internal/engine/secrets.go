package engine

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
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
	// minLine is the shortest line of a secret of several lines that is a
	// secret by itself: shorter ones may be ordinary words.
	minLine = 16
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
// in JSON (also in JSON that stands in a string of JSON), in Go's %q, in base64,
// in hexadecimal and in URLs. A value also counts without the blanks around it,
// as CSV, and by its lines, as they stand in indented text.
func spellings(values []string) []string {
	var all []string
	for _, v := range values {
		all = append(all, v)
		if len(v) < minSecret {
			continue // its spellings may be long enough, and stand everywhere
		}
		all = append(all, forms(v)...)
		if trimmed := strings.TrimSpace(v); trimmed != v && len(trimmed) >= minSecret {
			all = append(all, trimmed)
			all = append(all, forms(trimmed)...)
		}
		for _, line := range secretLines(v) {
			all = append(all, line)
			all = append(all, quotings(line)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// forms are the spellings of v, which is not shorter than minSecret.
func forms(v string) []string {
	var all []string
	for _, once := range quotings(v) {
		all = append(all, once)
		all = append(all, quotings(once)...)
	}
	if strings.Contains(v, `"`) {
		doubled := strings.ReplaceAll(v, `"`, `""`) // CSV, as pflag prints lists
		all = append(all, doubled)
		all = append(all, quotings(doubled)...)
	}
	if len(v) >= minEnviron {
		all = append(all, encodings(v)...)
	}
	return all
}

// secretLines are the lines of a value that has several, without the blanks
// around them. The borders of PEM are the same in what is no secret.
func secretLines(v string) []string {
	var lines []string
	if !strings.ContainsAny(strings.TrimSpace(v), "\r\n") {
		return nil
	}
	for line := range strings.FieldsFuncSeq(v, func(c rune) bool { return c == '\n' || c == '\r' }) {
		line = strings.TrimSpace(line)
		if len(line) >= minLine && !strings.HasPrefix(line, "-----BEGIN ") && !strings.HasPrefix(line, "-----END ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// quotings are v as it stands in quotes, by the habits of several languages.
func quotings(v string) []string {
	plain, _ := ordered.Compact(v) // a string always encodes
	html, _ := json.Marshal(v)
	var all []string
	for _, q := range []string{string(plain), string(html), strconv.Quote(v), strconv.QuoteToASCII(v)} {
		q = q[1 : len(q)-1]
		all = append(all, q, asciiJSON(q))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// encodings are the forms of v that hide it from the eye.
func encodings(v string) []string {
	b := []byte(v)
	query, path := url.QueryEscape(v), url.PathEscape(v)
	all := []string{
		hex.EncodeToString(b), strings.ToUpper(hex.EncodeToString(b)),
		query, strings.ReplaceAll(query, "+", "%20"), path, lowerPercent(query), lowerPercent(path),
	}
	for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		all = append(all, enc.EncodeToString(b))
		// Within a longer text three bytes make four characters, and the
		// first and the last may be shared with what stands around.
		for before := range 3 {
			text := enc.EncodeToString(slices.Concat(make([]byte, before), b))
			all = append(all, text[(8*before+5)/6:8*(before+len(b))/6])
		}
	}
	return all
}

// lowerPercent writes the escapes of a URL in lower case.
func lowerPercent(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], bytes.ToLower(b[i+1:i+3]))
		}
	}
	return string(b)
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
