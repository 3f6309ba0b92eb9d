// Package scribe makes the calls: [Service.Validate], [Service.Run],
// [Service.TranslateBundle], [Service.Providers] and [Service.Models]. How a
// program is started is given to it as a [Runner].
//
// Every string in what it returns, and every line of progress, has gone
// through the redactor of its run.
package scribe

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/command"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/provider"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/redact"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/result"
)

// Runner starts a program, waits for its end, and ends it when the context or
// the time limit does. It returns an error only if the program did not start.
type Runner func(ctx context.Context, spec Spec) (Exit, error)

// Spec is one program to run. Its standard input is empty, it has a process
// group of its own, and there is no shell.
type Spec struct {
	Path    string   // absolute
	Args    []string // after the program's name
	Dir     string
	Env     []string // whole
	Timeout time.Duration

	// Stdout and Stderr take the output as it comes, uncut and uncleaned: it
	// is cleaned, redacted and cut behind them. They return no errors and may
	// be written to from two goroutines.
	Stdout, Stderr io.Writer
}

// Exit is how a program ended.
type Exit struct {
	Code                int
	Signal              string // that ended it, "" if it exited
	Duration            time.Duration
	TimedOut, Cancelled bool
}

// Progress is told each line of output as it arrives, from one goroutine at a
// time. It must not block. nil means nobody.
type Progress func(line string)

// Options are what a service works with. Config and Runner are required.
type Options struct {
	Config  *config.Config
	Environ []string // the server's environment
	Root    string   // the server's working folder, absolute
	Runner  Runner

	// FS is the file system; nil is that of this machine.
	FS command.FS

	// LookPath finds the program by its name; nil is exec.LookPath.
	LookPath func(name string) (string, error)

	// MaxStream is how many bytes of each stream are kept; 0 is 10 MiB.
	MaxStream int
}

const defaultMaxStream = 10 << 20

// Service makes calls. It is safe for concurrent use.
type Service struct {
	opts    Options
	program string
	missing error // why there is no program
	folders folders

	help, version question // the program's answers to --help and --version
}

// New looks for the program, once. That there is none is no error: everything
// but running works without.
func New(opts Options) *Service {
	if opts.FS == nil {
		opts.FS = command.OS{}
	}
	if opts.LookPath == nil {
		opts.LookPath = exec.LookPath
	}
	if opts.MaxStream == 0 {
		opts.MaxStream = defaultMaxStream
	}
	s := &Service{opts: opts}
	s.program, s.missing = opts.LookPath(opts.Config.Program())
	if s.missing == nil && !filepath.IsAbs(s.program) {
		// A program is never taken from the folder that a call works in.
		s.program, s.missing = "", fmt.Errorf("%s was found as the relative path %s only", opts.Config.Program(), s.program)
	}
	return s
}

// Program returns the absolute path of the program, or why there is none.
func (s *Service) Program() (string, error) { return s.program, s.missing }

// Validate judges a request and runs nothing of it. (The mode auto asks the
// program's --help, once.)
func (s *Service) Validate(ctx context.Context, req command.Request) result.Result {
	j := s.judge(ctx, req)
	return result.Judged(j.inv, j.env).Redacted(j.redactor)
}

// Run judges a request and runs it if nothing is wrong with it. A command that
// talks to a model is judged a second time when its turn has come: the runs
// before it may have written what makes it wrong.
func (s *Service) Run(ctx context.Context, req command.Request, progress Progress) result.Result {
	j := s.judge(ctx, req)
	if j.inv.OK() && j.inv.Choice != nil && s.missing == nil {
		turn, leave, err := s.turn(ctx, req, j, progress)
		if err != nil {
			return result.Of(j.inv, j.env, result.Ended{Cancelled: true}, result.Files{}, s.about(ctx)).Redacted(j.redactor)
		}
		defer leave()
		j = turn
	}
	if !j.inv.OK() {
		return result.Judged(j.inv, j.env).Redacted(j.redactor)
	}
	before := result.Snap(s.opts.FS, j.inv)
	end := s.run(ctx, j, progress)
	files := result.Changes(s.opts.FS, j.inv, before, end.Stdout)
	return result.Of(j.inv, j.env, end, files, s.about(ctx)).Redacted(j.redactor)
}

// turn waits until nobody else runs in the folder of a request that was judged
// as first, judges it anew and returns that and how to leave the folder. Runs
// that talk to a model go one after another in one folder: they would race for
// files. The error is that of ctx, which ended before.
func (s *Service) turn(ctx context.Context, req command.Request, first judged, progress Progress) (judged, func(), error) {
	j := first
	for {
		name := s.folder(j.inv.Cwd)
		leave, err := s.folders.enter(ctx, name, func() {
			if progress != nil {
				progress("waiting for another run in this folder")
			}
		})
		if err != nil {
			return judged{}, nil, err
		}
		if err := ctx.Err(); err != nil {
			leave()
			return judged{}, nil, err
		}
		// What was a link to one folder may be one to another by now.
		if j = s.judge(ctx, req); !j.inv.OK() || s.folder(j.inv.Cwd) == name {
			return j, leave, nil
		}
		leave()
	}
}

