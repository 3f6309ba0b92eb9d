package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/command"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/result"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/scribe"
	"github.com/nurucobra/nuru/internal/ordered"
	"github.com/nurucobra/nuru/nurucobra"
)

// commands makes the commands of one tree.
type commands struct {
	*app
	streams
	file *string // the value of --config
	json bool
}

// tool gives c what all tools have.
func (c *commands) tool(cmd *cobra.Command, run func(cmd *cobra.Command, s *scribe.Service, args []string) error) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s, err := c.service(*c.file)
		if err != nil {
			return c.misconfigured(cmd, args, c.redacted(err))
		}
		return c.redacted(run(cmd, s, args))
	}
	cmd.Flags().BoolVar(&c.json, "json", false, "Print the result as JSON")
	annotate.Flag(cmd, "json").HiddenFromAgents() // they get it in any case
	return cmd
}

// misconfigured is the error of a call that no configuration was found for; a
// client gets it in the form of every other result.
func (c *commands) misconfigured(cmd *cobra.Command, args []string, err error) error {
	inv := command.Invocation{Errors: []problem.Problem{problem.New(problem.BadConfiguration, "%v", err)}}
	if len(args) > 0 {
		inv.Command = args[0]
	}
	return errors.Join(nurucobra.SetResult(cmd.Context(), result.Judged(inv, nil), true), err)
}

// where are the flags that say where a call works and with what.
type where struct{ cwd, provider, model string }

func (w *where) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&w.cwd, "cwd", "", "Folder that the call works in and that paths are relative to; left out, the server's own")
	cmd.Flags().StringVar(&w.provider, "provider", "", "Provider, for commands that use a model; left out, the configured default")
	cmd.Flags().StringVar(&w.model, "model", "", "Model of the provider; left out, its default")
}

// request is what the positionals of run and validate ask for.
func (w *where) request(args []string) command.Request {
	return command.Request{Command: args[0], Args: args[1:], Cwd: w.cwd, Provider: w.provider, Model: w.model}
}

// forAnyTime is the time limit of the server for calls that end by the
// configuration's own.
const forAnyTime = 24 * time.Hour

// positionals of run and validate. The commands are no enumeration: what else is
// given gets the answer that names them, in the same form as every other.
func callArgs() string {
	return fmt.Sprintf("{command|One of %s} {*args|Files and options, one element each: -p PROMPT.toml, -q QUESTION, -r REFERENCE. "+
		"translate needs -p, inspect -q, update one of them; generate takes its prompt as the one file. "+
		"Patterns are not expanded, and the model is set by the server}", join(command.Names()))
}

func (c *commands) run() *cobra.Command {
	w := &where{}
	cmd := c.tool(&cobra.Command{
		Use:     "run COMMAND [ARGS...]",
		Short:   "Run a code-scribe command, after all checks of validate",
		Long:    "Checks a call as validate does and, if nothing is wrong with it, runs it.\nOptions of code-scribe stand behind \"--\".",
		Example: "  code-scribe-mcp run --provider argo -- translate src/a.F90 -p prompts/t.toml\n  code-scribe-mcp run index src",
		Args:    cobra.MinimumNArgs(1),
	}, func(cmd *cobra.Command, s *scribe.Service, args []string) error {
		r := s.Run(cmd.Context(), w.request(args), c.progress(cmd.Context()))
		return c.show(cmd, r, r.Text(), r.OK)
	})
	w.flags(cmd)
	annotate.Command(cmd).Access(annotate.Execute).LongRunning(true).Timeout(forAnyTime).Args(callArgs())
	return cmd
}

