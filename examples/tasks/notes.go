package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

func newEditNotes(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "edit-notes <id>",
		Short:             "Edit the notes of a task in your editor",
		Long:              "Edit the notes of a task in the editor that $VISUAL or $EDITOR names.",
		Args:              words(1, 1),
		ValidArgsFunction: completeID(a),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := a.task(cmd, args[0])
			if err != nil {
				return err
			}
			before := t.Notes
			return editText(cmd, a.editor(), before, func(after string) error {
				return a.update(cmd, func(d *document) error { return setNotes(d, t.ID, before, after) })
			})
		},
	}
	annotate.Command(cmd).Access(annotate.Write).Interactive(true).OpenWorld(false).
		Args("{id:int|Task whose notes to edit}")
	return cmd
}

func setNotes(d *document, id int, before, after string) error {
	t, err := d.task(id)
	if err != nil {
		return err
	}
	if t.Notes != before {
		return fmt.Errorf("the notes of task %d were changed meanwhile", id)
	}
	t.Notes = after
	return t.validate()
}

// editor returns the editor and its arguments: variables such as
// EDITOR="code --wait" are common.
func (a *app) editor() []string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if words := strings.Fields(a.getenv(name)); len(words) > 0 {
			return words
		}
	}
	return []string{defaultEditor}
}

// editText lets a person edit text and hands the result to save. What could not
// be saved stays in a file that the error names.
func editText(cmd *cobra.Command, editor []string, text string, save func(string) error) error {
	dir, err := os.MkdirTemp("", "tasks-")
	if err != nil {
		return fmt.Errorf("preparing the notes: %w", err)
	}
	path := filepath.Join(dir, "notes.md")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		os.RemoveAll(dir)
		return fmt.Errorf("preparing the notes: %w", err)
	}
	run := exec.CommandContext(cmd.Context(), editor[0], append(editor[1:], path)...)
	run.Stdin, run.Stdout, run.Stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
	if err := run.Run(); err != nil {
		os.RemoveAll(dir) // an editor that fails means: leave it as it was
		return fmt.Errorf("editing the notes with %q: %w", editor[0], err)
	}
	edited, err := os.ReadFile(path)
	if err == nil {
		err = save(string(edited))
	}
	if err != nil {
		return fmt.Errorf("saving the notes: %w; they are kept in %s", err, path)
	}
	return os.RemoveAll(dir)
}
