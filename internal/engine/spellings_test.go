package engine

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/internal/runner"
)

// Of a secret that base64 hides among other bytes, at most the digits that it
// shares with its neighbours are left.
func TestSpellings_base64WithinOtherText(t *testing.T) {
	for _, secret := range []string{"s3cr3t", "s3cr3t7", "s3cr3t-8", "Tr0ub4dor&3-horse"} {
		for before := range 3 {
			for name, enc := range map[string]*base64.Encoding{"std": base64.StdEncoding, "url": base64.RawURLEncoding} {
				const long = "0123456789abcdef"
				text := enc.EncodeToString([]byte(long[:before] + secret + "\xff\xff" + long))
				got := runner.Redact(text, spellings([]string{secret}))
				alone := len(enc.EncodeToString([]byte(long[:before]+"\xff\xff"+long))) + len("[redacted]")
				assert.NotEqual(t, text, got, "%s behind %d bytes, %s", secret, before, name)
				assert.LessOrEqual(t, len(got), alone+8, "%s behind %d bytes, %s", secret, before, name)
			}
		}
	}
}

// JSON in a string of JSON that nobody can decode: cut, or behind other words.
func TestSpellings_escapedTwice(t *testing.T) {
	const secret = `pa"ss\wörd/x9`
	once, err := json.Marshal(secret)
	assert.NoError(t, err)
	twice, err := json.Marshal(string(once))
	assert.NoError(t, err)
	form := strings.Trim(string(twice[1:len(twice)-1]), `\"`)
	for _, line := range []string{`INFO {"v":"` + string(twice) + `"}`, string(twice) + `,"cut`} {
		assert.NotContains(t, runner.Redact(line, spellings([]string{secret})), form)
	}
}

// Programs indent, trim and list what they print.
func TestSpellings_changedForms(t *testing.T) {
	const pem = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\r\n  hkiG9w0BAQEFAASC\nshort\n-----END PRIVATE KEY-----\n"
	for _, tt := range []struct{ name, secret, text, want string }{
		{
			"indented", pem, "  -----BEGIN PRIVATE KEY-----\n    MIIEvQIBADANBgkq\n    hkiG9w0BAQEFAASC\n    short\n",
			"  -----BEGIN PRIVATE KEY-----\n    [redacted]\n    [redacted]\n    short\n",
		},
		{"a quoted line", "aaaaaaaaaaaaaaaaaa\n\"bbbbbbbbbbbbbbbb\"", `x "\"bbbbbbbbbbbbbbbb\""`, `x "[redacted]"`},
		{"without its last line break", pem, pem[:len(pem)-1], "[redacted]"},
		{"another one's borders", pem, "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----"},
		{"trimmed", " abcd9 ", "<abcd9>", "<[redacted]>"},
		{"trimmed and encoded", "\thunter2x\n", base64.StdEncoding.EncodeToString([]byte("hunter2x")), "[redacted]="},
		{"trimmed to a short one", " abc ", "abc", "abc"},
		{"CSV", `"hunter2x",x`, `["""hunter2x"",x"]`, `["[redacted]"]`},
		{"CSV in a string", `a"hunter2x`, `"[\"a\"\"hunter2x\"]"`, `"[\"[redacted]\"]"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, runner.Redact(tt.text, spellings([]string{tt.secret})))
		})
	}
}

// What a secret costs is bounded by its forms, not by the lines it has.
func TestSpellings_areFew(t *testing.T) {
	assert.Less(t, len(spellings([]string{"hunter2x"})), 20)
	lines := "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC0123456789abcdef\n"
	for i := range 50 {
		lines += strings.Repeat(string(rune('A'+i%26)), 48+i) + "\n"
	}
	assert.Less(t, len(spellings([]string{lines})), 51+50)
}
