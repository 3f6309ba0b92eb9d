package redact_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/redact"
)

const (
	baseURL = "http://user:s3cret@h:1/v1?token=qtok"
	key     = "sk-test-123456"
)

func redactor() *redact.Redactor {
	return redact.New(redact.Sources{Env: []string{
		"OPENAI_COMP_BASEURL=" + baseURL,
		"OPENAI_COMP_APIKEY=" + key,
		"OTHER_KEY=null",
		"PLAIN=nothing secret",
		"SHORT_KEY=ab",
		"PROXY=http://proxyuser@proxy:3128",
	}})
}

func TestString(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"the line dialect A prints", "http://user:s3cret@h:1/v1?token=qtok argo m", "http://***@h:1/v1?token=*** argo m"},
		{"base64 of the userinfo", "Incorrect API key provided: Basic dXNlcjpzM2NyZXQ=", "Incorrect API key provided: Basic ***"},
		{"a URL without scheme and host", "with url: /v1?token=qtok/chat/completions", "with url: /v1?token=***"},
		{"bearer", "Bearer sk-test-123456", "Bearer ***"},
		{"JSON", `{"api_key": "abc123def456"}`, `{"api_key": "***"}`},
		{"a key that is no secret", "value is null", "value is null"},
		{"nothing", "", ""},
		{"newlines stay", "a\nb\n\nsk-test-123456\n", "a\nb\n\n***\n"},
		{"password alone", "pass s3cret.", "pass ***."},
		{"user without password", "as proxyuser", "as ***"},
		{"occurrences side by side", key + key, "***"},
		{"too short to look for", "ab cab", "ab cab"},

		{"userinfo of an unknown URL", "see https://a:b%40c@x.example/p?q=1", "see https://***@x.example/p?q=1"},
		{"an @ in the path is no userinfo", "https://x.example/@scope/pkg", "https://x.example/@scope/pkg"},
		{"query, other values stay", "GET /v1?api-key=xyz&model=m&sig=1", "GET /v1?api-key=***&model=m&sig=***"},
		{"query, a longer name", "/cb?refresh_token=xyz", "/cb?refresh_token=***"},
		{"query, not every name", "/x?monkey=1&encode=2", "/x?monkey=1&encode=2"},
		{"basic and prose", "Basic Linear Algebra Subprograms", "Basic Linear Algebra Subprograms"},
		{"token and prose", "the token expired.", "the token expired."},
		{"token and value", "Authorization: token 0123456789abcdef", "Authorization: ***"},
		{"anthropic", "key sk-ant-api03-abcdefgh used", "key *** used"},
		{"github", "ghp_0123456789abcdefABCD and github_pat_0123456789abcdefABCD", "*** and ***"},
		{"slack", "xoxb-123456789-abc", "***"},
		{"aws", "AKIAIOSFODNN7EXAMPLE", "***"},
		{"JWT", "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSM", "***"},
		{"a word that ends alike", "mask-abcdefghijkl", "mask-abcdefghijkl"},
		{"header", "x-api-key: abc", "x-api-key: ***"},
		{"header with scheme", `"Authorization": "Bearer abc"`, `"Authorization": "***"`},
		{"environment", "OPENAI_COMP_APIKEY=abc", "OPENAI_COMP_APIKEY=***"},
		{"camel case", `accessToken: 'abc'`, `accessToken: '***'`},
		{"JSON in JSON", `"{\"password\": \"a b c\"}"`, `"{\"password\": \"***\"}"`},
		{"JSON with an escaped quote", `{"secret": "a\"b", "n": 1}`, `{"secret": "***", "n": 1}`},
		{"no value", `{"api_key": null, "token": ""}`, `{"api_key": null, "token": ""}`},
		{"a comparison", "if (token == TOK_PLUS) return", "if (token == TOK_PLUS) return"},
		{"an expression", "token = next(line)", "token = next(line)"},
		{"a count", "max_tokens: 4096", "max_tokens: 4096"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := redactor().String(tt.in)
			assert.Equal(t, tt.want, got)
			assert.Equal(t, got, redactor().String(got), "a second time changes nothing")
		})
	}
}

func TestNilKnowsPatterns(t *testing.T) {
	var r *redact.Redactor
	assert.Equal(t, "Bearer ***", r.String("Bearer abcdef"))
	assert.Nil(t, r.Strings(nil))
	assert.Equal(t, []string{"a", "***"}, r.Strings([]string{"a", "AKIAIOSFODNN7EXAMPLE"}))
}

func TestDisplayURL(t *testing.T) {
	r := redact.New(redact.Sources{Values: []string{"opensesame", "open sesame"}})
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"https://api.example.org/v1", "https://api.example.org/v1"},
		{"https://user:pa%40ss@h.example:8443/v1", "https://h.example:8443/v1"},
		{"https://tok@h/v1?api_key=abc#x", "https://h/v1"},
		{"http://[::1]:11434/v1", "http://[::1]:11434/v1"},
		{"https://h/v1/sk-abcdefghijklmnopqrst", "https://h/v1/***"},
		{"https://h/opensesame/v1", "https://h/***/v1"},
		{"https://h/a%20b/open%20sesame", "https://h/a%20b/***"},
		{"https://h", "https://h"},
		{"h.example/v1", "(hidden)"},
		{"ftp://h/", "(hidden)"},
		{"http://h/\nx", "(hidden)"},
		{"http://", "(hidden)"},
		{"http://h/%zz", "(hidden)"},
	} {
		assert.Equal(t, tt.want, r.DisplayURL(tt.in), tt.in)
	}
}

