// Package result says what became of a call: as data for programs ([Result]),
// with the meaning of the program's exit code and output found out ([Of]), and
// as a text that suffices by itself ([Result.Text]).
//
// Everything that comes in here has gone through the redactor already, or goes
// through it in [Result.Redacted].
package result

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/command"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/redact"
	"github.com/nurucobra/nuru/internal/text"
)

// Result is what a caller gets. Lists are never null in JSON.
type Result struct {
	OK             bool        `json:"ok"`
	ExitCode       *int        `json:"exitCode"` // null if it did not start or was ended
	DurationMs     int64       `json:"durationMs"`
	Stdout         string      `json:"stdout"`
	Stderr         string      `json:"stderr"`
	NormalizedArgs []string    `json:"normalizedArgs"`
	EnvApplied     *EnvApplied `json:"envApplied,omitempty"` // not for commands without a model
	Summary        string      `json:"summary,omitempty"`

	Command   string            `json:"command"`
	Cwd       string            `json:"cwd"`
	TimedOut  bool              `json:"timedOut"`
	Cancelled bool              `json:"cancelled"`
	Truncated Truncated         `json:"truncated"`
	Warnings  []problem.Problem `json:"warnings"`
	Errors    []problem.Problem `json:"errors"`
	Files     Files             `json:"files"`
	Hint      string            `json:"hint,omitempty"`
}

// EnvApplied says what the program was told to talk to.
type EnvApplied struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	BaseURL  string `json:"baseURL"` // display form
}

// Truncated says which streams were cut.
type Truncated struct {
	Stdout bool `json:"stdout"`
	Stderr bool `json:"stderr"`
}

// Ended is how the program ended.
type Ended struct {
	// Err is why the program did not start; nil if it did.
	Err error

	// ExitCode is the program's, nil if it did not start or was ended.
	ExitCode *int

	Duration            time.Duration
	Stdout, Stderr      string
	Truncated           Truncated
	TimedOut, Cancelled bool

	// Signal is the name of the signal that ended the program without our
	// doing, "" if none did.
	Signal string
}

// About is what a result needs to know besides the call.
type About struct {
	Program string // as configured
	Mode    config.ModelMode
	Timeout time.Duration
	// Version returns that of the program, "" if it cannot be known; nil says so
	// of every program. It is called for a message that names it only.
	Version func() string
}

// base is what all results of an invocation have.
func base(inv command.Invocation, env *EnvApplied) Result {
	r := Result{
		Command:        inv.Command,
		Cwd:            inv.Cwd,
		NormalizedArgs: append([]string{}, inv.Args...),
		EnvApplied:     env,
		Warnings:       append([]problem.Problem{}, inv.Warnings...),
		Errors:         append([]problem.Problem{}, inv.Errors...),
		Files:          Files{}.whole(),
	}
	return r
}

// Judged is the result of an invocation that was not run: valid, or refused
// with its errors.
func Judged(inv command.Invocation, env *EnvApplied) Result {
	if !inv.OK() {
		env = nil
	}
	r := base(inv, env)
	r.OK = inv.OK()
	if r.OK {
		r.Summary = inv.Command + " can be run"
		return r
	}
	r.Summary = inv.Command + " was not run: " + r.Errors[0].String()
	if more := len(r.Errors) - 1; more > 0 {
		r.Summary += fmt.Sprintf(" (and %d more)", more)
	}
	return r
}

// Of is the result of a run.
func Of(inv command.Invocation, env *EnvApplied, end Ended, files Files, about About) Result {
	r := base(inv, env)
	r.ExitCode, r.DurationMs = end.ExitCode, end.Duration.Milliseconds()
	r.Stdout, r.Stderr, r.Truncated = end.Stdout, end.Stderr, end.Truncated
	r.TimedOut, r.Cancelled = end.TimedOut, end.Cancelled
	r.Files = files.whole()
	fail := func(code problem.Code, format string, args ...any) {
		r.Errors = append(r.Errors, problem.New(code, format, args...))
	}
	switch {
	case end.Err != nil:
		fail(problem.NotStarted, "the program %s could not be started: %v", about.Program, end.Err)
	case end.TimedOut:
		fail(problem.TimedOut, "%s was ended after %s", inv.Command, about.Timeout)
	case end.Cancelled:
		fail(problem.Cancelled, "%s was cancelled", inv.Command)
	case end.Signal != "":
		fail(problem.Killed, "%s was ended from outside by %s", inv.Command, end.Signal)
	}
	r.OK = len(r.Errors) == 0 && end.ExitCode != nil && *end.ExitCode == 0
	if r.OK && writes(inv.Command) && len(files.Written) == 0 {
		r.Warnings = append(r.Warnings, problem.New(problem.NothingWritten, "%s ended well and wrote no file", inv.Command))
	}
	for _, f := range files.OutsideCwd {
		r.Warnings = append(r.Warnings, problem.New(problem.WroteOutside, "the program wrote %q, which is outside of %s", f, inv.Cwd).With(f))
	}
	r.Summary = summary(&r)
	r.Hint = hint(&r, end, about)
	return r
}

