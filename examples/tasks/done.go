package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

func newDone(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "done <id>...",
		Short:             "Mark tasks as done",
		Args:              words(1, -1),
		ValidArgsFunction: completeIDs(a, func(t Task) bool { return t.Done.IsZero() }),
		RunE: func(cmd *cobra.Command, args []string) error {
			return mark(cmd, a, args, a.clock())
		},
	}
	annotate.Command(cmd).Access(annotate.Write).Idempotent(true).OpenWorld(false).
		Args("{*ids:int|Tasks that are done}")
	return cmd
}

func newReopen(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "reopen <id>...",
		Short:             "Mark tasks as open again",
		Args:              words(1, -1),
		ValidArgsFunction: completeIDs(a, func(t Task) bool { return !t.Done.IsZero() }),
		RunE: func(cmd *cobra.Command, args []string) error {
			return mark(cmd, a, args, time.Time{})
		},
	}
	annotate.Command(cmd).Access(annotate.Write).Idempotent(true).OpenWorld(false).
		Args("{*ids:int|Tasks to reopen}")
	return cmd
}

// mark marks tasks as done at that moment, or as open when it is zero. Those
// that are so already stay untouched.
func mark(cmd *cobra.Command, a *app, args []string, done time.Time) error {
	ids, err := parseIDs(args)
	if err != nil {
		return err
	}
	var report []string
	err = a.update(cmd, func(d *document) error {
		return d.each(ids, func(t *Task) {
			if t.Done.IsZero() == done.IsZero() {
				report = append(report, fmt.Sprintf("%d was %s already: %s", t.ID, t.status(), t.Title))
				return
			}
			t.Done = done
			report = append(report, fmt.Sprintf("%d is %s: %s", t.ID, t.status(), t.Title))
		})
	})
	if err != nil {
		return err
	}
	for _, line := range report {
		fmt.Fprintln(cmd.OutOrStdout(), line)
	}
	return nil
}
