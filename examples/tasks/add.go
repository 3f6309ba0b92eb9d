package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

func newAdd(a *app) *cobra.Command {
	var f taskFlags
	cmd := &cobra.Command{
		Use:   "add <title>",
		Short: "Add a task",
		Example: `  tasks add "Pay the rent" --due 2026-01-31 --priority high
  tasks add "Write the report" --due 48h --label work --estimate 90m`,
		Args: oneTitle,
		RunE: func(cmd *cobra.Command, args []string) error {
			t := Task{Title: args[0], Priority: normalPriority, Created: a.clock()}
			if err := f.apply(cmd, a, &t); err != nil {
				return err
			}
			var id int
			err := a.update(cmd, func(d *document) (err error) {
				id, err = d.add(t)
				return err
			})
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "added %d: %s\n", id, t.Title)
			return nil
		},
	}
	f.define(cmd, normalPriority)
	annotate.Command(cmd).Access(annotate.Write).OpenWorld(false).
		Args("{title|What is to be done, one line}")
	return cmd
}

// oneTitle explains the usual slip: a title without quotes.
func oneTitle(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("got %d words, expected one title; quote it: tasks add %q", len(args), strings.Join(args, " "))
	}
	return words(1, 1)(cmd, args)
}

func newEdit(a *app) *cobra.Command {
	var f taskFlags
	var title, notes string
	cmd := &cobra.Command{
		Use:               "edit <id>",
		Short:             "Change a task",
		Long:              "Change a task. What no flag names stays as it is; --label replaces all labels.",
		Example:           `  tasks edit 3 --title "Pay the rent and the gas" --due none`,
		Args:              words(1, 1),
		ValidArgsFunction: completeID(a),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parseID(args[0])
			if err != nil {
				return err
			}
			err = a.update(cmd, func(d *document) error {
				t, err := d.task(id)
				if err != nil {
					return err
				}
				if cmd.Flags().Changed("title") {
					t.Title = title
				}
				if cmd.Flags().Changed("notes") {
					t.Notes = notes
				}
				if err := f.apply(cmd, a, t); err != nil {
					return err
				}
				return t.validate()
			})
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "changed %d\n", id)
			return nil
		},
	}
	f.define(cmd, "") // no default: what no flag names stays
	cmd.Flags().StringVar(&title, "title", "", "new title")
	cmd.Flags().StringVar(&notes, "notes", "", "new notes, in place of the old")
	cmd.MarkFlagsOneRequired("title", "notes", "priority", "due", "label", "estimate", "points")
	annotate.Command(cmd).Access(annotate.Write).OpenWorld(false).
		Args("{id:int|Task to change}")
	return cmd
}

// taskFlags are the flags that say something about a task.
type taskFlags struct {
	priority string
	due      string
	labels   []string
	estimate duration
	points   int
}

func (f *taskFlags) define(cmd *cobra.Command, priority string) {
	choiceVar(cmd, &f.priority, "priority", "", priority, "how much it matters", priorities...)
	cmd.Flags().StringVar(&f.due, "due", "",
		"`WHEN` it must be done: a duration from now, a date (the end of that day, UTC), a time, or none")
	cmd.Flags().StringSliceVar(&f.labels, "label", nil, "`LABEL`, may be repeated")
	cmd.Flags().DurationVar(&f.estimate.Duration, "estimate", 0, "how long it will take, such as 1h30m")
	cmd.Flags().IntVar(&f.points, "points", 0, fmt.Sprintf("story points, 0 to %d", maxPoints))
	annotate.Flag(cmd, "due").Examples("48h", "2026-01-31", "2026-01-31T17:00:00Z", "none")
}

// apply writes what the given flags say into t.
func (f *taskFlags) apply(cmd *cobra.Command, a *app, t *Task) error {
	flags := cmd.Flags()
	if flags.Changed("priority") {
		t.Priority = f.priority
	}
	if flags.Changed("label") {
		t.Labels = f.labels
	}
	if flags.Changed("estimate") {
		t.Estimate = f.estimate
	}
	if flags.Changed("points") {
		t.Points = f.points
	}
	if flags.Changed("due") {
		due, err := parseDue(f.due, a.clock())
		if err != nil {
			return err
		}
		t.Due = due
	}
	t.normalize()
	return nil
}
