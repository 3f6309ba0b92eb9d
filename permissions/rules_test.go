package permissions_test

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/permissions"
)

func ruleOf(t *testing.T, root *cobra.Command, path string) permissions.Rule {
	t.Helper()
	rules, err := permissions.Rules(root)
	require.NoError(t, err)
	for _, r := range rules {
		if strings.Join(r.Path, " ") == path {
			return r
		}
	}
	t.Fatalf("no rule for %q", path)
	return permissions.Rule{}
}

func TestRules(t *testing.T) {
	t.Run("whole", func(t *testing.T) {
		root := group("app", below(group("db database", ask, below(
			leaf("show s", read, effectFlag("reset", annotate.EffectWrite), effectFlag("fix", annotate.EffectDestructive, hiddenFlag)),
		))))
		root.Commands()[0].Commands()[0].Flags().Lookup("reset").Shorthand = "r"
		assert.Equal(t, permissions.Rule{
			App:       "app",
			Path:      []string{"db", "show"},
			Spellings: [][]string{{"db", "show"}, {"database", "s"}, {"database", "show"}, {"db", "s"}},
			Tool:      "db_show",
			Effect:    annotate.EffectWrite,
			Decision:  annotate.Ask,
			Reason:    "safety ask",
			Source:    annotate.Source{Command: "app db", Inherited: true},
			Shell:     annotate.Ask,
			Raising: []permissions.Flag{
				{Name: "fix", Effect: annotate.EffectDestructive, Hidden: true},
				{Name: "reset", Shorthand: "r", Effect: annotate.EffectWrite},
			},
		}, ruleOf(t, root, "db show"))
	})
	t.Run("a command that nothing is said about is asked about", func(t *testing.T) {
		r := ruleOf(t, group("app", below(leaf("x"))), "x")
		assert.Equal(t, annotate.Ask, r.Decision)
		assert.Equal(t, "its effect is unknown", r.Reason)
		assert.Zero(t, r.Source)
	})
	t.Run("a command that is no tool is never allowed", func(t *testing.T) {
		for name, change := range map[string]with{"hidden": hidden, "deprecated": deprecated, "interactive": talks, "secret": secret} {
			r := ruleOf(t, group("app", below(leaf("x", read, allow, change))), "x")
			assert.Equal(t, annotate.Ask, r.Decision, name)
			assert.Equal(t, annotate.Ask, r.Shell, name)
			assert.Empty(t, r.ShellReason, name)
			assert.Equal(t, "no tool: "+r.Why, r.Reason, name)
		}
	})
	t.Run("a nearer flag hides one that raises", func(t *testing.T) {
		x := leaf("x", read)
		x.Flags().Bool("force", false, "")
		root := group("app", below(x, leaf("y", read)))
		root.PersistentFlags().Bool("force", false, "")
		annotate.Flag(root, "force").Destructive()
		assert.Equal(t, annotate.Allow, ruleOf(t, root, "x").Shell)
		assert.Equal(t, annotate.Ask, ruleOf(t, root, "y").Shell)
	})
	t.Run("a word of two siblings is no allowed spelling", func(t *testing.T) {
		root := group("app", below(leaf("list x", read), leaf("purge x", deny)))
		assert.Equal(t, [][]string{{"list"}}, ruleOf(t, root, "list").Spellings)
		assert.Equal(t, [][]string{{"purge"}}, ruleOf(t, root, "purge").Spellings)
	})
	t.Run("the root is never allowed in a shell", func(t *testing.T) {
		for _, name := range []string{"single", "runnable root"} {
			r := ruleOf(t, trees[name](), "")
			assert.Equal(t, annotate.Allow, r.Decision, name)
			assert.Equal(t, annotate.Ask, r.Shell, name)
			assert.Equal(t, "a pattern for it would cover every command", r.ShellReason, name)
		}
	})
	t.Run("the tree is left as it was", func(t *testing.T) {
		root := richTree()
		before := root.Commands()[0].Flags().HasFlags()
		_, err := permissions.Rules(root)
		require.NoError(t, err)
		assert.Equal(t, before, root.Commands()[0].Flags().HasFlags())
	})
}

