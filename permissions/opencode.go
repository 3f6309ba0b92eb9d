package permissions

import (
	"slices"
	"strings"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/ordered"
)

// OpenCode prints rules as a configuration file of OpenCode that holds nothing
// but "permission":
//
//	{
//	  "$schema": "https://opencode.ai/config.json",
//	  "permission": {
//	    "bash": { "app *": "ask", ..., "app list *": "allow", ..., "app delete *": "deny" },
//	    "app_*": "ask", "app_list": "allow", ..., "app_delete": "deny"
//	  }
//	}
//
// OpenCode takes the last rule that matches, so the order is the meaning: what
// is true of every command stands first, then each command with every alias,
// parents before their children, then what is denied. It matches each simple
// command of a shell line by its text. Tools have one exact key each.
//
// With Options.Strict everything that no rule names is asked about, so is every
// command of the application with a ">" in it, and a denied command is looked
// for anywhere in a text, which may deny a harmless one that mentions it.
//
// notes say what the rules cannot stop and how to merge them; see [Write].
func OpenCode(rules []Rule, o Options) (out []byte, notes []string, err error) {
	n, err := o.names(rules)
	if err != nil {
		return nil, nil, err
	}
	var permission ordered.Object
	if o.Kind.shell() {
		bash := openCodeBash(rules, n, o.Strict)
		permission = append(permission, ordered.Member{Key: "bash", Value: ordered.Object(bash)})
	}
	if o.Kind.mcp() {
		permission = append(permission, openCodeTools(rules, n)...)
	}
	out, err = ordered.Indent(ordered.Object{
		{Key: "$schema", Value: "https://opencode.ai/config.json"},
		{Key: "permission", Value: permission},
	})
	return out, openCodeNotes(rules, n, o), err
}

func openCodeBash(rules []Rule, n names, strict bool) rank {
	var bash rank
	if strict {
		bash.add("*", annotate.Ask)
		// Still holds where a person drops "*", or has one of her own.
		bash.add("*"+n.base+"*", annotate.Ask)
	}
	for _, head := range heads(n) {
		bash.add(head+" *", annotate.Ask)
	}
	for _, r := range shellLeaves(rules) {
		for _, words := range r.Spellings {
			if exact(words) {
				bash.add(leafGlob(n.command, words), r.Shell)
			}
		}
	}
	if strict {
		bash.add(n.command+" *>*", annotate.Ask) // a redirection belongs to the text
	}
	for _, words := range shellDenies(rules) {
		for _, glob := range denyGlobs(n, words) {
			bash.add(glob, annotate.Deny)
		}
	}
	if strict {
		for _, glob := range strictDenies(rules, n) {
			bash.add(glob, annotate.Deny)
		}
	}
	return bash
}

// strictDenies leaves out the patterns that would swallow another command.
func strictDenies(rules []Rule, n names) []string {
	var globs []string
	leaves := shellLeaves(rules)
	for _, words := range shellDenies(rules) {
		glob := strictGlob(n, words)
		if !slices.ContainsFunc(leaves, func(l Rule) bool { return covers(glob, n, l) }) {
			globs = append(globs, glob)
		}
	}
	return globs
}

func covers(glob string, n names, r Rule) bool {
	return slices.ContainsFunc(r.Spellings, func(words []string) bool {
		return matches(glob, n.command+" "+strings.Join(words, " "))
	})
}

// openCodeTools names the tools as OpenCode does.
func openCodeTools(rules []Rule, n names) ordered.Object {
	server := openCodeKey(n.server)
	var keys rank
	keys.add(server+"_*", annotate.Ask)
	for _, t := range toolRules(rules) {
		key := server + "_" + openCodeKey(t.name)
		if t.decision == annotate.Allow && slices.Contains(openCodeOwn, key) {
			continue
		}
		keys.add(key, t.decision)
	}
	return ordered.Object(keys)
}

// openCodeOwn are the permissions of OpenCode itself that look like a tool.
var openCodeOwn = []string{"external_directory", "doom_loop", "plan_enter", "plan_exit"}

func openCodeKey(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' {
			return c
		}
		return '_'
	}, s)
}
