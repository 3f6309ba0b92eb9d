// Package permissions says what an agent may run unasked, and prints it as the
// rules of agents' permission systems.
//
//	rules, err := permissions.Rules(root)
//	if err != nil {
//		return err
//	}
//	out, notes, err := permissions.Write("opencode", rules, permissions.Options{})
//	if err != nil {
//		return err
//	}
//	fmt.Fprintln(os.Stdout, string(out))
//	for _, note := range notes {
//		fmt.Fprintln(os.Stderr, "note:", note)
//	}
//
// [Rules] is the model: one [Rule] for every command that can be run, with its
// decision and who said so. [Write] prints the rules in one of the [Formats];
// [OpenCode] is such a format. What a command does is said with package
// annotate; the tools that the rules name are those of package schemagen.
//
// A rule has two decisions. One is for the tool, which a client names exactly:
// no spelling can dodge it. The other is for the command typed into a shell,
// where clients compare texts; it is never looser, and stricter where
// a pattern would cover more than the one command.
//
// Allow patterns are exact: they cover one command, and those below it only
// where all of them are allowed. Deny patterns are generous: every alias, flags
// before and between the words, programs called by path or through another
// program. Any other text that calls the application by its name is asked about.
//
// # Limits
//
// Shell rules are a fence, not a lock. A client sees the text of a command and
// not what the shell makes of it: strings given to another shell (bash -c, eval,
// a script), a quoted program name, variables and shell aliases are not looked
// into. [Options].Strict asks for all of that, at the price of questions about
// harmless commands.
//
// A flag that raises the effect of a command raises it for the shell rule as
// a whole, because globs cannot leave a flag out. A flag of whose effect nothing
// is said raises nothing.
//
// Rules hold for the tree they were made from. Print them again when the
// application gains commands: new ones are asked about until then.
package permissions