func TestRulesNamesWhatIsInvalid(t *testing.T) {
	bad := leaf("x", func(c *cobra.Command) { c.Annotations = map[string]string{"nuru.safety": "maybe"} })
	bad.Flags().Bool("force", false, "")
	require.NoError(t, bad.Flags().SetAnnotation("force", "nuru.effect", []string{"huge"}))
	_, err := permissions.Rules(group("app", below(bad)))
	for _, part := range []string{`command "app x"`, "nuru.safety", `"maybe"`, "allow, ask, deny", `flag "--force"`, "nuru.effect", `"huge"`} {
		assert.ErrorContains(t, err, part)
	}
}

// Siblings may share a path where one of them is reached by an alias alone:
// a deny for the one does not stand for the other.
func TestSiblingsOfOnePath(t *testing.T) {
	oc := openCodeFor(t, group("app", below(leaf("x", deny), leaf("x li", deny, hidden))), permissions.Options{})
	assert.Equal(t, "deny", oc.bash("app x"))
	assert.Equal(t, "deny", oc.bash("app li"))
}

// Whoever makes rules herself may name a command twice. The stricter rule stays,
// and an allow does not move behind what it would undo.
func TestSpellingTwice(t *testing.T) {
	rule := func(path string, d annotate.Decision, words ...string) permissions.Rule {
		return permissions.Rule{App: "app", Path: []string{path}, Spellings: [][]string{words}, Decision: d, Shell: d}
	}
	for _, rules := range [][]permissions.Rule{
		{rule("a", annotate.Allow, "x"), rule("b", annotate.Ask, "x", "y"), rule("c", annotate.Allow, "x")},
		{rule("a", annotate.Allow, "x"), rule("b", annotate.Allow, "x", "y"), rule("c", annotate.Ask, "x")},
		{rule("a", annotate.Ask, "x"), rule("b", annotate.Allow, "x"), rule("c", annotate.Ask, "x", "y")},
	} {
		out, _, err := permissions.OpenCode(rules, permissions.Options{})
		require.NoError(t, err)
		assert.Equal(t, "ask", loadOpenCode(t, out).bash("app x y"), "%s", out)
	}
}

func TestParseKind(t *testing.T) {
	for s, want := range map[string]permissions.Kind{"": permissions.Both, "both": permissions.Both, "mcp": permissions.MCP, "shell": permissions.Shell} {
		got, err := permissions.ParseKind(s)
		require.NoError(t, err)
		assert.Equal(t, want, got)
		if s != "" {
			assert.Equal(t, s, got.String())
		}
	}
	_, err := permissions.ParseKind("bash")
	assert.EqualError(t, err, `unknown kind "bash", valid: both, mcp, shell`)
	assert.Equal(t, "Kind(7)", permissions.Kind(7).String())
}

