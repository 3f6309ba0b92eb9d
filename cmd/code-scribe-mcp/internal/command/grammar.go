package command

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/internal/suggest"
)

type problems = []problem.Problem

// One argument of a program is at most 128 KiB with its closing NUL on Linux.
const (
	maxArgs    = 1024
	maxArgSize = 128<<10 - 1
)

// textArgs refuses what cannot be passed to a program.
func textArgs(c *call) (found problems) {
	if n := len(c.args); n > maxArgs {
		found = append(found, problem.New(problem.InvalidArg, "there are %d arguments, at most %d are taken", n, maxArgs))
	}
	for _, a := range c.args {
		switch {
		case strings.ContainsRune(a, 0):
			found = append(found, problem.New(problem.InvalidArg, "the argument %q has a NUL byte in it", short(a)).With(short(a)))
		case !utf8.ValidString(a):
			found = append(found, problem.New(problem.InvalidArg, "the argument %q is no valid UTF-8", short(a)).With(short(a)))
		case len(a) > maxArgSize:
			found = append(found, problem.New(problem.InvalidArg,
				"an argument has %d bytes, at most %d can be passed; put a long prompt into a TOML file", len(a), maxArgSize).With(short(a)))
		}
	}
	return found
}

// parsed are the arguments as the program will read them.
type parsed struct {
	before []string // what stays, up to the place of the forced model
	after  []string // "--" and what follows it
	inputs []string // positional arguments
	given  []given
}

// given is one option as it was given.
type given struct {
	option option
	name   string // as spelled: "-p", "--seed-prompt"
	value  string
}

// values returns those given for an option.
func (p *parsed) values(long string) (list []string) {
	for _, g := range p.given {
		if g.option.long == long {
			list = append(list, g.value)
		}
	}
	return list
}

