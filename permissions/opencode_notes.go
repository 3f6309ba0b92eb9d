package permissions

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

// openCodeNotes say what the rules cannot stop, the gravest first.
func openCodeNotes(rules []Rule, n names, o Options) []string {
	denies := slices.ContainsFunc(rules, func(r Rule) bool { return r.Shell == annotate.Deny })
	allows := slices.ContainsFunc(shellLeaves(rules), func(r Rule) bool { return r.Shell == annotate.Allow })
	if !o.Kind.shell() {
		return []string{
			fmt.Sprintf("These rules are for the tools alone: an agent that may use the shell can still run %q there.", n.command),
		}
	}
	notes := []string{
		"Put the rules into the configuration file that already holds your bash rules, behind them: across files a key keeps its first place. " +
			`Where "bash" or "permission" is a plain word there, such as "deny", turn it into {"*": "deny"} first, or it is lost.`,
		fmt.Sprintf(`Answering "always" to one question about %q lets every other command of it through until OpenCode is restarted, those that are denied included; for tools "always" holds for the one tool.`, n.command),
	}
	if o.Strict {
		notes = append(notes,
			`Strict rules ask about every shell command that no rule names; put "*" first of all your bash rules, or drop it. They ask about ">" anywhere in a command, and deny commands that only mention a denied one.`,
			"A script, a program or a variable that calls the application is not looked into.")
	} else {
		notes = append(notes, fmt.Sprintf(
			`Shell rules compare texts. A quoted program name ("%[1]s" x), a tab behind it, bash -c '%[1]s x', eval and scripts match none of them and run as your other rules say: without any, they run. Strict rules ask.`, n.command))
		if allows {
			notes = append(notes, fmt.Sprintf("An allowed command may write a file through a redirection: %s ... > file. Strict rules ask.", n.command))
		}
	}
	if denies {
		notes = append(notes, "A denied command that is spelt with quotes, a backslash or two blanks between its words is asked about, not denied. Tools cannot be spelt differently.")
	}
	if denies && cobra.EnablePrefixMatching {
		notes = append(notes, "The application takes beginnings of command names (cobra.EnablePrefixMatching): a denied command called by one is asked about, not denied.")
	}
	if denies && cobra.EnableCaseInsensitive {
		notes = append(notes, "The application takes command names in upper and lower case (cobra.EnableCaseInsensitive): a denied command in other letters is asked about, not denied.")
	}
	return append(notes, commandNotes(rules, o)...)
}

// commandNotes name the commands whose shell rule is not what one would expect.
func commandNotes(rules []Rule, o Options) []string {
	var notes []string
	for _, r := range byPath(rules) {
		if r.ShellReason != "" {
			notes = append(notes, fmt.Sprintf("%q is %s in the shell, where its decision is %s: %s.", r.CommandPath(), past[r.Shell], r.Decision, r.ShellReason))
		}
		for _, words := range r.Spellings {
			if !exact(words) && len(r.Path) > 0 {
				notes = append(notes, fmt.Sprintf("%q cannot be written as an exact pattern and is %s.", Rule{App: r.App, Path: words}.CommandPath(), inexact[r.Shell]))
			}
		}
	}
	return notes
}

var past = map[annotate.Decision]string{
	annotate.Allow: "allowed",
	annotate.Ask:   "asked about",
	annotate.Deny:  "denied",
}

var inexact = map[annotate.Decision]string{
	annotate.Allow: "asked about",
	annotate.Ask:   "asked about",
	annotate.Deny:  "denied together with what looks like it",
}
