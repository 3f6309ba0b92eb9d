package engine

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/internal/ordered"
	"github.com/nurucobra/nuru/internal/runner"
	"github.com/nurucobra/nuru/schemagen"
)

// Result is the answer to a call. Some clients show their model only the text,
// some only the structure, so each is complete.
type Result struct {
	// Text is what a person would have seen in a terminal.
	Text string
	// Structured is a JSON object, nil for a call that did not run.
	Structured json.RawMessage
	// IsError is true when the call was refused, could not be started, ran out
	// of time, or ended with an exit code that is a failure.
	IsError bool
	// Ran is false for a call that was refused or could not be started.
	Ran bool
	// TimedOut and Canceled say that the call was ended, by its time limit or
	// by the end of its context.
	TimedOut, Canceled bool
	// ExitCode is the program's, 0 for one that did not run.
	ExitCode int
	// Note says how the program ended, "" when it ended well.
	Note string
	// Stdout and Stderr are what the program printed, cut to the limits.
	Stdout, Stderr string
	// Cut says what is kept of outputs that were cut, nil when nothing is.
	Cut *Cut

	envelope func() json.RawMessage // nil for a call that did not run
	silent   bool                   // it set its result and printed nothing
}

// Cut is what is kept of the outputs of a call that were cut.
type Cut struct {
	// ID names the call in the spool.
	ID string
	// Stdout and Stderr are nil when nothing is kept of them.
	Stdout, Stderr *CutOutput
}

// CutOutput is an output of which more is kept than the reply has.
type CutOutput struct {
	// Kept is how many bytes from its beginning can be read.
	Kept int64
	// Total is its length.
	Total int64
	// Tail is its end, as the reply has it.
	Tail string
}

func (s excerpt) cut() *CutOutput {
	if s.kept == 0 {
		return nil
	}
	return &CutOutput{Kept: s.kept, Total: int64(len(s.Head)) + s.Dropped + int64(len(s.Tail)), Tail: s.Tail}
}

// details are what the envelope of a call says beside its result.
type details struct {
	res            runner.Result
	stdout, stderr excerpt
	id             string
	line           []string
	data           json.RawMessage
	fault          string
}

// Printed is what a person is to see as the call's standard output: what it
// printed, or the result that it set in place of that.
func (r Result) Printed() string {
	if r.silent {
		return string(r.Structured) + "\n"
	}
	return r.Stdout
}

// Refusal is the result of a call that did not run.
func Refusal(why string) Result { return Result{Text: why, IsError: true} }

// Answer is the result of a call that this process answers by itself.
func Answer(text string) Result {
	r := Result{Text: text, Stdout: text, Ran: true}
	r.envelope = func() json.RawMessage {
		return envelope(r, details{line: []string{}})
	}
	return r
}

// Structure is Answer with an object of its own as the structured result.
func Structure(text string, o ordered.Object) Result {
	structured, _ := ordered.Compact(o) // plain values always encode
	return Result{Text: text, Stdout: text, Ran: true, Structured: structured, envelope: func() json.RawMessage { return structured }}
}

// Envelope returns everything about the call as one JSON object, whatever the
// command promised for Structured. That of a call that did not run says why in
// "error", and has no exit code.
func (r Result) Envelope() json.RawMessage {
	if r.envelope != nil {
		return r.envelope()
	}
	b, err := ordered.Compact(ordered.Object{{Key: "ok", Value: false}, {Key: "error", Value: r.Text}})
	if err != nil {
		return nil // plain strings always encode
	}
	return b
}

// maxJSON is how much output of a command that prints JSON is kept to be
// parsed; the texts of the reply are cut to the usual limit afterwards.
const maxJSON = 1 << 20

// ran completes the result of a program that ran.
func (r Result) ran(tool *schemagen.Tool, call argv.Call, d details, timeout time.Duration) Result {
	meaning, known := tool.Info.ExitCodes[d.res.ExitCode]
	r.IsError = r.TimedOut || r.Canceled || r.ExitCode != 0 && !known
	d.data = jsonData(tool, d.res)
	r.Note = endNote(d.res, meaning, timeout)
	o := tool.Info.JSON
	promised := o != nil && o.Whole && len(o.Schema) > 0
	if o != nil && !r.IsError && (promised || wantsJSON(tool, call)) && (d.data == nil || promised && d.data[0] != '{') {
		d.fault = jsonFault(d.res, d.data)
		r.Note = joinNotes(r.Note, d.fault)
		// A client that was promised a schema throws its own error at
		// anything else.
		r.IsError = promised
	}
	r.Text = asText(r)
	r.envelope = func() json.RawMessage { return envelope(r, d) }
	switch {
	case o != nil && o.Whole && !r.IsError && d.data != nil && d.data[0] == '{':
		r.Structured = d.data
	case promised: // nothing rather than something that does not fit the schema
	default:
		r.Structured = r.Envelope()
	}
	return r
}

