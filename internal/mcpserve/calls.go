package mcpserve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxHeld is how many bytes of arguments all calls that wait or run may have
// together. One call may have more, as far as a message may.
const maxHeld = 32 << 20

// errServerEnds is the cause with which the contexts of calls end when the
// server does.
var errServerEnds = errors.New("the server is ending")

// callTool is the handler of all tools.
func (s *session) callTool(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := requestOf(req)
	if err != nil {
		return nil, err
	}
	size := int64(len(req.Params.Arguments))
	defer s.held.Add(-size)
	if held := s.held.Add(size); held > maxHeld && held > size {
		return s.result(req.Params.Name, Result{IsError: true, Text: fmt.Sprintf(
			"not begun: the calls that run and wait hold %d bytes of arguments, and this one brings %d more; at most %d are held at once. Call again when some have ended.",
			held-size, size, maxHeld)}), nil
	}
	ctx, cancel := s.callContext(ctx)
	defer cancel()
	status, stop := s.startProgress(r)
	defer stop()

	c := Call{Tool: req.Params.Name, Status: status, Room: s.room, Client: clientName(req.ClientInfo())}
	if args := req.Params.Arguments; len(args) > 0 && !isNull(args) {
		c.Arguments = args
	}
	return s.result(c.Tool, s.run(ctx, c)), nil
}

// room waits for room in the outbox. One that has failed ends the session, and
// with it ctx.
func (s *session) room(ctx context.Context) error {
	s.out.waitForRoom(ctx.Done())
	return ctx.Err()
}

// callContext derives the context of a call from the sdk's, which ends when
// the client cancels, and from the life of the server, of which the sdk's
// context knows nothing.
func (s *session) callContext(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.life, func() { cancel(context.Cause(s.life)) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}

// run makes the call and catches its panic. The call has a goroutine of its own,
// for it may end that ([runtime.Goexit]): in the sdk's, the request would never
// be answered then.
func (s *session) run(ctx context.Context, c Call) Result {
	failed := Result{Text: "Internal error: the server failed while it ran this tool. The log of the server has the details.", IsError: true}
	results := make(chan Result, 1)
	go func() {
		result, returned := failed, false
		defer func() {
			if p := recover(); p != nil {
				s.logPanic(p, slog.String("tool", c.Tool))
			} else if !returned {
				s.log.Error("call ended its goroutine", slog.String("tool", c.Tool))
			}
			results <- result
		}()
		r := s.cfg.Call(ctx, c)
		result, returned = r, true
	}()
	return <-results
}

// result makes the sdk's form of a result. It is a fresh value for each call,
// for the sdk writes into it.
func (s *session) result(tool string, r Result) *mcp.CallToolResult {
	if r.Structured != nil && !isObject(r.Structured) {
		s.log.Error("structured result is no JSON object", slog.String("tool", tool))
		r = Result{Text: "Internal error: the result of this tool could not be written as JSON.", IsError: true}
	}
	res := &mcp.CallToolResult{
		Content: []mcp.Content{&mcp.TextContent{Text: strings.ToValidUTF8(r.Text, "\uFFFD")}},
		IsError: r.IsError,
	}
	if r.Structured != nil {
		res.StructuredContent = r.Structured
	}
	return res
}

// isObject reports whether raw is a JSON object in valid UTF-8.
func isObject(raw json.RawMessage) bool {
	return bytes.HasPrefix(bytes.TrimLeft(raw, blanks+"\n"), []byte("{")) && json.Valid(raw) && utf8.Valid(raw)
}

// clientName joins name and version; nil gives "".
func clientName(info *mcp.Implementation) string {
	switch {
	case info == nil:
		return ""
	case info.Version == "":
		return clip(info.Name, maxEcho)
	}
	return clip(info.Name, maxEcho) + "/" + clip(info.Version, maxEcho)
}

// clip cuts s to at most n bytes of whole characters and marks the cut.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