func (s *Service) about(ctx context.Context) result.About {
	return result.About{
		Program: s.opts.Config.Program(), Mode: s.opts.Config.Mode(), Timeout: s.opts.Config.Timeout(),
		Version: func() string { return s.versionLine(ctx) },
	}
}

// judged is a request with what its run would have.
type judged struct {
	inv      command.Invocation
	env      *result.EnvApplied
	environ  []string // the program's
	redactor *redact.Redactor
}

func (s *Service) judge(ctx context.Context, req command.Request) judged {
	inv := s.validate(ctx, req)
	j := judged{inv: inv, environ: provider.Environ(s.opts.Environ, s.opts.Config, inv.Choice)}
	j.redactor = s.redactor(j.environ)
	if c := inv.Choice; c != nil {
		j.env = &result.EnvApplied{Provider: c.Provider, Model: c.Model, BaseURL: j.redactor.DisplayURL(c.BaseURL)}
	}
	return j
}

// validate judges a request in the mode that is configured. For auto the
// program is asked, unless the request is refused whatever the answer.
func (s *Service) validate(ctx context.Context, req command.Request) command.Invocation {
	set := command.Setting{
		Config: s.opts.Config, Environ: s.opts.Environ, Mode: s.opts.Config.Mode(), Root: s.opts.Root, FS: s.opts.FS,
	}
	inv := command.Validate(req, set)
	if set.Mode != config.Auto || inv.Choice == nil || slices.ContainsFunc(inv.Errors, whateverTheMode) {
		return inv
	}
	var undecided *problem.Problem
	set.Mode, undecided = s.decide(ctx)
	inv = command.Validate(req, set)
	if undecided != nil {
		inv.Warnings = append(inv.Warnings, *undecided)
	}
	return inv
}

// whateverTheMode says that an error found for auto is one in every mode. The
// others are about the model's word; auto takes all options that there are.
func whateverTheMode(p problem.Problem) bool { return p.Code != problem.ModelNameShadowed }

// redactor knows the secrets of the program's environment and those of all
// providers: a caller may have pasted any of them.
func (s *Service) redactor(environ []string) *redact.Redactor {
	c := s.opts.Config
	src := redact.Sources{Env: environ, Names: c.Redact, Public: c.IDs(), URLs: []string{config.OverridesFrom(s.opts.Environ).BaseURL}}
	for _, name := range append([]string{"OPENAI_COMP_APIKEY", "ALCF_INFERENCE_APIKEY"}, c.Redact...) {
		src.Values = append(src.Values, config.Getenv(s.opts.Environ, name))
	}
	for _, p := range c.Providers {
		raw, _ := config.ExpandEnv(p.BaseURL, s.opts.Environ)
		src.URLs = append(src.URLs, raw)
		if p.APIKeyEnv != "" {
			src.Values = append(src.Values, config.Getenv(s.opts.Environ, p.APIKeyEnv))
		}
	}
	return redact.New(src)
}

// run starts the program.
func (s *Service) run(ctx context.Context, j judged, progress Progress) result.Ended {
	if s.missing != nil {
		return result.Ended{Err: s.missing}
	}
	if ctx.Err() != nil {
		return result.Ended{Cancelled: true}
	}
	progress = serial(progress)
	stdout, stderr := newStream(j.redactor, s.opts.MaxStream, progress), newStream(j.redactor, s.opts.MaxStream, progress)
	exit, err := s.opts.Runner(ctx, Spec{
		Path: s.program, Args: j.inv.Args, Dir: j.inv.Cwd, Env: j.environ, Timeout: s.opts.Config.Timeout(), Stdout: stdout, Stderr: stderr,
	})
	end := result.Ended{
		Err: err, Duration: exit.Duration, TimedOut: exit.TimedOut, Cancelled: exit.Cancelled, Signal: exit.Signal,
	}
	if err == nil && exit.Signal == "" && !exit.TimedOut && !exit.Cancelled {
		end.ExitCode = &exit.Code
	}
	end.Stdout, end.Truncated.Stdout = stdout.close()
	end.Stderr, end.Truncated.Stderr = stderr.close()
	return end
}

// folder is one name for a folder, however it was spelled.
func (s *Service) folder(cwd string) string {
	if real, err := s.opts.FS.EvalSymlinks(cwd); err == nil {
		return real
	}
	return cwd
}

// serial lets two streams share one listener.
func serial(p Progress) Progress {
	if p == nil {
		return nil
	}
	var mu sync.Mutex
	return func(line string) {
		mu.Lock()
		defer mu.Unlock()
		p(line)
	}
}
