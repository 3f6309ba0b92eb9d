// Package tree walks a cobra tree once and says which commands are tools, what
// they are called and which flags they take. Schemas, calls and permission
// rules all use this walk, so they cannot disagree.
package tree

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

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
	// Confirms are flags that skip the program's own question: the server sets
	// them, agents cannot.
	Confirms []Flag
	// Use is what the Use line says about the positionals.
	Use useline.Line

	parent *Command
	// elsewhere is the path by which cobra knows the command, or one above it,
	// when that is another one: cobra lets a command stand below two parents.
	elsewhere string
	// fault is why cobra panics on its way to or through the command.
	fault string
	// children are the subcommands by the word that leads cobra to them.
	children map[string]*cobra.Command
}

// Load walks the tree below root. The error joins every invalid annotation,
// each once.
func Load(root *cobra.Command) (*Tree, error) {
	t := &Tree{Root: root}
	l := loader{tree: t, failed: map[string]bool{}}
	l.walk(root, nil)
	slices.SortFunc(t.Commands, func(a, b *Command) int { return slices.Compare(a.Path, b.Path) })
	l.fail(l.nameTools())
	slices.Sort(t.Notes)
	t.Notes = slices.Compact(t.Notes)
	return t, errors.Join(l.errs...)
}

type loader struct {
	tree   *Tree
	errs   []error
	failed map[string]bool // the texts of errs
}

// fail keeps every single error that err joins, unless it is known: what a
// parent says is read again with each of its children.
func (l *loader) fail(err error) {
	switch joined, ok := err.(interface{ Unwrap() []error }); {
	case err == nil:
	case ok:
		for _, e := range joined.Unwrap() {
			l.fail(e)
		}
	case !l.failed[err.Error()]:
		l.failed[err.Error()] = true
		l.errs = append(l.errs, err)
	}
}

func (l *loader) walk(cmd *cobra.Command, parent *Command) {
	children := cobrax.Children(cmd)
	c := &Command{Cmd: cmd, parent: parent, children: byWord(children)}
	if parent != nil {
		c.Path = append(slices.Clone(parent.Path), cmd.Name())
		c.Words = words(parent, cmd)
	} else {
		c.Words = []string{}
	}
	l.stray(c)
	info, err := annotate.Of(cmd)
	l.fail(err)
	c.Info = info
	l.flags(c)
	c.Use = useline.Parse(cmd.Use, c.hasChildren(), takesValue(cmd))
	c.Why = why(c)
	if fault := l.clash(c); fault != "" && c.Why == "" {
		c.Why = "cobra panics on it: " + fault
		l.note(c.CommandPath(), "%s: it is left out", c.Why)
	}
	if c.Why == "" && c.Words == nil {
		c.Why = unreachable(c)
		l.note(c.CommandPath(), "%s: it is left out", c.Why)
	}
	if n := c.aliasPaths(); c.Why == "" && n > MaxAliases {
		l.note(c.CommandPath(), "its aliases and those of its parents make %.0f paths: rules cover only %d of them", n, MaxAliases)
	}
	l.tree.Commands = append(l.tree.Commands, c)
	for i, child := range children {
		switch {
		case skipped(child):
		case slices.Contains(children[:i], child):
			l.note(child.CommandPath(), "it was added more than once: the first place counts")
		default:
			l.walk(child, c)
		}
	}
}

