package redact_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/redact"
)

// What other languages make of a secret is the secret as well.
func TestEncodedForms(t *testing.T) {
	r := redact.New(redact.Sources{
		Values: []string{"kéy/12345678", `q"uo'te\d€😀<&=+`, "nul\x01l \x7f\xffbyte"},
		URLs:   []string{"https://user:p%2Fx%3Dlongpw@h.example/v1"},
	})
	for name, planted := range map[string]string{
		"percent, lower case":                        "p%2fx%3dlongpw",
		"percent, upper case":                        "p%2Fx%3Dlongpw",
		"percent, slashes stay":                      "p/x%3Dlongpw",
		"percent, slashes, lower":                    "p/x%3dlongpw",
		"JSON, slash with backslash":                 `p\/x=longpw`,
		"JSON, slash escaped":                        `p\u002fx=longpw`,
		"JSON, slash escaped, upper":                 `p\u002Fx=longpw`,
		"JSON, = escaped":                            `p/x\u003dlongpw`,
		"JSON, both escaped":                         `p\/x\u003Dlongpw`,
		"JSON in JSON":                               `p\\/x=longpw`,
		"percent, only what is not ASCII":            "k%C3%A9y/12345678",
		"percent, only what is not ASCII, lower":     "k%c3%a9y/12345678",
		"percent, everything":                        "k%C3%A9y%2F12345678",
		"bytes of Python":                            `k\xc3\xa9y/12345678`,
		"bytes of Python in JSON":                    `k\\xc3\\xa9y/12345678`,
		"ascii of Python":                            `k\xe9y/12345678`,
		"JSON, ASCII, upper case":                    `k\u00E9y/12345678`,
		"JSON, ASCII, slash escaped":                 `k\u00e9y\u002f12345678`,
		"JSON, ASCII, slash escaped, upper":          `k\u00E9y\u002F12345678`,
		"JSON, ASCII, slash":                         `k\u00e9y\/12345678`,
		"JSON in JSON, ASCII":                        `k\\u00e9y/12345678`,
		"bytes of Python, both quotes":               `q"uo\'te\\d\xe2\x82\xac\xf0\x9f\x98\x80<&=+`,
		"bytes of Python, in quotation marks":        `q"uo'te\\d\xe2\x82\xac\xf0\x9f\x98\x80<&=+`,
		"ascii of Python, beyond":                    `q"uo\'te\\d\u20ac\U0001f600<&=+`,
		"JSON of .NET":                               `q\u0022uo\u0027te\\d\u20AC\uD83D\uDE00\u003C\u0026=\u002B`,
		"JSON of Gson":                               `q\"uo\u0027te\\d€😀\u003c\u0026\u003d+`,
		"encodeURI":                                  "q%22uo'te%5Cd%E2%82%AC%F0%9F%98%80%3C&=+",
		"encodeURIComponent":                         "q%22uo'te%5Cd%E2%82%AC%F0%9F%98%80%3C%26%3D%2B",
		"bytes of Python, control characters":        `nul\x01l \x7f\xffbyte`,
		"percent, control characters":                "nul%01l%20%7F%FFbyte",
		"percent, control characters, space is plus": "nul%01l+%7F%FFbyte",
	} {
		got := r.String("before <" + planted + "> after")
		assert.Equal(t, "before <***> after", got, name)
	}
	b, err := json.Marshal(map[string]string{"a": `{"a":"kéy/12345678"}`})
	require.NoError(t, err)
	assert.NotContains(t, r.String(string(b)), "12345678")
}

// Ordinary words and numbers are no secrets, whatever variable they are in.
func TestNoSecrets(t *testing.T) {
	r := redact.New(redact.Sources{
		Env:    []string{"CODESCRIBE_MAX_TOKENS=128000", "max_token=128001", "SOME_TOKEN=128002345", "LISTED_TOKENS=777777", "MY_KEY=ollama", "X_KEY=gpt:5x", "U=http://ollama@h/"},
		Names:  []string{"LISTED_TOKENS"},
		Values: []string{"gpt:5x", "ollama"},
		Public: []string{"ollama", "gpt:5x"},
	})
	for in, want := range map[string]string{
		"128000 of 128001":        "128000 of 128001",
		"128002345":               "***",
		"777777":                  "***",
		"the ollama of gpt:5x":    "the ollama of gpt:5x",
		"api_key=ollama":          "api_key=***",
		"http://ollama@h/ ollama": "http://***@h/ ollama",
	} {
		assert.Equal(t, want, r.String(in))
	}
}
