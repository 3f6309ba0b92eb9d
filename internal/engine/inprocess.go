package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/nurucobra/nuru/internal/runner"
	"github.com/nurucobra/nuru/internal/text"
)

// A Func makes a call in this process: it runs the command line args, which
// does not hold the program's name, and returns the exit code. It may be called
// concurrently.
type Func func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (exitCode int)

// exitPanic is the exit code of a call that panicked, as a Go program has it.
const exitPanic = 2

// runFunc runs the call in this process. The result's channel is closed when
// nothing of it runs any more.
func (e *Engine) runFunc(ctx context.Context, s runner.Spec, hide hider) (runner.Result, *Outcome, <-chan struct{}) {
	outcome := &Outcome{status: func(line string) {
		line = text.Clean(line)
		if hide != nil {
			line = hide().redact(line)
		}
		line, _, _ = strings.Cut(strings.TrimSpace(line), "\n")
		s.OnLine(line)
	}}
	ctx = context.WithValue(ctx, outcomeKey{}, outcome)
	res, returned := runner.RunFunc(ctx, s, func(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) (code int) {
		defer func() {
			if p := recover(); p != nil {
				// Both are rid of secrets on their way, the log is not: it
				// gets what holds no values.
				fmt.Fprintf(stderr, "panic: %v\n", p)
				e.config.Logger.ErrorContext(ctx, "panic", slog.String("cause", fmt.Sprintf("%T", p)), slog.String("stack", string(debug.Stack())))
				code = exitPanic
			}
		}()
		return e.config.Func(ctx, s.Args, stdin, stdout, stderr)
	})
	outcome.end()
	return res, outcome, returned
}

// An Outcome is how a call that runs in this process talks to the engine beside
// its output. It is safe for concurrent use, and a nil one ignores everything.
type Outcome struct {
	mu     sync.Mutex
	ended  bool
	status func(line string)

	value   json.RawMessage // nil: none was set
	isError bool
}

type outcomeKey struct{}

// OutcomeOf returns the outcome of the call that ctx belongs to, nil when it
// belongs to none.
func OutcomeOf(ctx context.Context) *Outcome {
	if ctx == nil { // of a command that was executed without one
		return nil
	}
	o, _ := ctx.Value(outcomeKey{}).(*Outcome)
	return o
}

// SetResult makes value, a JSON object, the whole structured result, and says
// whether the call failed whatever its exit code. The last one counts.
func (o *Outcome) SetResult(value json.RawMessage, isError bool) {
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.ended {
		o.value, o.isError = value, isError
	}
}

// Status tells whoever waits for the call what it is doing, in one line; what
// follows a line break is left out, and so are secrets.
func (o *Outcome) Status(line string) {
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.ended {
		o.status(line)
	}
}

// end makes later words go nowhere.
func (o *Outcome) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ended = true
}

// result returns what SetResult was given last.
func (o *Outcome) result() (value string, isError, ok bool) {
	if o == nil {
		return "", false, false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return string(o.value), o.isError, o.value != nil
}

// own completes the result of a call that made it itself. The text is what a
// person would have seen; where that is nothing, it is the value.
func (r Result) own(d details, value string, isError bool, timeout time.Duration) Result {
	r.IsError = isError || r.TimedOut || r.Canceled
	r.Structured = json.RawMessage(value)
	if r.TimedOut || r.Canceled {
		r.Note = endNote(d.res, "", timeout)
	}
	r.silent = r.Stdout == "" && r.Stderr == ""
	if r.Text = value; r.Stdout != "" || r.Stderr != "" || r.Note != "" {
		r.Text = asText(r)
	}
	d.data = r.Structured
	r.envelope = func() json.RawMessage { return envelope(r, d) }
	return r
}
