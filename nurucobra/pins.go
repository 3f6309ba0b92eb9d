package nurucobra

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/internal/argv"
)

// pinned returns the global flags that were given to cmd itself, with the
// values as they stood on the command line args. Where args are not what cobra
// was given, the values are read from the flags.
func pinned(cmd *cobra.Command, args []string) ([]argv.Pin, error) {
	given, _ := argv.Route(cmd, args)
	var pins []argv.Pin
	var errs []error
	pin := func(f *pflag.Flag, early bool) {
		values, ok := given[f]
		if !ok {
			var err error
			if values, err = argv.ValuesOf(f); err != nil {
				errs = append(errs, fmt.Errorf("--%s cannot be given to every call: %w", f.Name, err))
				return
			}
		}
		pins = append(pins, argv.Pin{Flag: f, Early: early, Values: values})
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if persistent(cmd, f) {
			pin(f, false)
		}
	})
	if root := cmd.Root(); root.TraverseChildren && cmd != root {
		root.Flags().Visit(func(f *pflag.Flag) {
			if !persistent(root, f) {
				pin(f, true)
			}
		})
	}
	return pins, errors.Join(errs...)
}

// persistent reports whether f is a flag that cmd shares with other commands.
func persistent(cmd *cobra.Command, f *pflag.Flag) bool {
	for c := cmd; c != nil; c = c.Parent() {
		if c.PersistentFlags().Lookup(f.Name) == f {
			return true
		}
	}
	return pflag.CommandLine.Lookup(f.Name) == f
}
