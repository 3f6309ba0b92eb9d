package mcpserve_test

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcpserve"
)

const (
	parseError     = -32700
	invalidRequest = -32600
	noMethod       = -32601
	invalidParams  = -32602
	served         = 0
)

// want is an answer to a line: its id and error code, or served.
type want struct {
	id   string
	code int
}

const testMaxLine = 200_000

var ping7 = request("7", "ping", "")

// lineCases are lines that a server has to survive, each with all the answers
// it gets. No answer means silence. The text is written as it is, followed by a
// line break.
var lineCases = []struct {
	name, text string
	want       []want
}{
	// no messages at all
	{"blank", "", nil},
	{"blanks", " \t \r", nil},
	{"many blank lines", "\n\r\n\n \n", nil},
	{"garbage", "hello world", []want{{"null", parseError}}},
	{"shell output", "$ ls -la", []want{{"null", parseError}}},
	{"HTTP", "GET / HTTP/1.1", []want{{"null", parseError}}},
	{"LSP header", "Content-Length: 42", []want{{"null", parseError}}},
	{"number", "42", []want{{"null", invalidRequest}}},
	{"string", `"hello"`, []want{{"null", invalidRequest}}},
	{"true", "true", []want{{"null", invalidRequest}}},
	{"null", "null", []want{{"null", invalidRequest}}},
	{"NUL", "\x00", []want{{"null", parseError}}},
	{"NUL before message", "\x00" + ping7, []want{{"null", parseError}}},
	{"NUL in string", `{"jsonrpc":"2.0","id":7,"method":"pi` + "\x00" + `ng"}`, []want{{"7", parseError}}},
	{"escape sequence", "\x1b[31mred\x1b[0m", []want{{"null", parseError}}},
	{"UTF-16", "\xff\xfe{\x00}\x00", []want{{"null", parseError}}},
	{"not UTF-8", `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":"` + "\xff" + `"}}`, []want{{"7", parseError}}},

	// broken messages
	{"opening brace", "{", []want{{"null", parseError}}},
	{"closing brace", "}", []want{{"null", parseError}}},
	{"closing braces", "}}}}]]]]", []want{{"null", parseError}}},
	{"empty key", `{"":`, []want{{"null", parseError}}},
	{"truncated behind id", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"na`, []want{{"7", parseError}}},
	{"truncated in id", `{"jsonrpc":"2.0","id":7`, []want{{"null", parseError}}},
	{"truncated in string id", `{"jsonrpc":"2.0","id":"a`, []want{{"null", parseError}}},
	{"truncated in escape", `{"jsonrpc":"2.0","id":"a","method":"p\`, []want{{`"a"`, parseError}}},
	{"id at the end", `{"method":"ping","params":{"a":tru},"jsonrpc":"2.0","id":"é"}`, []want{{`"é"`, parseError}}},
	{"id of params only", `{"jsonrpc":"2.0","params":{"id":7},"method":"x",`, []want{{"null", parseError}}},
	{"id in a string", `{"x":"\"id\":7,",`, []want{{"null", parseError}}},
	{"two numbers as id", `{"jsonrpc":"2.0","id":7 8,"method":"ping"}`, []want{{"null", parseError}}},
	{"colon in a number as id", `{"jsonrpc":"2.0","id":-:1,"method":"ping"}`, []want{{"null", parseError}}},
	{"colons in a number as id", `{"jsonrpc":"2.0","id":1:2::3,"method":"ping"}`, []want{{"null", parseError}}},
	{"single quotes", `{'jsonrpc':'2.0','id':7,'method':'ping'}`, []want{{"null", parseError}}},
	{"trailing comma", `{"jsonrpc":"2.0","id":7,"method":"ping",}`, []want{{"7", parseError}}},
	{"comment", ping7 + " // ping", []want{{"null", parseError}}},
	{"NaN", `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":NaN}}`, []want{{"7", parseError}}},
	{"bare control character", "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":{\"x\":\"a\tb\"}}", []want{{"7", parseError}}},
	{"two messages", ping7 + ping7, []want{{"null", parseError}}},
	{"two messages with a blank", ping7 + " " + request("8", "ping", ""), []want{{"null", parseError}}},
	{"message and bracket", ping7 + "]", []want{{"null", parseError}}},

	// whole JSON, no message
	{"empty object", "{}", []want{{"null", invalidRequest}}},
	{"other object", `{"foo":"bar"}`, []want{{"null", invalidRequest}}},
	{"id only", `{"jsonrpc":"2.0","id":7}`, []want{{"7", invalidRequest}}},
	{"upper case", `{"JSONRPC":"2.0","ID":7,"METHOD":"ping"}`, []want{{"null", invalidRequest}}},
	{"empty batch", "[]", []want{{"null", invalidRequest}}},
	{"batch", "[" + ping7 + "," + request("8", "ping", "") + "]", []want{{"null", invalidRequest}}},
	{"batch of numbers", "[1,2,3]", []want{{"null", invalidRequest}}},
	{"no jsonrpc", `{"id":7,"method":"ping"}`, []want{{"7", invalidRequest}}},
	{"jsonrpc 1.0", `{"jsonrpc":"1.0","id":7,"method":"ping"}`, []want{{"7", invalidRequest}}},
	{"jsonrpc a number", `{"jsonrpc":2.0,"id":7,"method":"ping"}`, []want{{"7", invalidRequest}}},
	{"object id", `{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}`, []want{{"null", invalidRequest}}},
	{"array id", `{"jsonrpc":"2.0","id":[7],"method":"ping"}`, []want{{"null", invalidRequest}}},
	{"boolean id", `{"jsonrpc":"2.0","id":true,"method":"ping"}`, []want{{"null", invalidRequest}}},
	{"null id", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, []want{{"null", invalidRequest}}},
	{"two ids", `{"jsonrpc":"2.0","id":7,"id":8,"method":"ping"}`, []want{{"null", invalidRequest}}},
	{"two methods", `{"jsonrpc":"2.0","id":7,"method":"ping","method":"tools/list"}`, []want{{"7", invalidRequest}}},
	{"two names", request("7", "tools/call", `{"name":"echo","name":"deploy"}`), []want{{"7", invalidParams}}},
	{"number as method", `{"jsonrpc":"2.0","id":7,"method":1}`, []want{{"7", invalidRequest}}},
	{"null as method", `{"jsonrpc":"2.0","id":7,"method":null}`, []want{{"7", invalidRequest}}},
	{"number as method without id", `{"jsonrpc":"2.0","method":1,"params":"bar"}`, []want{{"null", invalidRequest}}},
	{"empty method", request("7", "", ""), []want{{"7", noMethod}}},
	{"unknown method", request("7", "tools/frobnicate", "{}"), []want{{"7", noMethod}}},
	{"array params", request("7", "tools/list", "[1]"), []want{{"7", invalidParams}}},
	{"string params", request("7", "tools/call", `"x"`), []want{{"7", invalidParams}}},
	{"no params", request("7", "tools/call", ""), []want{{"7", invalidRequest}}},
	{"null params", request("7", "tools/call", "null"), []want{{"7", invalidRequest}}},
	{"number as name", request("7", "tools/call", `{"name":5}`), []want{{"7", invalidParams}}},
	{"number as name, much else", request("7", "tools/call", `{"name":5,"arguments":{"x":"`+strings.Repeat("x", 10_000)+`"}}`), []want{{"7", invalidParams}}},
	{"array meta", request("7", "tools/list", `{"_meta":[]}`), []want{{"7", invalidParams}}},
	{"bad cursor", request("7", "tools/list", `{"cursor":"x"}`), []want{{"7", invalidParams}}},
	{"cancelled with id", request("7", "notifications/cancelled", `{"requestId":1}`), []want{{"7", invalidRequest}}},
	{"depth bomb", request("7", "ping", `{"x":`+strings.Repeat("[", 600)+strings.Repeat("]", 600)+"}"), []want{{"7", invalidRequest}}},
	{"huge depth bomb", strings.Repeat("[", 150_000), []want{{"null", invalidRequest}}},
	{"object depth bomb", strings.Repeat(`{"a":`, 20_000), []want{{"null", invalidRequest}}},
	{"too long", request("7", "ping", `{"x":"`+strings.Repeat("x", testMaxLine)+`"}`), []want{{"7", invalidRequest}}},
	{"too long, id last", `{"jsonrpc":"2.0","method":"ping","params":{"x":"` + strings.Repeat("\\\"", testMaxLine) + `"},"id":"z"}`, []want{{`"z"`, invalidRequest}}},
	{"too long garbage", strings.Repeat("x", testMaxLine*3), []want{{"null", invalidRequest}}},
	{"too long of ids", "{" + strings.Repeat(`"id":7,`, testMaxLine/4), []want{{"null", invalidRequest}}},

	// silence
	{"malformed notification", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":"x"}`, nil},
	{"notification without version", `{"method":"notifications/initialized"}`, nil},
	{"cancelled without params", `{"jsonrpc":"2.0","method":"notifications/cancelled"}`, nil},
	{"cancelled without id", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}`, nil},
	{"cancelled with odd id", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":[]}}}`, nil},
	{"cancelled with unknown id", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4711}}`, nil},
	{"second initialized", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, nil},
	{"request as notification", `{"jsonrpc":"2.0","method":"tools/list"}`, nil},
	{"unknown notification", `{"jsonrpc":"2.0","method":"notifications/whatever","params":{"a":1}}`, nil},
	{"response", `{"jsonrpc":"2.0","id":7,"result":{}}`, nil},
	{"error response", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}`, nil},
	{"response without id", `{"jsonrpc":"2.0","result":{}}`, nil},
	{"too long notification", `{"jsonrpc":"2.0","method":"n","params":{"x":"` + strings.Repeat("x", testMaxLine) + `"}}`, nil},
	{"too long response", `{"jsonrpc":"2.0","id":7,"result":{"x":"` + strings.Repeat("x", testMaxLine) + `"}}`, nil},

	// odd, but served
	{"CRLF", ping7 + "\r", []want{{"7", served}}},
	{"trailing blanks", ping7 + " \t ", []want{{"7", served}}},
	{"leading blanks", " \t" + ping7, []want{{"7", served}}},
	{"byte order mark", "\ufeff" + ping7, []want{{"7", served}}},
	{"blanks inside", "{ \"jsonrpc\" :\t\"2.0\" , \"id\" : 7 , \"method\" : \"ping\" }", []want{{"7", served}}},
	{"unknown members", `{"jsonrpc":"2.0","id":7,"method":"ping","x":{"id":9},"params":null}`, []want{{"7", served}}},
	{"method and result", `{"jsonrpc":"2.0","id":7,"method":"ping","result":{}}`, []want{{"7", served}}},
	{"escaped method", `{"jsonrpc":"2.0","id":7,"method":"\u0070ing"}`, []want{{"7", served}}},
	{"fraction as id", request("1.5", "ping", ""), []want{{"1.5", served}}},
	{"id beyond 2^53", request("9007199254740993", "ping", ""), []want{{"9007199254740993", served}}},
	{"id beyond uint64", request("123456789012345678901234567890", "ping", ""), []want{{"123456789012345678901234567890", served}}},
	{"negative id", request("-1", "ping", ""), []want{{"-1", served}}},
	{"zero id", request("0", "ping", ""), []want{{"0", served}}},
	{"exponent id", request("1e3", "ping", ""), []want{{"1e3", served}}},
	{"empty string id", request(`""`, "ping", ""), []want{{`""`, served}}},
	{"escaped string id", request(`"\u0041"`, "ping", ""), []want{{`"\u0041"`, served}}},
	{"line separator in id", request("\"a\u2028b\"", "ping", ""), []want{{`"a\u2028b"`, served}}},
	{"number and string ids", request("7", "ping", "") + "\n" + request(`"7"`, "ping", ""), []want{{"7", served}, {`"7"`, served}}},
	{"deep but allowed", request("7", "ping", `{"x":`+strings.Repeat("[", 400)+strings.Repeat("]", 400)+"}"), []want{{"7", served}}},
	{"long but allowed", request("7", "ping", `{"x":"`+strings.Repeat("x", testMaxLine-100)+`"}`), []want{{"7", served}}},
}

func TestLines(t *testing.T) {
	require.GreaterOrEqual(t, len(lineCases), 50)
	for _, c := range lineCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cfg := config(echo)
			cfg.MaxLine = testMaxLine
			p := startOnPipes(t, cfg)
			p.initialize()
			p.send(c.text)
			p.send(request(`"after"`, "tools/call", `{"name":"echo","arguments":{"still":"alive"}}`))
			var got []want
			alive := false
			for range len(c.want) + 1 {
				m := p.next()
				if string(m.ID) == `"after"` {
					alive = m.text(t) == `{"still":"alive"}`
					continue
				}
				w := want{id: string(m.ID)}
				if m.Error != nil {
					w.code = m.Error.Code
					assert.Less(t, len(m.Error.Message), 600)
				}
				got = append(got, w)
			}
			assert.True(t, alive, "the next call works")
			assert.ElementsMatch(t, c.want, got)
			assert.Empty(t, p.close(), "no further answers")
		})
	}
}

