package main

import (
	"context"
	"time"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/scribe"
	"github.com/nurucobra/nuru/internal/runner"
)

// grace is what the program has between SIGTERM and SIGKILL: it ends at once on
// the former, and everything is to be over within a second.
const grace = 700 * time.Millisecond

// runProgram runs code-scribe below a supervisor: the program knows nothing of
// this server, and must not outlive it.
func runProgram(ctx context.Context, s scribe.Spec) (scribe.Exit, error) {
	res, err := runner.Run(ctx, runner.Spec{
		Path:       s.Path,
		Argv0:      "code-scribe",
		Args:       s.Args,
		Env:        s.Env,
		Dir:        s.Dir,
		Timeout:    s.Timeout,
		Grace:      grace,
		Supervised: true,
		StdoutTo:   s.Stdout,
		StderrTo:   s.Stderr,
	})
	if err != nil {
		return scribe.Exit{}, err
	}
	return scribe.Exit{
		Code:      res.ExitCode,
		Signal:    res.Signal,
		Duration:  res.Duration,
		TimedOut:  res.TimedOut,
		Cancelled: res.Canceled,
	}, nil
}
