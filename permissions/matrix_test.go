package permissions_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/permissions"
)

// TestMatrix spells every command of every tree in every form. What OpenCode
// makes of the line is never looser than what cobra would run: an allow covers
// no call whose decision is stricter, and a deny covers its command wherever the
// client can see it.
func TestMatrix(t *testing.T) {
	lines := 0
	for _, name := range slices.Sorted(maps.Keys(trees)) {
		for _, strict := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, strict %t", name, strict), func(t *testing.T) {
				build := trees[name]
				root, decisions := build(), map[string]annotate.Decision{}
				oc := openCodeFor(t, build(), permissions.Options{Strict: strict})
				for _, words := range allWords(build()) {
					for _, c := range append(callsOf(words), siblingCalls(words)...) {
						if c.strict && !strict {
							continue
						}
						key := strings.Join(c.args, "\x00")
						if _, ok := decisions[key]; !ok {
							decisions[key] = decisionOf(root, c.args)
						}
						if d := decisions[key]; d != "" {
							lines++
							checkCall(t, oc, c, d)
						}
					}
				}
			})
		}
	}
	t.Logf("%d lines", lines)
	assert.Greater(t, lines, 10_000)
}

// checkCall fails when the verdict on the line is looser than the decision.
func checkCall(t require.TestingT, oc *openCode, c call, d annotate.Decision) {
	want := string(d)
	if want == "deny" && !c.deny {
		want = "ask"
	}
	if got := oc.bash(c.line); strictness[got] < strictness[want] {
		t.Errorf("%s: %q runs a command whose decision is %s, and the verdict is %s", c.form, c.line, want, got)
	}
}

func openCodeFor(t require.TestingT, root *cobra.Command, o permissions.Options) *openCode {
	rules, err := permissions.Rules(root)
	require.NoError(t, err)
	out, _, err := permissions.OpenCode(rules, o)
	require.NoError(t, err)
	return loadOpenCode(t, out)
}

// allWords are all the ways to name a command, through aliases and in spite of
// siblings, the commands of this module and of cobra included.
func allWords(root *cobra.Command) [][]string {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	all := [][]string{{}}
	var walk func(c *cobra.Command, before []string)
	walk = func(c *cobra.Command, before []string) {
		for _, child := range c.Commands() {
			for _, w := range append([]string{child.Name()}, child.Aliases...) {
				if w == "" || w[0] == '-' {
					continue
				}
				words := append(slices.Clone(before), w)
				all = append(all, words)
				walk(child, words)
			}
		}
	}
	walk(root, nil)
	return all
}

// Rules that ask about everything would pass the matrix. So what is allowed is
// really allowed, in the forms that people use.
func TestAllowedRunsUnasked(t *testing.T) {
	forms := []string{"plain", "blanks around", "chained", "after another", "or", "piped", "newline", "subshell", "if", "loop", "substituted", "redirected", "errors redirected"}
	oc := openCodeFor(t, richTree(), permissions.Options{})
	oc.rules = slices.Insert(oc.rules, 0, ocRule{"*", "*", "ask"}) // nobody's default helps
	for _, also := range []string{"true", "false", "cat", "echo"} {
		oc.rules = append(oc.rules, ocRule{"bash", also + " *", "allow"})
	}
	for _, words := range [][]string{
		{"list"},
		{"ls"},
		{"status"},
		{"apply"},
		{"db", "show"},
		{"database", "show"},
		{"log"},
		{"log", "tail"},
		{"log", "t"},
		{"log", "search"},
		{"config", "get"},
	} {
		for _, c := range callsOf(words) {
			if slices.Contains(forms, c.form) {
				assert.Equal(t, "allow", oc.bash(c.line), "%q", c.line)
			}
		}
	}
}

func TestToolsFollowTheirDecision(t *testing.T) {
	oc := openCodeFor(t, richTree(), permissions.Options{})
	for tool, want := range map[string]string{
		"list": "allow", "status": "allow", "status_page": "ask", "deploy": "ask",
		"delete": "hidden", "sync": "ask", "apply": "allow", "doctor": "ask",
		"scan": "allow", // --fix is not offered to agents
		"db":   "allow", "db_show": "allow", "db_drop": "hidden",
		"secret_show": "hidden", "user_list": "ask",
		"top": "ask", "dump": "ask", "no_such_tool": "ask",
		"run_read": "allow", "run_write": "ask", "run_destructive": "ask",
		"search_commands": "allow", "describe_command": "allow", "read_output": "allow", "complete_values": "ask",
	} {
		assert.Equal(t, want, oc.tool("app_"+tool), tool)
	}
	assert.Equal(t, "allow", oc.tool("other_tool"), "rules touch their own server only")
}

func TestStrictSeesWhatOthersDoNot(t *testing.T) {
	plain := openCodeFor(t, richTree(), permissions.Options{})
	strict := openCodeFor(t, richTree(), permissions.Options{Strict: true})
	for line, want := range map[string]struct{ plain, strict string }{
		"bash -c 'app delete x'":    {"allow", "deny"},
		`"app" delete x`:            {"allow", "deny"},
		"app\tdelete x":             {"allow", "deny"},
		`app "delete" x`:            {"ask", "deny"},
		"app  rm x":                 {"ask", "deny"},
		"app list --format x":       {"allow", "allow"}, // rm is part of a word
		"app list > file":           {"allow", "ask"},
		"app list 2>&1":             {"allow", "ask"},
		"a=app; $a delete x":        {"allow", "ask"},
		"ls":                        {"allow", "ask"},
		"app list --name delete":    {"allow", "deny"}, // the price
		"app delete x":              {"deny", "deny"},
		"app --profile p db -v del": {"deny", "deny"},
	} {
		assert.Equal(t, want.plain, plain.bash(line), "%q", line)
		assert.Equal(t, want.strict, strict.bash(line), "strict: %q", line)
	}
}

// Who drops the "*" of the strict rules, or has one of her own, is still asked.
func TestStrictWithoutWildcard(t *testing.T) {
	rules, err := permissions.Rules(richTree())
	require.NoError(t, err)
	out, _, err := permissions.OpenCode(rules, permissions.Options{Strict: true})
	require.NoError(t, err)
	strict := parseNode(t, out).get("permission")
	bash := strict.get("bash")
	require.Equal(t, "*", bash.fields[0].key)
	strict = strict.merge(node{object: true, fields: []field{{"bash", node{object: true, fields: []field{{"*", node{word: "allow"}}}}}}})
	oc := newOpenCode(strict)
	assert.Equal(t, "ask", oc.bash(`eval "app sync"`))
	assert.Equal(t, "allow", oc.bash("git status"))
}
