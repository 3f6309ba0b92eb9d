package argv

import (
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Route reports whether cobra would run target for the command line args, and
// which values it would give to which flags, in their order. A command line
// that asks for help runs nothing. The application is neither run nor changed.
func Route(target *cobra.Command, args []string) (values map[*pflag.Flag][]string, ok bool) {
	defer func() {
		if recover() != nil { // a tree that makes cobra panic
			values, ok = nil, false
		}
	}()
	s := newShadow(target)
	cmd, _, err := s.parse(args)
	if err != nil || cmd != s.target || s.asksForHelp() {
		return nil, false
	}
	values = map[*pflag.Flag][]string{}
	for flag, r := range s.recorders {
		if len(r.values) > 0 {
			values[flag] = r.values
		}
	}
	return values, true
}

// asksForHelp reports whether cobra prints a text of its own, help or the
// version, in place of running the target. It takes the last value of a flag.
func (s *shadow) asksForHelp() bool {
	for _, name := range []string{"help", "version"} {
		f := s.target.Flags().Lookup(name)
		if f == nil || !f.Changed || name == "version" && s.target.Version == "" {
			continue
		}
		last := f.Value.String()
		if r, ok := f.Value.(*recorder); ok { // a flag of the application's own
			last = r.values[len(r.values)-1]
		}
		if on, err := strconv.ParseBool(last); err == nil && on {
			return true
		}
	}
	return false
}
