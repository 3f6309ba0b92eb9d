// Package argv turns the JSON arguments of a tool call into a command line, and
// proves before anything runs that cobra reads back exactly what was asked.
//
// The order is: the words of the command, its flags sorted by name, each one
// token with "=", then "--" where a positional needs it, then the positionals.
// Flags of a root that traverses its children stand before the words. Defaults
// of the schema are never added: a program can tell a flag that was given from
// one that was not.
package argv

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/suggest"
	"github.com/nurucobra/nuru/schemagen"
)

// An Encoder encodes calls. Its zero value is strict and pins nothing. It is
// safe for concurrent use as long as it is not changed.
type Encoder struct {
	// Lenient takes a string that is the JSON text of the declared array,
	// object or number as that value.
	Lenient bool
	// Pins are flags that every call gets and no call can set.
	Pins []Pin
	// InProcess is for command lines that no system is given: an argument may
	// have any length.
	InProcess bool
}

// A Pin is a flag with the values that it is given in every call.
type Pin struct {
	Flag   *pflag.Flag
	Early  bool // stands before the subcommand
	Values []string
}

// A Call is an encoded tool call.
type Call struct {
	Args    []string        // the command line behind argv[0]
	Echo    []Echo          // Args as a reply may show them, one for each
	Stdin   []byte          // nil when the call brings none
	Effect  annotate.Effect // of this very call
	Secrets []string        // values that no error and no echo may show
	Redact  []string        // those of them that the program's output may not show either
}

// Echo is how a reply may show one element of a command line.
type Echo struct {
	// Text is the element; "[redacted]" stands in it for the value of a
	// secret, whatever that is.
	Text string
	// Own is true for what the application's own names make, such as the
	// words of the command's path: no value of the call is in it.
	Own bool
}

const redacted = "[redacted]"

// An Error says why a call was refused. Its text names every property that is
// wrong, what was given and what is expected. Where a secret belongs it shows
// no value; the same value may have been given elsewhere, see Secrets.
type Error struct {
	Tool     string
	Problems []string
	secrets  []string
}

// Secrets are the values of the call that the text must not repeat.
func (e *Error) Secrets() []string { return e.secrets }

func (e *Error) Error() string {
	if len(e.Problems) == 1 {
		return fmt.Sprintf("%s: %s", e.Tool, e.Problems[0])
	}
	return fmt.Sprintf("%s: %d problems:\n- %s", e.Tool, len(e.Problems), strings.Join(e.Problems, "\n- "))
}

// maxToken is the longest argument that Linux takes, in bytes.
const maxToken = 131071

// Encode turns the JSON object arguments into a call of tool. null and nil mean
// no arguments; a property that is null counts as left out. The error is an
// [*Error]; nothing of the application has run then, and nothing must.
func (e *Encoder) Encode(tool *schemagen.Tool, arguments json.RawMessage) (Call, error) {
	b := e.newBuilder(tool)
	b.read(arguments)
	if len(b.problems) == 0 {
		b.build()
	}
	if len(b.problems) == 0 {
		if err := b.readBack(); err != nil {
			b.problem("%v", err)
		}
	}
	if len(b.problems) > 0 {
		return Call{}, &Error{Tool: tool.ID, Problems: b.problems, secrets: b.call.Secrets}
	}
	return b.call, nil
}

// builder is the state of one Encode.
type builder struct {
	encoder  *Encoder
	tool     *schemagen.Tool
	given    map[string]json.RawMessage // by property name, without nulls
	problems []string
	call     Call

	want        map[*pflag.Flag][]string // what pflag must read
	flags       []flagTokens
	positionals [][]string // by index
	words       []string   // the positionals in order
	echoes      []Echo     // of words
	dash        int        // how many stand before "--"; -1 without it
}

type flagTokens struct {
	name   string
	early  bool
	tokens []string
	echoes []Echo // of tokens
}

func (e *Encoder) newBuilder(tool *schemagen.Tool) *builder {
	b := &builder{
		encoder: e, tool: tool, given: map[string]json.RawMessage{},
		want: map[*pflag.Flag][]string{}, positionals: make([][]string, len(tool.Params)),
	}
	b.call.Effect = tool.Info.Effect
	return b
}

func (b *builder) problem(format string, args ...any) {
	b.problems = append(b.problems, fmt.Sprintf(format, args...))
}

