package nurucobra

import (
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/internal/argv"
)

// Our commands need standard output for themselves: one line that some
// initialiser, hook or library prints there breaks a session or a document. So
// in a process that is about to run one of them, descriptors 0 and 1 are taken
// away as early as Attach: copies carry what our command reads and writes, and
// what is left reads nothing and writes to standard error.
var claimed struct {
	once    sync.Once
	in, out *os.File
}

// claimStdio claims the standard streams when this process was started for one
// of our commands. It looks at os.Args: what a program passes to SetArgs later
// is seen when the command runs.
func (a *app) claimStdio() {
	args := os.Args[1:]
	for _, c := range a.commands {
		if slices.ContainsFunc(args, func(word string) bool { return mayMean(word, c.Name()) }) {
			if _, ok := argv.Route(c, args); ok {
				claim()
			}
		}
	}
	if !a.settings.rootFlags {
		return
	}
	for _, c := range a.flagCommands() {
		if slices.Contains(args, "--"+c.Name()) {
			values, ok := argv.Route(a.root, args)
			if _, set := values[a.root.Flags().Lookup(c.Name())]; ok && set {
				claim()
			}
		}
	}
}

// mayMean reports whether cobra may take word for the command of that name. It
// spares ordinary starts the closer look.
func mayMean(word, name string) bool {
	if cobra.EnableCaseInsensitive {
		word, name = strings.ToLower(word), strings.ToLower(name)
	}
	return word == name || cobra.EnablePrefixMatching && word != "" && strings.HasPrefix(name, word)
}

func claim() {
	claimed.once.Do(func() {
		in, out, err := takeStdio()
		if err != nil {
			return // the streams are then used as they are
		}
		claimed.in, claimed.out = in, out
	})
}

// commandStreams returns what a command of ours reads and writes: the claimed
// streams, whatever the application set, for what it set may end at the
// descriptors that were taken away. Where nothing was claimed, in tests, it is
// what was set.
func commandStreams(cmd *cobra.Command) streams {
	s := streams{in: cmd.InOrStdin(), out: cmd.OutOrStdout(), log: cmd.ErrOrStderr()}
	_, s.process = s.out.(*os.File)
	if s.in == os.Stdin && s.out == os.Stdout {
		claim()
	}
	return orClaimed(s)
}

// orClaimed returns s with the claimed streams in place of its own, if there
// are any.
func orClaimed(s streams) streams {
	if claimed.out != nil {
		s.in, s.out, s.process = claimed.in, claimed.out, true
	}
	return s
}
