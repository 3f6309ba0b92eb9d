package argv

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/cobrax"
	"github.com/nurucobra/nuru/internal/tree"
	"github.com/nurucobra/nuru/schemagen"
)

// build lays the command line out: early flags, words, flags, "--",
// positionals.
func (b *builder) build() {
	b.pin()
	b.set()
	slices.SortStableFunc(b.flags, func(x, y flagTokens) int { return cmp.Compare(x.name, y.name) })
	if !b.line() {
		return
	}
	b.rawSecrets()
	b.noForbiddenFlags()
	b.layFlags(true)
	b.lay(b.tool.Words, echoes(b.tool.Words, false, true))
	b.layFlags(false)
	b.dash = b.dashPlace()
	if b.dash < 0 {
		b.lay(b.words, b.echoes)
		return
	}
	b.lay(b.words[:b.dash], b.echoes[:b.dash])
	b.lay([]string{"--"}, []Echo{{"--", true}})
	b.lay(b.words[b.dash:], b.echoes[b.dash:])
}

func (b *builder) layFlags(early bool) {
	for _, f := range b.flags {
		if f.early == early {
			b.lay(f.tokens, f.echoes)
		}
	}
}

// lay appends elements to the command line, and how a reply shows them.
func (b *builder) lay(args []string, as []Echo) {
	b.call.Args = append(b.call.Args, args...)
	b.call.Echo = append(b.call.Echo, as...)
}

func (b *builder) pin() {
	for _, pin := range b.encoder.Pins {
		if !reaches(b.tool.Command, pin) {
			continue // a nearer flag shadows it, or the tool is elsewhere
		}
		if _, given := b.want[pin.Flag]; given {
			b.problem("--%s is the server's own and cannot be given", pin.Flag.Name)
			continue
		}
		if err := b.addPin(pin); err != nil {
			b.problem("the server's own --%s %v", pin.Flag.Name, err)
		}
	}
}

// addPin adds a flag that every call gets; its effect and its secret hold as if
// the call had given it.
func (b *builder) addPin(pin Pin) error {
	if b.tool.Command.DisableFlagParsing && (!pin.Early || !b.tool.Command.HasParent()) {
		return fmt.Errorf("cannot be given to a command that reads its own flags")
	}
	facts, _ := annotate.OfFlag(pin.Flag) // what is wrong with them is an error of the tree
	p := &schemagen.Param{
		Secret: facts.Secret || schemagen.SecretName(pin.Flag.Name), Redact: facts.Secret,
		Type: schemagen.TypeOf(pin.Flag),
	}
	for _, v := range pin.Values {
		err := checkText(p.Type, facts.Enum, v)
		switch {
		case err != nil && p.Secret:
			return errors.New("has a value that it does not take")
		case err != nil:
			return fmt.Errorf("has a value that it does not take: %w", err)
		}
	}
	b.secretValues(p, pin.Values)
	b.call.Effect = b.call.Effect.Stronger(cmp.Or(facts.Effect, b.call.Effect))
	return b.addFlag(&schemagen.FlagBinding{
		Flag: pin.Flag, Early: pin.Early, ByShorthand: !tree.Spellable(pin.Flag.Name),
	}, pin.Values, p.Secret)
}

// PinEffect returns the strongest effect of the pins that cmd takes, "" when
// they raise nothing.
func PinEffect(cmd *cobra.Command, pins []Pin) annotate.Effect {
	var strongest annotate.Effect
	for _, pin := range pins {
		if facts, _ := annotate.OfFlag(pin.Flag); facts.Effect != "" && reaches(cmd, pin) {
			strongest = facts.Effect.Stronger(cmp.Or(strongest, facts.Effect))
		}
	}
	return strongest
}

// reaches reports whether cmd takes the pinned flag.
func reaches(cmd *cobra.Command, pin Pin) bool {
	if pin.Early {
		return true
	}
	if f := cmd.Flags().Lookup(pin.Flag.Name); f != nil && f != pin.Flag {
		return false
	}
	for c := cmd; c != nil; c = c.Parent() {
		if f := c.PersistentFlags().Lookup(pin.Flag.Name); f != nil {
			return f == pin.Flag
		}
	}
	return pflag.CommandLine.Lookup(pin.Flag.Name) == pin.Flag
}

