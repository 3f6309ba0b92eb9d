package tree

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
)

// Scope says where a flag of a command comes from, and so where it stands on
// the command line.
type Scope int

// The values of [Scope].
const (
	Local  Scope = iota // defined by the command itself
	Global              // persistent, inherited from a parent
	Early               // local to a root with TraverseChildren: stands before the subcommand
)

// Flag is a flag that an agent may set.
type Flag struct {
	*pflag.Flag
	Scope Scope
	Facts annotate.FlagFacts
	// ByShorthand is true when "--name=" does not reach the flag and "-x=" does.
	ByShorthand bool
}

// flags collects the flags of c without merging anything into its flag sets,
// and computes what they raise its effect to.
func (l *loader) flags(c *Command) {
	seen := map[string]bool{}
	for _, source := range flagSources(c) {
		var flags []Flag
		source.set.VisitAll(func(f *pflag.Flag) {
			if source.skip(f) {
				return
			}
			name := normalized(c.Cmd.Flags(), f.Name)
			if seen[name] {
				return // shadowed by a nearer one; one without a name by such a one
			}
			seen[name] = true
			if flag, ok := l.accept(c, source, f); ok {
				flags = append(flags, flag)
			}
		})
		slices.SortFunc(flags, func(a, b Flag) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Shorthand, b.Shorthand)) })
		c.Flags = append(c.Flags, flags...)
	}
	slices.SortStableFunc(c.Flags, func(a, b Flag) int {
		// Inherited ones come from several parents; sort them as one list.
		return cmp.Or(cmp.Compare(a.Scope, b.Scope), cmp.Compare(a.Name, b.Name))
	})
	c.ToolInfo = c.Info
	for _, f := range c.Flags {
		if f.Facts.Effect != "" {
			c.ToolInfo = c.ToolInfo.Raise(f.Facts.Effect)
		}
	}
}

type flagSource struct {
	set   *pflag.FlagSet
	owner *cobra.Command // whose set it is
	scope Scope
	skip  func(*pflag.Flag) bool
}

// flagSources lists the flag sets of c from near to far.
func flagSources(c *Command) []flagSource {
	none := func(*pflag.Flag) bool { return false }
	// Earlier uses of the tree may have merged the parents' flags into c's.
	inherited := func(f *pflag.Flag) bool {
		for p := c.Cmd.Parent(); p != nil; p = p.Parent() {
			if lookup(p.PersistentFlags(), f.Name) == f {
				return true
			}
		}
		return lookup(pflag.CommandLine, f.Name) == f
	}
	sources := []flagSource{{c.Cmd.Flags(), c.Cmd, Local, inherited}, {c.Cmd.PersistentFlags(), c.Cmd, Local, inherited}}
	root := c.Cmd
	for p := c.Cmd.Parent(); p != nil; p = p.Parent() {
		sources = append(sources, flagSource{p.PersistentFlags(), p, Global, none})
		root = p
	}
	// cobra makes the process-wide pflag set persistent flags of the root.
	sources = append(sources, flagSource{pflag.CommandLine, root, Global, none})
	if root.TraverseChildren && !root.DisableFlagParsing && c.parent != nil {
		persistent := func(f *pflag.Flag) bool {
			return lookup(root.PersistentFlags(), f.Name) == f || lookup(pflag.CommandLine, f.Name) == f
		}
		sources = append(sources, flagSource{root.Flags(), root, Early, persistent})
	}
	return sources
}

// setByCobra is the annotation of the help and version flags that cobra adds.
const setByCobra = "cobra_annotation_flag_set_by_cobra"

// accept decides whether an agent may set f. A flag with invalid annotations is
// an error of the tree; one that cannot be addressed costs only itself.
func (l *loader) accept(c *Command, source flagSource, f *pflag.Flag) (Flag, bool) {
	facts, err := annotate.OfFlag(f)
	if err != nil {
		l.flagErrors(source.owner, err)
	}
	flag := Flag{Flag: f, Scope: source.scope, Facts: facts}
	_, byCobra := f.Annotations[setByCobra]
	switch {
	case c.Cmd.DisableFlagParsing:
		// The command reads its own arguments, and any of them may be this flag.
		if facts.Effect != "" {
			c.Info = c.Info.Raise(facts.Effect)
		}
		return flag, false
	case facts.Confirms && addressable(source.set, f):
		c.Confirms = append(c.Confirms, flag)
		return flag, false
	case f.Name == "help", byCobra, facts.HiddenFromAgents, facts.Confirms:
		return flag, false
	case (f.Hidden || f.Deprecated != "") && !facts.Shown:
		return flag, false
	case addressable(source.set, f):
		return flag, true
	case byShorthand(source.set, f):
		flag.ByShorthand = true
		return flag, true
	default:
		l.note(source.owner.CommandPath(), "flag %q cannot be given on a command line and is left out", "--"+f.Name)
		return flag, false
	}
}

// flagErrors keeps what is wrong with a flag of owner; the children that
// inherit it say nothing new.
func (l *loader) flagErrors(owner *cobra.Command, err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			l.flagErrors(owner, e)
		}
		return
	}
	l.fail(fmt.Errorf("command %q: %w", owner.CommandPath(), err))
}

// addressable reports whether pflag reads "--name=value" as this flag: not with
// an empty name, a leading dash, an equals sign, or a normaliser that makes
// another name of it.
func addressable(set *pflag.FlagSet, f *pflag.Flag) bool {
	return Spellable(f.Name) && lookup(set, f.Name) == f
}

// Spellable reports whether pflag can read "--name=value" at all.
func Spellable(name string) bool {
	return name != "" && !strings.HasPrefix(name, "-") && !strings.ContainsAny(name, "=\x00")
}

// byShorthand reports whether pflag reads "-x=value" as this flag. It then sets
// the flag by its name, so a name that the normaliser leads elsewhere will not do.
func byShorthand(set *pflag.FlagSet, f *pflag.Flag) bool {
	return lookup(set, f.Name) == f && len(f.Shorthand) == 1 && f.Shorthand != "-" && f.Shorthand != "=" && set.ShorthandLookup(f.Shorthand) == f
}

// lookup survives a panicking normaliser of a foreign tree.
func lookup(set *pflag.FlagSet, name string) (f *pflag.Flag) {
	defer func() { _ = recover() }()
	return set.Lookup(name)
}

// normalized is the name under which set keeps a flag that is merged into it.
func normalized(set *pflag.FlagSet, name string) (n string) {
	defer func() {
		if recover() != nil {
			n = name
		}
	}()
	return string(set.GetNormalizeFunc()(set, name))
}

// takesValue tells the Use line parser whether a flag it spells takes a value.
func takesValue(cmd *cobra.Command) func(string) (bool, bool) {
	return func(name string) (takes, known bool) {
		var f *pflag.Flag
		for c := cmd; c != nil && f == nil; c = c.Parent() {
			for _, set := range []*pflag.FlagSet{c.PersistentFlags(), c.Flags()} {
				if len(name) == 1 {
					f = set.ShorthandLookup(name)
				} else {
					f = lookup(set, name)
				}
				if f != nil {
					break
				}
			}
		}
		return f != nil && f.NoOptDefVal == "", f != nil
	}
}
