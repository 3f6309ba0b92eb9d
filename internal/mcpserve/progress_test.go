package mcpserve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcpserve"
)

// progressOf reads a progress notification.
type progressParams struct {
	Token    json.RawMessage `json:"progressToken"`
	Progress float64
	Message  string
}

func progressOf(t *testing.T, m message) progressParams {
	t.Helper()
	require.Equal(t, "notifications/progress", m.Method, m.raw)
	var p progressParams
	require.NoError(t, json.Unmarshal(m.Params, &p))
	return p
}

// callWithToken makes one call and returns the notifications before its answer.
func callWithToken(t *testing.T, token string, call func(context.Context, mcpserve.Call) mcpserve.Result) (before []message, answer message) {
	t.Helper()
	p := start(t, config(call))
	p.initialize()
	p.send(request("1", "tools/call", `{"name":"echo","_meta":{"progressToken":`+token+`}}`))
	for {
		m := <-p.lines
		if m.Method == "" {
			assert.Empty(t, p.close(), "nothing after the answer")
			return before, m
		}
		before = append(before, m)
	}
}

// A call that says nothing still shows a sign of life every 4 s.
func TestProgress_of_a_silent_call(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, _ := callWithToken(t, `"tok"`, func(context.Context, mcpserve.Call) mcpserve.Result {
			time.Sleep(13 * time.Second)
			return mcpserve.Result{}
		})
		require.Len(t, got, 3)
		for i, m := range got {
			assert.Equal(t, progressParams{Token: json.RawMessage(`"tok"`), Progress: float64(i + 1)}, progressOf(t, m))
			assert.NotContains(t, string(m.Params), "message")
		}
	})
}

// The token comes back as it was sent.
func TestProgress_token_keeps_its_type(t *testing.T) {
	for _, token := range []string{`"7"`, "7", "0", "-3", "9007199254740993", "1.5", `"é\u2028"`, `""`} {
		synctest.Test(t, func(t *testing.T) {
			got, _ := callWithToken(t, token, func(_ context.Context, c mcpserve.Call) mcpserve.Result {
				c.Status("hello")
				time.Sleep(time.Second)
				return mcpserve.Result{}
			})
			require.Len(t, got, 1)
			assert.Equal(t, progressParams{Token: json.RawMessage(token), Progress: 1, Message: "hello"}, progressOf(t, got[0]))
		})
	}
}

// Without a token, or with one that is none, nothing is sent.
func TestProgress_without_token(t *testing.T) {
	for _, meta := range []string{`{}`, `{"progressToken":null}`, `{"progressToken":true}`, `{"progressToken":{}}`, `null`} {
		synctest.Test(t, func(t *testing.T) {
			p := start(t, config(func(_ context.Context, c mcpserve.Call) mcpserve.Result {
				c.Status("hello")
				time.Sleep(time.Minute)
				return mcpserve.Result{}
			}))
			p.initialize()
			p.send(request("1", "tools/call", `{"name":"echo","_meta":`+meta+`}`))
			m := <-p.lines
			assert.Equal(t, "1", string(m.ID), m.raw)
			p.close()
		})
	}
}

// A call that floods its status sends two a second, each the newest then.
func TestProgress_is_limited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var times []time.Duration
		began := time.Now()
		p := start(t, config(func(_ context.Context, c mcpserve.Call) mcpserve.Result {
			for i := range 1000 {
				c.Status(fmt.Sprint("line ", i))
				time.Sleep(10 * time.Millisecond)
			}
			time.Sleep(9 * time.Second)
			return mcpserve.Result{}
		}))
		p.send(request("1", "tools/call", strings.Replace(stateless(`"name":"echo",`), `"_meta":{`, `"_meta":{"progressToken":1,`, 1)))
		var last progressParams
		for m := range p.lines {
			if m.Method == "" {
				break
			}
			now := progressOf(t, m)
			assert.Greater(t, now.Progress, last.Progress)
			assert.True(t, last.Message != now.Message || last.Message == "line 999", now.Message)
			last = now
			times = append(times, time.Since(began))
		}
		p.close()
		assert.Zero(t, times[0], "the first status does not wait")
		for i := 1; i < len(times); i++ {
			gap := times[i] - times[i-1]
			assert.GreaterOrEqual(t, gap, 500*time.Millisecond)
			assert.LessOrEqual(t, gap, 4*time.Second)
		}
		assert.Equal(t, "line 999", last.Message)
		assert.InDelta(t, 23, len(times), 2) // 20 in the 10 s of the flood, the last line, two signs of life
	})
}

// A status that does not change is repeated at the slow rate only.
func TestProgress_same_status(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, _ := callWithToken(t, "1", func(_ context.Context, c mcpserve.Call) mcpserve.Result {
			for range 100 {
				c.Status("working")
				time.Sleep(100 * time.Millisecond)
			}
			return mcpserve.Result{}
		})
		assert.Len(t, got, 3) // at 0 s, 4 s, 8 s
	})
}

// Status messages are one line of text, and short.
func TestProgress_message_is_one_line(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, _ := callWithToken(t, "1", func(_ context.Context, c mcpserve.Call) mcpserve.Result {
			c.Status("a\nb\tc\x1b[0m " + strings.Repeat("é", 10_000))
			time.Sleep(time.Second)
			return mcpserve.Result{}
		})
		require.Len(t, got, 1)
		m := progressOf(t, got[0]).Message
		assert.True(t, strings.HasPrefix(m, "a b c [0m éé"), m)
		assert.Less(t, len(m), 600)
	})
}

// Status may be used when the call is over; it then does nothing.
func TestProgress_after_the_call(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var status func(string)
		p := start(t, config(func(_ context.Context, c mcpserve.Call) mcpserve.Result {
			status = c.Status
			return mcpserve.Result{}
		}))
		p.initialize()
		p.ask("1", "tools/call", `{"name":"echo","_meta":{"progressToken":1}}`)
		for i := range 5 {
			status(fmt.Sprint(i))
			time.Sleep(time.Second)
		}
		assert.Empty(t, p.close())
	})
}

// A cancelled call is silent, even while it goes on.
func TestProgress_of_a_cancelled_call(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := start(t, config(func(ctx context.Context, c mcpserve.Call) mcpserve.Result {
			c.Status("first")
			<-ctx.Done()
			for i := range 20 {
				c.Status(fmt.Sprint("still here ", i))
				time.Sleep(time.Second)
			}
			return mcpserve.Result{}
		}))
		p.initialize()
		p.send(request("1", "tools/call", `{"name":"echo","_meta":{"progressToken":1}}`))
		assert.Equal(t, "first", progressOf(t, <-p.lines).Message)
		p.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
		time.Sleep(time.Minute)
		assert.Empty(t, p.close())
	})
}
