package annotate

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A FlagSetter writes facts into the annotations of one flag. Its methods
// return it, so calls can be chained. A persistent flag is one flag for all
// the commands that inherit it. Not safe for concurrent use.
type FlagSetter struct{ flag *pflag.Flag }

// Flag returns a setter for the flag of that long name, which cmd defines or
// inherits. It panics when there is none. The flags of cmd are only looked at:
// unlike cobra's InheritedFlags, nothing is merged into them.
func Flag(cmd *cobra.Command, name string) *FlagSetter {
	if cmd == nil {
		panic(fmt.Sprintf("annotate: Flag(nil, %q)", name))
	}
	if f := cmd.Flags().Lookup(name); f != nil {
		return &FlagSetter{f}
	}
	for c := cmd; c != nil; c = c.Parent() {
		if f := c.PersistentFlags().Lookup(name); f != nil {
			return &FlagSetter{f}
		}
	}
	panic(fmt.Sprintf("annotate: command %q has no flag %q", cmd.CommandPath(), name))
}

func (s *FlagSetter) set(key string, values ...string) *FlagSetter {
	// Into a copy of the map, which flags may share.
	annotations := maps.Clone(s.flag.Annotations)
	if annotations == nil {
		annotations = make(map[string][]string)
	}
	annotations[key] = slices.Clone(values)
	s.flag.Annotations = annotations
	return s
}

// Effect says that a call which sets the flag has at least this effect. A flag
// raises the effect of its command and never lowers it.
func (s *FlagSetter) Effect(e Effect) *FlagSetter { return s.set(KeyEffect, string(e)) }

// Destructive is Effect([EffectDestructive]).
func (s *FlagSetter) Destructive() *FlagSetter { return s.Effect(EffectDestructive) }

// Secret keeps the flag's value out of defaults, logs, errors and replies. The
// command line that a reply shows never has it. In what the program prints it
// is replaced when it has 4 bytes or more: replacing every "1" or "yes" would
// destroy the output.
func (s *FlagSetter) Secret() *FlagSetter { return s.set(KeySecret, "true") }

// Optional says that the program may fill the required flag from elsewhere,
// such as the environment or a file.
func (s *FlagSetter) Optional() *FlagSetter { return s.set(KeyOptional, "true") }

// HiddenFromAgents keeps the flag from agents: neither listed nor accepted.
func (s *FlagSetter) HiddenFromAgents() *FlagSetter { return s.set(KeyHidden, "true") }

// Shown lists the flag at every tool that takes it, although it is a global or
// hidden from people.
func (s *FlagSetter) Shown() *FlagSetter { return s.set(KeyShown, "true") }

// Enum says which values the program takes; others are refused.
func (s *FlagSetter) Enum(values ...string) *FlagSetter { return s.set(KeyEnum, values...) }

// Examples are values shown in the description.
func (s *FlagSetter) Examples(values ...string) *FlagSetter { return s.set(KeyExamples, values...) }

// Description describes the flag to agents, in place of its usage text.
func (s *FlagSetter) Description(d string) *FlagSetter { return s.set(KeyDescription, d) }

// Confirms says that the flag skips the program's own question. Agents are
// never offered it: the server sets it, after a person said yes or when
// confirmation is off and the decision is not deny.
func (s *FlagSetter) Confirms() *FlagSetter { return s.set(KeyConfirms, "true") }

// DryRun says that the flag makes the command only show what would happen.
func (s *FlagSetter) DryRun() *FlagSetter { return s.set(KeyDryRun, "true") }

// Repeatable says that a flag with a value of the application's own may be
// given several times, each adding to the last, so that agents give an array.
// It is for values that say so neither by pflag.SliceValue, nor by the name of
// their type, nor in the usage text. pflag's own types, but for Func, stay what
// they are.
func (s *FlagSetter) Repeatable() *FlagSetter { return s.set(KeyRepeatable, "true") }

// FlagFacts is what an author said about a flag; zero values mean that nothing
// was said.
type FlagFacts struct {
	Effect           Effect // "" when the flag raises nothing
	Secret           bool
	Optional         bool
	HiddenFromAgents bool
	Shown            bool
	Confirms         bool
	DryRun           bool
	Repeatable       bool
	Enum             []string
	Examples         []string
	Description      string
}

// OfFlag reads the annotations of f. The error names flag, key, value and the
// valid values of every annotation that is not valid. The facts returned with
// it are safe to use: an invalid effect counts as unknown, a flag with an
// invalid secret is secret, one with an invalid hidden or confirms is hidden
// from agents, and any other invalid annotation says nothing.
func OfFlag(f *pflag.Flag) (FlagFacts, error) {
	r := flagReader{flag: f}
	effect, effectOK := r.word(KeyEffect, string(EffectRead), string(EffectWrite), string(EffectDestructive))
	if !effectOK {
		effect = string(EffectUnknown)
	}
	secret, secretOK := r.bool(KeySecret)
	optional, _ := r.bool(KeyOptional)
	hidden, hiddenOK := r.bool(KeyHidden)
	shown, _ := r.bool(KeyShown)
	confirms, confirmsOK := r.bool(KeyConfirms)
	dryRun, _ := r.bool(KeyDryRun)
	repeatable, _ := r.bool(KeyRepeatable)
	facts := FlagFacts{
		Effect:           Effect(effect),
		Secret:           secret || !secretOK,
		Optional:         optional,
		HiddenFromAgents: hidden || !hiddenOK || !confirmsOK,
		Shown:            shown,
		Confirms:         confirms,
		DryRun:           dryRun,
		Repeatable:       repeatable,
		Enum:             r.list(KeyEnum),
		Examples:         r.list(KeyExamples),
		Description:      strings.Join(f.Annotations[KeyDescription], " "),
	}
	r.unknownKeys()
	return facts, errors.Join(r.errs...)
}

type flagReader struct {
	flag *pflag.Flag
	errs []error
}

func (r *flagReader) fail(key, value, valid string) {
	r.errs = append(r.errs, fmt.Errorf("flag %q: annotation %s is %q, valid: %s", "--"+r.flag.Name, key, value, valid))
}

func (r *flagReader) list(key string) []string {
	values, ok := r.flag.Annotations[key]
	if ok && len(values) == 0 {
		r.fail(key, "", "one value or more")
		return nil
	}
	return slices.Clone(values)
}

// word returns "" and true when the annotation is not there, "" and false when
// it is invalid.
func (r *flagReader) word(key string, valid ...string) (string, bool) {
	values, ok := r.flag.Annotations[key]
	if !ok {
		return "", true
	}
	if len(values) == 1 && slices.Contains(valid, values[0]) {
		return values[0], true
	}
	r.fail(key, strings.Join(values, ","), strings.Join(valid, ", "))
	return "", false
}

func (r *flagReader) bool(key string) (value, ok bool) {
	text, ok := r.word(key, "true", "false")
	return text == "true", ok
}

func (r *flagReader) unknownKeys() {
	for _, key := range unknownKeys(r.flag.Annotations, flagKeys) {
		r.errs = append(r.errs, fmt.Errorf("flag %q: unknown annotation %s%s", "--"+r.flag.Name, key, didYouMean(key, flagKeys)))
	}
}

var flagKeys = []string{
	KeyConfirms, KeyDescription, KeyDryRun, KeyEffect, KeyEnum, KeyExamples,
	KeyHidden, KeyOptional, KeyRepeatable, KeySecret, KeyShown,
}
