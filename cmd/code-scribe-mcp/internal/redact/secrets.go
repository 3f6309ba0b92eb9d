package redact

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Shorter values are not looked for: replacing every "1" would destroy the
// output and tell the value all the same.
const (
	minValue   = 6
	minURLPart = 4
)

// Sources say where a run's secrets are. Everything may be empty.
type Sources struct {
	// Env is the environment of the program, as "NAME=value". Values of names
	// that look secret, and the secret parts of all URLs in it, are secrets.
	Env []string

	// Names are further variables of Env whose values are secrets.
	Names []string

	// Values are secrets that are not in Env.
	Values []string

	// URLs are texts whose URLs have secret parts.
	URLs []string

	// Public are values that are no secrets, wherever else they stand: local
	// servers take any word for a key, and people write the server's name.
	Public []string
}

var (
	secretName = regexp.MustCompile(`(?i)key|token|secret|passw|credential|auth`)
	// countName are names of limits in tokens of a model.
	countName = regexp.MustCompile(`(?i)(tokens|max_?token)$`)
)

// New returns a redactor for the secrets of src, in these forms: as they are,
// as a terminal shows them, percent-decoded and percent-encoded, as JSON and
// Python write them in a string (also if that stands in a string of JSON), and
// within a longer text in Base64; of a URL the password, user:password, the user
// if there is no password, each value of the query, the fragment. Values shorter
// than 6 bytes (4 in URLs), words that stand for no secret ("null") and numbers
// of tokens are left alone.
func New(src Sources) *Redactor {
	c := collector{}
	for _, v := range src.Public {
		c[v] = false
	}
	for _, v := range src.Values {
		c.add(v, minValue)
	}
	for _, pair := range src.Env {
		name, value, _ := strings.Cut(pair, "=")
		count := countName.MatchString(name) && strings.Trim(value, "0123456789") == ""
		if secretName.MatchString(name) && !count || slices.Contains(src.Names, name) {
			c.add(value, minValue)
		}
		c.addURLs(value)
	}
	for _, u := range src.URLs {
		c.addURLs(u)
	}
	r := new(Redactor)
	for v, secret := range c {
		if secret {
			r.secrets = append(r.secrets, []byte(v))
		}
	}
	slices.SortFunc(r.secrets, func(a, b []byte) int { return cmp.Or(cmp.Compare(len(b), len(a)), bytes.Compare(a, b)) })
	if len(r.secrets) > 0 {
		r.index = newIndex(r.secrets)
	}
	return r
}

// collector has the texts to look for; those that are no secrets are false.
type collector map[string]bool

// add takes a value in all its forms. least is the shortest length.
func (c collector) add(value string, least int) {
	if len(value) < least || isNothing([]byte(value)) || value == "EMPTY" {
		return
	}
	for _, v := range []string{value, strings.TrimSpace(value), unescape(value)} {
		if secret, known := c[v]; known && !secret {
			return
		}
		for _, form := range forms(v) {
			// What the mark is made of cannot be hidden by it.
			if _, known := c[form]; !known && len(form) >= least && strings.Trim(form, "*") != "" {
				c[form] = true
			}
		}
		if len(v) >= minValue {
			for _, form := range inBase64(v) {
				c[form] = true
			}
		}
	}
}

// inBase64 returns what all texts that contain s have in common in Base64: one
// for each place at which s may begin in a group of three bytes, in both
// alphabets. The characters at the ends also say something of their neighbours,
// and are left out.
func inBase64(s string) []string {
	var forms []string
	for lead := range 3 {
		b := append(make([]byte, lead), s...)
		first, end := (lead*8+5)/6, len(b)*8/6
		for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			forms = append(forms, enc.EncodeToString(b)[first:end])
		}
	}
	return forms
}

func unescape(s string) string {
	if u, err := url.PathUnescape(s); err == nil {
		return u
	}
	return s
}

// urlIn finds URLs in a longer text. The parts are taken by hand: a URL that
// net/url refuses has a password all the same.
var urlIn = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://([^\s"'<>]+)`)

func (c collector) addURLs(s string) {
	for _, m := range urlIn.FindAllStringSubmatch(s, -1) {
		rest, fragment, _ := strings.Cut(m[1], "#")
		c.add(fragment, minURLPart)
		rest, query, _ := strings.Cut(rest, "?")
		for _, pair := range strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' }) {
			if _, v, ok := strings.Cut(pair, "="); ok {
				c.add(v, minURLPart)
				c.add(strings.ReplaceAll(v, "+", " "), minURLPart)
			} else {
				c.add(pair, minURLPart)
			}
		}
		if info := userinfo(rest); info != "" {
			c.addUserinfo(info)
		}
	}
}

// userinfo returns what stands before the host of a URL without scheme, query
// and fragment. The last @ counts; a slash in a password is wrong but seen.
func userinfo(rest string) string {
	authority, _, _ := strings.Cut(rest, "/")
	if _, port, ok := strings.Cut(authority, ":"); ok && strings.Trim(port, "0123456789") != "" && !strings.HasPrefix(authority, "[") {
		authority = rest
	}
	return authority[:max(0, strings.LastIndexByte(authority, '@'))]
}

func (c collector) addUserinfo(info string) {
	user, pass, _ := strings.Cut(info, ":")
	if user == "" && pass == "" {
		return
	}
	if pass == "" {
		c.add(user, minURLPart)
	} else {
		c.add(pass, minURLPart)
	}
	for _, u := range []string{user, unescape(user)} {
		for _, p := range []string{pass, unescape(pass)} {
			pair := u + ":" + p
			if p != "" {
				c.add(pair, minURLPart)
			}
			for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
				c.add(enc.EncodeToString([]byte(pair)), minURLPart)
			}
		}
	}
}
