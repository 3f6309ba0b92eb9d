package mcpserve_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcpserve"
)

// panickingError panics when it is asked what it says.
type panickingError struct{}

func (panickingError) Error() string { panic("the error is broken") }

// panickingMeta panics when it is written as JSON, from the n-th time on.
type panickingMeta struct{ left *int }

func (m panickingMeta) MarshalJSON() ([]byte, error) {
	if *m.left--; *m.left < 0 {
		panic("the value is broken")
	}
	return []byte(`"fine"`), nil
}

// A panic at any stage costs at most the request that it belongs to, which is
// answered.
func TestPanics(t *testing.T) {
	call := request("1", "tools/call", `{"name":"deploy","_meta":{"progressToken":1}}`)
	brokenLog := func(c *mcpserve.Config) { c.Logger = slog.New(panickingLog{slog.DiscardHandler, ""}) }
	inCall := func(f func(mcpserve.Call) mcpserve.Result) func(*mcpserve.Config) {
		return func(c *mcpserve.Config) {
			c.Call = func(ctx context.Context, call mcpserve.Call) mcpserve.Result {
				if call.Tool == "echo" {
					return echo(ctx, call)
				}
				return f(call)
			}
		}
	}
	prompt := func(text func(map[string]string) (string, error)) func(*mcpserve.Config) {
		return func(c *mcpserve.Config) { c.Prompts = []mcpserve.Prompt{{Name: "p", Text: text}} }
	}
	both := func(a, b func(*mcpserve.Config)) func(*mcpserve.Config) {
		return func(c *mcpserve.Config) { a(c); b(c) }
	}
	const internal, result = -32603, 1
	for _, c := range []struct {
		name   string
		change func(*mcpserve.Config)
		line   string
		id     string
		code   int // of the error; result for a result with isError, served for one without
	}{
		{"call", inCall(func(mcpserve.Call) mcpserve.Result { panic("no") }), call, "1", result},
		{"call, broken log", both(brokenLog, inCall(func(mcpserve.Call) mcpserve.Result { panic("no") })), call, "1", result},
		{"call, error without text", inCall(func(mcpserve.Call) mcpserve.Result { panic(panickingError{}) }), call, "1", result},
		{"call, nil", inCall(func(mcpserve.Call) mcpserve.Result { panic(nil) }), call, "1", result},
		{"call, goroutine ends", inCall(func(mcpserve.Call) mcpserve.Result { runtime.Goexit(); return mcpserve.Result{} }), call, "1", result},
		{"behind a status", inCall(func(c mcpserve.Call) mcpserve.Result { c.Status("a"); c.Status("b"); panic("no") }), call, "1", result},
		{"result, broken log", both(brokenLog, inCall(func(mcpserve.Call) mcpserve.Result {
			return mcpserve.Result{Structured: json.RawMessage("[]")}
		})), call, "1", result},
		{"bad line, broken log", brokenLog, "garbage", "null", parseError},
		{"prompt", prompt(func(map[string]string) (string, error) { panic("no") }), request("1", "prompts/get", `{"name":"p"}`), "1", internal},
		{"prompt, broken log", both(brokenLog, prompt(func(map[string]string) (string, error) { panic("no") })), request("1", "prompts/get", `{"name":"p"}`), "1", internal},
		{"prompt, broken error", prompt(func(map[string]string) (string, error) { return "", panickingError{} }), request("1", "prompts/get", `{"name":"p"}`), "1", internal},
		{"prompt fails, broken log", both(brokenLog, prompt(func(map[string]string) (string, error) { return "", errors.New("no") })), request("1", "prompts/get", `{"name":"p"}`), "1", internal},
		{"_meta of a tool, later", func(c *mcpserve.Config) {
			once := 1
			c.Tools[0].Meta = map[string]any{"a": panickingMeta{&once}}
		}, request("1", "tools/list", ""), "1", served},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cfg := config(echo)
			c.change(&cfg)
			p := startOnPipes(t, cfg)
			p.initialize()
			p.send(c.line)
			m := p.answer(c.id)
			switch c.code {
			case served:
				assert.Nil(t, m.Error, m.raw)
			case result:
				assert.True(t, m.call(t).IsError)
				assert.Contains(t, m.text(t), "Internal error")
			default:
				require.NotNil(t, m.Error, m.raw)
				assert.Equal(t, c.code, m.Error.Code)
			}
			assert.Equal(t, "{}", p.ask(`"after"`, "tools/call", `{"name":"echo","arguments":{}}`).text(t))
			assert.Empty(t, p.close())
		})
	}
}

// A tool whose _meta panics at once is an error of the configuration.
func TestPanic_in_meta_at_start(t *testing.T) {
	cfg := config(echo)
	cfg.Tools[0].Meta = map[string]any{"a": panickingMeta{new(int)}}
	err := mcpserve.ServeStdio(t.Context(), cfg, mustNotRead{t}, &syncBuffer{})
	require.ErrorContains(t, err, `"echo"`)
	require.ErrorContains(t, err, "_meta")
}
