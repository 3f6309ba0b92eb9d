package permissions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/permissions"
)

// The names are few and alike, so that siblings, aliases and parents clash.
var names = []string{"list", "li", "list-all", "db", "d", "drop", "rm", "x", "app", "a?b", "d*", "help", "List"}

// randomTree draws a tree with random names, aliases, flags and annotations.
func randomTree(t *rapid.T) *cobra.Command {
	root := randomCommand(t, "app", 0)
	root.TraverseChildren = rapid.Bool().Draw(t, "traverse")
	globals(root)
	if rapid.Bool().Draw(t, "own") {
		root.AddCommand(leaf("mcp-server", own))
	}
	return root
}

func randomCommand(t *rapid.T, name string, depth int) *cobra.Command {
	c := group(name)
	c.Aliases = rapid.SliceOfN(rapid.SampledFrom(names), 0, 2).Draw(t, "aliases")
	if rapid.IntRange(0, 3).Draw(t, "runs") > 0 {
		c.Run = func(*cobra.Command, []string) {}
	}
	rare := func(label string) bool { return rapid.IntRange(0, 9).Draw(t, label) == 0 }
	f := annotate.Facts{
		Access: rapid.SampledFrom([]annotate.Access{"", annotate.Read, annotate.Read, annotate.Read, annotate.Write}).Draw(t, "access"),
	}
	if rare("safety") {
		f.Safety = rapid.SampledFrom([]annotate.Decision{annotate.Allow, annotate.Ask, annotate.Deny, annotate.Deny}).Draw(t, "which")
	}
	f.Destructive = annotate.BoolOf(rare("destructive"))
	f.Interactive = annotate.BoolOf(rare("interactive"))
	if rare("secret") {
		f.HiddenFromAgents = annotate.Yes
	}
	c.Hidden = rare("hidden")
	if rare("deprecated") {
		c.Deprecated = "gone"
	}
	annotate.Command(c).Set(f)
	if rare("flag") {
		effectFlag("prune", annotate.EffectDestructive)(c)
	}
	if rare("hidden flag") {
		effectFlag("fix", annotate.EffectWrite, hiddenFlag)(c)
	}
	if rare("global flag") {
		c.PersistentFlags().Bool("purge", false, "")
		annotate.Flag(c, "purge").Destructive()
	}
	if depth < 3 {
		for range rapid.IntRange(0, 3-depth).Draw(t, "children") {
			c.AddCommand(randomCommand(t, rapid.SampledFrom(names).Draw(t, "name"), depth+1))
		}
	}
	return c
}

// TestRandomTrees tries the invariants of the matrix on random trees: calls of
// every name, with flags strewn in, and words that name nothing.
func TestRandomTrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		settings(t)
		root := randomTree(t)
		t.Log(outline(root))
		rules, err := permissions.Rules(root)
		if err != nil {
			t.Skip(err) // siblings of one name that are both tools
		}
		kind := permissions.Options{CommandName: "app", ServerName: "app", Strict: rapid.Bool().Draw(t, "strict")}
		out, _, err := permissions.OpenCode(rules, kind)
		require.NoError(t, err)
		again, _, _ := permissions.OpenCode(rules, kind)
		require.Equal(t, string(out), string(again))
		oc := loadOpenCode(t, out)
		checkRules(t, rules, oc)

		paths := allWords(root)
		for range 12 {
			words := rapid.SampledFrom(paths).Draw(t, "words")
			args := strew(t, words)
			c := randomCall(t, words, args)
			// An unknown flag takes the next word for its value, so that
			// "app --x db list" may run "app list db".
			// Beginnings of names and other letters dodge a deny: globs have
			// neither.
			runs, _, _ := resolve(root, args)
			c.deny = c.deny && literally(root, words) == runs
			checkCall(t, oc, c, decisionOf(root, args))
		}
		for range 6 {
			args := rapid.SliceOfN(rapid.SampledFrom(append([]string{"-v", "--profile", "--", "-", "", "--purge", "y", "mcp-server", "lis", "LIST"}, names...)), 0, 5).Draw(t, "args")
			c := randomCall(t, args, args)
			c.deny = false
			checkCall(t, oc, c, decisionOf(root, args))
		}
	})
}

// settings draws cobra's process-wide settings.
func settings(t *rapid.T) {
	prefix, insensitive, sorting := cobra.EnablePrefixMatching, cobra.EnableCaseInsensitive, cobra.EnableCommandSorting
	t.Cleanup(func() {
		cobra.EnablePrefixMatching, cobra.EnableCaseInsensitive, cobra.EnableCommandSorting = prefix, insensitive, sorting
	})
	cobra.EnableCommandSorting = false // allWords would have an alias of two siblings lead to the other
	cobra.EnablePrefixMatching = rapid.Bool().Draw(t, "prefix matching")
	cobra.EnableCaseInsensitive = rapid.Bool().Draw(t, "case insensitive")
}

