package nurucobra

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/internal/cobrax"
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

// startedForUs reports whether this process was started for one of our
// commands. It looks at os.Args: what a program passes to SetArgs later is seen
// when the command runs.
func (a *app) startedForUs() bool {
	args := os.Args[1:]
	return slices.ContainsFunc(a.commands, func(c *cobra.Command) bool { return routes(c, args) }) ||
		a.settings.rootFlags && a.startsByFlag(args)
}

// routes reports whether args run c or one of its subcommands.
func routes(c *cobra.Command, args []string) bool {
	if !slices.ContainsFunc(args, func(word string) bool { return mayMean(word, c.Name()) }) {
		return false
	}
	if _, ok := argv.Route(c, args); ok {
		return true
	}
	return slices.ContainsFunc(cobrax.Children(c), func(sub *cobra.Command) bool { return routes(sub, args) })
}

// mayMean reports whether cobra may take word for the command of that name. It
// spares ordinary starts the closer look.
func mayMean(word, name string) bool {
	if cobra.EnableCaseInsensitive {
		word, name = strings.ToLower(word), strings.ToLower(name)
	}
	return word == name || cobra.EnablePrefixMatching && word != "" && strings.HasPrefix(name, word)
}

// startsByFlag reports whether args set one of the flags of WithRootFlags. The
// last value counts, as it does for the flag itself.
func (a *app) startsByFlag(args []string) (starts bool) {
	defer func() {
		if recover() != nil { // the application's normaliser
			starts = false
		}
	}()
	flags := a.root.Flags()
	ours := func(word string) *pflag.Flag {
		name, isFlag := strings.CutPrefix(word, "--")
		name, _, _ = strings.Cut(name, "=")
		if !isFlag || name == "" {
			return nil
		}
		f := flags.Lookup(name) // by the normalised name
		if f == nil {
			return nil
		}
		if _, ok := f.Value.(*startFlag); !ok {
			return nil
		}
		return f
	}
	// The closer look is spared to ordinary starts.
	if !slices.ContainsFunc(args, func(word string) bool { return ours(word) != nil }) {
		return false
	}
	values, ok := argv.Route(a.root, args)
	if !ok {
		return false
	}
	for f, given := range values {
		if _, ok := f.Value.(*startFlag); ok {
			on, err := strconv.ParseBool(given[len(given)-1])
			starts = starts || err == nil && on
		}
	}
	return starts
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
