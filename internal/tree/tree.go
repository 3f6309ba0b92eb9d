// Package tree walks a cobra tree once and says which commands are tools, what
// they are called and which flags they take. Schemas, calls and permission
// rules all use this walk, so they cannot disagree.
package tree

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/cobrax"
	"github.com/nurucobra/nuru/internal/useline"
)

// OwnKey in a command's annotations marks the commands that this module adds
// to an application. They and what is below them are not part of the tree.
const OwnKey = "nurucobra.own"

// Tree is a cobra tree as agents and permission systems see it. It is not
// changed after Load and safe for concurrent reading.
type Tree struct {
	Root *cobra.Command
	// Commands are all commands but this module's own, sorted by path, parents
	// before their children; the first is the root.
	Commands []*Command
	// Notes are faults of the tree that cost one flag or one command, one
	// sentence each, sorted by path.
	Notes []string
}

// Command is one command of the tree.
type Command struct {
	Cmd *cobra.Command
	// Path are the names below the root; empty for the root.
	Path []string
	// Words are the words that lead cobra to the command: the path, but with an
	// alias where an earlier sibling takes the name. Nil when no words do.
	Words []string
	// Info holds the author's facts. Its effect and decision are those of a
	// call without flags.
	Info annotate.Info
	// ToolInfo is Info with the strongest effect that any accepted flag allows.
	ToolInfo annotate.Info
	// Tool is the tool's name, "" when the command is no tool.
	Tool string
	// Why says why the command is no tool, in a few words.
	Why string
	// Flags are the flags an agent may set: local ones first, then globals,
	// each sorted by name.
	Flags []Flag
	// Use is what the Use line says about the positionals.
	Use useline.Line

	parent *Command
}

// Load walks the tree below root. The error joins every invalid annotation.
func Load(root *cobra.Command) (*Tree, error) {
	t := &Tree{Root: root}
	l := loader{tree: t}
	l.walk(root, nil)
	slices.SortFunc(t.Commands, func(a, b *Command) int { return slices.Compare(a.Path, b.Path) })
	if err := l.nameTools(); err != nil {
		l.errs = append(l.errs, err)
	}
	slices.Sort(t.Notes)
	return t, errors.Join(l.errs...)
}

type loader struct {
	tree *Tree
	errs []error
}

func (l *loader) walk(cmd *cobra.Command, parent *Command) {
	c := &Command{Cmd: cmd, parent: parent}
	if parent != nil {
		c.Path = append(slices.Clone(parent.Path), cmd.Name())
		c.Words = words(parent, cmd)
	} else {
		c.Words = []string{}
	}
	info, err := annotate.Of(cmd)
	if err != nil {
		l.errs = append(l.errs, err)
	}
	c.Info = info
	l.flags(c)
	c.Use = useline.Parse(cmd.Use, takesValue(cmd))
	c.Why = why(c)
	l.tree.Commands = append(l.tree.Commands, c)
	for _, child := range cobrax.Children(cmd) {
		if !skipped(child) {
			l.walk(child, c)
		}
	}
}

// skipped leaves out what cobra and this module add on their own.
func skipped(cmd *cobra.Command) bool {
	if _, own := cmd.Annotations[OwnKey]; own {
		return true
	}
	if cmd.Parent().HasParent() {
		return false
	}
	return cmd.Name() == "help" || cmd.Name() == "completion" || strings.HasPrefix(cmd.Name(), "__complete")
}

// words finds a spelling that cobra resolves to child: several siblings may
// share a name or an alias, and cobra takes the first that matches.
func words(parent *Command, child *cobra.Command) []string {
	if parent.Words == nil {
		return nil
	}
	for _, word := range append([]string{child.Name()}, child.Aliases...) {
		if word != "" && !strings.HasPrefix(word, "-") && resolve(parent.Cmd, word) == child {
			return append(slices.Clone(parent.Words), word)
		}
	}
	return nil
}