// Every form in which a secret of the environment may come out, inside any
// text, is hidden.
func TestPlantedSecrets(t *testing.T) {
	const (
		value    = "Tr0ub4dor&3 \"x\" \\ 'é'"
		user     = "us:er"
		password = "pä ss/@w#ord"
	)
	info := url.UserPassword(user, password).String()
	raw := "https://" + info + "@h.example/v1?sid=que%20ry%2Bvalue&flagvalue#frag%20ment"
	r := redact.New(redact.Sources{
		Env:    []string{"X_CREDENTIALS=" + value, "LISTED=listed-value", "NOSCHEME_URL=x,http://a:pa/ss@h/v1"},
		Names:  []string{"LISTED"},
		Values: []string{" given-value\n"},
		URLs:   []string{raw},
	})
	asJSON, err := json.Marshal(value)
	require.NoError(t, err)
	pair := base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
	for name, planted := range map[string]string{
		"value":            value,
		"JSON":             string(asJSON[1 : len(asJSON)-1]),
		"JSON, plain":      `Tr0ub4dor&3 \"x\" \\ 'é'`,
		"JSON, ASCII":      `Tr0ub4dor&3 \"x\" \\ '\u00e9'`,
		"Python":           `Tr0ub4dor&3 "x" \\ \'é\'`,
		"query":            url.QueryEscape(value),
		"path":             url.PathEscape(value),
		"listed":           "listed-value",
		"given":            "given-value",
		"password":         password,
		"password encoded": strings.TrimPrefix(info, url.User(user).String()+":"),
		"pair":             user + ":" + password,
		"pair encoded":     info,
		"base64":           pair,
		"base64 unpadded":  strings.TrimRight(pair, "="),
		"base64 of URLs":   base64.URLEncoding.EncodeToString([]byte(user + ":" + password)),
		"query value":      "que ry+value",
		"query raw":        "que%20ry%2Bvalue",
		"query alone":      "flagvalue",
		"fragment":         "frag ment",
		"bad URL":          "pa/ss",
	} {
		got := r.String("before <" + planted + "> after")
		assert.NotContains(t, got, planted, name)
		assert.Equal(t, "before <***> after", got, name)
	}
	for _, plain := range []string{"https://h.example/v1", "nothing"} {
		assert.Equal(t, plain, r.String(plain))
	}
}

// All four alphabets of Base64, where they differ.
func TestBase64(t *testing.T) {
	const user, password = "aé>", "b??>c?"
	r := redact.New(redact.Sources{URLs: []string{"https://" + url.UserPassword(user, password).String() + "@h"}})
	forms := map[string]bool{}
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		form := enc.EncodeToString([]byte(user + ":" + password))
		forms[form] = true
		assert.Equal(t, "a *** b", r.String("a "+form+" b"))
	}
	assert.Len(t, forms, 4)
}

func TestNoSecretsInOrdinaryURLs(t *testing.T) {
	r := redact.New(redact.Sources{Env: []string{"U=http://[::1]:11434/path@x/y http://:@h http://u:p@h"}})
	const plain = "path@x/y [::1]:11434 p u Og=="
	assert.Equal(t, plain, r.String(plain))
}

// split cuts s at random places.
func split(t *rapid.T, s string) []string {
	var pieces []string
	for s != "" {
		n := rapid.IntRange(1, min(len(s), 1+rapid.IntRange(0, 40).Draw(t, "most"))).Draw(t, "n")
		pieces, s = append(pieces, s[:n]), s[n:]
	}
	return pieces
}

func stream(t require.TestingT, r *redact.Redactor, pieces []string) string {
	var out bytes.Buffer
	w := r.Writer(&out)
	for _, p := range pieces {
		n, err := io.WriteString(w, p)
		require.NoError(t, err)
		require.Equal(t, len(p), n)
	}
	require.NoError(t, w.Close())
	return out.String()
}

func TestPropertyPiecesNeverMatter(t *testing.T) {
	words := []string{
		baseURL, key, "s3cret", "dXNlcjpzM2NyZXQ=", "qtok", "user", "multi\nline\nsecret", "line\nsec", " ", "\n", "Bearer ", "token=", "?token=",
		`"api_key": "`, `"`, "sk-", "abababab", "abab", "ab", "null", "***", "é", "\xff", "http://", "@", "eyJabcd.", "x",
	}
	r := redact.New(redact.Sources{
		Env:    []string{"B_URL=" + baseURL, "A_KEY=" + key},
		Values: []string{"multi\nline\nsecret", "abababab", "bababa"},
	})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 30).Draw(t, "words"), "")
		got := stream(t, r, split(t, s))
		assert.Equal(t, r.String(s), got)
		for _, secret := range []string{key, "s3cret", "dXNlcjpzM2NyZXQ=", "multi\nline\nsecret", "abababab"} {
			assert.NotContains(t, got, secret)
		}
	})
}

