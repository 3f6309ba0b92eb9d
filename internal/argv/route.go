package argv

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Route reports whether cobra would run target for the command line args, and
// which values it would give to which flags, in their order. The application
// is neither run nor changed.
func Route(target *cobra.Command, args []string) (values map[*pflag.Flag][]string, ok bool) {
	defer func() {
		if recover() != nil { // a tree that makes cobra panic
			values, ok = nil, false
		}
	}()
	s := newShadow(target)
	cmd, _, err := s.parse(args)
	if err != nil || cmd != s.target {
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
