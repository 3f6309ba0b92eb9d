package scribe_test

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/command"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/scribe"
)

// hanging is a program whose --help and --version hang until they are ended.
func hanging(ctx context.Context, spec scribe.Spec) (scribe.Exit, error) {
	if !strings.HasPrefix(spec.Args[0], "--") {
		return scribe.Exit{}, nil
	}
	select {
	case <-ctx.Done():
		return scribe.Exit{Code: 143, Cancelled: true}, nil
	case <-time.After(spec.Timeout):
		return scribe.Exit{Code: 143, TimedOut: true}, nil
	}
}

func auto(t *testing.T, f *fake) scribe.Options {
	opts := options(t, f)
	opts.Config.CLI.ModelMode = config.Auto
	return opts
}

// A program that does not answer holds up all calls once, and then none for a
// minute.
func TestAutoHangs(t *testing.T) {
	f := &fake{do: hanging}
	opts := auto(t, f)
	synctest.Test(t, func(t *testing.T) {
		s := scribe.New(opts)
		start := time.Now()
		var wg sync.WaitGroup
		for range 5 {
			wg.Go(func() {
				r := s.Validate(t.Context(), inspect())
				assert.Equal(t, []problem.Code{problem.DialectUndecided}, problem.Codes(r.Warnings))
				assert.Contains(t, r.Warnings[0].Message, "did not end within 20s")
			})
		}
		wg.Wait()
		s.Validate(t.Context(), inspect())
		assert.Equal(t, 20*time.Second, time.Since(start))
		assert.Equal(t, []string{"--help"}, f.args())
		time.Sleep(time.Minute)
		f.do = func(context.Context, scribe.Spec) (scribe.Exit, error) { return scribe.Exit{}, nil }
		assert.Empty(t, s.Validate(t.Context(), inspect()).Warnings)
		assert.Equal(t, []string{"--help", "--help"}, f.args())
	})
}

// Each caller waits as long as it likes; the program is ended when the last
// one is gone, and that is no answer.
func TestAutoCancelled(t *testing.T) {
	f := &fake{do: hanging}
	opts := auto(t, f)
	synctest.Test(t, func(t *testing.T) {
		s := scribe.New(opts)
		start := time.Now()
		var wg sync.WaitGroup
		for i := range 3 {
			wg.Go(func() {
				d := time.Duration(i+1) * time.Second
				ctx, cancel := context.WithTimeout(t.Context(), d)
				defer cancel()
				r := s.Run(ctx, inspect(), nil)
				assert.True(t, r.Cancelled)
				assert.Equal(t, d, time.Since(start))
			})
		}
		wg.Wait()
		assert.Equal(t, []string{"--help"}, f.args())
		f.do = nil
		assert.Empty(t, s.Validate(t.Context(), inspect()).Warnings)
		assert.Equal(t, []string{"--help", "--help"}, f.args())
	})
}

// Nothing is asked for a call that is refused in any case.
func TestAutoAsksForGoodCallsOnly(t *testing.T) {
	f := &fake{do: hanging}
	opts := auto(t, f)
	s := scribe.New(opts)
	for want, req := range map[problem.Code]command.Request{
		problem.UnknownModel:  {Command: "inspect", Args: []string{"src/a.F90", "-q", "x"}, Model: "no"},
		problem.CwdNotFound:   {Command: "inspect", Args: []string{"src/a.F90", "-q", "x"}, Cwd: "none"},
		problem.UnknownOption: {Command: "inspect", Args: []string{"src/a.F90", "-q", "x", "--fast"}},
		problem.NotFound:      {Command: "inspect", Args: []string{"none", "-q", "x", "-v"}},
		problem.MissingQuery:  {Command: "inspect", Args: []string{"src/a.F90", "-v"}},
	} {
		assert.Equal(t, []problem.Code{want}, problem.Codes(s.Run(t.Context(), req, nil).Errors))
	}
	assert.Empty(t, f.calls)
}

// What depends on the mode is judged in the mode that the program has.
func TestAutoDecides(t *testing.T) {
	for _, tt := range []struct {
		help string
		args string
		file string
		want []problem.Code
	}{
		{"Commands:\n  agent\n", "-v", "oaic-env", []problem.Code{}},
		{"Commands:\n  draft\n", "-v", "", []problem.Code{problem.UnknownOption}},
		{"Commands:\n  draft\n", "-mx", "oaic-gpt:5", []problem.Code{}},
		{"Commands:\n  draft\n", "-mx", "oaic-env", []problem.Code{problem.ModelNameShadowed}},
		{"Commands:\n  agent\n", "-mx", "oaic-gpt:5", []problem.Code{problem.ModelNameShadowed}},
	} {
		t.Run(tt.help+tt.args+tt.file, func(t *testing.T) {
			f := &fake{do: func(_ context.Context, spec scribe.Spec) (scribe.Exit, error) {
				_, _ = io.WriteString(spec.Stdout, tt.help)
				return scribe.Exit{}, nil
			}}
			opts := auto(t, f)
			if tt.file != "" {
				put(t, opts.Root, tt.file)
			}
			assert.Equal(t, tt.want, problem.Codes(scribe.New(opts).Validate(t.Context(), inspect(tt.args)).Errors))
		})
	}
}

// The version is asked for where it is told, once, and has no secrets.
func TestVersionInTheHint(t *testing.T) {
	f := &fake{}
	f.do = func(_ context.Context, spec scribe.Spec) (scribe.Exit, error) {
		if spec.Args[0] == "--version" {
			assert.Empty(t, config.Getenv(spec.Env, "OPENAI_COMP_APIKEY"))
			_, _ = io.WriteString(spec.Stdout, "code-scribe, version 2026.02 "+key+"\nmore\n")
			return scribe.Exit{}, nil
		}
		_, _ = io.WriteString(spec.Stderr, "Usage: code-scribe\n")
		return scribe.Exit{Code: 2}, nil
	}
	s := scribe.New(options(t, f))
	for range 2 {
		r := s.Run(t.Context(), command.Request{Command: "index", Args: []string{"src"}}, nil)
		assert.Contains(t, r.Hint, "(code-scribe, code-scribe, version 2026.02 ***)")
	}
	assert.Equal(t, []string{"index src", "--version", "index src"}, f.args())

	f.do = func(_ context.Context, spec scribe.Spec) (scribe.Exit, error) {
		_, _ = io.WriteString(spec.Stderr, "Usage: code-scribe\n")
		return scribe.Exit{Code: 2}, nil
	}
	r := scribe.New(options(t, f)).Run(t.Context(), command.Request{Command: "index", Args: []string{"src"}}, nil)
	assert.Contains(t, r.Hint, "(code-scribe, version unknown)")
}
