package nurucobra

import (
	"encoding/csv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/internal/argv"
)

// pinned returns the global flags that were given to cmd itself, with the
// values as they stood on the command line args. Where args are not what cobra
// was given, the values are read from the flags.
func pinned(cmd *cobra.Command, args []string) []argv.Pin {
	given, _ := argv.Route(cmd, args)
	var pins []argv.Pin
	pin := func(f *pflag.Flag, early bool) {
		values, ok := given[f]
		if !ok {
			values = valuesOf(f)
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
	return pins
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

// valuesOf spells the value of a flag as command-line values again.
func valuesOf(f *pflag.Flag) []string {
	list, ok := f.Value.(pflag.SliceValue)
	if !ok {
		return []string{f.Value.String()}
	}
	values := list.GetSlice()
	if f.Value.Type() != "stringSlice" {
		return values
	}
	for i, v := range values {
		var b strings.Builder
		w := csv.NewWriter(&b)
		_ = w.Write([]string{v}) // a strings.Builder takes everything
		w.Flush()
		values[i] = strings.TrimSuffix(b.String(), "\n")
	}
	return values
}
