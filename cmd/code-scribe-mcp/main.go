// Code-scribe-mcp is an MCP server for the code-scribe command line: it gives
// agents the program's commands as tools, judges each call before a model is
// paid for it, and keeps base URLs and keys out of what they say and see.
//
// It is a cobra application like any other: every tool is a command that a
// person can use in a terminal, and nurucobra.Attach makes the tools.
//
//	code-scribe-mcp run --provider argo -- translate src/a.F90 -p prompts/t.toml
//	code-scribe-mcp mcp-server
//
// Without a command and with a pipe on standard input, as many clients start a
// server, it serves.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/internal/runner"
	"github.com/nurucobra/nuru/nurucobra"
)

func main() {
	os.Exit(start(context.Background()))
}

func start(ctx context.Context) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	runner.HoldLifeline() // a supervisor of code-scribe goes no further
	os.Args = serveIfBare(os.Args, os.Stdin)
	a := newApp(os.Environ())
	root := a.newRoot(streams{os.Stdin, os.Stdout, os.Stderr, isTerminal(os.Stderr)})
	if err := nurucobra.Attach(root, a.options()...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	err := root.ExecuteContext(ctx)
	var failed failedError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &failed):
		return failed.code
	}
	fmt.Fprintln(os.Stderr, "Error:", a.redacted(err))
	return 1
}

// redacted returns err without secrets: what is wrong with a configuration or
// a command line may be that a key stands in it. nil stays nil.
func (a *app) redacted(err error) error {
	var failed failedError
	if err == nil || errors.As(err, &failed) {
		return err
	}
	by := a.redactor(nil)
	var problems config.Problems
	if errors.As(err, &problems) {
		return problems.Redacted(by)
	}
	return errors.New(by.String(err.Error()))
}

// failedError is a call that failed and has said so: it has no text.
type failedError struct{ code int }

func (e failedError) Error() string { return "" }

// ExitCode is for calls that agents make.
func (e failedError) ExitCode() int { return e.code }
