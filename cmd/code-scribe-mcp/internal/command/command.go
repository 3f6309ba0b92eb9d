// Package command knows the commands of code-scribe: which options and inputs
// each takes, what the program would do wrong silently, and how a call is
// written so that it means the same to the program as it does here.
//
// [Validate] is everything that happens before the program is started. The
// rules are values in one table, rules.go.
package command

import (
	"slices"
	"strings"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/provider"
	"github.com/nurucobra/nuru/internal/suggest"
)

// Request is what a caller asks for.
type Request struct {
	Command  string
	Args     []string // options and inputs, as for the program's command line
	Cwd      string   // relative to the server's root; "" is the root
	Provider string   // "" is the default; ignored by commands without a model
	Model    string
}

// Setting is what a request is judged by. Config and FS are required.
type Setting struct {
	Config  *config.Config
	Environ []string // the server's environment

	// Mode is the model mode, decided: auto counts as oaic-model.
	Mode config.ModelMode

	// Root is the server's working folder, absolute: where relative folders
	// begin, and where calls may work unless the configuration has roots.
	Root string

	FS FS
}

// Invocation is a judged request. It may be run if Errors is empty; only
// Command, Warnings and Errors mean something otherwise.
type Invocation struct {
	Command string
	Args    []string         // the command, its arguments, the model
	Cwd     string           // absolute
	Choice  *provider.Choice // nil for a command without a model

	Warnings []problem.Problem
	Errors   []problem.Problem

	// Outputs are the files that the command writes beside its inputs.
	Outputs []Output
}

// Output are the files made of one input, spelled like the input.
type Output struct {
	Source string
	Files  []string
}

// OK says that the invocation may be run.
func (i *Invocation) OK() bool { return len(i.Errors) == 0 }

// Names returns the commands in the order of the program's work flow.
func Names() []string {
	names := make([]string, len(table))
	for i, s := range table {
		names[i] = s.name
	}
	return names
}

// UsesModel says that the command talks to a model.
func UsesModel(name string) bool {
	s := find(table, name)
	return s != nil && s.model
}

// Validate judges a request. Checks go in groups (command, provider and model,
// folder, grammar, options, counts, paths, shadowed model word); all errors of
// the first group that has any are returned. It changes nothing.
func Validate(req Request, set Setting) Invocation { return validate(table, req, set) }

func find(specs []spec, name string) *spec {
	for i := range specs {
		if specs[i].name == name {
			return &specs[i]
		}
	}
	return nil
}

func validate(specs []spec, req Request, set Setting) Invocation {
	inv := Invocation{Command: req.Command}
	s := find(specs, req.Command)
	if s == nil {
		inv.Errors = []problem.Problem{unknownCommand(req.Command)}
		return inv
	}
	c := &call{spec: s, set: set, args: req.Args}
	if s.model {
		choice, problems := provider.Choose(set.Config, set.Environ, req.Provider, req.Model)
		if problems != nil {
			inv.Errors = problems
			return inv
		}
		inv.Choice = &choice
		c.word = provider.Word(set.Mode, choice.Model)
		if choice.KeyMissing(set.Environ) {
			c.warn(problem.New(problem.APIKeyUnset, "the variable %s, which holds the key of the provider %q, is not set", choice.APIKeyEnv, choice.Provider))
		}
	}
	if p := c.enter(req.Cwd); p != nil {
		inv.Errors = []problem.Problem{*p}
		return inv
	}
	inv.Cwd = c.cwd
	for _, g := range groups {
		if inv.Errors = c.run(g); inv.Errors != nil {
			inv.Warnings = c.warnings
			return inv
		}
	}
	c.run(advice)
	inv.Args = c.normalised()
	inv.Warnings = c.warnings
	inv.Outputs = c.outputs()
	return inv
}

// autonomous are commands of newer programs that write files and run programs
// by themselves.
var autonomous = []string{"agent", "loop"}

func unknownCommand(name string) problem.Problem {
	p := problem.New(problem.UnknownCommand, "there is no command %q%s; the commands are %s",
		short(name), suggest.DidYouMean(name, Names()), strings.Join(Names(), ", "))
	if slices.Contains(autonomous, name) {
		p.Message = "the command " + name + " runs an autonomous agent and is not offered here; the commands are " + strings.Join(Names(), ", ")
	}
	p.Available = Names()
	return p
}

// call is a request while it is judged.
type call struct {
	spec *spec
	set  Setting
	args []string
	word string // the forced model
	cwd  string

	parsed
	warnings []problem.Problem
}

func (c *call) warn(p problem.Problem) { c.warnings = append(c.warnings, p) }

// run applies the rules of one group in the order of the table.
func (c *call) run(g group) (errors []problem.Problem) {
	for _, r := range c.spec.rules {
		if r.group == g {
			errors = append(errors, r.check(c)...)
		}
	}
	return errors
}

// normalised returns the command line: the caller's order and spelling without
// model options, and the forced model at the end of the options.
func (c *call) normalised() []string {
	out := []string{c.spec.name}
	out = append(out, c.before...)
	if c.spec.model {
		out = append(out, "-m", c.word)
	}
	return append(out, c.after...)
}

// short makes a text of a stranger fit for a message.
func short(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	const most = 120
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return strings.ReplaceAll(s, "\x00", "\uFFFD")
}
