package argv

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
)

// noForbiddenFlags refuses the words of a command that reads its own flags
// when they spell one that agents cannot set. Behind a "--" they are refused
// too: what that means is the command's own.
func (b *builder) noForbiddenFlags() {
	if !b.tool.Command.DisableFlagParsing {
		return
	}
	flags := flagsOf(b.tool.Command)
	for i := range b.tool.Params {
		p := &b.tool.Params[i]
		if p.Arg == nil {
			continue
		}
		for n, word := range b.positionals[p.Arg.Index] {
			switch f := flags.forbidden(word); {
			case f == nil:
			case p.Arg.Rest:
				b.problem("%q element %d spells %s, which agents cannot set", p.Name, n, dashed(f))
			default:
				b.problem("%q spells %s, which agents cannot set", p.Name, dashed(f))
			}
		}
	}
}

func dashed(f *pflag.Flag) string {
	if f.Name == "" {
		return "-" + f.Shorthand
	}
	return "--" + f.Name
}

// hiddenFromAgents reports whether agents must not set f.
func hiddenFromAgents(f *pflag.Flag) bool {
	facts, _ := annotate.OfFlag(f) // what is wrong with them is an error of the tree
	return facts.HiddenFromAgents || facts.Confirms || f.Hidden && !facts.Shown
}

// flagNames finds the flags that a command knows, its own before its parents'.
type flagNames struct {
	normalize      func(name string) string
	names, letters map[string]*pflag.Flag
}

func flagsOf(cmd *cobra.Command) flagNames {
	flags := flagNames{normalizer(cmd), map[string]*pflag.Flag{}, map[string]*pflag.Flag{}}
	add := func(f *pflag.Flag) {
		if _, shadowed := flags.names[f.Name]; !shadowed {
			flags.names[f.Name] = f
		}
		if _, shadowed := flags.letters[f.Shorthand]; !shadowed && f.Shorthand != "" {
			flags.letters[f.Shorthand] = f
		}
	}
	cmd.Flags().VisitAll(add)
	for c := cmd; c != nil; c = c.Parent() {
		c.PersistentFlags().VisitAll(add)
	}
	pflag.CommandLine.VisitAll(add)
	return flags
}

// normalizer returns the function under whose names cmd keeps its flags.
func normalizer(cmd *cobra.Command) func(name string) string {
	own := cmd.Flags()
	return func(name string) (n string) {
		defer func() {
			if recover() != nil { // the application's own code
				n = name
			}
		}()
		return string(own.GetNormalizeFunc()(own, name))
	}
}

// forbidden returns the flag that word spells and agents cannot set, nil for
// none: as --name, as -name, which Go's own flags read, or by a letter, also
// among others. Letters that nobody knows are taken for switches.
func (l flagNames) forbidden(word string) *pflag.Flag {
	spelt, _, _ := strings.Cut(word, "=")
	letters, dash := strings.CutPrefix(spelt, "-")
	if !dash {
		return nil
	}
	name := strings.TrimPrefix(letters, "-")
	for _, n := range []string{name, l.normalize(name)} {
		if f := l.names[n]; n != "" && f != nil && hiddenFromAgents(f) {
			return f
		}
	}
	if name != letters {
		return nil
	}
	for _, letter := range strings.Split(letters, "") {
		f := l.letters[letter]
		switch {
		case f == nil:
		case hiddenFromAgents(f):
			return f
		case f.NoOptDefVal == "":
			return nil // the rest is its value
		}
	}
	return nil
}
