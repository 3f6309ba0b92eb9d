//go:build unix

package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

// encodings are the ways in which a program may spell a secret.
var encodings = map[string]func(string) string{
	"plain":          func(s string) string { return s },
	"base64":         func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
	"base64raw":      func(s string) string { return base64.RawStdEncoding.EncodeToString([]byte(s)) },
	"base64url":      func(s string) string { return base64.URLEncoding.EncodeToString([]byte(s)) },
	"base64user":     func(s string) string { return base64.StdEncoding.EncodeToString([]byte("user:" + s)) },
	"base64in0":      func(s string) string { return base64.StdEncoding.EncodeToString([]byte("abc" + s + "xyz")) },
	"base64in1":      func(s string) string { return base64.StdEncoding.EncodeToString([]byte("a" + s + "xyz")) },
	"base64in2":      func(s string) string { return base64.URLEncoding.EncodeToString([]byte("ab" + s + "xyz")) },
	"hex":            func(s string) string { return hex.EncodeToString([]byte(s)) },
	"hexupper":       func(s string) string { return strings.ToUpper(hex.EncodeToString([]byte(s))) },
	"query":          url.QueryEscape,
	"path":           url.PathEscape,
	"queryspaced":    func(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") },
	"json":           func(s string) string { return inJSON(s, true) },
	"jsonplain":      func(s string) string { return inJSON(s, false) },
	"jsontwice":      func(s string) string { return inJSON(inJSON(s, true), true) },
	"jsonplaintwice": func(s string) string { return inJSON(inJSON(s, false), false) },
	"go":             func(s string) string { q := strconv.Quote(s); return q[1 : len(q)-1] },
	"goascii":        func(s string) string { q := strconv.QuoteToASCII(s); return q[1 : len(q)-1] },
	"coloured": func(s string) string { // an escape sequence in the middle of it
		middle := len(s) / 2
		for !utf8.RuneStart(s[middle]) {
			middle++
		}
		return s[:middle] + "\x1b[1m" + s[middle:]
	},
}

// inJSON is s as it stands inside a JSON string.
func inJSON(s string, html bool) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(html)
	cobra.CheckErr(enc.Encode(s))
	return b.String()[1 : b.Len()-2]
}

func newSecret() *cobra.Command {
	c := &cobra.Command{Use: "secret", Short: "Tell a secret", Args: cobra.NoArgs}
	token := c.Flags().String("token", "", "The secret, declared as one")
	variable := c.Flags().String("variable", "", "Take the secret from this environment variable instead")
	encoding := c.Flags().String("encoding", "plain", "How it is spelt")
	echoed := c.Flags().String("echoed", "", "Printed too, and no secret by itself")
	annotate.Flag(c, "token").Secret()
	annotate.Flag(c, "encoding").Enum(slices.Sorted(maps.Keys(encodings))...)
	before := c.Flags().Int("before", 0, "Bytes of filling before it")
	after := c.Flags().Int("after", 0, "Bytes of filling after it")
	times := c.Flags().Int("times", 1, "How often it is told")
	code := c.Flags().Int("code", 0, "Exit code")
	p := addPieces(c)
	c.RunE = func(*cobra.Command, []string) error {
		secret := *token
		if *variable != "" {
			secret = os.Getenv(*variable)
		}
		encode := encodings[*encoding]
		if encode == nil {
			return fmt.Errorf("no such encoding: %q", *encoding)
		}
		text := strings.Repeat("secret="+encode(secret)+"\n", *times) + *echoed
		if err := p.write(strings.Repeat("b", *before) + text + strings.Repeat("a", *after)); err != nil {
			return err
		}
		os.Exit(*code)
		return nil
	}
	return reads(c)
}
