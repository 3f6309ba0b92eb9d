package nurucobra

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

// addRootFlags gives the root --mcp-server and --export-schema. They change
// nothing about the root until one of them is set.
func (a *app) addRootFlags() {
	for _, c := range a.flagCommands() {
		f := a.root.Flags().VarPF(&startFlag{root: a.root, command: c}, c.Name(), "", c.Short)
		f.NoOptDefVal = "true"
		f.Annotations = map[string][]string{annotate.KeyHidden: {"true"}} // like the commands, never for agents
	}
}

// flagCommands are the commands that WithRootFlags makes flags of.
func (a *app) flagCommands() []*cobra.Command { return a.commands[:2] }

// A startFlag makes its command run in place of the root. cobra asks whether
// the root is runnable, and by what, after it has parsed the flags; so setting
// the flag can still decide that, and a root that is not runnable stays what
// it is as long as nobody sets it.
type startFlag struct {
	root, command *cobra.Command
	set           bool
}

func (f *startFlag) Type() string { return "bool" }

func (f *startFlag) String() string { return strconv.FormatBool(f.set) }

func (f *startFlag) Set(s string) error {
	on, err := strconv.ParseBool(s)
	if err != nil {
		return err
	}
	if f.set = on; !on {
		return nil
	}
	own, command := behaviourOf(f.root), behaviourOf(f.command)
	swapped := command
	swapped.preRunE = func(cmd *cobra.Command, args []string) error {
		// The tools are described as the application left them.
		own.give(f.root)
		defer swapped.give(f.root)
		return command.preRunE(cmd, args)
	}
	swapped.give(f.root)
	return nil
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
