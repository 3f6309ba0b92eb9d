package permissions_test

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

// with changes a command of a test tree.
type with func(*cobra.Command)

// leaf is a command that can be run; words are its name and aliases.
func leaf(words string, changes ...with) *cobra.Command {
	c := group(words, changes...)
	c.Run = func(*cobra.Command, []string) {}
	return c
}

// group is a command that cannot be run.
func group(words string, changes ...with) *cobra.Command {
	w := strings.Fields(words)
	c := &cobra.Command{Use: w[0], Aliases: w[1:], SilenceErrors: true, SilenceUsage: true}
	for _, change := range changes {
		change(c)
	}
	return c
}

func below(children ...*cobra.Command) with {
	return func(c *cobra.Command) { c.AddCommand(children...) }
}

func facts(f annotate.Facts) with { return func(c *cobra.Command) { annotate.Command(c).Set(f) } }

var (
	read    = facts(annotate.Facts{Access: annotate.Read})
	write   = facts(annotate.Facts{Access: annotate.Write})
	destroy = facts(annotate.Facts{Access: annotate.Write, Destructive: annotate.Yes})
	allow   = facts(annotate.Facts{Safety: annotate.Allow})
	ask     = facts(annotate.Facts{Safety: annotate.Ask})
	deny    = facts(annotate.Facts{Safety: annotate.Deny})
	secret  = facts(annotate.Facts{HiddenFromAgents: annotate.Yes})
	talks   = facts(annotate.Facts{Interactive: annotate.Yes})

	hidden     with = func(c *cobra.Command) { c.Hidden = true }
	deprecated with = func(c *cobra.Command) { c.Deprecated = "use another" }
	traverse   with = func(c *cobra.Command) { c.TraverseChildren = true }
	positional with = func(c *cobra.Command) { c.Use += " <name>" }
	own        with = func(c *cobra.Command) { c.Annotations = map[string]string{"nurucobra.own": "true"} }
)

// effectFlag adds a boolean flag with an effect.
func effectFlag(name string, e annotate.Effect, more ...func(*annotate.FlagSetter)) with {
	return func(c *cobra.Command) {
		c.Flags().Bool(name, false, "")
		s := annotate.Flag(c, name).Effect(e)
		for _, m := range more {
			m(s)
		}
	}
}

func hiddenFlag(s *annotate.FlagSetter) { s.HiddenFromAgents() }

// globals adds the persistent flags that the spellings of the matrix use.
func globals(c *cobra.Command) {
	c.PersistentFlags().String("profile", "", "")
	c.PersistentFlags().BoolP("verbose", "v", false, "")
}

// trees are the applications that the invariants are tried on.
var trees = map[string]func() *cobra.Command{
	"rich":   richTree,
	"single": func() *cobra.Command { return leaf("app", read, globals) },
	"denied root": func() *cobra.Command {
		return group("app", deny, globals, below(leaf("list", read), leaf("db", write, positional, below(leaf("drop", destroy)))))
	},
	"runnable root": func() *cobra.Command {
		return leaf("app", read, globals, positional, below(leaf("list ls", read), leaf("delete rm", destroy, deny)))
	},
	"traverse": func() *cobra.Command {
		return group("app", traverse, globals, effectFlag("purge", annotate.EffectDestructive),
			effectFlag("wipe", annotate.EffectDestructive, hiddenFlag),
			below(
				leaf("list", read),
				group("db d", below(leaf("show s", read), leaf("drop rm", destroy, deny))),
			))
	},
	"siblings": func() *cobra.Command {
		return group("app", globals, below(
			leaf("status", read), leaf("status-page", destroy, deny), leaf("stat", write),
			leaf("list x", read), leaf("purge x p", deny), leaf("purge", destroy),
			leaf("li", deny), leaf("app", read, positional, below(leaf("list", read))),
		))
	},
	"odd names": func() *cobra.Command {
		odd := leaf("show", read)
		odd.Aliases = []string{"s?", "a*", "look up", `q"x`, "", "-m"}
		gone := leaf("drop", deny)
		gone.Aliases = []string{"d*", "r?", "go away", "$x"}
		return group("app", globals, below(odd, gone, leaf("d?", read), leaf("größe", read), leaf("b.c:d", read)))
	},
	"deep": func() *cobra.Command {
		return group("app", globals, below(
			group("cloud", below(
				leaf("vm v", read, positional, below(
					leaf("list", read),
					leaf("show", read, effectFlag("reset", annotate.EffectWrite)),
					group("disk", below(leaf("list", read), leaf("wipe w", destroy, deny))),
				)),
				leaf("net n", read, positional, below(leaf("list", read), group("dns", below(leaf("show", read))))),
			)),
		))
	},
	"below allowed": func() *cobra.Command {
		return group("app", globals, below(
			leaf("a", read, positional, below(leaf("x", read, hidden))),
			leaf("b", read, positional, below(leaf("x", read, deprecated))),
			leaf("c", read, positional, below(leaf("x", read, talks))),
			leaf("d", read, positional, below(leaf("x", read, secret))),
			leaf("e", read, positional, below(leaf("x", own))),
			leaf("f", read, positional, below(leaf("x"))),
			leaf("g", read, positional, below(leaf("x", read), leaf("y", read))),
			leaf("h", read, ask, positional, below(leaf("x", read, allow))),
			leaf("i", write, allow, positional, below(leaf("x", read), leaf("y", write, allow))),
		))
	},
}

// richTree has what a real application has.
func richTree() *cobra.Command {
	root := group("app", globals, below(
		leaf("list ls", read, effectFlag("quiet", annotate.EffectRead)),
		leaf("status", read),
		leaf("status-page", write),
		leaf("deploy", write),
		leaf("delete rm", destroy, deny),
		leaf("sync", read, effectFlag("prune", annotate.EffectDestructive)),
		leaf("scan", read, effectFlag("fix", annotate.EffectWrite, hiddenFlag)),
		leaf("apply", write, allow),
		leaf("doctor"),
		leaf("top", read, talks),
		leaf("dump", read, hidden),
		leaf("old", read, deprecated),
		leaf("internal", read, secret),
		leaf("db database", read, positional, below(
			leaf("show", read),
			leaf("drop del", destroy, deny),
		)),
		leaf("log", read, positional, below(leaf("tail t", read), leaf("search", read))),
		leaf("config", below(leaf("get", read), leaf("set", write))),
		group("secret", deny, below(leaf("show", read), leaf("rotate", destroy))),
		group("user u", ask, below(leaf("list", read), leaf("add", write))),
	))
	root.AddCommand(leaf("mcp-server", own), leaf("export-schema", own), leaf("permissions", own))
	return root
}
