//go:build linux

package attack_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The secrets of the attacks: one of every kind of character that is escaped
// somewhere, and an ordinary one.
var told = map[string]string{
	"odd":      `p"a\s<s>&wörd+/=?` + "\t" + `end`,
	"ordinary": "tr0ub4dor-and-3-more",
}

// traces are the spellings of a secret by which it is found out.
func traces(secret string) []string {
	inJSON := func(s string) string { b, _ := json.Marshal(s); return string(b[1 : len(b)-1]) }
	plain := func(s string) string {
		var b strings.Builder
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(s)
		return b.String()[1 : b.Len()-2]
	}
	b := []byte(secret)
	all := []string{
		secret, inJSON(secret), plain(secret), inJSON(inJSON(secret)), plain(plain(secret)),
		url.QueryEscape(secret), url.PathEscape(secret), strings.ReplaceAll(url.QueryEscape(secret), "+", "%20"),
		strings.ReplaceAll(secret, "\t", ""), // as it looks when it is cleaned
		hex.EncodeToString(b), strings.ToUpper(hex.EncodeToString(b)),
	}
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
		for before := range 3 {
			// The middle, which is the same whatever stands around.
			text := enc.EncodeToString(append([]byte("xyz")[:before:before], append(b, "xyz"...)...))
			all = append(all, text[4:4*((before+len(b))/3)])
		}
	}
	return all
}

// requireNoTrace demands that no spelling of a secret stands in the text.
func requireNoTrace(t testing.TB, secret, text, what string) {
	t.Helper()
	for i, trace := range traces(secret) {
		if at := strings.Index(text, trace); at >= 0 {
			require.FailNow(t, "a secret is told", "%s: spelling %d of it, %q, in ...%q...", what, i, trace, text[max(0, at-40):min(len(text), at+len(trace)+40)])
		}
	}
}

var spellings = []string{
	"plain", "base64", "base64raw", "base64url", "base64user", "base64in0", "base64in1", "base64in2", "hex", "hexupper",
	"query", "path", "queryspaced", "json", "jsonplain", "jsontwice", "jsonplaintwice", "go", "goascii", "coloured",
}

// Nothing that the server says has a secret in it, however a program spells it,
// cuts it into pieces or lets it fall where the reply is cut.
func TestOutput_secrets(t *testing.T) {
	for name, secret := range told {
		for _, declared := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/declared=%v", name, declared), func(t *testing.T) {
				t.Parallel()
				log := filepath.Join(t.TempDir(), "log")
				s := start(t, flags("--log-file="+log), with("SOME_API_KEY="+secret))
				given := map[string]any{"variable": "SOME_API_KEY"}
				if declared {
					s = start(t, flags("--log-file="+log))
					given = map[string]any{"token": secret}
				}
				said := &strings.Builder{}
				call := func(more map[string]any) result {
					arguments := map[string]any{}
					for _, m := range []map[string]any{given, more} {
						for k, v := range m {
							arguments[k] = v
						}
					}
					b, err := json.Marshal(arguments)
					require.NoError(t, err)
					s.send(requestLine(fmt.Sprint(s.ids.Add(1)), "tools/call", fmt.Sprintf(`{"name":"secret","arguments":%s,"_meta":{"progressToken":1}}`, b)))
					for {
						m := s.next()
						requireNoTrace(t, secret, m.raw, fmt.Sprint(more))
						fmt.Fprintln(said, m.raw)
						if m.Method != "" {
							continue
						}
						if m.Error != nil {
							return result{}
						}
						r := m.result(t)
						requireNoTrace(t, secret, r.text(), fmt.Sprint(more))
						requireNoTrace(t, secret, string(r.StructuredContent), fmt.Sprint(more))
						if e := r.StructuredContent; e != nil {
							env := r.envelope(t)
							requireNoTrace(t, secret, env.Stdout, fmt.Sprint(more))
							requireNoTrace(t, secret, env.Stderr, fmt.Sprint(more))
						}
						return r
					}
				}
				for _, how := range spellings {
					r := call(map[string]any{"encoding": how, "stream": "both"})
					require.Contains(t, r.text(), "[redacted]", how)
					call(map[string]any{"encoding": how, "piece": 5, "code": 3})
				}
				// Cut by the cap, and read from the spool.
				for _, how := range []string{"plain", "base64user", "jsontwice", "coloured"} {
					for _, before := range []int{half - 30, half - 10, half - 3} {
						r := call(map[string]any{"encoding": how, "before": before, "after": 40_000, "stream": "both"})
						e := r.envelope(t)
						require.NotEmpty(t, e.Truncated.Call)
						for _, stderr := range []bool{false, true} {
							requireNoTrace(t, secret, s.readText(e.Truncated.Call, stderr), how)
						}
					}
					call(map[string]any{"encoding": how, "before": 40_000, "after": half - 12})
				}
				// Errors that repeat what was given.
				for _, wrong := range []map[string]any{
					{"encoding": secret}, {"times": secret}, {secret: 1}, {"stream": "x" + secret}, {"piece": []string{secret}}, {"echoed": secret},
				} {
					if _, isName := wrong[secret]; !isName || declared {
						call(wrong)
					}
				}
				requireNoTrace(t, secret, s.ask("tools/list", "").raw, "tools/list")
				requireNoTrace(t, secret, said.String(), "all replies")
				requireNoTrace(t, secret, s.stderr.String(), "standard error")
				s.closeInput()
				require.NoError(t, s.wait())
				text, err := os.ReadFile(log)
				require.NoError(t, err)
				require.Contains(t, string(text), "tool=secret")
				requireNoTrace(t, secret, string(text), "log")
			})
		}
	}
}

// Neither do the commands for people tell them.
func TestOutput_secrets_by_hand(t *testing.T) {
	for name, secret := range told {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, args := range [][]string{
				{"tools"},
				{"call", "secret", `{"variable":"SOME_API_KEY","encoding":"jsontwice","stream":"both"}`},
				{"call", "secret", `{"variable":"SOME_API_KEY","encoding":"base64user","before":100000,"after":100000}`},
				{"call", "--json", "secret", `{"variable":"SOME_API_KEY","times":3000}`},
				{"call", "show", `{}`},
			} {
				s := prepare(t, flags(args...), with("SOME_API_KEY="+secret))
				s.cmd.Stderr = nil
				out, err := s.cmd.CombinedOutput()
				require.NoError(t, err, "%s", out)
				requireNoTrace(t, secret, string(out), strings.Join(args, " "))
			}
		})
	}
}
