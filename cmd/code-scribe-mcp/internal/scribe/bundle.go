package scribe

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/command"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/result"
)

// Bundle is a whole translation: an index if IndexDir is given, a draft for
// each file, one translation of all.
type Bundle struct {
	Provider, Model string
	Cwd             string
	Files           []string
	Prompt          string // a TOML file
	IndexDir        string
}

// BundleResult is what became of a bundle. Lists are never null in JSON.
type BundleResult struct {
	OK      bool   `json:"ok"`
	Summary string `json:"summary"`

	// Plan has the command lines of all steps; empty if they were refused.
	Plan [][]string `json:"plan"`

	// Steps are the results of the steps that were run, in order. The last one
	// has failed if OK is false and StoppedAt names a step.
	Steps []result.Result `json:"steps"`

	// StoppedAt names the step that failed ("draft src/a.F90"), "validate" if
	// the bundle was refused and nothing was run, null if all is done.
	StoppedAt *string `json:"stoppedAt"`

	// Warnings and Errors are those of the validation of all steps.
	Warnings []problem.Problem `json:"warnings"`
	Errors   []problem.Problem `json:"errors"`
}

// step is one call of a bundle.
type step struct {
	name    string
	request command.Request
}

func (b Bundle) steps() []step {
	request := func(name string, args ...string) command.Request {
		return command.Request{Command: name, Args: args, Cwd: b.Cwd, Provider: b.Provider, Model: b.Model}
	}
	var list []step
	if b.IndexDir != "" {
		list = append(list, step{"index " + b.IndexDir, request("index", plain(b.IndexDir)...)})
	}
	for _, f := range b.Files {
		list = append(list, step{"draft " + f, request("draft", plain(f)...)})
	}
	var args []string
	if b.Prompt != "" {
		args = []string{"-p", b.Prompt}
	}
	return append(list, step{"translate", request("translate", append(args, plain(b.Files...)...)...)})
}

// plain are arguments that are no options, whatever they look like.
func plain(args ...string) []string {
	if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") }) {
		return append([]string{"--"}, args...)
	}
	return args
}

// TranslateBundle judges all steps of a bundle first, and runs nothing if one
// of them is refused; then it runs them until one fails. Progress names the
// step before each line.
func (s *Service) TranslateBundle(ctx context.Context, b Bundle, progress Progress) BundleResult {
	steps := b.steps()
	out := s.judgeAll(ctx, b, steps)
	if len(out.Errors) > 0 {
		out.Plan = [][]string{}
		out.stop("validate", fmt.Sprintf("nothing was run: %s", out.Errors[0]))
		if more := len(out.Errors) - 1; more > 0 {
			out.Summary += fmt.Sprintf(" (and %d more)", more)
		}
		return out
	}
	for i, st := range steps {
		var tell Progress
		if progress != nil {
			at := s.redactor(nil).String(fmt.Sprintf("step %d of %d, %s", i+1, len(steps), st.name))
			tell = func(line string) { progress(at + ": " + line) }
			progress(at)
		}
		r := s.Run(ctx, st.request, tell)
		out.Steps = append(out.Steps, r)
		if !r.OK {
			name := s.redactor(nil).String(st.name)
			out.stop(name, fmt.Sprintf("stopped at step %d of %d, %s: %s", i+1, len(steps), name, r.Summary))
			return out
		}
	}
	out.OK = true
	out.Summary = fmt.Sprintf("all %d steps are done; %s", len(steps), out.Steps[len(steps)-1].Summary)
	return out
}

func (r *BundleResult) stop(at, summary string) { r.StoppedAt, r.Summary = &at, summary }

func (s *Service) judgeAll(ctx context.Context, b Bundle, steps []step) BundleResult {
	out := BundleResult{Plan: [][]string{}, Steps: []result.Result{}, Warnings: []problem.Problem{}, Errors: []problem.Problem{}}
	for _, st := range steps {
		r := s.Validate(ctx, st.request)
		out.Plan = append(out.Plan, r.NormalizedArgs)
		for _, w := range r.Warnings {
			// The first step makes the index.
			if w.Code != problem.NoIndex || b.IndexDir == "" {
				out.Warnings = addNew(out.Warnings, w)
			}
		}
		for _, e := range r.Errors {
			out.Errors = addNew(out.Errors, e)
		}
	}
	return out
}

// addNew appends p unless the same has been said: draft and translate find the
// same wrong with a file.
func addNew(list []problem.Problem, p problem.Problem) []problem.Problem {
	if slices.ContainsFunc(list, func(q problem.Problem) bool { return p.Code == q.Code && p.Message == q.Message && p.Arg == q.Arg }) {
		return list
	}
	return append(list, p)
}

// Text is the result for a reader: one line a step, and everything about the
// step that failed.
func (r BundleResult) Text() string {
	var b strings.Builder
	fmt.Fprintln(&b, r.Summary)
	for _, list := range []struct {
		title string
		items []problem.Problem
	}{{"Errors", r.Errors}, {"Warnings", r.Warnings}} {
		if len(list.items) > 0 {
			fmt.Fprintf(&b, "%s:\n", list.title)
			for _, p := range list.items {
				fmt.Fprintf(&b, "- %s\n", p)
			}
		}
	}
	for i, st := range r.Steps {
		fmt.Fprintf(&b, "%d. %s\n", i+1, st.Summary)
	}
	if n := len(r.Steps); n > 0 && (!r.OK || r.Steps[n-1].Stdout != "") {
		fmt.Fprintf(&b, "\nStep %d:\n%s", n, r.Steps[n-1].Text())
	}
	return b.String()
}
