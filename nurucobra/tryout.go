package nurucobra

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/internal/engine"
	"github.com/nurucobra/nuru/internal/suggest"
	"github.com/nurucobra/nuru/schemagen"
)

// toolsCommand is "mcp-server tools": what the server would list, for people.
func (a *app) toolsCommand(f *serverFlags) *cobra.Command {
	var p prepared
	return isolated(&cobra.Command{
		Use:   "tools",
		Short: "List the tools with effect, decision and cost",
		Long: "Lists the tools that the server would offer under the same flags: what a call may do at most,\n" +
			"what permission rules say, and about how many tokens its description costs in every conversation.",
	}, func(cmd *cobra.Command) error {
		return a.prepare(cmd, &p)
	}, func(cmd *cobra.Command) error {
		limit, err := f.limit()
		if err != nil {
			return err
		}
		tools := engine.Restrict(p.tools, limit, p.pins)
		if _, err := schemagen.ShareTexts(tools); err != nil {
			return err
		}
		return printTools(commandStreams(cmd).out, tools)
	})
}

func printTools(w io.Writer, tools []schemagen.Tool) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TOOL\tEFFECT\tDECISION\tTOKENS\tCOMMAND")
	total := 0
	for i := range tools {
		t := &tools[i]
		n, err := tokens(t)
		if err != nil {
			return err
		}
		total += n
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%s\n", t.ID, t.ToolInfo.Effect, t.ToolInfo.Decision, n, t.Command.CommandPath())
	}
	fmt.Fprintf(table, "%d tools\t\t\t%d\t\n", len(tools), total)
	return table.Flush()
}

// tokens estimates what a model reads of a tool: name, description and schema.
func tokens(t *schemagen.Tool) (int, error) {
	schema, err := json.Marshal(t.CompactSchema())
	return schemagen.Tokens(len(t.ID) + len(t.Description) + len(schema) + len(`{"name":"","description":"","inputSchema":}`)), err
}

// ExitRefused is the exit code of "mcp-server call" for a call that did not
// run: an unknown tool, wrong arguments, a limit of the server. A call that ran
// ends with the command's own exit code.
const ExitRefused = 125

// callCommand is "mcp-server call": one call as an agent would make it.
func (a *app) callCommand(f *serverFlags) *cobra.Command {
	var p prepared
	var asJSON bool
	var args []string
	c := isolated(&cobra.Command{
		Use:   "call NAME [JSON]",
		Short: "Call one tool as an agent would",
		Long: "Calls one tool with arguments in JSON ({} when left out, from standard input for \"-\"), under the\n" +
			"same rules and limits as the server. What the command prints goes to standard output and standard\n" +
			fmt.Sprintf("error; the exit code is the command's own, or %d for a call that was refused.", ExitRefused),
		Example: fmt.Sprintf("  %s %s call list '{\"limit\": 3}'", a.root.Name(), a.settings.names[ServerCommand]),
	}, func(cmd *cobra.Command) error {
		return a.prepare(cmd, &p)
	}, func(cmd *cobra.Command) error {
		s := commandStreams(cmd)
		code, err := a.call(cmd.Context(), f, p, args, s, asJSON)
		if err != nil || code == 0 {
			return err
		}
		// The application's main would make its own exit code of an error.
		os.Exit(code)
		return nil
	})
	noArgs := c.Args
	c.Args = func(cmd *cobra.Command, words []string) error {
		if err := cobra.RangeArgs(1, 2)(cmd, words); err != nil {
			return err
		}
		args = words
		return noArgs(cmd, nil)
	}
	c.Flags().BoolVar(&asJSON, "json", false, "Print the structured result instead of the command's output")
	return c
}

func (a *app) call(ctx context.Context, f *serverFlags, p prepared, args []string, s streams, asJSON bool) (code int, err error) {
	e, tools, err := a.engine(f, p, slog.New(slog.DiscardHandler))
	if err != nil {
		return 0, err
	}
	arguments := []byte("{}")
	if len(args) > 1 {
		arguments = []byte(args[1])
	}
	if string(arguments) == "-" {
		if arguments, err = io.ReadAll(s.in); err != nil {
			return 0, fmt.Errorf("reading the arguments: %w", err)
		}
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	defer parentHooks.lend()()
	r := e.Do(ctx, engine.Call{Tool: args[0], Arguments: arguments})
	if !r.Ran {
		fmt.Fprintln(s.log, r.Text+didYouMean(args[0], tools))
		return ExitRefused, nil
	}
	return printResult(r, s, asJSON), nil
}

func didYouMean(name string, tools []schemagen.Tool) string {
	var names []string
	for i := range tools {
		if tools[i].ID == name {
			return ""
		}
		names = append(names, tools[i].ID)
	}
	return suggest.DidYouMean(name, names)
}

// printResult prints what a terminal would have shown. A reader that is gone is
// no failure of the call.
func printResult(r engine.Result, s streams, asJSON bool) (code int) {
	if asJSON {
		fmt.Fprintln(s.out, string(r.Structured))
		return r.ExitCode
	}
	_, _ = io.WriteString(s.out, r.Stdout)
	_, _ = io.WriteString(s.log, r.Stderr)
	if r.Note != "" && !strings.HasPrefix(r.Note, "exit code") {
		fmt.Fprintln(s.log, r.Note)
	}
	return r.ExitCode
}
