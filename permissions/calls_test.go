package permissions_test

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
)

// A call is a shell line that runs the application with args.
type call struct {
	form string
	line string
	args []string
	// deny is true where a client can see the command, so that a deny holds;
	// elsewhere it is asked about at the least.
	deny bool
	// strict is true where only strict rules say anything.
	strict bool
}

// decisionOf says what an agent may do with a call, by cobra's own word on
// which command it runs; "" where nothing runs.
func decisionOf(root *cobra.Command, args []string) annotate.Decision {
	cmd, rest, err := resolve(root, args)
	if err != nil || !cmd.Runnable() {
		return ""
	}
	for c := cmd; c != nil; c = c.Parent() {
		if _, own := c.Annotations["nurucobra.own"]; own || c.Parent() == root && (c.Name() == "help" || c.Name() == "completion") {
			return annotate.Ask
		}
	}
	info, _ := annotate.Of(cmd)
	cmd.Flags().VisitAll(func(f *pflag.Flag) { f.Changed = false }) // earlier calls
	_ = cmd.ParseFlags(rest)
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Changed {
			return
		}
		facts, _ := annotate.OfFlag(f)
		info = info.Raise(facts.Effect)
	})
	d := info.Decision
	if cmd.Hidden || cmd.Deprecated != "" || info.Interactive == annotate.Yes || info.HiddenFromAgents == annotate.Yes {
		d = d.Stricter(annotate.Ask)
	}
	return d
}

// resolve is cobra's way to a command.
func resolve(root *cobra.Command, args []string) (*cobra.Command, []string, error) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	if root.TraverseChildren {
		return root.Traverse(args)
	}
	return root.Find(args)
}

// wrappers are the lines around a command.
var wrappers = []struct {
	form, line string
	strict     bool
}{
	{"plain", "%", false},
	{"blanks around", "  %  ", false},
	{"by path", "./%", false},
	{"by absolute path", "/usr/local/bin/%", false},
	{"assignment", "FOO=1 %", false},
	{"assignment and path", "FOO=1 BAR=2 ./%", false},
	{"env", "env FOO=1 %", false},
	{"sudo", "sudo -n %", false},
	{"command", "command %", false},
	{"timeout", "timeout 5 %", false},
	{"xargs", "echo x | xargs %", false},
	{"chained", "true && %", false},
	{"after another", "app list; %", false},
	{"or", "false || %", false},
	{"background", "% & true", false},
	{"piped", "% | cat", false},
	{"newline", "true\n%", false},
	{"subshell", "(%)", false},
	{"block", "{ %; }", false},
	{"if", "if true; then %; fi", false},
	{"loop", "for i in 1 2; do %; done", false},
	{"not", "! %", false},
	{"substituted", "echo $(%)", false},
	{"backticks", "echo `%`", false},
	{"substituted in quotes", `echo "x $(%)"`, false},
	{"in an argument", "app list $(%)", false},
	{"process substitution", "cat <(%)", false},
	{"redirected", "% > out.txt", false},
	{"errors redirected", "% 2>&1", false},
	{"input redirected", "% < in.txt", false},
	{"function", "f() { %; }; f", false},
	{"string", "bash -c '%'", true},
	{"eval", "eval '%'", true},
}

// callsOf spells a command, given by the words that lead to it, in every form.
func callsOf(words []string) (calls []call) {
	plain := exactWords(words)
	for t, tail := range [][]string{nil, {"x"}, {"--name", "delete"}, {"--", "a", "b"}, {"-v"}, {"--profile", "prod"}} {
		args := append(append([]string{}, words...), tail...)
		for i, w := range wrappers {
			if t > 1 && i%4 != t%4 {
				continue // a sample
			}
			line := strings.Replace(w.line, "%", "app"+join(args), 1)
			calls = append(calls, call{w.form, line, args, plain && !w.strict, w.strict})
		}
	}
	for _, raise := range []string{"--prune", "--fix", "--reset", "--purge", "--wipe"} {
		args := append(append([]string{}, words...), raise)
		calls = append(calls, call{"raising flag", "app" + join(args), args, plain, false})
	}
	for i := range words {
		for _, between := range [][]string{{"-v"}, {"--profile", "prod"}, {"--profile=prod"}, {"-v", "--profile", "x"}, {"--bogus=1"}, {"--purge"}} {
			args := append(append(append([]string{}, words[:i]...), between...), words[i:]...)
			args = append(args, "x")
			for _, line := range []string{"app%", "./app%", "FOO=1 app%", "true | app%", "echo $(app%)"} {
				calls = append(calls, call{"flag between", strings.Replace(line, "%", join(args), 1), args, plain, false})
			}
		}
		calls = append(calls, hiddenCalls(words, i)...)
	}
	for i := range words { // flags at two places
		for j := i + 1; j < len(words); j++ {
			args := append(append([]string{}, words[:i]...), "-v")
			args = append(append(args, words[i:j]...), "--profile", "x")
			args = append(args, words[j:]...)
			calls = append(calls, call{"flags between", "app" + join(args), args, plain, false})
		}
	}
	return calls
}

// hiddenCalls spell words[i] in ways that the shell undoes.
func hiddenCalls(words []string, i int) []call {
	args := append(append([]string{}, words...), "x")
	before, word, after := join(words[:i]), words[i], join(args[i+1:])
	if !exactWords(words) {
		return nil
	}
	split := word[:1] + `\` + word[1:]
	calls := []call{
		{form: "quoted word", line: "app" + before + ` "` + word + `"` + after},
		{form: "single quotes", line: "app" + before + " '" + word + "'" + after},
		{form: "backslash", line: "app" + before + " " + split + after},
		{form: "two blanks", line: "app" + before + "  " + word + after},
		{form: "continuation", line: "app" + before + " \\\n " + word + after},
		{form: "empty word", line: "app" + before + ` "" ` + word + after},
		{form: "tab", line: "app" + before + "\t" + word + after, strict: i == 0},
		{form: "quoted program", line: `"app"` + before + " " + word + after, strict: true},
	}
	for k := range calls {
		calls[k].args = args
	}
	return calls
}

// siblingCalls are calls of words that only look like these.
func siblingCalls(words []string) (calls []call) {
	if len(words) == 0 {
		return nil
	}
	last := len(words) - 1
	for _, other := range []string{words[last] + "x", words[last] + "-page", words[last] + "s", words[last][:1]} {
		args := append(append([]string{}, words[:last]...), other, "delete")
		calls = append(calls, call{"sibling", "app" + join(args), args, false, false})
	}
	args := append(append([]string{}, words...), "x", "drop")
	return append(calls, call{"child", "app" + join(args), args, false, false})
}

func exactWords(words []string) bool {
	return !strings.ContainsAny(strings.Join(words, ""), "*?\"'\\$ ")
}

// join quotes what a shell would not take as it stands.
func join(args []string) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteByte(' ')
		if a == "" || !exactWords([]string{a}) {
			a = "'" + a + "'"
		}
		b.WriteString(a)
	}
	return b.String()
}