// stray learns whether cobra knows c by another path, where it is a tool.
func (l *loader) stray(c *Command) {
	switch {
	case c.parent == nil:
	case c.parent.elsewhere != "":
		c.elsewhere = c.parent.elsewhere
	case c.Cmd.Parent() != c.parent.Cmd:
		c.elsewhere = c.Cmd.CommandPath()
		l.note(c.elsewhere, "it stands below %q too: that place is left out", c.parent.Cmd.CommandPath())
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
	for _, word := range names(child) {
		if parent.leads(word, child) {
			return append(slices.Clone(parent.Words), word)
		}
	}
	return nil
}

// names are the words that cmd is called by.
func names(cmd *cobra.Command) []string {
	return append([]string{cmd.Name()}, cmd.Aliases...)
}

// leads reports whether cobra takes word, behind c's own, for child.
func (c *Command) leads(word string, child *cobra.Command) bool {
	return word != "" && !strings.HasPrefix(word, "-") && c.children[fold(word)] == child
}

// byWord maps each name and alias to the first of the commands that has it.
func byWord(children []*cobra.Command) map[string]*cobra.Command {
	words := make(map[string]*cobra.Command, len(children))
	for _, child := range children {
		for _, word := range names(child) {
			if _, taken := words[fold(word)]; !taken {
				words[fold(word)] = child
			}
		}
	}
	return words
}

// fold makes words alike that cobra does not tell apart, as strings.EqualFold.
func fold(word string) string {
	if !cobra.EnableCaseInsensitive {
		return word
	}
	return strings.Map(func(r rune) rune {
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		return least
	}, word)
}

// clash says why cobra panics when it runs c: for a clash on the way to it, of
// its own, or with --help.
func (l *loader) clash(c *Command) string {
	if c.parent != nil {
		c.fault = c.parent.fault
	}
	if c.fault == "" {
		c.fault = clash(c.Cmd)
	}
	if c.fault != "" {
		return c.fault
	}
	return helpClash(c.Cmd)
}

// why says why c is no tool; "" when it is one, if it can be reached.
func why(c *Command) string {
	said := c.Info.HiddenFromAgents
	switch {
	case c.elsewhere != "":
		return fmt.Sprintf("cobra runs it as %q", c.elsewhere)
	case !c.Cmd.Runnable():
		return "not runnable"
	case c.Info.Interactive == annotate.Yes:
		return "interactive"
	case said == annotate.Yes:
		return "hidden from agents"
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

func unreachable(c *Command) string {
	if c.parent.Words == nil {
		return "below a command whose name and aliases a sibling takes"
	}
	return "a sibling takes its name and all its aliases"
}

// hiddenParent returns the name of a parent that hides its whole subtree.
func (c *Command) hiddenParent() string {
	// The root is the application: hiding it hides its own tool alone.
	for p := c.parent; p != nil && p.parent != nil; p = p.parent {
		hidden := p.Cmd.Hidden || p.Cmd.Deprecated != ""
		if p.Info.HiddenFromAgents.Or(hidden) {
			return p.Cmd.Name()
		}
	}
	return ""
}

// group reports whether c is one of those parents that are runnable only to
// print help: they have neither positionals nor flags of their own, and their
// author said nothing about what they do.
func (c *Command) group() bool {
	if !c.hasChildren() || saysWhatItDoes(c.Info.Facts) {
		return false
	}
	return !slices.ContainsFunc(c.Use.Positionals, c.takesMore) && !c.Use.Hard && !slices.ContainsFunc(c.Flags, func(f Flag) bool {
		return f.Scope == Local && lookup(c.Cmd.PersistentFlags(), f.Name) != f.Flag
	})
}

// hasChildren reports whether c has subcommands of the application's.
func (c *Command) hasChildren() bool {
	return slices.ContainsFunc(cobrax.Children(c.Cmd), func(child *cobra.Command) bool { return !skipped(child) })
}

// takesMore reports whether p is more than the names of c's children, as in
// "create (service | job)".
func (c *Command) takesMore(p useline.Positional) bool {
	for member := range strings.SplitSeq(p.Text, "|") {
		if c.children[fold(strings.TrimSpace(member))] == nil {
			return true
		}
	}
	return false
}

// saysWhatItDoes reports whether f has facts that only a command has which
// does something, rather than texts and what children inherit.
func saysWhatItDoes(f annotate.Facts) bool {
	return f.Access != "" || f.Args != "" || f.Destructive != annotate.Unset || f.Idempotent != annotate.Unset ||
		f.Name != "" || f.Stdin != "" || f.JSON != nil || f.ExitCodes != nil || f.Dash != nil
}

// MaxAliases bounds the paths that [Command.Aliases] returns. Real trees have a
// few dozen at most, but their number is the product over the levels.
const MaxAliases = 4096

// Aliases returns every path, other than Path itself, that leads to c through
// its own aliases and those of its parents, sorted.
func (c *Command) Aliases() [][]string {
	paths := [][]string{{}}
	for _, step := range c.lineage() {
		var next [][]string
		for _, word := range step.leading() {
			for _, p := range paths {
				if len(next) <= MaxAliases {
					next = append(next, append(slices.Clone(p), word))
				}
			}
		}
		paths = next
	}
	paths = slices.DeleteFunc(paths, func(p []string) bool { return slices.Equal(p, c.Path) })
	slices.SortFunc(paths, slices.Compare)
	return paths[:min(len(paths), MaxAliases)]
}

// leading returns the words that lead from c's parent to c, each once.
func (c *Command) leading() []string {
	var words []string
	for _, word := range names(c.Cmd) {
		if c.parent.leads(word, c.Cmd) && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// aliasPaths is how many paths lead to c beside its own.
func (c *Command) aliasPaths() float64 {
	n := 1.0
	for p := c; p.parent != nil; p = p.parent {
		n *= float64(len(p.leading()))
	}
	return n - 1
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

// note keeps one sentence about the command at path.
func (l *loader) note(path, format string, args ...any) {
	l.tree.Notes = append(l.tree.Notes, fmt.Sprintf("command %q: ", path)+fmt.Sprintf(format, args...))
}
