package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

func newDelete(a *app) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:               "delete <id>...",
		Aliases:           []string{"rm"},
		Short:             "Delete tasks for good",
		Args:              words(1, -1),
		ValidArgsFunction: completeIDs(a, anyTask),
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := parseIDs(args)
			if err != nil {
				return err
			}
			return removeTasks(cmd, a, yes, func(d *document) (chosen []Task, err error) {
				err = d.each(ids, func(t *Task) { chosen = append(chosen, *t) })
				return chosen, err
			})
		},
	}
	yesVar(cmd, &yes)
	annotate.Command(cmd).Access(annotate.Write).Destructive(true).OpenWorld(false).
		Args("{*ids:int|Tasks to delete}")
	return cmd
}

func newPurge(a *app) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "purge",
		Short: "Delete all tasks that are done",
		Args:  words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return removeTasks(cmd, a, yes, func(d *document) ([]Task, error) {
				return filter{status: "done"}.choose(d.Tasks)
			})
		},
	}
	yesVar(cmd, &yes)
	// What is done is somebody's record of work: no agent may wipe it out.
	annotate.Command(cmd).Access(annotate.Write).Destructive(true).
		Safety(annotate.Deny).OpenWorld(false)
	return cmd
}

func yesVar(cmd *cobra.Command, p *bool) {
	cmd.Flags().BoolVarP(p, "yes", "y", false, "delete without asking")
	annotate.Flag(cmd, "yes").Confirms()
}

// removeTasks deletes the tasks that choose returns. Unless yes is set it shows
// them first and asks.
func removeTasks(cmd *cobra.Command, a *app, yes bool, choose func(*document) ([]Task, error)) error {
	d, err := a.load(cmd)
	if err != nil {
		return err
	}
	shown, err := choose(d)
	if err != nil {
		return err
	}
	if len(shown) == 0 {
		fmt.Fprintln(cmd.OutOrStdout(), "nothing to delete")
		return nil
	}
	if !yes {
		if err := a.confirm(cmd, question(shown)); err != nil {
			return err
		}
	}
	var removed []Task
	err = a.update(cmd, func(d *document) error {
		// The tasks may have changed while the question stood there: delete
		// what was shown and would be chosen still.
		chosen, err := choose(d)
		if err != nil {
			return err
		}
		removed = d.remove(func(t Task) bool { return hasID(shown, t.ID) && hasID(chosen, t.ID) })
		return nil
	})
	if err != nil {
		return err
	}
	for _, t := range removed {
		fmt.Fprintf(cmd.OutOrStdout(), "deleted %d: %s\n", t.ID, t.Title)
	}
	return nil
}

func question(tasks []Task) string {
	titles := make([]string, len(tasks))
	for i, t := range tasks {
		titles[i] = fmt.Sprintf("%d %q", t.ID, t.Title)
	}
	return fmt.Sprintf("Delete %s (%s)?", plural(len(tasks), "task"), strings.Join(titles, ", "))
}

func hasID(tasks []Task, id int) bool {
	return slices.ContainsFunc(tasks, func(t Task) bool { return t.ID == id })
}
