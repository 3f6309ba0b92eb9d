package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

func newDiff(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "diff <file>",
		Short: "Compare the tasks with those of another file",
		Long: `Compare the tasks with those of another file, task by task as the ids say:
"-" is only here, "+" is only there, "~" differs. The exit code is 0 when there
is no difference, 1 when there are some, 2 when something went wrong.`,
		Args: words(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			// A missing file of one's own is an empty one; this one was named.
			data, err := os.ReadFile(args[0])
			if err != nil {
				return fmt.Errorf("reading the other tasks: %w", err)
			}
			there, err := decodeDocument(data)
			if err != nil {
				return fmt.Errorf("reading the other tasks from %q: %w", args[0], err)
			}
			here, err := a.load(cmd)
			if err != nil {
				return err
			}
			differences := changes(here.Tasks, there.Tasks)
			for _, c := range differences {
				fmt.Fprintln(cmd.OutOrStdout(), c)
			}
			if len(differences) > 0 {
				return errDifferent
			}
			return nil
		},
	}
	annotate.Command(cmd).Access(annotate.Read).OpenWorld(false).Tags("tasks", "transfer").
		Args("{file:file|Tasks file or export to compare with}").
		ExitCode(exitDifferent, "differences found")
	return cmd
}

// change is one difference between two lists of tasks.
type change struct {
	op     string // "+" added, "-" removed, "~" changed
	task   Task   // as it is now; the old one when removed
	fields []string
}

func (c change) String() string {
	s := fmt.Sprintf("%s %d %s", c.op, c.task.ID, c.task.Title)
	if len(c.fields) > 0 {
		s += " (" + strings.Join(c.fields, ", ") + ")"
	}
	return s
}

// changes returns what leads from before to after, by id. Both are ordered.
func changes(before, after []Task) []change {
	var all []change
	for len(before) > 0 || len(after) > 0 {
		switch {
		case len(after) == 0 || len(before) > 0 && before[0].ID < after[0].ID:
			all = append(all, change{op: "-", task: before[0]})
			before = before[1:]
		case len(before) == 0 || after[0].ID < before[0].ID:
			all = append(all, change{op: "+", task: after[0]})
			after = after[1:]
		default:
			if fields := changedFields(before[0], after[0]); len(fields) > 0 {
				all = append(all, change{op: "~", task: after[0], fields: fields})
			}
			before, after = before[1:], after[1:]
		}
	}
	return all
}

func changedFields(a, b Task) []string {
	fields := []struct {
		name string
		same bool
	}{
		{"title", a.Title == b.Title},
		{"priority", a.Priority == b.Priority},
		{"labels", slices.Equal(a.Labels, b.Labels)},
		{"due", a.Due.Equal(b.Due)},
		{"estimate", a.Estimate == b.Estimate},
		{"points", a.Points == b.Points},
		{"notes", a.Notes == b.Notes},
		{"created", a.Created.Equal(b.Created)},
		{"done", a.Done.Equal(b.Done)},
	}
	var changed []string
	for _, f := range fields {
		if !f.same {
			changed = append(changed, f.name)
		}
	}
	return changed
}