// literally resolves the words without cobra's leniency.
func literally(root *cobra.Command, words []string) *cobra.Command {
	prefix, insensitive := cobra.EnablePrefixMatching, cobra.EnableCaseInsensitive
	defer func() { cobra.EnablePrefixMatching, cobra.EnableCaseInsensitive = prefix, insensitive }()
	cobra.EnablePrefixMatching, cobra.EnableCaseInsensitive = false, false
	cmd, _, _ := resolve(root, words)
	return cmd
}

// strew puts flags before, between and behind the words.
func strew(t *rapid.T, words []string) (args []string) {
	flags := [][]string{nil, nil, {"-v"}, {"--profile", "y"}, {"--profile=y"}, {"--purge"}, {"--prune"}, {"--fix"}}
	for _, w := range words {
		args = append(append(args, rapid.SampledFrom(flags).Draw(t, "flag")...), w)
	}
	args = append(args, rapid.SampledFrom(flags).Draw(t, "flag")...)
	return append(args, rapid.SliceOfN(rapid.SampledFrom([]string{"y", "z"}), 0, 2).Draw(t, "positionals")...)
}

// randomCall calls the application with args in a form that every rule sees.
// A word that has to be quoted is one that a deny does not see.
func randomCall(t *rapid.T, words, args []string) call {
	var seen []string
	for _, w := range wrappers {
		if !w.strict {
			seen = append(seen, w.line)
		}
	}
	line := rapid.SampledFrom(seen).Draw(t, "form")
	return call{
		form: line,
		line: strings.Replace(line, "%", "app"+join(args), 1),
		args: args,
		deny: exactWords(words),
	}
}

// outline shows a tree in the log of a failure.
func outline(c *cobra.Command) string {
	s := fmt.Sprintf("%s %q runs %t, hidden %t, deprecated %q, %v\n", c.CommandPath(), c.Aliases, c.Runnable(), c.Hidden, c.Deprecated, c.Annotations)
	for _, child := range c.Commands() {
		s += outline(child)
	}
	return s
}

// checkRules checks what every list of rules holds to.
func checkRules(t *rapid.T, rules []permissions.Rule, oc *openCode) {
	require.True(t, slices.IsSortedFunc(rules, func(a, b permissions.Rule) int { return slices.Compare(a.Path, b.Path) }))
	for _, r := range rules {
		require.Equal(t, r.Shell, r.Shell.Stricter(r.Decision), "%s: the shell rule is looser", r.CommandPath())
		require.Equal(t, r.Shell != r.Decision, r.ShellReason != "", "%s: %q", r.CommandPath(), r.ShellReason)
		require.NotEmpty(t, r.Reason)
		require.False(t, r.Tool == "" && r.Decision == annotate.Allow, "%s is no tool and allowed", r.CommandPath())
		want := map[annotate.Decision]string{annotate.Allow: "allow", annotate.Ask: "ask", annotate.Deny: "hidden"}[r.Decision]
		if r.Tool != "" {
			require.Equal(t, want, oc.tool("app_"+r.Tool), r.Tool)
		}
	}
}

// FuzzNames puts any name and alias into a tree: whatever they are, the output is
// JSON without a key twice, and the denied command beside them stays denied.
func FuzzNames(f *testing.F) {
	for _, n := range names {
		f.Add(n, "*")
	}
	f.Add("", `"`)
	f.Add("-x", "\\")
	f.Add("a\nb", "$(x)")
	f.Fuzz(func(t *testing.T, name, alias string) {
		show := leaf("show", read)
		show.Use, show.Aliases = name, []string{alias}
		root := group("app", below(leaf("delete", deny), show))
		if got, _, err := root.Find([]string{"delete"}); err != nil || got.Name() != "delete" || got == show {
			t.Skip()
		}
		for _, strict := range []bool{false, true} {
			oc := openCodeFor(t, root, permissions.Options{Strict: strict})
			for _, line := range []string{"app delete x", "./app -v delete", "FOO=1 app delete"} {
				if got := oc.bash(line); got != "deny" {
					t.Errorf("%q beside %q: %s", line, name, got)
				}
			}
			if got := oc.bash("app other"); got == "allow" && name != "other" && alias != "other" {
				t.Errorf("%q and %q allow another command", name, alias)
			}
		}
	})
}
