package nurucobra

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/internal/engine"
	"github.com/nurucobra/nuru/internal/ordered"
)

// WithInProcess makes calls in the server's own process instead of a process
// for each. newRoot builds the application's root command anew for each call;
// its commands read from in and write to out and err, which they get from
// cobra's InOrStdin, OutOrStdout and ErrOrStderr too. newRoot may be called
// concurrently, and should call neither Attach nor cobra.OnInitialize, which
// adds to what every later call runs.
//
// It is for applications whose commands keep to their own command: what they
// share (package variables, the working folder, the environment) they share
// with every other call, what they print to os.Stdout ends in the server's log,
// and one that calls os.Exit ends the server. A panic ends the call alone. When
// its time is over a call's context ends (cmd.Context()); one that does not
// return within 0.9 s is given up and answered as unfinished, and if it
// writes, calls that write wait until it returns.
//
// The exit code of a call is 0, or 1 when the command returned an error, or
// what the error's method ExitCode() int says. The error of a command that
// silences errors is printed for it, unless its text is empty.
func WithInProcess(newRoot func(in io.Reader, out, err io.Writer) *cobra.Command) Option {
	return func(s *settings) error {
		if newRoot == nil {
			return errors.New("nurucobra.WithInProcess: the function is nil")
		}
		s.newRoot = newRoot
		return nil
	}
}

// inProcess returns the engine's form of the function, nil when there is none.
func (s *settings) inProcess() engine.Func {
	if s.newRoot == nil {
		return nil
	}
	return func(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
		root := s.newRoot(in, out, errOut)
		root.SetIn(in)
		root.SetOut(out)
		root.SetErr(errOut)
		root.SetArgs(args)
		cmd, err := root.ExecuteContextC(ctx)
		if err == nil {
			return 0
		}
		if text := err.Error(); text != "" && (cmd.SilenceErrors || root.SilenceErrors) {
			fmt.Fprintln(errOut, cmd.ErrPrefix(), text) // main would have printed it
		}
		return exitCodeOf(err)
	}
}

// exitCodeOf is the exit code that an error asks for, 1 when it asks for none
// that a process can have.
func exitCodeOf(err error) int {
	var coded interface{ ExitCode() int }
	if errors.As(err, &coded) {
		if code := coded.ExitCode(); code > 0 && code < 256 {
			return code
		}
	}
	return 1
}

// SetResult makes value the structured result of the call that ctx, the context
// of a command, belongs to; in place of the usual envelope of exit code and
// output. value is encoded as JSON and must be an object. isError says whether
// the call failed, whatever its exit code. The last result that a call sets
// counts.
//
// What the command prints remains the text of the reply; where it prints
// nothing the text is value. Secrets are redacted in both.
//
// In a process that serves no call, such as a person's terminal, and without
// [WithInProcess] it does nothing but check value. The error says that value
// cannot be encoded or is no object.
func SetResult(ctx context.Context, value any, isError bool) error {
	b, err := ordered.Compact(value)
	if err != nil {
		return fmt.Errorf("nurucobra.SetResult: %w", err)
	}
	if len(b) == 0 || b[0] != '{' {
		return fmt.Errorf("nurucobra.SetResult: a %T becomes no JSON object", value)
	}
	engine.OutcomeOf(ctx).SetResult(json.RawMessage(b), isError)
	return nil
}

// Status tells whoever waits for the call that ctx belongs to what it is doing:
// one line, which travels with the next progress notification. It never blocks,
// and does nothing where [SetResult] does nothing.
func Status(ctx context.Context, line string) { engine.OutcomeOf(ctx).Status(line) }
