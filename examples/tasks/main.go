// Command tasks teaches how a grown application says what each command does (reads, writes, destroys,
// needs a person), so that the one line nurucobra.Attach(root) can offer it safely to agents.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/nurucobra"
)

const version = "1.0.0"

// The exit codes of tasks. They are those of diff and grep: 1 is an answer,
// not a failure.
const (
	exitOK        = 0
	exitDifferent = 1 // diff found differences
	exitTrouble   = 2 // anything that went wrong, with a message on stderr
)

// errDifferent ends diff with exitDifferent and no message.
var errDifferent = errors.New("differences found")

func main() { os.Exit(run(newApp())) }

func run(a *app) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once

	root := newRoot(a)
	cobra.CheckErr(nurucobra.Attach(root))
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errDifferent):
		return exitDifferent
	default:
		fmt.Fprintf(root.ErrOrStderr(), "tasks: %v\n", err)
		return exitTrouble
	}
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:           "tasks",
		Short:         "Keep track of what is to be done",
		Long:          "Tasks keeps a list of tasks in one JSON file that several programs may use at once.",
		Version:       version,
		SilenceUsage:  true,
		SilenceErrors: true, // run prints them
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w (see %q)", err, cmd.CommandPath()+" --help")
	})
	root.PersistentFlags().StringVar(&a.file, "file", "",
		"tasks `FILE`; without it $TASKS_FILE, else tasks/tasks.json in your configuration folder")
	root.PersistentFlags().BoolVar(&a.verbose, "verbose", false, "say on stderr what is read and written")
	annotate.Command(root).Category("tasks").Tags("tasks")

	root.AddCommand(
		newAdd(a), newEdit(a), newEditNotes(a),
		newList(a), newShow(a), newWatch(a),
		newDone(a), newReopen(a),
		newDelete(a), newPurge(a),
		newImport(a), newExport(a), newDiff(a),
		group("label", "Look at and change labels", newLabelList(a), newLabelRename(a)),
		newSync(a),
	)
	return root
}

// group returns a command that only holds others. It is runnable so that a
// mistyped subcommand is an error, where cobra alone would print the help and
// exit with 0.
func group(name, short string, subcommands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use:   name,
		Short: short,
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(subcommands...)
	return cmd
}
