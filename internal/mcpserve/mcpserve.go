// Package mcpserve turns prepared tools and one call function into an MCP
// server on a pair of byte streams.
//
// It is the only package of this module that knows the Model Context Protocol:
// what a tool looks like is decided by package schemagen, what a call does by
// the [Config.Call] function.
//
//	err := mcpserve.ServeStdio(ctx, mcpserve.Config{
//		Name:    "app",
//		Version: "1.2.3",
//		Tools:   tools,
//		Call: func(ctx context.Context, c mcpserve.Call) mcpserve.Result {
//			return mcpserve.Result{Text: "done"}
//		},
//	}, os.Stdin, os.Stdout)
//
// # Protocol
//
// Both eras of the protocol are served by one process: the handshake of the
// revisions 2024-11-05 to 2025-11-25 (initialize), and the stateless revision
// 2026-07-28 (server/discover, every request with its own _meta). Each era has
// its own session inside, so that requests of one never change what the other
// sees. Of the server's features only tools are declared, and prompts if there are
// any. Lists that some clients ask for regardless (resources, resource templates,
// prompts) are answered empty. The server never sends a request to the client.
//
// Messages are JSON-RPC 2.0, one a line. A line that is no valid message is
// answered with an error, or with silence where JSON-RPC demands it, and the
// session goes on. A byte order mark, CRLF and blanks around a message are
// tolerated.
//
// # Limits
//
// Batches, which only revision 2025-03-26 had, are refused. A message may be
// [Config.MaxLine] bytes long and nest 500 levels deep. A session can be
// initialized once; a second initialize is an error.
//
// When the client closes its end, the write fails and the session ends; on
// Unix a write to a closed pipe may also raise SIGPIPE, which ends the process
// if the descriptor is 1 or 2. Whoever calls this package decides about that
// signal (signal.Notify, not signal.Ignore, which child processes inherit).
package mcpserve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// Tool describes one tool as tools/list shows it. It is read once, when the
// server starts, and must not change while it runs.
type Tool struct {
	// Name identifies the tool in calls: a letter, then letters, digits, "_",
	// "-" and ".", at most 64 bytes, unique in the server. Some clients refuse
	// a server for a dot.
	Name string
	// Aliases are other names that calls may use. They are in no list; a call
	// has the Name.
	Aliases []string
	// Title is the name shown to people; "" leaves it out.
	Title string
	// Description is what the model reads. Clients expect one at every tool.
	Description string
	// InputSchema is a JSON Schema object with "type":"object". It is sent as
	// it is: arguments are not checked against it, that is the business of
	// [Config.Call].
	InputSchema json.RawMessage
	// OutputSchema describes [Result.Structured]; nil means none.
	OutputSchema json.RawMessage

	// The four hints of the protocol. All are always written out.
	ReadOnly, Destructive, Idempotent, OpenWorld bool

	// Meta is the tool's _meta. Its keys should carry the prefix of their
	// owner, as in "example.com/effect"; nil means none.
	Meta map[string]any
}

// Call is one tools/call request.
type Call struct {
	// Tool is the name of one of [Config.Tools].
	Tool string
	// Arguments is the value of "arguments" as the client sent it, which may
	// be any JSON value. It is nil when the member was absent or null.
	Arguments json.RawMessage
	// Status sets the newest one-line status of the call. When the client
	// asked for progress it travels with the next notification; otherwise it
	// goes nowhere. Status is never nil, never blocks, and may be called from
	// several goroutines and after the call has ended.
	Status func(message string)
	// Room waits until the client takes what is sent to it: a call that ends
	// while it does not has its answer kept in memory, so it should not start
	// then. It returns the error of ctx when that ends first. Room is never nil.
	Room func(ctx context.Context) error
	// Client is the client's name and version ("name/1.2"), as far as it told
	// them; "" if not. The client chooses it: it proves nothing.
	Client string
}

// Result is the outcome of a call. Failures of the tool are results too, with
// IsError set, so that the model can read the reason.
type Result struct {
	// Text becomes the only content block; it may be empty. Bytes that are not
	// UTF-8 are replaced.
	Text string
	// Structured is a JSON object, sent as structuredContent with all its
	// numbers as they are; nil means none. Anything else than an object is a
	// defect of the caller: the client gets an error result instead.
	Structured json.RawMessage
	// IsError marks a failed call.
	IsError bool
}

// Defaults and bounds of [Config].
const (
	defaultDrain         = 1500 * time.Millisecond // one common client sends SIGTERM 2 s after it closed stdin
	defaultProgressEvery = 4 * time.Second
	maxProgressEvery     = 5 * time.Second // shorter than the patience of clients whose clock progress resets
	defaultMaxLine       = 16 << 20
)

// Config says what to serve. Name, Version and Call are required. It is copied
// when serving begins.
type Config struct {
	// Name, Title and Version identify the server to clients. Title may be "".
	Name, Title, Version string
	// Instructions tell the model how to use the server; "" means none.
	Instructions string
	// Tools are the tools, in any order: tools/list sorts them by name and
	// sends all of them as one page.
	Tools []Tool
	// Prompts are the prompts, in any order.
	Prompts []Prompt
	// Call makes one call. It is called from many goroutines at once, without
	// a limit: whoever starts processes limits them. Its context ends when the
	// client cancels the call, when the time after the end of input is over,
	// and when the server ends; Call should return soon after that. A panic
	// becomes an error result with a general text, its stack goes to Logger;
	// so does a Call that ends its goroutine instead of returning.
	Call func(context.Context, Call) Result
	// Logger receives what goes wrong; nil discards it. Values of arguments
	// are never logged. It must not block for long, for it is used between
	// messages. A panic in its handler costs the record.
	Logger *slog.Logger
	// Drain is how long calls in flight may go on after the end of input; 0
	// means 1.5 s.
	Drain time.Duration
	// ProgressEvery is the longest time between two progress notifications of
	// a call; 0 means 4 s. It must be under 5 s.
	ProgressEvery time.Duration
	// MaxLine is the length in bytes of the longest message that is read; 0
	// means 16 MiB. Longer ones are skipped without being kept, and refused.
	MaxLine int
}

// withDefaults checks c and returns a copy in which no field is left open.
func (c Config) withDefaults() (Config, error) {
	switch {
	case c.Name == "":
		return c, errors.New("mcpserve: the server has no name")
	case c.Call == nil:
		return c, errors.New("mcpserve: the server has no Call function")
	case c.Drain < 0:
		return c, fmt.Errorf("mcpserve: negative Drain %v", c.Drain)
	case c.ProgressEvery < 0 || c.ProgressEvery >= maxProgressEvery:
		return c, fmt.Errorf("mcpserve: ProgressEvery is %v, want less than %v", c.ProgressEvery, maxProgressEvery)
	case c.MaxLine < 0:
		return c, fmt.Errorf("mcpserve: negative MaxLine %d", c.MaxLine)
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	c.Logger = slog.New(carefulLog{c.Logger.Handler()})
	if c.Drain == 0 {
		c.Drain = defaultDrain
	}
	if c.ProgressEvery == 0 {
		c.ProgressEvery = defaultProgressEvery
	}
	if c.MaxLine == 0 {
		c.MaxLine = defaultMaxLine
	}
	return c, nil
}
