package annotate

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/internal/cobrax"
)

// At returns a setter for the command at path below root: names separated by
// blanks, "" for root itself. Aliases are not followed. It panics when there is
// no such command; [Table] returns an error instead.
func At(root *cobra.Command, path string) *CommandSetter {
	cmd, err := find(root, path)
	if err != nil {
		panic("annotate: " + err.Error())
	}
	return Command(cmd)
}

// Table annotates a whole tree: the keys are paths as in [At]. When a path
// leads nowhere, a command stands twice, or a fact is invalid, nothing is written
// and the error names every such entry.
func Table(root *cobra.Command, table map[string]Facts) error {
	cmds := make(map[*cobra.Command]string, len(table))
	var errs []error
	for _, path := range slices.Sorted(maps.Keys(table)) {
		cmd, err := find(root, path)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if other, ok := cmds[cmd]; ok {
			errs = append(errs, fmt.Errorf("command %q stands twice, as %q and %q", cmd.CommandPath(), other, path))
		}
		cmds[cmd] = path
		if err := check(table[path], cmd.CommandPath()); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	for cmd, path := range cmds {
		Command(cmd).Set(table[path])
	}
	return nil
}

// check writes the facts to a command of their own and reads them back, so that
// a table is judged by the same rules as annotations written by hand. A tag
// that would be read back as none or as several is an error too.
func check(f Facts, path string) error {
	probe := &cobra.Command{}
	Command(probe).Set(f)
	_, err := own(probe, path)
	errs := []error{err}
	for _, tag := range f.Tags {
		if strings.TrimSpace(tag) == "" || strings.Contains(tag, ",") {
			errs = append(errs, fmt.Errorf("command %q: tag %q, valid: text without commas", path, tag))
		}
	}
	return errors.Join(errs...)
}

func find(root *cobra.Command, path string) (*cobra.Command, error) {
	cmd := root
	for _, name := range strings.Fields(path) {
		children := cobrax.Children(cmd)
		i := slices.IndexFunc(children, func(c *cobra.Command) bool { return c.Name() == name })
		if i < 0 {
			return nil, fmt.Errorf("no command %q below %q (looking for %q)%s", name, cmd.CommandPath(), path, haveNames(cmd))
		}
		cmd = children[i]
	}
	return cmd, nil
}

func haveNames(cmd *cobra.Command) string {
	var names []string
	for _, c := range cobrax.Children(cmd) {
		names = append(names, c.Name())
	}
	if len(names) == 0 {
		return ": it has no subcommands"
	}
	slices.Sort(names)
	return ": it has " + strings.Join(names, ", ")
}
