package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

func newImport(a *app) *cobra.Command {
	var dryRun, replace bool
	cmd := &cobra.Command{
		Use:   "import",
		Short: "Add tasks read from standard input",
		Long: `Add tasks read from standard input: one JSON object a line, of which only "title"
is needed, or what export prints. A task keeps its id where that is free and
gets a new one elsewhere. Either all tasks are added or none.`,
		Example: `  echo '{"title":"Pay the rent","priority":"high"}' | tasks import`,
		Args:    words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			tasks, err := readTasks(input(cmd), a.clock())
			if err != nil {
				return err
			}
			var replaced int
			change := func(d *document) (err error) {
				replaced, err = merge(d, tasks, replace)
				return err
			}
			verb := "imported"
			if dryRun {
				verb = "would import"
				err = a.rehearse(cmd, change)
			} else {
				err = a.update(cmd, change)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s %s", verb, plural(len(tasks), "task"))
			if replace {
				fmt.Fprintf(cmd.OutOrStdout(), " in place of %d", replaced)
			}
			fmt.Fprintln(cmd.OutOrStdout())
			return nil
		},
	}
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "check the input and say what would be done, change nothing")
	cmd.Flags().BoolVar(&replace, "replace", false, "delete all present tasks first")
	annotate.Command(cmd).Access(annotate.Write).OpenWorld(false).Tags("tasks", "transfer").
		Stdin(`Tasks: one JSON object a line such as {"title":"Pay the rent","priority":"high"}, or what export prints`)
	annotate.Flag(cmd, "dry-run").DryRun()
	annotate.Flag(cmd, "replace").Destructive()
	return cmd
}

// rehearse makes a change and throws it away.
func (a *app) rehearse(cmd *cobra.Command, change func(*document) error) error {
	d, err := a.load(cmd)
	if err != nil {
		return err
	}
	return change(d)
}

// merge adds tasks to d and returns how many it removed from it.
func merge(d *document, tasks []Task, replace bool) (replaced int, err error) {
	if replace {
		replaced = len(d.remove(anyTask))
	}
	for i, t := range tasks {
		if _, err := d.add(t); err != nil {
			return 0, fmt.Errorf("task %d on standard input: %w", i+1, err)
		}
	}
	return replaced, nil
}

// readTasks reads JSON values until the end of r, each a task or a document.
func readTasks(r io.Reader, now time.Time) ([]Task, error) {
	var tasks []Task
	dec := json.NewDecoder(r)
	for {
		var value json.RawMessage
		err := dec.Decode(&value)
		if errors.Is(err, io.EOF) {
			return tasks, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading task %d from standard input: %w", len(tasks)+1, err)
		}
		more, err := decodeTasks(value, now)
		if err != nil {
			return nil, fmt.Errorf("task %d on standard input: %w", len(tasks)+1, err)
		}
		tasks = append(tasks, more...)
	}
}

func decodeTasks(value []byte, now time.Time) ([]Task, error) {
	var probe struct{ Version *int }
	if json.Unmarshal(value, &probe) == nil && probe.Version != nil {
		d, err := decodeDocument(value)
		if err != nil {
			return nil, err
		}
		return d.Tasks, nil
	}
	t := Task{Priority: normalPriority, Created: now}
	if err := decodeStrict(value, &t); err != nil {
		return nil, err
	}
	return []Task{t}, nil
}

func newExport(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Print all tasks as JSON",
		Long:  "Print all tasks as one JSON object, which diff compares with and import reads.",
		Args:  words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := a.load(cmd)
			if err != nil {
				return err
			}
			d.Sync = nil // belongs to this file, not to the tasks
			return writeJSON(cmd.OutOrStdout(), d)
		},
	}
	annotate.Command(cmd).Access(annotate.Read).OpenWorld(false).Tags("tasks", "transfer").
		JSON(annotate.JSONOutput{Whole: true, Schema: []byte(documentSchema)})
	return cmd
}

// documentSchema is the JSON Schema of a [document] without its sync.
const documentSchema = `{"type":"object","properties":{` +
	`"version":{"type":"integer"},` +
	`"nextId":{"type":"integer"},` +
	`"tasks":{"type":"array","items":` + taskSchema + `}` +
	`},"required":["version","nextId","tasks"],"additionalProperties":false}`
