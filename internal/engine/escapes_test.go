package engine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// However a writer escapes a secret, once or twice, it is found in a text that
// is no JSON.
func TestBehindEscapes(t *testing.T) {
	const secret = "qZ9/xY+7kL/\u00e9-\U0001f600tok3n"
	r := newReplacer(spellings([]string{secret}))
	for _, c := range []struct{ in, want string }{
		{`error: {"t":"qZ9\/xY+7kL\/\u00e9-\ud83d\ude00tok3n"}`, `error: {"t":"[redacted]"}`},
		{`error: {"t":"qZ9/xY\u002B7kL/\u00E9-\uD83D\uDE00tok3n"} more`, `error: {"t":"[redacted]"} more`},
		{`twice: "{\"t\":\"qZ9\\/xY\\u002b7kL\\/\\u00E9-\\uD83D\\uDE00tok3n\"}"`, `twice: "{\"t\":\"[redacted]\"}"`},
		{`nothing here \u0041 C:\new\u12 \`, `nothing here \u0041 C:\new\u12 \`},
		{`half \ud83d pair \ude00`, `half \ud83d pair \ude00`},
	} {
		assert.Equal(t, c.want, r.escaped(c.in))
	}
}

// A random secret in random escapes never comes through, whole or on a line
// that is too long to be held, whatever the pieces are.
func TestEscapes_property(t *testing.T) {
	alphabet := rapid.StringOfN(rapid.RuneFrom([]rune("ab/+\"é<\n7")), 8, 20, -1)
	rapid.Check(t, func(t *rapid.T) {
		secret := "k" + alphabet.Draw(t, "secret") + "z"
		r := newReplacer(spellings([]string{secret}))
		escape := func(s string) string {
			var b strings.Builder
			for _, c := range s {
				if c == '"' || c == '\\' || c < ' ' || rapid.Bool().Draw(t, "escaped") {
					fmt.Fprintf(&b, []string{`\u%04x`, `\u%04X`}[rapid.IntRange(0, 1).Draw(t, "case")], c)
				} else {
					b.WriteRune(c)
				}
			}
			return b.String()
		}
		text := escape(secret)
		if rapid.Bool().Draw(t, "twice") {
			text = escape(text)
		}
		in := `x{"t":"` + text + `","pad":1`
		out := r.escaped(in)
		u := plainText(out)
		for range 3 {
			if strings.Contains(u.text, secret) {
				t.Fatalf("%q came through as %q", secret, out)
			}
			u = u.read()
		}
	})
}

// The line is longer than what is held, and the secret stands anywhere.
func TestLineRedactor_long_lines(t *testing.T) {
	const secret = "wJalrXUtnFEMI/K7MDENG+bPxRfi"
	hidden := `wJalrXUtnFEMI\/K7MDENG\u002BbPxRfi`
	for _, at := range []int{0, maxRedactedLine - 20, maxRedactedLine - 1, maxRedactedLine + 5, 2*maxRedactedLine + 100} {
		for _, piece := range []int{64 << 10, 4099} {
			var out strings.Builder
			l := lineRedactor{to: &out, replacer: newReplacer(spellings([]string{secret}))}
			in := strings.Repeat("x", at) + hidden + strings.Repeat("y", 3*maxRedactedLine-at) + "\nnext " + hidden + "\n"
			for rest := in; rest != ""; {
				n := min(piece, len(rest))
				_, _ = l.Write([]byte(rest[:n]))
				rest = rest[n:]
			}
			l.end()
			want := strings.ReplaceAll(in, hidden, redacted)
			if out.String() != want {
				t.Errorf("at %d in pieces of %d: %d bytes, want %d", at, piece, out.Len(), len(want))
			}
		}
	}
}