// last is the value that the program takes; "" if there is none.
func (p *parsed) last(long string) string {
	list := p.values(long)
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

// parse reads the arguments from left to right by the rules of Click, the
// library the program is built on: options may stand anywhere, -- ends them,
// and an option that takes a value takes the next argument whatever it is.
func (c *call) parse() (found problems) {
	for i := 0; i < len(c.args); {
		switch a := c.args[i]; {
		case a == "--":
			c.after = slices.Clone(c.args[i:])
			c.inputs = append(c.inputs, c.args[i+1:]...)
			return found
		case len(a) < 2 || a[0] != '-':
			c.inputs = append(c.inputs, a)
			c.before = append(c.before, a)
			i++
		default:
			r := c.option(c.args[i:])
			c.before = append(c.before, r.keep...)
			c.given = append(c.given, r.given...)
			if r.problem != nil {
				found = append(found, r.problem.With(short(a)))
			} else if len(r.keep) < r.used || r.cut {
				c.warn(problem.New(problem.ModelArgIgnored, "%q is left out: the server sets the model, name it with provider and model",
					short(strings.Join(c.args[i:i+r.used], " "))).With(short(a)))
			}
			i += r.used
		}
	}
	return found
}

// read is what became of one argument that is an option, and of its value.
type read struct {
	used    int // arguments
	keep    []string
	cut     bool // the argument that was kept has lost its end
	given   []given
	problem *problem.Problem
}

func (c *call) option(args []string) read {
	if strings.HasPrefix(args[0], "--") {
		return c.long(args)
	}
	return c.cluster(args)
}

func (c *call) long(args []string) read {
	name, value, inline := strings.Cut(args[0], "=")
	o := c.spec.option(c.set.Mode, func(o option) bool { return o.long == name[2:] })
	r := read{used: 1, keep: args[:1]}
	switch {
	case o == nil:
		r.problem = c.unknownOption(args[0], name)
	case o.flag && inline:
		p := problem.New(problem.UnexpectedValue, "the option %s takes no value, given was %q", name, short(value))
		r.problem = &p
	case !o.flag && !inline:
		return c.valued(r, *o, name, args)
	}
	if o != nil && r.problem == nil {
		r.given = []given{{*o, name, value}}
		if o.use == ignored {
			r.keep = nil
		}
	}
	return r
}

// cluster reads -abc: flags, and at most one option with a value, which is the
// rest or the next argument.
func (c *call) cluster(args []string) read {
	token := args[0]
	r := read{used: 1, keep: args[:1]}
	for at, letter := range token[1:] {
		at++ // of the letter in token
		name := "-" + string(letter)
		o := c.spec.option(c.set.Mode, func(o option) bool { return o.short == string(letter) })
		if o == nil {
			r.problem = c.unknownOption(token, name)
			return r
		}
		if o.flag {
			r.given = append(r.given, given{option: *o, name: name})
			continue
		}
		rest := token[at+utf8.RuneLen(letter):]
		flags := token[:at]
		if rest == "" {
			r = c.valued(r, *o, name, args)
		} else {
			r.given = append(r.given, given{*o, name, rest})
			if o.use == ignored {
				r.keep = nil
			}
		}
		if o.use == ignored && flags != "-" {
			r.keep, r.cut = []string{flags}, true
		}
		return r
	}
	return r
}

// valued takes the value of an option from the next argument.
func (c *call) valued(r read, o option, name string, args []string) read {
	switch {
	case len(args) > 1:
		r.used, r.keep = 2, args[:2]
		r.given = append(r.given, given{o, name, args[1]})
	case o.long == model.long:
		// Dropped, or forbidden anyway.
		r.given = append(r.given, given{option: o, name: name})
	default:
		p := problem.New(problem.MissingOptionValue, "the option %s needs a value after it", name)
		r.problem = &p
	}
	if o.use == ignored {
		r.keep = nil
	}
	return r
}

// in says that the option is known in a mode. Auto counts as the newest one's.
func (o option) in(mode config.ModelMode) bool {
	return o.mode == "" || o.mode == mode || mode == config.Auto && o.mode == config.OaicModel
}

func (s *spec) option(mode config.ModelMode, is func(option) bool) *option {
	for i, o := range s.options {
		if is(o) && o.in(mode) {
			return &s.options[i]
		}
	}
	return nil
}

func (c *call) unknownOption(arg, name string) *problem.Problem {
	var accept, long []string
	for _, o := range c.spec.options {
		if o.use == accepted && o.in(c.set.Mode) {
			accept = append(accept, "-"+o.short+"/--"+o.long)
			long = append(long, "--"+o.long)
		}
	}
	p := problem.New(problem.UnknownOption, "%s has no option %s%s; it takes %s",
		c.spec.name, short(name), suggest.DidYouMean(name, long), config.OrNone(accept))
	if c.exists(arg) {
		p.Message += "; a file of that name exists: write " + short("./"+arg) + ", or put it after --"
	}
	return &p
}

func forbiddenOptions(c *call) (found problems) {
	for _, g := range c.given {
		if g.option.use == forbidden {
			found = append(found, problem.New(problem.ForbiddenOption, "the option %s is not for %s: %s", g.name, c.spec.name, g.option.why).With(g.name))
		}
	}
	return found
}

func duplicateOptions(c *call) (found problems) {
	seen := map[string]int{}
	for _, g := range c.given {
		if seen[g.option.long]++; g.option.once && seen[g.option.long] == 2 {
			found = append(found, problem.New(problem.DuplicateOption,
				"the option -%s/--%s is given more than once, and the program would take the last one only", g.option.short, g.option.long).With(g.name))
		}
	}
	return found
}

func needsPrompt(c *call) problems {
	if c.last("seed-prompt") != "" {
		return nil
	}
	return problems{problem.New(problem.MissingPrompt, "%s needs a prompt file: -p FILE.toml", c.spec.name)}
}

func needsQuery(c *call) problems {
	if strings.TrimSpace(c.last("query-prompt")) != "" {
		return nil
	}
	return problems{problem.New(problem.MissingQuery, `%s needs a question: -q "what to find out"`, c.spec.name)}
}

func needsPromptOrQuery(c *call) problems {
	if c.last("seed-prompt") != "" || strings.TrimSpace(c.last("query-prompt")) != "" {
		return nil
	}
	return problems{problem.New(problem.MissingPromptOrQuery, `%s needs a prompt file or an instruction: -p FILE.toml, -q "what to change", or both`, c.spec.name)}
}

// exactly and atLeastOne count the inputs; what says what one is.
func exactly(what string) func(*call) problems {
	return func(c *call) problems {
		switch n := len(c.inputs); {
		case n == 0:
			return missingInput(c, what)
		case n > 1:
			return problems{problem.New(problem.TooManyInputs, "%s takes exactly one %s, given were %d", c.spec.name, what, n).With(short(c.inputs[1]))}
		}
		return nil
	}
}

func atLeastOne(what string) func(*call) problems {
	return func(c *call) problems {
		if len(c.inputs) == 0 {
			return missingInput(c, what)
		}
		return nil
	}
}

func missingInput(c *call, what string) problems {
	return problems{problem.New(problem.MissingInput, "%s needs a %s, and none was given", c.spec.name, what)}
}