func resolve(parent *cobra.Command, word string) *cobra.Command {
	same := func(name string) bool {
		return name == word || cobra.EnableCaseInsensitive && strings.EqualFold(name, word)
	}
	for _, c := range cobrax.Children(parent) {
		if same(c.Name()) || slices.ContainsFunc(c.Aliases, same) {
			return c
		}
	}
	return nil
}

// why says why c is no tool; "" when it is one.
func why(c *Command) string {
	said := c.Info.HiddenFromAgents
	switch {
	case !c.Cmd.Runnable():
		return "not runnable"
	case c.Info.Interactive == annotate.Yes:
		return "interactive"
	case said == annotate.Yes:
		return "hidden from agents"
	case c.Words == nil:
		return "a sibling takes its name and all its aliases"
	case said == annotate.No:
		return ""
	case c.Cmd.Hidden:
		return "hidden"
	case c.Cmd.Deprecated != "":
		return "deprecated"
	case c.hiddenParent() != "":
		return "below a hidden command"
	case c.group():
		return "a group that prints help"
	default:
		return ""
	}
}

// hiddenParent returns the name of a parent that hides its whole subtree.
func (c *Command) hiddenParent() string {
	for p := c.parent; p != nil; p = p.parent {
		hidden := p.Cmd.Hidden || p.Cmd.Deprecated != ""
		if p.Info.HiddenFromAgents.Or(hidden) {
			return p.Cmd.Name()
		}
	}
	return ""
}

// group reports whether c is one of those parents that are runnable only to
// print help: they have neither positionals nor flags of their own, and their
// author said nothing about them.
func (c *Command) group() bool {
	if !c.Cmd.HasSubCommands() || c.Info.Access != "" || c.Info.Args != "" {
		return false
	}
	return len(c.Use.Positionals) == 0 && !c.Use.Hard && !slices.ContainsFunc(c.Flags, func(f Flag) bool {
		return f.Scope == Local && c.Cmd.PersistentFlags().Lookup(f.Name) != f.Flag
	})
}

// Aliases returns every path, other than Path itself, that leads to c through
// its own aliases and those of its parents, sorted.
func (c *Command) Aliases() [][]string {
	paths := [][]string{{}}
	for _, step := range c.lineage() {
		var next [][]string
		for _, word := range append([]string{step.Cmd.Name()}, step.Cmd.Aliases...) {
			if resolve(step.parent.Cmd, word) != step.Cmd {
				continue // the word leads to a sibling
			}
			for _, p := range paths {
				next = append(next, append(slices.Clone(p), word))
			}
		}
		paths = next
	}
	paths = slices.DeleteFunc(paths, func(p []string) bool { return slices.Equal(p, c.Path) })
	slices.SortFunc(paths, slices.Compare)
	return slices.CompactFunc(paths, slices.Equal)
}

// lineage returns c and its parents below the root, outermost first.
func (c *Command) lineage() []*Command {
	if c.parent == nil {
		return nil
	}
	return append(c.parent.lineage(), c)
}

// Lineage returns the cobra commands from the root to c.
func (c *Command) Lineage() []*cobra.Command {
	var cmds []*cobra.Command
	for p := c; p != nil; p = p.parent {
		cmds = append(cmds, p.Cmd)
	}
	slices.Reverse(cmds)
	return cmds
}

// CommandPath is the path with the root's name, as cobra prints it.
func (c *Command) CommandPath() string { return c.Cmd.CommandPath() }

// Tools returns the commands that are tools, sorted by path.
func (t *Tree) Tools() []*Command {
	var tools []*Command
	for _, c := range t.Commands {
		if c.Tool != "" {
			tools = append(tools, c)
		}
	}
	return tools
}

func (l *loader) note(c *Command, format string, args ...any) {
	l.tree.Notes = append(l.tree.Notes, fmt.Sprintf("command %q: ", c.CommandPath())+fmt.Sprintf(format, args...))
}
