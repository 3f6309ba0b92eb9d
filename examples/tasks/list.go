package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

func newList(a *app) *cobra.Command {
	var f filter
	var output string
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List tasks",
		Args:    words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := a.load(cmd)
			if err != nil {
				return err
			}
			tasks, err := f.choose(d.Tasks)
			if err != nil {
				return err
			}
			if output == "json" {
				return writeJSON(cmd.OutOrStdout(), tasks)
			}
			return writeTable(cmd.OutOrStdout(), tasks)
		},
	}
	choiceVar(cmd, &f.status, "status", "", "open", "which tasks to list", "open", "done", "all")
	cmd.Flags().StringSliceVar(&f.labels, "label", nil, "only tasks with this `LABEL`; repeated: with all of them")
	cmd.Flags().IntVar(&f.limit, "limit", 0, "list at most so many, 0 for all")
	outputVar(cmd, &output, `{"type":"array","items":`+taskSchema+`}`)
	annotate.Command(cmd).Access(annotate.Read).OpenWorld(false)
	return cmd
}

// filter is what list was asked for.
type filter struct {
	status string
	labels []string
	limit  int
}

func (f filter) choose(tasks []Task) ([]Task, error) {
	if f.limit < 0 {
		return nil, fmt.Errorf("limit %d: expected 0 or more", f.limit)
	}
	chosen := []Task{} // not nil, which JSON would show as null
	for _, t := range tasks {
		if f.limit > 0 && len(chosen) == f.limit {
			break
		}
		if f.fits(t) {
			chosen = append(chosen, t)
		}
	}
	return chosen, nil
}

func (f filter) fits(t Task) bool {
	if f.status != "all" && f.status != t.status() {
		return false
	}
	return !slices.ContainsFunc(f.labels, func(l string) bool { return !slices.Contains(t.Labels, l) })
}

func writeTable(w io.Writer, tasks []Task) error {
	if len(tasks) == 0 {
		_, err := fmt.Fprintln(w, "no tasks")
		return err
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "ID\tSTATUS\tPRIORITY\tDUE\tTITLE")
	for _, t := range tasks {
		fmt.Fprintf(tw, "%d\t%s\t%s\t%s\t%s\n", t.ID, t.status(), t.Priority, orDash(formatTime(t.Due)), t.Title)
	}
	return tw.Flush()
}

func newShow(a *app) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:               "show <id>",
		Short:             "Show everything about a task",
		Args:              words(1, 1),
		ValidArgsFunction: completeID(a),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := a.task(cmd, args[0])
			if err != nil {
				return err
			}
			if output == "json" {
				return writeJSON(cmd.OutOrStdout(), t)
			}
			return writeDetails(cmd.OutOrStdout(), *t)
		},
	}
	outputVar(cmd, &output, taskSchema)
	annotate.Command(cmd).Access(annotate.Read).OpenWorld(false).
		Args("{id:int|Task to show}")
	return cmd
}

func writeDetails(w io.Writer, t Task) error {
	var estimate, points string
	if t.Estimate.Duration != 0 {
		estimate = t.Estimate.String()
	}
	if t.Points != 0 {
		points = fmt.Sprint(t.Points)
	}
	rows := []struct{ name, value string }{
		{"id", fmt.Sprint(t.ID)},
		{"title", t.Title},
		{"status", t.status()},
		{"priority", t.Priority},
		{"labels", strings.Join(t.Labels, ", ")},
		{"due", formatTime(t.Due)},
		{"estimate", estimate},
		{"points", points},
		{"created", formatTime(t.Created)},
		{"done", formatTime(t.Done)},
	}
	for _, r := range rows {
		if r.value != "" {
			fmt.Fprintf(w, "%-10s%s\n", r.name, r.value)
		}
	}
	if t.Notes != "" {
		fmt.Fprintf(w, "\n%s\n", strings.TrimRight(t.Notes, "\n"))
	}
	return nil
}

// formatTime returns t in RFC 3339, or "" for the zero time.
func formatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