// line puts the positionals into one line and reports whether there is no gap:
// a positional that is left out before one that is given. What stands behind a
// "--" of the command's own can be told apart.
func (b *builder) line() bool {
	missing := ""
	for i := range b.tool.Params {
		p := &b.tool.Params[i]
		if p.Arg == nil {
			continue
		}
		if p.Arg.Index == b.tool.Dash && b.tool.Info.Dash == nil {
			missing = ""
		}
		words := b.positionals[p.Arg.Index]
		switch {
		case words == nil && missing == "":
			missing = p.Name
		case len(words) > 0 && missing != "":
			b.problem("%q is given but %q before it is not: positionals have no names on the command line", p.Name, missing)
			return false
		}
		b.words = append(b.words, words...)
		b.echoes = append(b.echoes, echoes(words, p.Secret, false)...)
	}
	return true
}

// dashPlace is the number of positionals before "--", or -1 where none is
// wanted. It is not always put: some programs read what stands before and
// behind it as different things.
func (b *builder) dashPlace() int {
	cmd := b.tool.Command
	if cmd.DisableFlagParsing || len(b.words) == 0 {
		return -1
	}
	n := b.beforeDash()
	if n >= 0 && len(b.words) > n {
		b.noFlagsBefore(n)
		return n
	}
	if b.tool.Info.Dash != nil {
		b.noFlagsBefore(len(b.words))
		return -1
	}
	rootTakesWords := !cmd.HasParent() && cmd.HasSubCommands() && cmd.Args == nil
	if rootTakesWords || slices.ContainsFunc(b.words, func(w string) bool { return needsDash(cmd, w) }) {
		return 0
	}
	return -1
}

// beforeDash is how many words stand before the "--" to which the command gives
// a meaning of its own, -1 when it gives it none.
func (b *builder) beforeDash() int {
	if n := b.tool.Info.Dash; n != nil {
		return *n
	}
	if b.tool.Dash < 0 {
		return -1
	}
	n := 0
	for _, words := range b.positionals[:min(b.tool.Dash, len(b.positionals))] {
		n += len(words)
	}
	return n
}

// noFlagsBefore refuses what cobra would take for a flag among the first n
// words: the "--" that could guard it stands behind them.
func (b *builder) noFlagsBefore(n int) {
	at := 0
	for i := range b.tool.Params {
		p := &b.tool.Params[i]
		if p.Arg == nil {
			continue
		}
		for _, word := range b.positionals[p.Arg.Index] {
			if at < n && len(word) > 1 && word[0] == '-' {
				b.problem("%q begins with a dash, and this command takes what stands there for a flag", p.Name)
			}
			at++
		}
	}
}

// needsDash reports whether cobra or pflag would take the positional for a flag
// or for a subcommand. An empty one is skipped while subcommands are looked up.
func needsDash(cmd *cobra.Command, word string) bool {
	if strings.HasPrefix(word, "-") && len(word) > 1 || word == "" && cmd.HasSubCommands() {
		return true
	}
	same := func(name string) bool {
		return strings.EqualFold(name, word) ||
			cobra.EnablePrefixMatching && strings.HasPrefix(strings.ToLower(name), strings.ToLower(word))
	}
	for _, child := range cobrax.Children(cmd) {
		if same(child.Name()) || slices.ContainsFunc(child.Aliases, same) {
			return true
		}
	}
	return !cmd.HasParent() && slices.ContainsFunc(lateChildren, same)
}

// lateChildren are the subcommands that cobra adds to a root only when it runs.
var lateChildren = []string{"help", "completion", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd}

// mismatch explains a refused read-back.
func (b *builder) mismatch(format string, args ...any) error {
	return fmt.Errorf("this call cannot be put on a command line: "+format, args...)
}
