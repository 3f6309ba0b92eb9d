package nurucobra

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

// addRootFlags gives the root --mcp-server and --export-schema. They change
// nothing about the root until one of them is set.
func (a *app) addRootFlags() {
	start := &rootStart{root: a.root}
	for _, c := range a.flagCommands() {
		v := &startFlag{start: start, command: c}
		start.flags = append(start.flags, v)
		f := a.root.Flags().VarPF(v, c.Name(), "", c.Short)
		f.NoOptDefVal = "true"
		f.Annotations = map[string][]string{annotate.KeyHidden: {"true"}} // like the commands, never for agents
	}
}

// flagCommands are the commands that WithRootFlags makes flags of.
func (a *app) flagCommands() []*cobra.Command { return a.commands[:2] }

// A rootStart makes a command of ours run in place of the root while its flag
// is set. cobra asks whether the root is runnable, and by what, after it has
// parsed the flags; so setting a flag can still decide that, and a root that is
// not runnable stays what it is as long as nobody sets one.
type rootStart struct {
	root  *cobra.Command
	flags []*startFlag
	own   behaviour // the root's, while a flag is set
	taken bool      // whether one is
}

// A startFlag is one of those flags.
type startFlag struct {
	start   *rootStart
	command *cobra.Command
	set     bool
}

func (f *startFlag) Type() string { return "bool" }

func (f *startFlag) String() string { return strconv.FormatBool(f.set) }

// Set decides anew what the root does: of several values the last one holds.
func (f *startFlag) Set(s string) error {
	on, err := strconv.ParseBool(s)
	if err != nil {
		return err
	}
	f.set = on
	f.start.decide()
	return nil
}

func (s *rootStart) decide() {
	if s.taken {
		s.own.give(s.root)
	}
	var set []*startFlag
	for _, f := range s.flags {
		if f.set {
			set = append(set, f)
		}
	}
	if s.taken = len(set) > 0; !s.taken {
		return
	}
	s.own = behaviourOf(s.root)
	swapped := behaviourOf(set[0].command)
	prepare := swapped.preRunE
	swapped.preRunE = func(cmd *cobra.Command, args []string) error {
		// The tools are described as the application left them.
		s.own.give(s.root)
		defer swapped.give(s.root)
		return prepare(cmd, args)
	}
	if len(set) > 1 {
		swapped.args = func(*cobra.Command, []string) error {
			return fmt.Errorf("--%s and --%s are both given: choose one", set[0].command.Name(), set[1].command.Name())
		}
	}
	swapped.give(s.root)
}

// behaviour is what a command does, in the order in which cobra does it.
type behaviour struct {
	args                                                        cobra.PositionalArgs
	persistentPreRun, preRun, run, postRun, persistentPostRun   func(*cobra.Command, []string)
	persistentPreRunE, preRunE, runE, postRunE, persistentPostE func(*cobra.Command, []string) error
}

func behaviourOf(c *cobra.Command) behaviour {
	return behaviour{
		c.Args,
		c.PersistentPreRun, c.PreRun, c.Run, c.PostRun, c.PersistentPostRun,
		c.PersistentPreRunE, c.PreRunE, c.RunE, c.PostRunE, c.PersistentPostRunE,
	}
}

func (b behaviour) give(c *cobra.Command) {
	c.Args = b.args
	c.PersistentPreRun, c.PreRun, c.Run, c.PostRun, c.PersistentPostRun = b.persistentPreRun, b.preRun, b.run, b.postRun, b.persistentPostRun
	c.PersistentPreRunE, c.PreRunE, c.RunE, c.PostRunE, c.PersistentPostRunE = b.persistentPreRunE, b.preRunE, b.runE, b.postRunE, b.persistentPostE
}
