package mcpserve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nurucobra/nuru/internal/mcpserve"
)

// serveAll runs a server on a whole input and returns all it says.
func serveAll(t require.TestingT, c mcpserve.Config, input string) []message {
	var out syncBuffer
	require.NoError(t, mcpserve.ServeStdio(context.Background(), c, strings.NewReader(input), &out))
	var all []message
	for text := range strings.Lines(out.String()) {
		require.True(t, strings.HasSuffix(text, "\n"), "unfinished line")
		m, problem := check(strings.TrimSuffix(text, "\n"))
		require.Empty(t, problem, text)
		all = append(all, m)
	}
	return all
}

// FuzzLines sends any bytes as lines. The server survives them, says nothing
// but valid messages, answers no line twice, and serves the call that follows.
func FuzzLines(f *testing.F) {
	for _, c := range lineCases {
		if len(c.text) < 2000 {
			f.Add([]byte(c.text))
		}
	}
	init := request("0", "initialize", initParams) + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	for _, method := range []string{
		"tools/list", "tools/call", "prompts/list", "prompts/get", "resources/list", "resources/read", "resources/subscribe",
		"completion/complete", "logging/setLevel", "server/discover", "subscriptions/listen", "notifications/progress",
	} {
		f.Add([]byte(init + request("1", method, `{"name":"echo","arguments":{"a":[1,2,null]},"_meta":{"progressToken":"t"}}`)))
		f.Add([]byte(request("1", method, stateless(`"name":"echo","arguments":{"a":1},"uri":"a:b","cursor":"eA==","notifications":{"toolsListChanged":true},`))))
	}
	f.Add([]byte(request("1", "tools/call", stateless(`"name":"deplyo",`)) + "\n" + `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.Contains(data, []byte("FINAL")) {
			t.Skip()
		}
		cfg := config(echo)
		cfg.MaxLine = 4096
		cfg.Drain = time.Minute // a request that is lost on the way shows as a hang
		final := request(`"FINAL"`, "tools/call", stateless(`"name":"echo","arguments":{"still":"alive"},`))
		// Ids come back as they were sent, but for these two characters.
		escaped := strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`).Replace(string(data))
		answers := map[string]int{}
		total := 0
		began := time.Now()
		for _, m := range serveAll(t, cfg, string(data)+"\n"+final) {
			if m.Method != "" {
				continue
			}
			total++
			answers[string(m.ID)]++
			if string(m.ID) == `"FINAL"` {
				assert.Equal(t, `{"still":"alive"}`, m.text(t))
			}
		}
		assert.Less(t, time.Since(began), 30*time.Second)
		assert.Equal(t, 1, answers[`"FINAL"`])
		delete(answers, "null")
		delete(answers, `"FINAL"`)
		for id, n := range answers {
			assert.LessOrEqual(t, n, strings.Count(escaped, id), "answers to id %s", id)
		}
		assert.LessOrEqual(t, total, bytes.Count(data, []byte("\n"))+2)
	})
}

// Whatever the id and the arguments, both come back as they were sent.
func TestProperty_round_trip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := string(encode(t, rapid.OneOf(rapid.String().AsAny(), rapid.Int64().AsAny(), rapid.Float64Range(-1e6, 1e6).AsAny()).Draw(t, "id")))
		args := encode(t, rapid.MapOf(rapid.String(), rapid.OneOf(rapid.String().AsAny(), rapid.Int64().AsAny(), rapid.Bool().AsAny())).Draw(t, "args"))
		got := serveAll(t, config(echo), request(id, "tools/call", stateless(`"name":"echo","arguments":`+string(args)+`,`)))
		require.Len(t, got, 1)
		var sent, back any
		require.NoError(t, json.Unmarshal([]byte(id), &sent))
		require.NoError(t, json.Unmarshal(got[0].ID, &back))
		assert.Equal(t, sent, back)
		var result struct{ StructuredContent json.RawMessage }
		require.NoError(t, json.Unmarshal(got[0].Result, &result))
		assert.Equal(t, decode(t, args), decode(t, result.StructuredContent))
	})
}

// The id of a request is found in any cut of it, behind any other members, and
// also when the rest is missing.
func TestProperty_id_of_a_broken_line(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := string(encode(t, rapid.OneOf(rapid.StringN(0, 20, 60).AsAny(), rapid.Int64().AsAny()).Draw(t, "id")))
		other := string(encode(t, map[string]any{"a": rapid.String().Draw(t, "text"), "id": 1, "b": []any{map[string]any{"id": "x"}}}))
		blank := rapid.SampledFrom([]string{"", " ", "\t"}).Draw(t, "blank")
		text := fmt.Sprintf(`{%[2]s"method":"x","params":%[3]s,%[2]s"id"%[2]s:%[2]s%[1]s%[2]s,"more":%[3]s`, id, blank, other)
		// Cut off somewhere behind the id, or not at all.
		end := rapid.IntRange(len(text)-len(other)-len(`"more":`), len(text)).Draw(t, "end")
		cut := rapid.IntRange(0, end).Draw(t, "cut")
		assert.Equal(t, id, mcpserve.OutlineID(text[:cut], text[cut:end]))
		// Cut off before the end of the id: it cannot be known.
		start := len(`{"method":"x","params":,"id"`) + 2*len(blank) + len(other)
		assert.Empty(t, mcpserve.OutlineID(text[:rapid.IntRange(0, start+3*len(blank)+len(id)).Draw(t, "before")]))
	})
}

func encode(t require.TestingT, v any) json.RawMessage {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return text
}
