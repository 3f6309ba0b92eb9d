package mcpserve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nurucobra/nuru/internal/suggest"
)

const (
	// onePage is more than any list holds. Several clients read only the first
	// page. math.MaxInt would overflow in the sdk.
	onePage = 1 << 30
	// listTTLMs is how long clients may keep lists: they never change while
	// the server runs, but the next server may have other ones.
	listTTLMs = 300_000
	// maxEcho bounds in bytes what an error message repeats of a client's text.
	maxEcho = 100
)

// validName reports whether the protocol allows a name; all known clients and model APIs
// accept it without the dot.
func validName(name string) bool {
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		case i > 0 && (c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return name != "" && len(name) <= 64
}

// newServer makes the sdk's server with the tools of s, or says which tool
// cannot be served.
func newServer(s *session) (*mcp.Server, error) {
	c := s.cfg
	capabilities := &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}
	if len(c.Prompts) > 0 {
		capabilities.Prompts = &mcp.PromptCapabilities{}
	}
	server := mcp.NewServer(
		&mcp.Implementation{Name: c.Name, Title: c.Title, Version: c.Version},
		&mcp.ServerOptions{
			Instructions: c.Instructions,
			PageSize:     onePage,
			// Not nil, or else the sdk declares logging; tools and prompts not
			// nil, or else it declares that their lists change. Its own logger stays unset:
			// it would print arguments.
			Capabilities: capabilities,
			SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
				c.TTLMs, c.CacheScope = listTTLMs, "public"
			},
		})
	names := make(map[string]string, len(c.Tools)) // to the tool's own
	for _, t := range c.Tools {
		for _, name := range append([]string{t.Name}, t.Aliases...) {
			if _, taken := names[name]; taken {
				return nil, fmt.Errorf("mcpserve: two tools are named %q", name)
			}
			names[name] = t.Name
		}
		if err := addTool(server, t, s.callTool); err != nil {
			return nil, fmt.Errorf("mcpserve: tool %q: %w", t.Name, err)
		}
	}
	if err := s.addPrompts(server, c.Prompts); err != nil {
		return nil, err
	}
	// The first is the outermost.
	server.AddReceivingMiddleware(s.recovering, handshakeOnly, knownTool(names))
	return server, nil
}

// addTool checks t and adds it to server.
func addTool(server *mcp.Server, t Tool, handler mcp.ToolHandler) (err error) {
	switch {
	case !validName(t.Name):
		return errors.New("bad name: want a letter, then letters, digits, _, - and ., at most 64 bytes")
	case !isObjectSchema(t.InputSchema):
		return errors.New(`input schema is no JSON object with "type":"object"`)
	case t.OutputSchema != nil && !json.Valid(t.OutputSchema):
		return errors.New("output schema is no JSON")
	}
	if t.Meta, err = encoded(t.Meta); err != nil {
		return fmt.Errorf("_meta: %w", err)
	}
	// The sdk panics on what it finds wrong, such as a bad x-mcp-header.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	server.AddTool(t.toSDK(), handler)
	return nil
}

// encoded writes the values of m as JSON, once: the sdk does so at each list,
// where nothing catches the panic of a value that does not like it.
func encoded(m map[string]any) (_ map[string]any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("writing it as JSON: panic: %T", p)
		}
	}()
	if m == nil {
		return nil, nil
	}
	fields := make(map[string]any, len(m))
	for name, value := range m {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		fields[name] = json.RawMessage(text)
	}
	return fields, nil
}

func isObjectSchema(schema json.RawMessage) bool {
	var s struct {
		Type any `json:"type"`
	}
	return json.Unmarshal(schema, &s) == nil && s.Type == "object"
}

// toSDK makes the form in which t is listed.
func (t Tool) toSDK() *mcp.Tool {
	tool := &mcp.Tool{
		Name:        t.Name,
		Title:       t.Title,
		Description: t.Description,
		InputSchema: slices.Clone(t.InputSchema),
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint:    t.ReadOnly,
			DestructiveHint: &t.Destructive,
			IdempotentHint:  t.Idempotent,
			OpenWorldHint:   &t.OpenWorld,
		},
		Meta: maps.Clone(t.Meta),
	}
	if t.OutputSchema != nil {
		tool.OutputSchema = slices.Clone(t.OutputSchema)
	}
	return tool
}

// recovering is middleware that turns a panic into an internal error. The sdk
// lets a panic end the process.
func (s *session) recovering(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				s.logPanic(p, slog.String("method", method))
				res, err = nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
			}
		}()
		return next(ctx, method, req)
	}
}

// logPanic logs a panic with its stack. The text of the panic is logged only
// when it comes from the runtime: any other may quote arguments.
func (s *session) logPanic(p any, what slog.Attr) {
	cause := fmt.Sprintf("%T", p)
	if err, ok := p.(runtime.Error); ok {
		cause = err.Error()
	}
	s.log.Error("panic", what, slog.String("cause", cause), slog.String("stack", string(debug.Stack())))
}

// handshakeOnly is middleware that keeps initialize in its era. The sdk
// answers a request for a newer revision with 2025-11-25, but then takes the
// session for a stateless one.
func handshakeOnly(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if p, ok := req.GetParams().(*mcp.InitializeParams); ok && p != nil && p.ProtocolVersion > lastHandshake {
			p.ProtocolVersion = lastHandshake
		}
		return next(ctx, method, req)
	}
}

// knownTool is middleware that gives calls the tool's own name and refuses those
// of tools that do not exist, with the name that was probably meant. own maps
// every name to the tool's own.
func knownTool(own map[string]string) mcp.Middleware {
	names := slices.Sorted(maps.Keys(own))
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			p, ok := req.GetParams().(*mcp.CallToolParamsRaw)
			if !ok || p == nil {
				return next(ctx, method, req)
			}
			if name, known := own[p.Name]; known {
				p.Name = name
				return next(ctx, method, req)
			}
			text := fmt.Sprintf("unknown tool %q", clip(p.Name, maxEcho))
			if near := suggest.Closest(p.Name, names); near != "" {
				text += fmt.Sprintf("; did you mean %q?", near)
			}
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: text}
		}
	}
}