// wrong reports a bad value of p; the message of a secret says only what is
// expected. The keys of a secret object count as secret too: they may be what
// belongs behind the "=".
func (b *builder) wrong(p *schemagen.Param, err error) {
	msg := err.Error()
	switch {
	case p.Secret && p.Type.Shape == schemagen.Map:
		msg = "has a value that cannot be taken" + expectation(p)
	case p.Secret:
		msg, _, _ = strings.Cut(msg, ", got ")
	}
	if p.Flag != nil && p.Flag.NoOptDefVal != "" && strings.HasPrefix(msg, "must be a string") {
		msg += fmt.Sprintf(" (%q is what it means without a value)", p.Flag.NoOptDefVal)
	}
	b.problem("%q %s", p.Name, msg)
}

// read sorts the members of the arguments to the parameters they name.
func (b *builder) read(arguments json.RawMessage) {
	list, err := members(arguments)
	if err != nil {
		b.problem("arguments: %v", err)
		return
	}
	spelt := map[string]string{}
	for _, m := range list {
		names := b.resolve(m.key)
		if len(names) != 1 {
			b.problem("%s", b.unknown(m.key, names))
			continue
		}
		name := names[0]
		if other, twice := spelt[name]; twice {
			b.problem("%q and %q are the same property: give one", other, m.key)
			continue
		}
		spelt[name] = m.key
		if kindOf(m.value) != "null" {
			b.given[name] = m.value
		}
	}
	for i := range b.tool.Params {
		p := &b.tool.Params[i]
		raw, ok := b.given[p.Name]
		switch {
		case !ok && p.Enforced:
			b.problem("%q is missing%s", p.Name, expectation(p))
		case ok:
			b.take(p, raw)
		}
	}
}

// resolve finds the property that key names: by its name, or by another
// spelling of its flag, which several properties may share.
func (b *builder) resolve(key string) []string {
	if slices.ContainsFunc(b.tool.Params, func(p schemagen.Param) bool { return p.Name == key }) {
		return []string{key}
	}
	var loose []string
	squashed := squash(key)
	for i := range b.tool.Params {
		p := &b.tool.Params[i]
		if squashed != "" && squash(p.Name) == squashed && strings.TrimLeft(key, "-") != "" {
			loose = append(loose, p.Name)
		} else if p.Flag != nil && squashed != "" && squash(p.Flag.Name) == squashed {
			loose = append(loose, p.Name)
		}
	}
	return loose
}

// squash makes dryRun, dry-run, dry_run and --dry-run the same. Other letters
// than ASCII's stay: some of them have a lower case in ASCII.
func squash(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '-' || c == '_':
			return -1
		case c >= 'A' && c <= 'Z':
			return c - 'A' + 'a'
		}
		return c
	}, strings.TrimPrefix(s, "--"))
}

func (b *builder) unknown(key string, several []string) string {
	if len(several) > 0 {
		return fmt.Sprintf("%q may be any of %s: give one by its name", key, quoted(several))
	}
	for _, g := range b.tool.Globals {
		if g.Name == key || squash(key) != "" && squash(g.Flag.Name) == squash(key) {
			return fmt.Sprintf("%q is a global flag: give it as \"--%s=value\" in the array %q", key, g.Flag.Name, b.globalsName())
		}
	}
	names := make([]string, len(b.tool.Params))
	for i, p := range b.tool.Params {
		names[i] = p.Name
	}
	msg := fmt.Sprintf("unknown property %q", key)
	if s := suggest.DidYouMean(key, names); s != "" {
		return msg + s
	}
	if len(names) == 0 {
		return msg + ": the tool takes none"
	}
	return msg + ", valid: " + strings.Join(names, ", ")
}

func (b *builder) globalsName() string {
	for _, p := range b.tool.Params {
		if p.Globals {
			return p.Name
		}
	}
	return "globals"
}

func expectation(p *schemagen.Param) string {
	kind := p.Schema.Type
	if enum := p.Enum(); len(enum) > 0 {
		return ": expected one of " + quoted(enum)
	}
	if p.Schema.Description == "" {
		return ": expected " + article(kind)
	}
	return ": expected " + article(kind) + " (" + p.Schema.Description + ")"
}

func article(kind string) string {
	if strings.ContainsRune("aeiou", rune(kind[0])) {
		return "an " + kind
	}
	return "a " + kind
}

