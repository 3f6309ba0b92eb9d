package scribe

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/provider"
)

const (
	// askTimeout bounds the program's --help and --version.
	askTimeout = 20 * time.Second

	// failureLasts is how long the program is not asked again after it gave no
	// answer: each call would wait for it anew.
	failureLasts = time.Minute
)

// decide returns the model mode for auto, by the program's --help. As long as
// that fails, it is the newest release's, with a warning.
func (s *Service) decide(ctx context.Context) (config.ModelMode, *problem.Problem) {
	help, err := s.ask(ctx, &s.help, "--help")
	if err != nil {
		p := problem.New(problem.DialectUndecided, "cli.modelMode is auto, and the program cannot be asked: %v; taken for %s", err, config.OaicModel)
		return config.OaicModel, &p
	}
	return provider.ModeOf(help), nil
}

// versionLine returns what the program says of its version, "" if it says
// nothing.
func (s *Service) versionLine(ctx context.Context) string {
	out, err := s.ask(ctx, &s.version, "--version")
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(strings.TrimSpace(out), "\n")
	const most = 100
	if runes := []rune(line); len(runes) > most {
		line = string(runes[:most]) + "…"
	}
	return line
}

// ask returns what the program prints for an option, without secrets. It works
// in the server's folder, without settings of a provider.
func (s *Service) ask(ctx context.Context, q *question, option string) (string, error) {
	if s.missing != nil {
		return "", s.missing
	}
	return q.ask(ctx, func(ctx context.Context) (string, error) {
		environ := provider.Environ(s.opts.Environ, s.opts.Config, nil)
		red := s.redactor(environ)
		out, discard := newStream(red, s.opts.MaxStream, nil), newStream(red, s.opts.MaxStream, nil)
		exit, err := s.opts.Runner(ctx, Spec{
			Path: s.program, Args: []string{option}, Dir: s.opts.Root, Env: environ, Timeout: askTimeout, Stdout: out, Stderr: discard,
		})
		text, _ := out.close()
		discard.close()
		switch {
		case err != nil:
			return "", err
		case exit.TimedOut:
			return "", fmt.Errorf("%s did not end within %s", option, askTimeout)
		case exit.Cancelled:
			return "", fmt.Errorf("%s was cancelled", option)
		case exit.Signal != "":
			return "", fmt.Errorf("%s was ended by %s", option, exit.Signal)
		case exit.Code != 0:
			return "", fmt.Errorf("%s failed with exit code %d", option, exit.Code)
		}
		return text, nil
	})
}

// question is one that is asked once for all who want to know. An answer is
// kept for good, a failure for [failureLasts]. The zero value is ready.
type question struct {
	mu     sync.Mutex
	asking *asking // nil: nobody waits for an answer
	last   *asking // that ended; nil: none did
	ended  time.Time
}

// asking is one attempt.
type asking struct {
	waiting int // guarded by question.mu
	cancel  context.CancelFunc
	done    chan struct{} // closed when answer and err are set
	answer  string
	err     error
}

// ask returns the answer, or the error of ctx if that ends before. try is
// called unless the answer is known or being waited for; its context ends when
// nobody waits any more, and ask returns to the last who waited when try has.
func (q *question) ask(ctx context.Context, try func(context.Context) (string, error)) (string, error) {
	q.mu.Lock()
	if l := q.last; l != nil && (l.err == nil || time.Since(q.ended) < failureLasts) {
		q.mu.Unlock()
		return l.answer, l.err
	}
	a := q.asking
	if a == nil {
		trying, cancel := context.WithCancel(context.WithoutCancel(ctx))
		a = &asking{cancel: cancel, done: make(chan struct{})}
		q.asking = a
		go q.try(trying, a, try)
	}
	a.waiting++
	q.mu.Unlock()

	select {
	case <-a.done:
		return a.answer, a.err
	case <-ctx.Done():
	}
	q.mu.Lock()
	a.waiting--
	left := a.waiting == 0
	if left && q.asking == a {
		q.asking = nil // what comes of it is our doing, and no answer
	}
	q.mu.Unlock()
	if left {
		a.cancel()
		<-a.done
	}
	return "", ctx.Err()
}

func (q *question) try(ctx context.Context, a *asking, try func(context.Context) (string, error)) {
	defer a.cancel()
	a.answer, a.err = try(ctx)
	q.mu.Lock()
	if q.asking == a {
		q.asking, q.last, q.ended = nil, a, time.Now()
	}
	q.mu.Unlock()
	close(a.done)
}
