package mcpserve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcpserve"
)

func TestCall_arguments_arrive_as_sent(t *testing.T) {
	for name, c := range map[string]struct{ params, want string }{
		"absent":       {`{"name":"echo"}`, "<nil>"},
		"null":         {`{"name":"echo","arguments":null}`, "<nil>"},
		"object":       {`{"name":"echo","arguments":{"n":9007199254740993,"d":1.0,"s":"<\u0026>"}}`, `{"n":9007199254740993,"d":1.0,"s":"<\u0026>"}`},
		"array":        {`{"name":"echo","arguments":[1]}`, "[1]"},
		"string":       {`{"name":"echo","arguments":"x"}`, `"x"`},
		"empty object": {`{"name":"echo","arguments":{}}`, "{}"},
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t, config(func(_ context.Context, c mcpserve.Call) mcpserve.Result {
				if c.Arguments == nil {
					return mcpserve.Result{Text: "<nil>"}
				}
				return mcpserve.Result{Text: string(c.Arguments)}
			}))
			p.initialize()
			assert.Equal(t, c.want, p.ask("1", "tools/call", c.params).text(t))
			p.close()
		})
	}
}

func TestCall_results(t *testing.T) {
	for name, c := range map[string]struct {
		give mcpserve.Result
		want callResult
		wire string // a part of the raw line
	}{
		"empty":              {give: mcpserve.Result{}},
		"error":              {give: mcpserve.Result{Text: "no", IsError: true}, want: callResult{IsError: true}},
		"HTML":               {give: mcpserve.Result{Text: `<a href="x">&amp;</a> \u003c`}},
		"line separators":    {give: mcpserve.Result{Text: "a\u2028b\u2029c"}, wire: `a\u2028b\u2029c`},
		"lines":              {give: mcpserve.Result{Text: "a\nb\r\nc\x00\x1b[0m"}},
		"big numbers":        {give: mcpserve.Result{Structured: json.RawMessage(`{"n":9007199254740993,"f":1.10,"e":1e400}`)}, wire: `{"n":9007199254740993,"f":1.10,"e":1e400}`},
		"structured U+2028":  {give: mcpserve.Result{Structured: json.RawMessage("{\"a\":\"x\u2028<&>\"}")}, wire: `x\u2028`},
		"structured, spread": {give: mcpserve.Result{Structured: json.RawMessage("\n{\n  \"a\": [1,\n 2]\n}\n")}, wire: `{"a":[1,2]}`},
		"key order":          {give: mcpserve.Result{Structured: json.RawMessage(`{"z":1,"a":2}`)}, wire: `{"z":1,"a":2}`},
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t, config(func(context.Context, mcpserve.Call) mcpserve.Result { return c.give }))
			p.initialize()
			for _, params := range []string{`{"name":"echo"}`, stateless(`"name":"echo",`)} {
				m := p.ask("1", "tools/call", params)
				got := m.call(t)
				assert.Equal(t, c.give.Text, got.Content[0].Text)
				assert.Equal(t, c.want.IsError, got.IsError)
				assert.Equal(t, c.give.Structured == nil, got.StructuredContent == nil)
				if c.give.Structured != nil {
					assert.Equal(t, decode(t, c.give.Structured), decode(t, got.StructuredContent))
				}
				assert.Contains(t, m.raw, c.wire)
				p.allowAgain("1")
			}
			p.close()
		})
	}
}

// decode keeps numbers as they are written.
func decode(t require.TestingT, raw json.RawMessage) any {
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	var v any
	require.NoError(t, dec.Decode(&v))
	return v
}

// A caller's defect in a result costs that answer, not the session.
func TestCall_structured_result_must_be_an_object(t *testing.T) {
	for _, bad := range []string{"", "[1]", "42", "null", "{", `{"a":1}{}`, "{\"a\":\"\xff\"}"} {
		var log syncBuffer
		cfg := config(func(context.Context, mcpserve.Call) mcpserve.Result {
			return mcpserve.Result{Text: "fine", Structured: json.RawMessage(bad)}
		})
		cfg.Logger = debugLogger(&log)
		p := start(t, cfg)
		p.initialize()
		got := p.ask("1", "tools/call", `{"name":"echo"}`).call(t)
		assert.True(t, got.IsError, bad)
		assert.Nil(t, got.StructuredContent)
		assert.Contains(t, log.String(), "structured result")
		p.close()
	}
}