// take encodes the value of one parameter.
func (b *builder) take(p *schemagen.Param, raw json.RawMessage) {
	if b.encoder.Lenient {
		raw = unwrap(raw, p.Type)
	}
	if p.Effect != "" {
		b.call.Effect = b.call.Effect.Stronger(p.Effect)
	}
	var err error
	switch {
	case p.Stdin:
		err = b.takeStdin(raw)
	case p.Globals:
		err = b.takeGlobals(raw)
	case p.Arg != nil:
		err = b.takePositional(p, raw)
	default:
		err = b.takeFlag(p, raw)
	}
	if err != nil {
		b.wrong(p, err)
	}
}

func (b *builder) takeStdin(raw json.RawMessage) error {
	if kindOf(raw) != "string" {
		return fmt.Errorf("must be a string, got %s", describe(raw))
	}
	if err := faithful(raw); err != nil {
		return err
	}
	var s string
	err := json.Unmarshal(raw, &s) // a NUL is fine here
	b.call.Stdin = []byte(s)
	return err
}

func (b *builder) takePositional(p *schemagen.Param, raw json.RawMessage) error {
	if !p.Arg.Rest {
		s, err := scalar(raw, p.Type, p.Enum())
		b.positionals[p.Arg.Index] = []string{s}
		b.secret(p, s)
		return cmp.Or(err, b.checkLength(s))
	}
	list, err := elements(raw)
	if err != nil {
		return err
	}
	if n := len(list); n < p.Arg.Min || p.Arg.Max > 0 && n > p.Arg.Max {
		return fmt.Errorf("must have %s, got %d", howMany(p.Arg.Min, p.Arg.Max), n)
	}
	words := make([]string, len(list))
	for i, e := range list {
		if words[i], err = scalar(e, p.Type, p.Enum()); err == nil {
			err = b.checkLength(words[i])
		}
		if err != nil {
			return fmt.Errorf("element %d %w", i, err)
		}
		b.secret(p, words[i])
	}
	b.positionals[p.Arg.Index] = words
	return nil
}

func howMany(least, most int) string {
	switch {
	case most == 0:
		return fmt.Sprintf("%d elements or more", least)
	case least == most:
		return fmt.Sprintf("exactly %d elements", least)
	default:
		return fmt.Sprintf("%d to %d elements", least, most)
	}
}

func (b *builder) takeFlag(p *schemagen.Param, raw json.RawMessage) error {
	values, err := flagValues(p, raw)
	if err != nil {
		return err
	}
	b.secretValues(p, values)
	if len(values) == 0 && p.Enforced {
		return fmt.Errorf("is required and cannot be empty")
	}
	return b.addFlag(p.Flag, values, p.Secret)
}

// addFlag appends the tokens of a flag and what pflag must read from them.
// secret says that no echo may show the values.
func (b *builder) addFlag(f *schemagen.FlagBinding, values []string, secret bool) error {
	list, err := tokens(f, values)
	if err != nil {
		return err
	}
	for _, t := range list {
		if err := b.checkLength(t); err != nil {
			return err
		}
	}
	if len(list) > 0 {
		b.want[f.Flag] = append(b.want[f.Flag], values...)
		b.flags = append(b.flags, flagTokens{f.Name + f.Shorthand, f.Early, list, flagEchoes(list, secret)})
	}
	return nil
}

func (b *builder) secret(p *schemagen.Param, value string) {
	if p.Secret && value != "" && !slices.Contains(b.call.Secrets, value) {
		b.call.Secrets = append(b.call.Secrets, value)
	}
	if p.Secret && p.Redact && value != "" && !slices.Contains(b.call.Redact, value) {
		b.call.Redact = append(b.call.Redact, value)
	}
}

// secretValues keeps the values of a secret flag as they stand on the command
// line, and what they hold as the program will print it: the elements of a
// list, the values of a map.
func (b *builder) secretValues(p *schemagen.Param, values []string) {
	if !p.Secret {
		return
	}
	for _, v := range slices.Concat(values, parts(p.Type, values)) {
		b.secret(p, v)
	}
}

func (b *builder) checkLength(token string) error {
	if len(token) > maxToken && !b.encoder.InProcess {
		return fmt.Errorf("is too long for a command line: its argument has %d bytes, at most %d fit", len(token), maxToken)
	}
	return nil
}
