package nurucobra

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// Exit codes of our commands, where they have one of their own. Other errors
// are returned to the application, whose main chooses the code.
const (
	// ExitRefused is that of "mcp-server call" for a call that did not run: a
	// command line that is wrong, an unknown tool, wrong arguments, a limit
	// of the server.
	ExitRefused = 125
	// ExitTimedOut is that of "mcp-server call" for a call that ran out of
	// time.
	ExitTimedOut = 124
	// ExitOutput is that of each command which prints and ends, when what it
	// prints could not be written. A reader that is gone is no fault, and a
	// stream that was closed before the start is the null device: Go's runtime
	// opens that in its place.
	ExitOutput = 74
)

// leave ends the process with one of our exit codes, after the error: the
// application's main would make its own code of an error. Where the streams are
// not the process's own, some program runs the command inside itself; then the
// error is returned instead.
func leave(cmd *cobra.Command, code int, err error) error {
	s := commandStreams(cmd)
	if !s.process {
		if err == nil {
			err = fmt.Errorf("exit code %d", code)
		}
		return err
	}
	if err != nil {
		fmt.Fprintln(s.log, cmd.ErrPrefix(), err)
	}
	os.Exit(code)
	return nil
}

// wrote makes of the error of writing a command's output what the command
// returns.
func wrote(cmd *cobra.Command, err error) error {
	if err == nil || brokenPipe(err) {
		return nil
	}
	return leave(cmd, ExitOutput, fmt.Errorf("writing the output: %w", err))
}

// put writes all texts that are not empty. A reader that is gone is no fault, and one stream's
// fault does not keep the others from being written.
func put(texts ...printed) error {
	var errs []error
	for _, t := range texts {
		if t.text == "" {
			continue // nothing can be lost
		}
		if _, err := io.WriteString(t.w, t.text); err != nil && !brokenPipe(err) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

type printed struct {
	w    io.Writer
	text string
}
