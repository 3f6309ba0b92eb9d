package permissions

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/cobrax"
	"github.com/nurucobra/nuru/internal/tree"
)

// A shell rule is a pattern for how a line begins, so whatever may follow must
// be no stricter than what the rule allows:
//
//   - every flag, those that agents are never offered included;
//   - the commands below a parent, for flags may stand between the words:
//     "app db *" covers "app db --verbose drop x";
//   - of the root, everything, the commands included that cobra and this
//     module add when the application runs.

// shell decides about the command typed into a shell.
func (j judge) shell(c *tree.Command, r Rule) (annotate.Decision, string) {
	d, why := j.alone(c)
	if d != annotate.Allow {
		if d == r.Decision {
			why = ""
		}
		return d, why
	}
	if len(c.Path) == 0 {
		return annotate.Ask, "a pattern for it would cover every command"
	}
	if below := j.stricterBelow(c.Cmd); below != nil {
		return annotate.Ask, fmt.Sprintf("a pattern for it would cover %q", below.CommandPath())
	}
	return annotate.Allow, ""
}

// alone decides about c without what is below it.
func (j judge) alone(c *tree.Command) (annotate.Decision, string) {
	info, why := c.ToolInfo, ""
	for _, f := range raising(c) {
		if raised := info.Raise(f.Effect); raised.Decision != info.Decision {
			why = fmt.Sprintf("flag --%s, which the tool does not take: %s", f.Name, f.Effect)
			info = raised
		}
	}
	if c.Tool == "" && info.Decision == annotate.Allow {
		return annotate.Ask, "no tool: " + c.Why
	}
	return info.Decision, why
}

// stricterBelow returns a command below cmd that is not allowed, nil when
// there is none. One that is not part of the tree counts as not allowed.
func (j judge) stricterBelow(cmd *cobra.Command) *cobra.Command {
	for _, child := range cobrax.Children(cmd) {
		c := j.commands[child]
		if c == nil {
			return child
		}
		if child.Runnable() {
			if d, _ := j.alone(c); d != annotate.Allow {
				return child
			}
		}
		if below := j.stricterBelow(child); below != nil {
			return below
		}
	}
	return nil
}

// spellings returns the words that lead to c, its path first.
func spellings(c *tree.Command) [][]string {
	all := c.Aliases()
	if slices.Equal(c.Words, c.Path) {
		all = slices.Insert(all, 0, c.Path)
	}
	return slices.DeleteFunc(all, func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return w == "" || strings.HasPrefix(w, "-") })
	})
}

// unambiguous drops the spellings in which two siblings claim a word: which of
// them cobra takes depends on the order in which they were added, and on
// whether the application had them sorted.
func (j judge) unambiguous(c *tree.Command, r *Rule) {
	lineage := c.Lineage()
	r.Spellings = slices.DeleteFunc(r.Spellings, func(words []string) bool {
		for i, word := range words {
			if claims(lineage[i], word) > 1 {
				return true
			}
		}
		return false
	})
	if len(r.Spellings) == 0 {
		r.Spellings = spellings(c)
		r.Shell, r.ShellReason = annotate.Ask, "siblings share its names"
	}
}

func claims(parent *cobra.Command, word string) (n int) {
	same := func(name string) bool {
		return name == word || cobra.EnableCaseInsensitive && strings.EqualFold(name, word)
	}
	for _, child := range cobrax.Children(parent) {
		if same(child.Name()) || slices.ContainsFunc(child.Aliases, same) {
			n++
		}
	}
	return n
}

// raising returns every flag that raises the effect of c. It looks at all of
// them, whereas the flags of a tree.Command are those that a tool takes. Tree
// has read their annotations before, so there are no errors here.
func raising(c *tree.Command) []Flag {
	var flags []Flag
	seen := map[string]bool{}
	add := func(f *pflag.Flag) {
		if seen[f.Name] {
			return // hidden by a nearer flag of the same name
		}
		seen[f.Name] = true
		facts, _ := annotate.OfFlag(f)
		if facts.Effect == "" || c.Info.Effect.Stronger(facts.Effect) == c.Info.Effect {
			return
		}
		taken := slices.ContainsFunc(c.Flags, func(t tree.Flag) bool { return t.Flag == f })
		flags = append(flags, Flag{Name: f.Name, Shorthand: f.Shorthand, Effect: facts.Effect, Hidden: !taken})
	}
	for _, set := range flagSets(c.Cmd) {
		set.VisitAll(add)
	}
	for _, f := range c.Flags {
		if f.Scope == tree.Early {
			add(f.Flag)
		}
	}
	slices.SortFunc(flags, func(a, b Flag) int { return cmp.Compare(a.Name, b.Name) })
	return flags
}

// flagSets lists the sets of the flags that may follow cmd's words, from near
// to far.
func flagSets(cmd *cobra.Command) []*pflag.FlagSet {
	sets := []*pflag.FlagSet{cmd.Flags()}
	for p := cmd; p != nil; p = p.Parent() {
		sets = append(sets, p.PersistentFlags())
	}
	return append(sets, pflag.CommandLine)
}