// One result value for all calls stays as it is, in both eras.
func TestCall_results_are_not_shared(t *testing.T) {
	shared := mcpserve.Result{Text: "same", Structured: json.RawMessage(`{"a":1}`)}
	p := start(t, config(func(context.Context, mcpserve.Call) mcpserve.Result { return shared }))
	p.initialize()
	for i := range 50 {
		p.send(request(fmt.Sprint(2*i), "tools/call", `{"name":"echo"}`),
			request(fmt.Sprint(2*i+1), "tools/call", stateless(`"name":"echo",`)))
	}
	for range 100 {
		m := p.next()
		var number int
		require.NoError(t, json.Unmarshal(m.ID, &number))
		assert.Equal(t, number%2 == 1, strings.Contains(m.raw, "resultType"), m.raw)
	}
	p.close()
}

func TestCall_unknown_tool(t *testing.T) {
	for name, c := range map[string]struct{ give, suggestion string }{
		"typo":           {"deplyo", "deploy"},
		"other case":     {"Deploy", "deploy"},
		"missing letter": {"ech", "echo"},
		"something else": {"list_files", ""},
		"far neighbour":  {"etcd", ""},
		"empty":          {"", ""},
		"one letter":     {"x", ""},
		"very long":      {strings.Repeat("x", 100_000), ""},
		"no word":        {"'\u2028\"<>", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t, config(echo))
			p.initialize()
			quoted, err := json.Marshal(c.give)
			require.NoError(t, err)
			for _, params := range []string{`{"name":` + string(quoted) + `}`, stateless(`"name":` + string(quoted) + `,`)} {
				m := p.ask("1", "tools/call", params)
				require.NotNil(t, m.Error, m.raw)
				assert.Equal(t, invalidParams, m.Error.Code)
				want := fmt.Sprintf("unknown tool %q", c.give)
				if c.suggestion != "" {
					want += fmt.Sprintf("; did you mean %q?", c.suggestion)
				}
				if len(c.give) < 100 {
					assert.Equal(t, want, m.Error.Message)
				}
				assert.Less(t, len(m.Error.Message), 300)
				p.allowAgain("1")
			}
			p.close()
		})
	}
}

func TestCall_panic_is_an_error_result(t *testing.T) {
	for name, value := range map[string]any{"string": "secret", "error": fmt.Errorf("secret"), "nil map": nil} {
		t.Run(name, func(t *testing.T) {
			var log syncBuffer
			cfg := config(func(_ context.Context, c mcpserve.Call) mcpserve.Result {
				if c.Tool == "echo" {
					return mcpserve.Result{Text: "alive"}
				}
				if value == nil {
					zero := len(strings.TrimSpace(" "))
					panic(1 / zero) // a fault of the runtime, not a value
				}
				panic(value)
			})
			cfg.Logger = debugLogger(&log)
			p := start(t, cfg)
			p.initialize()
			got := p.ask("1", "tools/call", `{"name":"deploy"}`).call(t)
			assert.True(t, got.IsError)
			assert.Contains(t, got.Content[0].Text, "Internal error")
			assert.NotContains(t, got.Content[0].Text, "secret")
			assert.Contains(t, log.String(), "calls_test.go", "the stack")
			assert.NotContains(t, log.String(), "secret")
			assert.Equal(t, "alive", p.ask("2", "tools/call", `{"name":"echo"}`).text(t))
			p.close()
		})
	}
}

// panickingLog panics at messages that begin with a text.
type panickingLog struct {
	slog.Handler
	text string
}

func (l panickingLog) Enabled(context.Context, slog.Level) bool { return true }

func (l panickingLog) Handle(_ context.Context, r slog.Record) error {
	if strings.HasPrefix(r.Message, l.text) {
		panic("the log is broken")
	}
	return nil
}

func TestCall_ids(t *testing.T) {
	release := make(chan struct{})
	p := start(t, config(func(ctx context.Context, c mcpserve.Call) mcpserve.Result {
		if c.Tool == "deploy" {
			<-release
		}
		return mcpserve.Result{Text: c.Tool}
	}))
	p.initialize()
	p.send(request("5", "tools/call", `{"name":"deploy"}`), request("5", "tools/call", `{"name":"echo"}`))
	m := p.answer("null")
	require.NotNil(t, m.Error)
	assert.Equal(t, invalidRequest, m.Error.Code)
	assert.Contains(t, m.Error.Message, "id 5 ")

	// A broken line with an id in flight must not pass for its answer either.
	p.send(`{"jsonrpc":"2.0","id":5,"method":"ping",}`)
	assert.Equal(t, parseError, p.answer("null").Error.Code)

	// The same in another era, or spelled as a string, is what it looks like.
	p.send(request("5", "tools/call", stateless(`"name":"echo",`)))
	assert.Equal(t, invalidRequest, p.answer("null").Error.Code)
	assert.Equal(t, "echo", p.ask(`"5"`, "tools/call", `{"name":"echo"}`).text(t))
	p.send(request(`"\u0035"`, "tools/call", `{"name":"deploy"}`), request(`"5"`, "tools/call", `{"name":"echo"}`))
	assert.Equal(t, invalidRequest, p.answer("null").Error.Code)

	close(release)
	got := []string{string(p.next().ID), string(p.next().ID)}
	assert.ElementsMatch(t, []string{"5", `"\u0035"`}, got)
	p.allowAgain("5")
	assert.Equal(t, "echo", p.ask("5", "tools/call", `{"name":"echo"}`).text(t), "an id is free after its answer")
	p.close()
}

