package nurucobra

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/internal/engine"
	"github.com/nurucobra/nuru/internal/spool"
	"github.com/nurucobra/nuru/internal/suggest"
)

// callCommand is "mcp-server call": one call as an agent would make it.
func (a *app) callCommand(f *serverFlags) *cobra.Command {
	var p prepared
	var asJSON bool
	var words []string
	// Nothing ran, whoever says no: cobra, our flags, the tree or the engine.
	refuse := func(cmd *cobra.Command, err error) error {
		if asJSON {
			envelope := string(engine.Refusal(err.Error()).Envelope()) + "\n"
			if lost := put(printed{commandStreams(cmd).out, envelope}); lost != nil {
				return wrote(cmd, lost)
			}
		}
		return leave(cmd, ExitRefused, err)
	}
	misused := func(cmd *cobra.Command, err error) error {
		return refuse(cmd, fmt.Errorf("%w\nRun '%s --help' for usage", err, cmd.CommandPath()))
	}
	c := isolated(&cobra.Command{
		Use:   "call NAME [JSON]",
		Short: "Call one tool as an agent would",
		Long: "Calls one tool with arguments in JSON ({} when left out, from standard input for \"-\"), under the\n" +
			"same rules and limits as the server. What the command prints goes to standard output and standard\n" +
			"error, all of it as far as --max-spool has room, or cut as in a reply where --max-output is given.\n" +
			"With --json, standard output gets one JSON object about the call instead, always of the same\n" +
			"form: \"ok\", \"exitCode\", \"stdout\", \"stderr\" and more, or \"ok\" and \"error\" for a call that did not run.\n\n" +
			"The exit code is the command's own, or 1 for a command that ended with 0 and still failed: it broke\n" +
			"its promise to print JSON. Others:\n" +
			fmt.Sprintf("  %-4d the call did not run: it was refused, or the command line is wrong\n", ExitRefused) +
			fmt.Sprintf("  %-4d the call ran out of time\n", ExitTimedOut) +
			"  128+n signal n ended the call: 129 for SIGHUP, 130 for SIGINT, 143 for SIGTERM\n" +
			fmt.Sprintf("  %-4d the output could not be written", ExitOutput),
		Example: fmt.Sprintf("  %s %s call list '{\"limit\": 3}'", a.root.Name(), a.settings.names[ServerCommand]),
	}, func(cmd *cobra.Command) error {
		if err := a.prepare(cmd, &p); err != nil {
			return refuse(cmd, err)
		}
		return nil
	}, func(cmd *cobra.Command) error {
		s := commandStreams(cmd)
		arguments, err := callArguments(words, s.in)
		if err != nil {
			return refuse(cmd, err)
		}
		ctx, stop := untilNamedSignal(cmd.Context())
		defer stop()
		var kept *spool.Spool
		if !asJSON && f.maxOutput == 0 {
			kept = spool.New(os.TempDir(), f.maxSpool, slog.New(slog.DiscardHandler))
		}
		r, err := a.call(ctx, f, p, kept, engine.Call{Tool: words[0], Arguments: arguments})
		if err != nil {
			return refuse(cmd, err)
		}
		err = printResult(r, s, kept, asJSON)
		kept.Close() // here: leaving runs nothing that is deferred
		if err != nil {
			return wrote(cmd, err)
		}
		if code := exitCode(r, context.Cause(ctx)); code != 0 {
			return leave(cmd, code, nil)
		}
		return nil
	})
	noArgs := c.Args
	c.Args = func(cmd *cobra.Command, args []string) error {
		if err := cobra.RangeArgs(1, 2)(cmd, args); err != nil {
			return misused(cmd, err)
		}
		words = args
		return noArgs(cmd, nil)
	}
	c.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if errors.Is(err, pflag.ErrHelp) {
			return err
		}
		return misused(cmd, err)
	})
	c.Flags().BoolVar(&asJSON, "json", false, "Print one JSON object about the call instead of the command's output")
	return c
}