func writes(name string) bool {
	switch name {
	case "draft", "translate", "generate", "update":
		return true
	}
	return false
}

// Redacted returns a copy without secrets. EnvApplied stays: the base URL is in
// its display form, and the names are the configuration's own, which a key may
// happen to equal.
func (r Result) Redacted(by *redact.Redactor) Result {
	r.Stdout, r.Stderr = by.String(r.Stdout), by.String(r.Stderr)
	r.NormalizedArgs = by.Strings(r.NormalizedArgs)
	r.Summary, r.Hint = by.String(r.Summary), by.String(r.Hint)
	r.Command, r.Cwd = by.String(r.Command), by.String(r.Cwd)
	r.Warnings, r.Errors = Problems(r.Warnings, by), Problems(r.Errors, by)
	r.Files = Files{
		Written:    by.Strings(r.Files.Written),
		Skipped:    by.Strings(r.Files.Skipped),
		Missing:    by.Strings(r.Files.Missing),
		OutsideCwd: by.Strings(r.Files.OutsideCwd),
	}
	return r
}

// Problems returns a copy of list without secrets; nil stays nil.
func Problems(list []problem.Problem, by *redact.Redactor) []problem.Problem {
	if list == nil {
		return nil
	}
	out := make([]problem.Problem, len(list))
	for i, p := range list {
		p.Message, p.Arg, p.Available = by.String(p.Message), by.String(p.Arg), by.Strings(p.Available)
		out[i] = p
	}
	return out
}

// Text is the result for a reader: everything that is needed to go on, without
// the data beside it.
func (r Result) Text() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s", text.Clean(r.Summary))
	if r.Hint != "" {
		line("Hint: %s", text.Clean(r.Hint))
	}
	if len(r.NormalizedArgs) > 0 {
		line("Command: code-scribe %s", quoted(r.NormalizedArgs))
	}
	if r.Cwd != "" {
		line("Folder: %s", shown(r.Cwd))
	}
	if e := r.EnvApplied; e != nil {
		at := e.BaseURL
		if at == "" {
			at = "(default endpoint)"
		}
		line("Model: %s of %s at %s", e.Model, e.Provider, at)
	}
	if r.ExitCode != nil {
		line("Exit code: %d, after %s", *r.ExitCode, seconds(r.DurationMs))
	}
	list := func(title string, items []string) {
		if len(items) > 0 {
			line("%s:", title)
			for _, i := range items {
				line("- %s", i)
			}
		}
	}
	list("Errors", lines(r.Errors))
	list("Warnings", lines(r.Warnings))
	list("Written", showns(r.Files.Written))
	list("Skipped", showns(r.Files.Skipped))
	list("Missing", showns(r.Files.Missing))
	list("Outside of the folder", showns(r.Files.OutsideCwd))
	stream := func(title, content string, cut bool) {
		if content = strings.TrimRight(text.Clean(content), "\n"); content != "" {
			if cut {
				title += " (cut)"
			}
			line("\n%s:\n%s", title, content)
		}
	}
	stream("stdout", r.Stdout, r.Truncated.Stdout)
	stream("stderr", r.Stderr, r.Truncated.Stderr)
	return b.String()
}

func lines(list []problem.Problem) []string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = text.Clean(p.String())
	}
	return out
}

// shown is a file's name for a reader: as it is, or in quotation marks if a
// terminal would obey it or it is more than a line.
func shown(name string) string {
	if text.Clean(name) != name || strings.ContainsAny(name, "\n\t") {
		return strconv.Quote(name)
	}
	return name
}

func showns(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = shown(n)
	}
	return out
}

// maxShown bounds what is shown of one argument: a whole prompt would be read,
// and paid for, twice.
const maxShown = 200

// quoted writes arguments for reading: those with anything but plain
// characters in quotation marks, long ones cut.
func quoted(args []string) string {
	out := make([]string, len(args))
	for i, a := range args {
		if runes := []rune(a); len(runes) > maxShown {
			out[i] = fmt.Sprintf("%q… (%d bytes)", string(runes[:maxShown]), len(a))
			continue
		}
		if a == "" || strings.ContainsFunc(a, func(r rune) bool { return !strings.ContainsRune(plain, r) }) {
			a = fmt.Sprintf("%q", a)
		}
		out[i] = a
	}
	return strings.Join(out, " ")
}

const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:=+,@%"

func seconds(ms int64) string { return fmt.Sprintf("%.1f s", float64(ms)/1000) }