func TestWrite(t *testing.T) {
	rules, err := permissions.Rules(richTree())
	require.NoError(t, err)
	for name, c := range map[string]struct {
		format string
		rules  []permissions.Rule
		o      permissions.Options
		want   string
	}{
		"format":       {format: "open-code", rules: rules, want: `unknown format "open-code", valid: opencode`},
		"kind":         {format: "opencode", rules: rules, o: permissions.Options{Kind: 7}, want: "unknown kind 7, valid: both, mcp, shell"},
		"command name": {format: "opencode", rules: rules, o: permissions.Options{CommandName: "a*"}, want: `command name "a*": expected it as typed into a shell, without *, ?, quotes and control characters`},
		"no name":      {format: "opencode", want: "the application has no name: set the command name"},
		"no server":    {format: "opencode", o: permissions.Options{Kind: permissions.MCP}, want: "the application has no name that could be a server name: set the server name"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := permissions.Write(c.format, c.rules, c.o)
			assert.EqualError(t, err, c.want)
		})
	}
	t.Run("server name", func(t *testing.T) {
		rules, err := permissions.Rules(group("My_App", below(leaf("list", read))))
		require.NoError(t, err)
		for server, key := range map[string]string{"": "my-app_list", "other": "other_list", "a.b c": "a_b_c_list"} {
			out, _, err := permissions.OpenCode(rules, permissions.Options{ServerName: server})
			require.NoError(t, err)
			assert.Equal(t, "allow", parseNode(t, out).get("permission").get(key).word, "%s", out)
		}
	})
	t.Run("no tools", func(t *testing.T) {
		out, _, err := permissions.OpenCode(nil, permissions.Options{CommandName: "app", ServerName: "app"})
		require.NoError(t, err)
		p := parseNode(t, out).get("permission")
		assert.Equal(t, "ask", p.get("app_*").word)
		assert.Len(t, p.fields, 2)
	})
	t.Run("command by path", func(t *testing.T) {
		oc := openCodeFor(t, richTree(), permissions.Options{CommandName: "./bin/app"})
		for line, want := range map[string]string{
			"./bin/app list": "allow", "app list": "ask", "/opt/app list": "ask",
			"./bin/app delete": "deny", "app delete": "deny", "env app -v delete": "deny", "FOO=1 ./bin/app -v rm": "deny",
		} {
			assert.Equal(t, want, oc.bash(line), line)
		}
	})
	t.Run("command of several words", func(t *testing.T) {
		oc := openCodeFor(t, richTree(), permissions.Options{CommandName: "go run ."})
		for line, want := range map[string]string{"go run . list": "allow", "go run . sync": "ask", "go run . rm": "deny", "go test .": "allow"} {
			assert.Equal(t, want, oc.bash(line), line)
		}
	})
	t.Run("a permission of OpenCode's own is not allowed", func(t *testing.T) {
		oc := openCodeFor(t, group("external", below(leaf("directory", read))), permissions.Options{})
		assert.Equal(t, "ask", oc.tool("external_directory"))
	})
}

func TestNotes(t *testing.T) {
	notes := func(root *cobra.Command, o permissions.Options) string {
		rules, err := permissions.Rules(root)
		require.NoError(t, err)
		_, notes, err := permissions.OpenCode(rules, o)
		require.NoError(t, err)
		for _, n := range notes {
			assert.True(t, strings.HasSuffix(n, "."), n)
			assert.NotContains(t, n, "\n")
		}
		return strings.Join(notes, "\n")
	}
	assert.NotContains(t, notes(richTree(), permissions.Options{}), "EnablePrefixMatching")
	cobra.EnablePrefixMatching, cobra.EnableCaseInsensitive = true, true
	defer func() { cobra.EnablePrefixMatching, cobra.EnableCaseInsensitive = false, false }()
	all := notes(richTree(), permissions.Options{})
	assert.Contains(t, all, "EnablePrefixMatching")
	assert.Contains(t, all, "EnableCaseInsensitive")
	assert.Contains(t, all, "redirection")
	assert.Contains(t, all, "bash -c")
	assert.Contains(t, all, `"always"`)
	harmless := notes(group("app", below(leaf("x", write))), permissions.Options{})
	assert.NotContains(t, harmless, "redirection")
	assert.NotContains(t, harmless, "denied command")
	odd := notes(trees["odd names"](), permissions.Options{})
	assert.Contains(t, odd, `"app s?" cannot be written as an exact pattern and is asked about.`)
	assert.Contains(t, odd, `"app d*" cannot be written as an exact pattern and is denied together with what looks like it.`)
	assert.Contains(t, notes(richTree(), permissions.Options{Kind: permissions.MCP}), "tools alone")
}