// callArguments returns the JSON of a call: what stands behind the tool's name,
// or standard input for "-". Only arguments that are left out are none; a text
// that is empty was meant to be something.
func callArguments(words []string, in io.Reader) ([]byte, error) {
	if len(words) < 2 {
		return []byte("{}"), nil
	}
	arguments, source := []byte(words[1]), "the arguments"
	if words[1] == "-" {
		var err error
		source = "standard input"
		if arguments, err = io.ReadAll(in); err != nil {
			return nil, fmt.Errorf("reading the arguments: %w", err)
		}
	}
	if strings.TrimSpace(string(arguments)) == "" {
		return nil, fmt.Errorf("%s: %s: empty, expected a JSON object such as {} (leave the arguments out for none)", words[0], source)
	}
	return arguments, nil
}

// call makes one call of a tool that the server would offer.
func (a *app) call(ctx context.Context, f *serverFlags, p prepared, kept *spool.Spool, call engine.Call) (engine.Result, error) {
	e, o, err := a.engine(f, p, kept, slog.New(slog.DiscardHandler))
	if err != nil {
		return engine.Result{}, err
	}
	defer parentHooks.lend()()
	r := o.answering(e.Do)(ctx, call)
	if s := didYouMean(call.Tool, o); !r.Ran && s != "" {
		r = engine.Refusal(r.Text + s)
	}
	return r, nil
}

func didYouMean(name string, o offer) string {
	var names []string
	for _, t := range o.tools {
		if t.Name == name {
			return ""
		}
		names = append(names, t.Name)
	}
	return suggest.DidYouMean(name, names)
}

// printResult prints what a terminal would have shown, what was cut from kept,
// or everything as JSON. The reason of a call that did not run stands where
// errors do. The error is one of writing.
func printResult(r engine.Result, s streams, kept *spool.Spool, asJSON bool) error {
	said := r.Stderr
	if !r.Ran {
		said = r.Text
	}
	after := ""
	if note := noteBesidesCode(r.Note); note != "" {
		after = note + "\n"
	}
	if (!r.Ran || after != "") && said != "" && !strings.HasSuffix(said, "\n") {
		after = "\n" + after
	}
	if asJSON {
		texts := []printed{{s.out, string(r.Envelope()) + "\n"}}
		if !r.Ran {
			texts = append(texts, printed{s.log, said + after})
		}
		return put(texts...)
	}
	cut := r.Cut
	if cut == nil {
		cut = &engine.Cut{}
	}
	return errors.Join(
		putOutput(s.out, r.Printed(), kept, cut.ID, engine.Stdout, cut.Stdout),
		putOutput(s.log, said, kept, cut.ID, engine.Stderr, cut.Stderr),
		put(printed{s.log, after}),
	)
}

// putOutput writes an output: shown, or where that was cut all that is kept.
func putOutput(w io.Writer, shown string, kept *spool.Spool, id, stream string, c *engine.CutOutput) error {
	if c == nil {
		return put(printed{w, shown})
	}
	err := copyOutput(kept, id, stream, c, func(text string) error {
		_, err := io.WriteString(w, text)
		return err
	})
	if brokenPipe(err) {
		return nil
	}
	return err
}

// noteBesidesCode is how a program ended, but for its exit code: that is ours
// then.
func noteBesidesCode(note string) string {
	if strings.HasPrefix(note, "exit code") {
		_, note, _ = strings.Cut(note, "; ")
	}
	return note
}

// exitCode is the exit code for a result; ended is why the call's context ended.
func exitCode(r engine.Result, ended error) int {
	var s signaled
	switch byUs := errors.As(ended, &s); {
	case byUs && (r.Canceled || !r.Ran):
		return 128 + int(s.Signal)
	case r.TimedOut:
		return ExitTimedOut
	case !r.Ran:
		return ExitRefused
	case r.IsError:
		return cmp.Or(r.ExitCode, 1)
	}
	return r.ExitCode
}

// signaled is the cause of a context that a signal ended.
type signaled struct{ syscall.Signal }

func (s signaled) Error() string { return s.String() }

// untilNamedSignal is untilSignal, with the signal as the context's cause.
func untilNamedSignal(ctx context.Context) (context.Context, func()) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithCancelCause(ctx)
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		select {
		case s := <-c:
			if s, ok := s.(syscall.Signal); ok {
				cancel(signaled{s})
			}
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(c)
		cancel(nil)
	}
}
