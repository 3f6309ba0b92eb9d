package redact_test

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/redact"
)

// secretText is any text that can be a secret; without stars, which are what
// the mark is made of.
func secretText(t *rapid.T, name string) string {
	return rapid.StringOfN(rapid.RuneFrom([]rune("ab12 \n\t\"'\\/@:?#&=%+;<>é€😀.-_")), 6, 16, -1).
		Filter(func(s string) bool { return strings.TrimSpace(s) == s && !isNothing(s) }).Draw(t, name)
}

// Whatever a secret is made of, none of the forms that the package lists comes
// out, wherever it stands and however the text arrives.
func TestPropertyPlantedSecrets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value, user, password := secretText(t, "value"), secretText(t, "user"), secretText(t, "password")
		inQuery, fragment := secretText(t, "query"), secretText(t, "fragment")
		u := url.URL{Scheme: "https", User: url.UserPassword(user, password), Host: "h.example", Path: "/v1", RawQuery: "sid=" + url.QueryEscape(inQuery), Fragment: fragment}
		r := redact.New(redact.Sources{Env: []string{"SOME_KEY=" + value, "PROXY=" + u.String()}})

		planted := []string{user + ":" + password, u.User.String(), u.EscapedFragment()}
		for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
			planted = append(planted, enc.EncodeToString([]byte(user+":"+password)))
		}
		for _, s := range []string{value, password, inQuery, fragment} {
			inJSON, err := json.Marshal(s)
			require.NoError(t, err)
			plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(inJSON))
			planted = append(planted, s, string(inJSON[1:len(inJSON)-1]), plain[1:len(plain)-1], url.QueryEscape(s), url.PathEscape(s))
		}
		secret := rapid.SampledFrom(planted).Draw(t, "planted")
		before := rapid.SampledFrom([]string{"", "x", "a b\n", "key=", `"token": "`, "https://", "aabb"}).Draw(t, "before")
		after := rapid.SampledFrom([]string{"", "x", " y", "\n", `"`, "@h/"}).Draw(t, "after")
		got := stream(t, r, split(t, before+secret+after))
		require.Equal(t, r.String(before+secret+after), got)
		require.NotContains(t, got, secret)
	})
}
