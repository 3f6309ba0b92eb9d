package nurucobra

import (
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/internal/cobrax"
	"github.com/nurucobra/nuru/internal/tree"
)

// addCommands adds the three commands to the root, or to their own parent.
func (a *app) addCommands() {
	a.commands = []*cobra.Command{a.serverCommand(), a.exportCommand(), a.permissionsCommand()}
	parent := a.root
	if name := a.settings.parent; name != "" {
		parent = &cobra.Command{Use: name, Short: "Commands for AI agents", Args: cobra.NoArgs}
		a.place(parent)
		a.root.AddCommand(parent)
	}
	for _, c := range a.commands {
		own(c)
		if parent == a.root {
			a.place(c)
		}
		parent.AddCommand(c)
	}
}

// place marks c as ours and gives it the looks that the options ask for among
// the root's commands.
func (a *app) place(c *cobra.Command) {
	own(c)
	c.Hidden = a.settings.hidden
	c.GroupID = a.settings.group
}

func own(c *cobra.Command) { c.Annotations = map[string]string{tree.OwnKey: "true"} }

// isolated returns a command that runs without the application's hooks. A login
// check, a banner or a required global flag of the application must not stand
// in the way of describing it, and one real application panics in its root's
// hook after a command it does not know.
//
// prepare runs before required flags are checked; it sees the tree as the
// application left it. run does the work.
func isolated(c *cobra.Command, prepare, run func(cmd *cobra.Command) error) *cobra.Command {
	restoreFlags := func() {}
	c.Args = func(cmd *cobra.Command, args []string) error {
		if err := cobra.NoArgs(cmd, args); err != nil {
			return err
		}
		parentHooks.off() // cobra looks at the switch next
		return nil
	}
	c.PersistentPreRun = func(*cobra.Command, []string) {}
	c.PersistentPostRun = func(*cobra.Command, []string) {}
	c.PreRunE = func(cmd *cobra.Command, _ []string) error {
		cmd.SilenceUsage = true // from here on no error is about the usage
		if err := prepare(cmd); err != nil {
			return err
		}
		restoreFlags = liftRequirements(cmd)
		return nil
	}
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		restoreFlags()
		return run(cmd)
	}
	return c
}

// parentHooks is the global switch by which cobra runs the hooks of all parents
// besides the nearest ones. It is off while one of our commands runs, to the
// very end: the hooks behind a command are looked at after its own.
var parentHooks hookSwitch

type hookSwitch struct {
	once sync.Once
	was  bool
}

func (h *hookSwitch) off() {
	if !cobra.EnableTraverseRunHooks {
		return
	}
	h.was = true
	cobra.EnableTraverseRunHooks = false
	h.once.Do(func() {
		cobra.OnFinalize(func() {
			if h.was {
				h.was = false
				cobra.EnableTraverseRunHooks = true
			}
		})
	})
}

// lend gives the switch back to the application while its commands run in this
// process, and returns the function that takes it away again.
func (h *hookSwitch) lend() (back func()) {
	if !h.was {
		return func() {}
	}
	h.was = false // or the end of a call would be taken for ours
	cobra.EnableTraverseRunHooks = true
	return func() {
		h.was = true
		cobra.EnableTraverseRunHooks = false
	}
}

// requirements are the annotations by which cobra refuses a command line.
var requirements = []string{
	cobra.BashCompOneRequiredFlag,
	cobrax.TogetherGroups,
	cobrax.OneRequiredGroups,
	cobrax.ExclusiveGroups,
}

// liftRequirements takes the requirements off the flags that cmd takes and
// returns the function that puts them back: the flags are shared with the whole
// application.
func liftRequirements(cmd *cobra.Command) (restore func()) {
	var undo []func()
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		for _, key := range requirements {
			if value, ok := f.Annotations[key]; ok {
				delete(f.Annotations, key)
				undo = append(undo, func() { f.Annotations[key] = value })
			}
		}
	})
	return func() {
		for _, u := range undo {
			u()
		}
	}
}