func (c *commands) validate() *cobra.Command {
	w := &where{}
	cmd := c.tool(&cobra.Command{
		Use:     "validate COMMAND [ARGS...]",
		Short:   "Check a code-scribe call without running it: the command line as it would run, warnings, errors",
		Example: "  code-scribe-mcp validate -- translate src/a.F90 -p prompts/t.toml",
		Args:    cobra.MinimumNArgs(1),
	}, func(cmd *cobra.Command, s *scribe.Service, args []string) error {
		r := s.Validate(cmd.Context(), w.request(args))
		return c.show(cmd, r, r.Text(), r.OK)
	})
	w.flags(cmd)
	annotate.Command(cmd).Access(annotate.Read).OpenWorld(false).Args(callArgs())
	return cmd
}

func (c *commands) providers() *cobra.Command {
	cmd := c.tool(&cobra.Command{
		Use:   "providers",
		Short: "List the configured providers",
		Args:  cobra.NoArgs,
	}, func(cmd *cobra.Command, s *scribe.Service, _ []string) error {
		p := s.Providers()
		return c.show(cmd, p, p.Text(), true)
	})
	annotate.Command(cmd).Access(annotate.Read).OpenWorld(false)
	return cmd
}

func (c *commands) models() *cobra.Command {
	cmd := c.tool(&cobra.Command{
		Use:   "models PROVIDER",
		Short: "List the models of a provider",
		Args:  cobra.ExactArgs(1),
	}, func(cmd *cobra.Command, s *scribe.Service, args []string) error {
		m := s.Models(args[0])
		return c.show(cmd, m, m.Text(), m.OK)
	})
	annotate.Command(cmd).Access(annotate.Read).OpenWorld(false).Args("{provider|One of those that providers lists}")
	return cmd
}

func (c *commands) translateBundle() *cobra.Command {
	w := &where{}
	var prompt, index string
	cmd := c.tool(&cobra.Command{
		Use:     "translate-bundle FILES...",
		Short:   "Translate Fortran files to C++ in one go: index if asked for, a draft of each file, one translation",
		Long:    "Checks every step first and runs nothing if one of them is refused; then stops at the first that fails.",
		Example: "  code-scribe-mcp translate-bundle src/a.F90 src/b.F90 --prompt prompts/t.toml --index-dir src",
		Args:    cobra.MinimumNArgs(1),
	}, func(cmd *cobra.Command, s *scribe.Service, args []string) error {
		b := scribe.Bundle{Provider: w.provider, Model: w.model, Cwd: w.cwd, Files: args, Prompt: prompt, IndexDir: index}
		r := s.TranslateBundle(cmd.Context(), b, c.progress(cmd.Context()))
		return c.show(cmd, r, r.Text(), r.OK)
	})
	cmd.Flags().StringVar(&prompt, "prompt", "", "Seed prompt, a .toml file")
	_ = cmd.MarkFlagRequired("prompt") // it is there
	cmd.Flags().StringVar(&index, "index-dir", "", "Folder to index first; every folder below it gets a scribe.yaml")
	w.flags(cmd)
	annotate.Command(cmd).Access(annotate.Execute).LongRunning(true).Timeout(forAnyTime).
		Args("{*files:file|Fortran files, at least one; patterns are not expanded}")
	return cmd
}

// progress tells the client, or a person at a terminal, what the program says.
func (c *commands) progress(ctx context.Context) scribe.Progress {
	return func(line string) {
		nurucobra.Status(ctx, line)
		if c.live {
			fmt.Fprintln(c.err, line)
		}
	}
}

// show gives the client the result, and prints it.
func (c *commands) show(cmd *cobra.Command, value any, text string, ok bool) error {
	if err := nurucobra.SetResult(cmd.Context(), value, !ok); err != nil {
		return err
	}
	out := text
	if c.json {
		b, err := ordered.Compact(value)
		if err != nil {
			return err
		}
		var indented bytes.Buffer
		if err := json.Indent(&indented, b, "", "  "); err != nil {
			return err
		}
		out = indented.String() + "\n"
	}
	if _, err := fmt.Fprint(c.out, out); err != nil {
		return fmt.Errorf("printing the result: %w", err)
	}
	if !ok {
		return failedError{1}
	}
	return nil
}
