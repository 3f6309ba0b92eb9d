package permissions

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/tree"
)

// Rule says what may be done with one command. Every format is made from rules
// alone.
type Rule struct {
	// App is the name of the root command.
	App string
	// Path are the names below the root; empty for the root itself.
	Path []string
	// Spellings are the words that lead to the command, below the root: Path
	// first where it does, then every way through aliases, sorted. Where Shell
	// is allow, spellings with a word that two siblings claim are left out.
	Spellings [][]string
	// Tool is the name of the tool, "" when the command is none.
	Tool string
	// Why says why the command is no tool.
	Why string
	// Group is true when the command cannot be run itself. Only groups that
	// are denied have a rule: it holds for everything below them.
	Group bool
	// Effect is the strongest that a call of the tool may have.
	Effect annotate.Effect
	// Decision is for calls of the tool. Of a command that is no tool it is
	// for the command itself, and never allow.
	Decision annotate.Decision
	// Reason says in a few words what Decision follows from, and Source whose
	// annotation that is; its Command is "" when nothing was said.
	Reason string
	Source annotate.Source
	// Shell is for the command typed into a shell. It is Decision or stricter:
	// there a call may set flags that the tool does not take, and a pattern
	// for a command covers the commands below it.
	Shell annotate.Decision
	// ShellReason says why Shell is stricter than Decision, "" when it is not.
	ShellReason string
	// Raising are the flags that raise the effect of a call, sorted by name.
	Raising []Flag
}

// Flag is a flag that raises the effect of a call which sets it.
type Flag struct {
	Name      string // without dashes
	Shorthand string // one letter, or ""
	Effect    annotate.Effect
	// Hidden is true when the tool does not take the flag, so that only
	// a command typed into a shell can set it.
	Hidden bool
}

// CommandPath returns the path with the root's name, as cobra prints it.
func (r Rule) CommandPath() string {
	return strings.Join(append([]string{r.App}, r.Path...), " ")
}

// Rules returns the rules for root and everything below it, sorted by path,
// parents before their children. Commands that are no tools have one too when
// they can be run and some words lead to them; the commands that cobra and this
// module add have none and are asked about. The error joins every invalid
// annotation and names command, key and value. Rules must not run while the
// tree is changed or executed.
func Rules(root *cobra.Command) ([]Rule, error) {
	t, err := tree.Load(root)
	if err != nil {
		return nil, err
	}
	j := judge{commands: make(map[*cobra.Command]*tree.Command, len(t.Commands))}
	for _, c := range t.Commands {
		j.commands[c.Cmd] = c
	}
	var rules []Rule
	for _, c := range t.Commands {
		if c.Words == nil || !c.Cmd.Runnable() && c.Info.Decision != annotate.Deny {
			continue
		}
		rules = append(rules, j.rule(root, c))
	}
	return rules, nil
}

// A judge decides about the commands of one tree.
type judge struct {
	commands map[*cobra.Command]*tree.Command
}

func (j judge) rule(root *cobra.Command, c *tree.Command) Rule {
	r := Rule{
		App:      root.Name(),
		Path:     c.Path,
		Tool:     c.Tool,
		Why:      c.Why,
		Group:    !c.Cmd.Runnable(),
		Effect:   c.ToolInfo.Effect,
		Decision: c.ToolInfo.Decision,
		Raising:  raising(c),
	}
	r.Reason, r.Source = reason(c, r.Raising)
	if c.Tool == "" && r.Decision == annotate.Allow {
		r.Decision, r.Reason = annotate.Ask, "no tool: "+c.Why
	}
	r.Shell, r.ShellReason = j.shell(c, r)
	r.Spellings = spellings(c)
	if r.Shell == annotate.Allow {
		j.unambiguous(c, &r)
	}
	return r
}

// reason says what the decision follows from. The first that would suffice
// alone is named.
func reason(c *tree.Command, flags []Flag) (string, annotate.Source) {
	info := c.ToolInfo
	if said := info.Safety.Stricter(info.Ancestors); said != "" && said == info.Decision {
		return "safety " + string(info.Decision), info.Sources[annotate.KeySafety]
	}
	if info.Effect != c.Info.Effect {
		for _, f := range flags {
			if !f.Hidden && f.Effect == info.Effect {
				return fmt.Sprintf("flag --%s: %s", f.Name, f.Effect), annotate.Source{Command: c.CommandPath()}
			}
		}
	}
	switch {
	case info.Facts.Destructive == annotate.Yes:
		return "destructive", info.Sources[annotate.KeyDestructive]
	case info.Access != "":
		return "access " + string(info.Access), info.Sources[annotate.KeyAccess]
	default:
		return "its effect is unknown", annotate.Source{}
	}
}
