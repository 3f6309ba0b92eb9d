package tree

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// clash says why cobra panics as soon as it comes to cmd: two flags that meet
// in its flag set have one shorthand. "" when it does not.
func clash(cmd *cobra.Command) string {
	// In the order in which cobra merges: the parents' flags among themselves,
	// from near to far, and then into the command's own.
	inherited := newMerged()
	for p := cmd.Parent(); p != nil; p = p.Parent() {
		inherited.add(p.PersistentFlags())
		if !p.HasParent() {
			inherited.add(pflag.CommandLine)
		}
	}
	all := newMerged()
	all.add(cmd.Flags())
	all.add(cmd.PersistentFlags())
	for _, f := range inherited.flags {
		all.addFlag(f)
	}
	if inherited.fault != "" {
		return inherited.fault
	}
	return all.fault
}

// helpClash says why cobra cannot give cmd its --help, which it adds when it
// runs the command: the shorthand is taken. "" when it can.
func helpClash(cmd *cobra.Command) string {
	all := newMerged()
	for c := cmd; c != nil; c = c.Parent() {
		if c == cmd {
			all.add(c.Flags())
		}
		all.add(c.PersistentFlags())
	}
	all.add(pflag.CommandLine)
	owner := all.shorthands["h"]
	if all.names["help"] || owner == nil {
		return ""
	}
	return fmt.Sprintf("--%s has the shorthand -h, which cobra needs for --help", owner.Name)
}

// merged is a flag set as cobra merges it.
type merged struct {
	flags      []*pflag.Flag
	names      map[string]bool
	shorthands map[string]*pflag.Flag
	fault      string
}

func newMerged() *merged {
	return &merged{names: map[string]bool{}, shorthands: map[string]*pflag.Flag{}}
}

func (m *merged) add(set *pflag.FlagSet) { set.VisitAll(m.addFlag) }

// addFlag leaves out what a nearer flag of the same name shadows.
func (m *merged) addFlag(f *pflag.Flag) {
	if m.names[f.Name] {
		return
	}
	m.names[f.Name] = true
	m.flags = append(m.flags, f)
	if f.Shorthand == "" {
		return
	}
	if other := m.shorthands[f.Shorthand]; other != nil {
		if m.fault == "" {
			m.fault = fmt.Sprintf("--%s and --%s have the same shorthand -%s", other.Name, f.Name, f.Shorthand)
		}
		return
	}
	m.shorthands[f.Shorthand] = f
}