// Two thousand calls may be in flight at once.
func TestCall_many_at_once(t *testing.T) {
	const n = 2000
	var arrived sync.WaitGroup
	arrived.Add(n)
	p := start(t, config(func(context.Context, mcpserve.Call) mcpserve.Result {
		arrived.Done()
		arrived.Wait()
		return mcpserve.Result{Text: "ok"}
	}))
	p.initialize()
	for i := range n {
		p.send(request(fmt.Sprint(i), "tools/call", `{"name":"echo"}`))
	}
	for range n {
		assert.Equal(t, "ok", p.next().text(t))
	}
	p.close()
}

func TestConfig_errors(t *testing.T) {
	tool := func(name, schema string) mcpserve.Tool {
		return mcpserve.Tool{Name: name, Description: "d", InputSchema: json.RawMessage(schema)}
	}
	for name, c := range map[string]struct {
		change func(*mcpserve.Config)
		want   string
	}{
		"no name":          {func(c *mcpserve.Config) { c.Name = "" }, "no name"},
		"no call":          {func(c *mcpserve.Config) { c.Call = nil }, "Call"},
		"negative drain":   {func(c *mcpserve.Config) { c.Drain = -1 }, "Drain"},
		"slow progress":    {func(c *mcpserve.Config) { c.ProgressEvery = 5e9 }, "ProgressEvery"},
		"negative line":    {func(c *mcpserve.Config) { c.MaxLine = -1 }, "MaxLine"},
		"duplicate":        {func(c *mcpserve.Config) { c.Tools = append(c.Tools, tool("echo", emptySchema)) }, `"echo"`},
		"empty name":       {func(c *mcpserve.Config) { c.Tools[0].Name = "" }, "bad name"},
		"dash first":       {func(c *mcpserve.Config) { c.Tools[0].Name = "-a" }, `"-a"`},
		"taken alias":      {func(c *mcpserve.Config) { c.Tools[0].Aliases = []string{"echo"} }, `"echo"`},
		"digit first":      {func(c *mcpserve.Config) { c.Tools[0].Name = "1a" }, `"1a"`},
		"name with break":  {func(c *mcpserve.Config) { c.Tools[0].Name = "a\n" }, "bad name"},
		"long name":        {func(c *mcpserve.Config) { c.Tools[0].Name = strings.Repeat("a", 65) }, "bad name"},
		"no schema":        {func(c *mcpserve.Config) { c.Tools[0].InputSchema = nil }, "input schema"},
		"array schema":     {func(c *mcpserve.Config) { c.Tools[0].InputSchema = json.RawMessage(`{"type":"array"}`) }, "input schema"},
		"broken schema":    {func(c *mcpserve.Config) { c.Tools[0].InputSchema = json.RawMessage(`{"type":"object"`) }, "input schema"},
		"broken output":    {func(c *mcpserve.Config) { c.Tools[0].OutputSchema = json.RawMessage(`{`) }, "output schema"},
		"_meta is no JSON": {func(c *mcpserve.Config) { c.Tools[0].Meta = map[string]any{"a": make(chan int)} }, "_meta"},
		"bad header name": {func(c *mcpserve.Config) {
			c.Tools[0].InputSchema = json.RawMessage(`{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"a b"}}}`)
		}, "header"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := config(echo)
			c.change(&cfg)
			err := mcpserve.ServeStdio(t.Context(), cfg, mustNotRead{t}, &syncBuffer{})
			require.ErrorContains(t, err, c.want)
		})
	}
}

type mustNotRead struct{ t *testing.T }

func (m mustNotRead) Read([]byte) (int, error) {
	m.t.Error("input was read")
	return 0, fmt.Errorf("no")
}

// What the sdk says of parameters that it cannot read repeats them, and
// arguments may hold secrets.
func TestErrorsRepeatNoArguments(t *testing.T) {
	s := start(t, config(func(context.Context, mcpserve.Call) mcpserve.Result { return mcpserve.Result{Text: "ok"} }))
	s.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"password":"hunter2-hunter2"},"inputResponses":{"user_name":12345},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`)
	line := s.answer("1").raw
	s.close()
	assert.NotContains(t, line, "hunter2")
	assert.Contains(t, line, "-32602")
}
