package nurucobra

import (
	"strconv"

	"github.com/spf13/cobra"
)

// addRootFlags gives the root --mcp-server and --export-schema. They change
// nothing about the root until one of them is set.
func (a *app) addRootFlags() {
	for _, c := range a.flagCommands() {
		f := a.root.Flags().VarPF(&startFlag{root: a.root, command: c}, c.Name(), "", c.Short)
		f.NoOptDefVal = "true"
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
	c := f.command
	f.root.Args = func(_ *cobra.Command, args []string) error { return c.Args(f.root, args) }
	f.root.PersistentPreRunE, f.root.PersistentPreRun = nil, c.PersistentPreRun
	f.root.PersistentPostRunE, f.root.PersistentPostRun = nil, c.PersistentPostRun
	f.root.PreRunE, f.root.PreRun = c.PreRunE, nil
	f.root.RunE, f.root.Run = c.RunE, nil
	f.root.PostRunE, f.root.PostRun = nil, nil
	return nil
}