// wantsJSON reports whether the command line asks for JSON, by itself or
// because the server added the flag for it.
func wantsJSON(tool *schemagen.Tool, call argv.Call) bool {
	o := tool.Info.JSON
	if o.Flag == "" {
		return true
	}
	return slices.Contains(call.Args, "--"+o.Flag+"="+cmp.Or(o.Value, "true"))
}

// jsonFault says why the output of a command that prints JSON was no data.
func jsonFault(res runner.Result, data json.RawMessage) string {
	switch {
	case data != nil:
		return "the output is not the JSON object that the command declares"
	case res.Stdout.Dropped > 0:
		return fmt.Sprintf("the output is too long to be read as JSON: %d bytes, at most %d", res.Stdout.Total, maxJSON)
	default:
		return "the output is not the JSON that the command declares"
	}
}

func joinNotes(notes ...string) string {
	return strings.Join(slices.DeleteFunc(notes, func(n string) bool { return n == "" }), "; ")
}

// jsonData returns the standard output of a command that prints JSON, compact,
// or nil when it is none or not all of it was kept.
func jsonData(tool *schemagen.Tool, res runner.Result) json.RawMessage {
	if tool.Info.JSON == nil || res.Stdout.Dropped > 0 {
		return nil
	}
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(res.Stdout.Head)); err != nil || b.Len() == 0 {
		return nil
	}
	return b.Bytes()
}

// commandLine is the command line as results show it: with the base name of
// the program and without secrets. The encoder has hidden those that stand
// where a secret belongs, however short they are; other values of the call may
// repeat one and are searched. The application's own names are no secrets,
// whatever they happen to equal.
func (e *Engine) commandLine(call argv.Call) []string {
	line := []string{filepath.Base(e.config.Program.Name)}
	secrets := slices.Concat(spellings(call.Secrets), e.secrets)
	for _, echo := range call.Echo {
		if !echo.Own {
			echo.Text = runner.Redact(echo.Text, secrets)
		}
		line = append(line, echo.Text)
	}
	return line
}

func envelope(r Result, d details) json.RawMessage {
	res := d.res
	o := ordered.Object{
		{Key: "ok", Value: !r.IsError},
		{Key: "exitCode", Value: res.ExitCode},
		{Key: "durationMs", Value: res.Duration.Milliseconds()},
		{Key: "stdout", Value: r.Stdout},
		{Key: "stderr", Value: r.Stderr},
		{Key: "argv", Value: d.line},
	}
	if d.stdout.Dropped > 0 || d.stderr.Dropped > 0 {
		truncated := ordered.Object{
			{Key: "stdoutBytes", Value: res.Stdout.Total},
			{Key: "stdoutDropped", Value: d.stdout.Dropped},
			{Key: "stderrBytes", Value: res.Stderr.Total},
			{Key: "stderrDropped", Value: d.stderr.Dropped},
		}
		if r.Cut != nil {
			truncated = append(truncated, ordered.Member{Key: "call", Value: d.id})
		}
		o = append(o, ordered.Member{Key: "truncated", Value: truncated})
	}
	if res.TimedOut {
		o = append(o, ordered.Member{Key: "timedOut", Value: true})
	}
	if res.Signal != "" {
		o = append(o, ordered.Member{Key: "signal", Value: res.Signal})
	}
	if res.LeftBehind {
		o = append(o, ordered.Member{Key: "leftBehind", Value: true})
	}
	if d.data != nil {
		o = append(o, ordered.Member{Key: "data", Value: d.data})
	}
	if d.fault != "" {
		o = append(o, ordered.Member{Key: "note", Value: d.fault})
	}
	b, err := ordered.Compact(o)
	if err != nil {
		return nil // plain strings and numbers always encode
	}
	return b
}

// endNote says how the program ended, "" when it ended well.
func endNote(res runner.Result, meaning string, timeout time.Duration) string {
	var notes []string
	switch {
	case res.TimedOut:
		notes = append(notes, fmt.Sprintf("timed out after %s and was ended", timeout))
	case res.Canceled:
		notes = append(notes, "cancelled")
	case res.Signal != "":
		notes = append(notes, fmt.Sprintf("exit code %d (%s)", res.ExitCode, res.Signal))
	case res.ExitCode != 0 && meaning != "":
		notes = append(notes, fmt.Sprintf("exit code %d (%s)", res.ExitCode, meaning))
	case res.ExitCode != 0:
		notes = append(notes, fmt.Sprintf("exit code %d", res.ExitCode))
	}
	if res.LeftBehind {
		notes = append(notes, "it left processes behind")
	}
	if res.Unfinished {
		notes = append(notes, "it has not ended and may still be at work")
	}
	return strings.Join(notes, "; ")
}

// asText joins output and ending as a terminal would show them.
func asText(r Result) string {
	var b strings.Builder
	for _, part := range []string{r.Stdout, r.Stderr, r.Note} {
		if part == "" {
			continue
		}
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte('\n')
		}
		b.WriteString(part)
	}
	if b.Len() == 0 {
		return fmt.Sprintf("(no output, exit code %d)", r.ExitCode)
	}
	return b.String()
}