// The last line before the end of input need not have a line break.
func TestLines_unfinished_last_line(t *testing.T) {
	p := startOnPipes(t, config(echo))
	p.write(ping7)
	require.NoError(t, p.in.Close())
	assert.Nil(t, p.answer("7").Error)
	require.NoError(t, p.end())
}

// A message may come in pieces, at any byte.
func TestLines_in_pieces(t *testing.T) {
	p := start(t, config(echo))
	for _, b := range []byte("\ufeff" + ping7 + "\r\n") {
		p.write(string([]byte{b}))
	}
	assert.Nil(t, p.answer("7").Error)
	p.close()
}

// An over-long line costs no memory of its length.
func TestLines_overlong_is_not_held(t *testing.T) {
	const size = 16 << 20
	cfg := config(echo)
	cfg.MaxLine = 1 << 10
	p := startOnPipes(t, cfg)
	chunk := bytes.Repeat([]byte("x"), size/16)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 16 {
		_, err := p.in.Write(chunk)
		require.NoError(t, err)
	}
	p.write("\n")
	m := p.next()
	runtime.ReadMemStats(&after)
	assert.Equal(t, invalidRequest, m.Error.Code)
	assert.Contains(t, m.Error.Message, fmt.Sprint(size))
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(size/4))
	assert.Empty(t, p.close())
}

// Bad lines are logged without what they say.
func TestLines_log_has_no_values(t *testing.T) {
	var log syncBuffer
	cfg := config(func(_ context.Context, c mcpserve.Call) mcpserve.Result { panic("secret " + string(c.Arguments)) })
	cfg.Logger = debugLogger(&log)
	p := start(t, cfg)
	p.initialize()
	p.send(`{"hunter2":`, request("1", "tools/call", `{"name":"echo","arguments":{"password":"hunter2"}}`))
	p.next()
	p.next()
	p.send(request("2", "tools/call", `{"name":5,"arguments":{"password":"hunter2"}}`))
	p.answer("2")
	p.close()
	assert.Contains(t, log.String(), "bad message")
	assert.Contains(t, log.String(), "panic")
	assert.NotContains(t, log.String(), "hunter2")
}