// Bytes that are held twice, first behind one secret and then as the possible
// beginning of another, still belong to the first.
func TestHeldTwice(t *testing.T) {
	r := redact.New(redact.Sources{Values: []string{"xxxxaa", "aaaaaa", "aa\naaa"}})
	assert.Equal(t, "***\n", stream(t, r, []string{"xxxxaa", "\n"}))
}

// A line that never ends is searched in parts; nothing at the seams escapes.
func TestLongLines(t *testing.T) {
	r := redactor()
	const size = 64 << 10
	for _, planted := range []string{key, "AKIAIOSFODNN7EXAMPLE", "Bearer abcdefgh12", "/v1?token=" + strings.Repeat("v9", 3000)} {
		for _, at := range []int{size - 4096, size - 4096 - 5, size - 4096 + 5, size - 10, size - 1, size, 2*size - 3*4096 - 7} {
			s := strings.Repeat("x ", at/2) + planted + " " + strings.Repeat("y ", size)
			got := r.String(s)
			secret := planted[len(planted)-8:]
			require.False(t, strings.Contains(got, secret), "%.20s at %d", planted, at)
			require.True(t, strings.Contains(got, "***"))
			require.True(t, got == stream(t, r, []string{s[:at+2], s[at+2 : at+5], s[at+5:]}))
		}
	}
	huge := "/v1?token=" + strings.Repeat("v9", 2*size)
	assert.Equal(t, "/v1?token=*** end\nok", r.String(huge+" end\nok"), "a value longer than a part")
	assert.Equal(t, "/v1?token=***", r.String(huge))
	assert.Equal(t, "/v1?token=*** end\nok", r.String("/v1?token="+strings.Repeat("v9", size/2-100)+" end\nok"), "a value that fills most of one")
	assert.Equal(t, "Bearer *** ok", r.String("Bearer "+strings.Repeat("v9", size/2-100)+" ok"))
	assert.True(t, strings.Repeat("z", 3*size) == r.String(strings.Repeat("z", 3*size)), "nothing is lost")
}

// What has been written and cannot be part of a secret comes out with its line.
func TestWriterPassesLinesOn(t *testing.T) {
	var out bytes.Buffer
	w := redactor().Writer(&out)
	_, err := io.WriteString(w, "one\ntwo")
	require.NoError(t, err)
	assert.Equal(t, "one\n", out.String())
	require.NoError(t, w.Close())
	assert.Equal(t, "one\ntwo", out.String())
	require.NoError(t, w.Close(), "closing twice does no harm")
	assert.Equal(t, "one\ntwo", out.String())
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriterKeepsTheError(t *testing.T) {
	w := redactor().Writer(broken{})
	_, err := io.WriteString(w, "one\ntwo\n")
	require.EqualError(t, err, "disk full")
	require.EqualError(t, w.Close(), "disk full")
}

func FuzzPieces(f *testing.F) {
	f.Add("x "+key+" y", key, uint(3))
	f.Add("aabaab", "aabaab", uint(1))
	f.Add("http://user:s3cret@h:1/v1?token=qtok argo m", "qtokqtok", uint(7))
	f.Add(strings.Repeat("z", 70000)+key, "zzzzzz", uint(4095))
	f.Fuzz(func(t *testing.T, s, secret string, n uint) {
		if len(secret) > 200 || len(s) > 1000*(int(n%8192)+1) {
			t.Skip("slow, and finds nothing more")
		}
		r := redact.New(redact.Sources{Values: []string{secret}, URLs: []string{baseURL}})
		size := int(n%8192) + 1
		var pieces []string
		for rest := s; rest != ""; {
			k := min(size, len(rest))
			pieces, rest = append(pieces, rest[:k]), rest[k:]
		}
		got := stream(t, r, pieces)
		require.Equal(t, r.String(s), got)
		if len(secret) >= 6 && !isNothing(secret) && !strings.Contains(secret, "*") {
			require.NotContains(t, got, secret)
		}
	})
}

func isNothing(s string) bool {
	switch strings.ToLower(s) {
	case "null", "none", "placeholder", "empty", "true", "false":
		return true
	}
	return false
}

// A secret is found in a longer text in Base64, wherever in it it stands.
func TestBase64OfALongerText(t *testing.T) {
	const secret = "s3cret-Value~?>"
	r := redact.New(redact.Sources{Values: []string{secret}})
	for lead := range 6 {
		text := strings.Repeat("x", lead) + secret + " and more"
		for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
			got := r.String("here: " + enc.EncodeToString([]byte(text)))
			decoded, err := enc.DecodeString(strings.TrimPrefix(got, "here: "))
			assert.Error(t, err, "%s: %s", got, decoded)
			assert.Contains(t, got, redact.Mark)
			assert.Less(t, len(got), len("here: ")+len(redact.Mark)+len(text)*4/3-len(secret)*4/3+6)
		}
	}
}
