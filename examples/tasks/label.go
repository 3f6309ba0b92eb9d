package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

func newLabelList(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List all labels with the number of their tasks",
		Args:  words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := a.load(cmd)
			if err != nil {
				return err
			}
			uses := map[string]int{}
			for _, t := range d.Tasks {
				for _, label := range t.Labels {
					uses[label]++
				}
			}
			for _, label := range slices.Sorted(maps.Keys(uses)) {
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", label, plural(uses[label], "task"))
			}
			return nil
		},
	}
	annotate.Command(cmd).Access(annotate.Read).OpenWorld(false)
	return cmd
}

func newLabelRename(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rename <old> <new>",
		Short: "Rename a label on all tasks",
		Long:  "Rename a label on all tasks. When the new label is in use already, the two become one.",
		Args:  words(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			from, to := args[0], args[1]
			if err := validLabel(to); err != nil {
				return err
			}
			var n int
			err := a.update(cmd, func(d *document) error {
				n = renameLabel(d, from, to)
				if n == 0 {
					return fmt.Errorf("no task has the label %q", from)
				}
				return nil
			})
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "renamed %s to %s on %s\n", from, to, plural(n, "task"))
			return nil
		},
	}
	annotate.Command(cmd).Access(annotate.Write).OpenWorld(false).
		Args("{old|Label as it is} {new|Label as it shall be}")
	return cmd
}

// renameLabel returns how many tasks had the label.
func renameLabel(d *document, from, to string) int {
	n := 0
	for i := range d.Tasks {
		t := &d.Tasks[i]
		if at := slices.Index(t.Labels, from); at >= 0 {
			t.Labels[at] = to
			t.normalize()
			n++
		}
	}
	return n
}
