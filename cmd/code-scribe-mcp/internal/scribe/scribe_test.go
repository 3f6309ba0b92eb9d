package scribe_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/command"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/scribe"
)

const (
	password = "hunter2hunter2"
	key      = "sk-live-0123456789"
	query    = "qtokqtok"
)

// fake is a program that does what a test says.
type fake struct {
	mu    sync.Mutex
	calls []scribe.Spec
	do    func(ctx context.Context, spec scribe.Spec) (scribe.Exit, error)
}

func (f *fake) run(ctx context.Context, spec scribe.Spec) (scribe.Exit, error) {
	f.mu.Lock()
	f.calls = append(f.calls, spec)
	f.mu.Unlock()
	if f.do == nil {
		return scribe.Exit{}, nil
	}
	return f.do(ctx, spec)
}

func (f *fake) args() (list []string) {
	for _, c := range f.calls {
		list = append(list, strings.Join(c.Args, " "))
	}
	return list
}

func options(t *testing.T, f *fake) scribe.Options {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"src/a.F90": "", "src/b.F90": "", "other/c.F90": "", "-d.F90": "", "p.toml": "[[chat]]\nrole = 'user'\ncontent = 'x'\n", "bad.toml": "",
	} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return scribe.Options{
		Config: &config.Config{
			Providers: []config.Provider{
				{ID: "argo", BaseURL: "https://user:" + password + "@h.example/v1?token=" + query, Models: []string{"gpt:5", "m2"}, APIKeyEnv: "ARGO_KEY", DefaultModel: "gpt:5"},
				{ID: "nourl", Models: []string{"m"}},
				{ID: "empty"},
				{ID: "open", Models: []string{"m"}, AllowDefaultEndpoint: true},
			},
			DefaultProvider: "argo",
			Redact:          []string{"INTERNAL"},
		},
		Environ:  []string{"PATH=/bin", "ARGO_KEY=" + key, "INTERNAL=internal-name"},
		Root:     dir,
		Runner:   f.run,
		LookPath: func(name string) (string, error) { return "/opt/bin/" + name, nil },
	}
}

func inspect(args ...string) command.Request {
	return command.Request{Command: "inspect", Args: append([]string{"src/a.F90", "-q", "why?"}, args...)}
}

func TestRun(t *testing.T) {
	f := &fake{do: func(_ context.Context, spec scribe.Spec) (scribe.Exit, error) {
		fmt.Fprint(spec.Stdout, "Performing\x1b[32m neural\x1b[0m inspection\nanswer")
		fmt.Fprint(spec.Stderr, "careful\n")
		return scribe.Exit{Duration: time.Second}, nil
	}}
	opts := options(t, f)
	s := scribe.New(opts)
	var told []string
	r := s.Run(t.Context(), inspect("-m", "x"), func(line string) { told = append(told, line) })
	require.Len(t, f.calls, 1)
	spec := f.calls[0]
	assert.Equal(t, "/opt/bin/code-scribe", spec.Path)
	assert.Equal(t, []string{"inspect", "src/a.F90", "-q", "why?", "-m", "opencode-env"}, spec.Args)
	assert.Equal(t, opts.Root, spec.Dir)
	assert.Equal(t, 300*time.Second, spec.Timeout)
	assert.Equal(t, key, config.Getenv(spec.Env, "OPENAI_COMP_APIKEY"))
	assert.Equal(t, "gpt:5", config.Getenv(spec.Env, config.ModelVar))

	assert.True(t, r.OK)
	assert.Equal(t, 0, *r.ExitCode)
	assert.EqualValues(t, 1000, r.DurationMs)
	assert.Equal(t, "Performing neural inspection\nanswer", r.Stdout)
	assert.Equal(t, "careful\n", r.Stderr)
	assert.Equal(t, spec.Args, r.NormalizedArgs)
	assert.Equal(t, "https://h.example/v1", r.EnvApplied.BaseURL)
	assert.Equal(t, []problem.Code{problem.ModelArgIgnored}, problem.Codes(r.Warnings))
	assert.ElementsMatch(t, []string{"Performing neural inspection", "answer", "careful"}, told)

	program, err := s.Program()
	require.NoError(t, err)
	assert.Equal(t, "/opt/bin/code-scribe", program)
}

func TestRunWithoutModel(t *testing.T) {
	f := &fake{}
	s := scribe.New(options(t, f))
	r := s.Run(t.Context(), command.Request{Command: "index", Args: []string{"src"}, Provider: "nonsense"}, nil)
	assert.True(t, r.OK)
	assert.Nil(t, r.EnvApplied)
	assert.Empty(t, config.Getenv(f.calls[0].Env, "OPENAI_COMP_APIKEY"))
}

func TestRefusedIsNotRun(t *testing.T) {
	f := &fake{}
	s := scribe.New(options(t, f))
	r := s.Run(t.Context(), command.Request{Command: "inspect", Args: []string{"none", "-q", "x"}}, nil)
	assert.False(t, r.OK)
	assert.Equal(t, []problem.Code{problem.NotFound}, problem.Codes(r.Errors))
	v := s.Validate(t.Context(), inspect())
	assert.True(t, v.OK)
	assert.Nil(t, v.ExitCode)
	assert.Equal(t, "https://h.example/v1", v.EnvApplied.BaseURL)
	assert.Empty(t, f.calls)
}

func TestFilesOfTranslate(t *testing.T) {
	f := &fake{do: func(_ context.Context, spec scribe.Spec) (scribe.Exit, error) {
		return scribe.Exit{}, os.WriteFile(filepath.Join(spec.Dir, "src", "a.cpp"), nil, 0o600)
	}}
	s := scribe.New(options(t, f))
	req := command.Request{Command: "translate", Args: []string{"src/a.F90", "-p", "p.toml"}}
	r := s.Run(t.Context(), req, nil)
	assert.Equal(t, []string{"src/a.cpp"}, r.Files.Written)
	assert.Equal(t, []string{"src/a.hpp", "src/a_fi.F90"}, r.Files.Missing)
	f.do = nil
	r = s.Run(t.Context(), req, nil)
	assert.True(t, r.OK)
	assert.Equal(t, []string{"src/a.cpp"}, r.Files.Skipped)
	assert.Equal(t, []problem.Code{problem.OutputExists, problem.NothingWritten}, problem.Codes(r.Warnings))
}

func TestEnds(t *testing.T) {
	for _, tt := range []struct {
		name string
		exit scribe.Exit
		err  error
		code *int
		want []problem.Code
	}{
		{"failed", scribe.Exit{Code: 1}, nil, new(int), []problem.Code{}},
		{"not started", scribe.Exit{}, exec.ErrNotFound, nil, []problem.Code{problem.NotStarted}},
		{"timed out", scribe.Exit{Code: 143, TimedOut: true}, nil, nil, []problem.Code{problem.TimedOut}},
		{"cancelled", scribe.Exit{Code: 143, Cancelled: true}, nil, nil, []problem.Code{problem.Cancelled}},
		{"killed", scribe.Exit{Code: 137, Signal: "SIGKILL"}, nil, nil, []problem.Code{problem.Killed}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &fake{do: func(context.Context, scribe.Spec) (scribe.Exit, error) { return tt.exit, tt.err }}
			r := scribe.New(options(t, f)).Run(t.Context(), inspect(), nil)
			assert.False(t, r.OK)
			assert.Equal(t, tt.want, problem.Codes(r.Errors))
			assert.Equal(t, tt.code != nil, r.ExitCode != nil)
		})
	}
}

// Without the program everything but running works.
func TestNoProgram(t *testing.T) {
	f := &fake{}
	for _, look := range []func(string) (string, error){
		func(string) (string, error) { return "", exec.ErrNotFound },
		func(name string) (string, error) { return "bin/" + name, nil },
	} {
		opts := options(t, f)
		opts.LookPath = look
		s := scribe.New(opts)
		_, err := s.Program()
		require.Error(t, err)
		assert.True(t, s.Validate(t.Context(), inspect()).OK)
		assert.Len(t, s.Providers().Providers, 4)
		r := s.Run(t.Context(), inspect(), nil)
		assert.Equal(t, []problem.Code{problem.NotStarted}, problem.Codes(r.Errors))
		assert.NotEmpty(t, r.Hint)
	}
	assert.Empty(t, f.calls)
	opts := options(t, f)
	opts.LookPath = nil
	opts.Config.CLI.Path = "no-such-program-anywhere"
	_, err := scribe.New(opts).Program()
	assert.ErrorIs(t, err, exec.ErrNotFound)
}

func TestAuto(t *testing.T) {
	const newest = "Usage: code-scribe\n\nCommands:\n  agent  Run.\n"
	t.Run("asked once", func(t *testing.T) {
		f := &fake{do: func(_ context.Context, spec scribe.Spec) (scribe.Exit, error) {
			if spec.Args[0] == "--help" {
				_, _ = io.WriteString(spec.Stdout, newest)
			}
			return scribe.Exit{}, nil
		}}
		opts := options(t, f)
		opts.Config.CLI.ModelMode = config.Auto
		s := scribe.New(opts)
		s.Validate(t.Context(), command.Request{Command: "index", Args: []string{"src"}})
		assert.Empty(t, f.calls, "index has no model")
		for range 2 {
			r := s.Validate(t.Context(), inspect())
			assert.Equal(t, "oaic-gpt:5", r.NormalizedArgs[len(r.NormalizedArgs)-1])
			assert.Empty(t, r.Warnings)
		}
		assert.Equal(t, []string{"--help"}, f.args())
		assert.Empty(t, config.Getenv(f.calls[0].Env, "OPENAI_COMP_APIKEY"))
	})
	for name, do := range map[string]func(context.Context, scribe.Spec) (scribe.Exit, error){
		"fails":      func(context.Context, scribe.Spec) (scribe.Exit, error) { return scribe.Exit{Code: 3}, nil },
		"won't run":  func(context.Context, scribe.Spec) (scribe.Exit, error) { return scribe.Exit{}, errors.New("no") },
		"no program": nil,
	} {
		t.Run(name, func(t *testing.T) {
			f := &fake{do: do}
			opts := options(t, f)
			opts.Config.CLI.ModelMode = config.Auto
			if do == nil {
				opts.LookPath = func(string) (string, error) { return "", exec.ErrNotFound }
			}
			r := scribe.New(opts).Validate(t.Context(), inspect())
			assert.True(t, r.OK)
			assert.Equal(t, []problem.Code{problem.DialectUndecided}, problem.Codes(r.Warnings))
			assert.Equal(t, "oaic-gpt:5", r.NormalizedArgs[len(r.NormalizedArgs)-1])
		})
	}
}

// Whatever the program prints and the caller pastes, no secret comes out.
func TestNoSecretComesOut(t *testing.T) {
	secrets := []string{password, key, query, "internal-name"}
	leak := strings.Join(secrets, " ") + " https://user:" + password + "@h.example/v1?token=" + query + " Bearer " + key + "\n"
	var told []string
	f := &fake{do: func(_ context.Context, spec scribe.Spec) (scribe.Exit, error) {
		for _, w := range []io.Writer{spec.Stdout, spec.Stderr} {
			for i := range leak { // byte by byte
				_, _ = io.WriteString(w, leak[i:i+1])
			}
			_, _ = io.WriteString(w, "hun\x1b[0mter2hunter2\nWrote "+key+"\nError: "+password)
		}
		return scribe.Exit{Code: 1}, nil
	}}
	s := scribe.New(options(t, f))
	tell := func(line string) { told = append(told, line) }
	var all []string
	say := func(v any, text string) {
		out, err := json.Marshal(v)
		require.NoError(t, err)
		all = append(all, string(out), text)
	}
	for _, req := range []command.Request{
		inspect(), inspect("-q", leak),
		{Command: leak},
		{Command: "inspect", Args: []string{leak, "--" + key, key}},
		{Command: "generate", Args: []string{leak}},
		{Command: "generate", Args: []string{"x"}, Cwd: key},
		{Command: "inspect", Provider: key},
		{Command: "inspect", Provider: "argo", Model: leak},
		{Command: "draft", Args: []string{key + ".F90"}},
		{Command: "index", Args: []string{"src"}},
	} {
		r := s.Run(t.Context(), req, tell)
		say(r, r.Text())
		v := s.Validate(t.Context(), req)
		say(v, v.Text())
	}
	b := s.TranslateBundle(t.Context(), scribe.Bundle{Files: []string{"src/a.F90", key}, Prompt: leak, IndexDir: key, Provider: leak}, tell)
	say(b, b.Text())
	b = s.TranslateBundle(t.Context(), scribe.Bundle{Files: []string{"src/a.F90"}, Prompt: "p.toml", IndexDir: "src"}, tell)
	say(b, b.Text())
	say(s.Providers(), s.Providers().Text())
	for _, id := range []string{"", "argo", key} {
		say(s.Models(id), s.Models(id).Text())
	}
	all = append(all, told...)
	require.NotEmpty(t, told)
	found := 0
	for _, text := range all {
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				found++
				t.Errorf("a secret in %q", text)
			}
		}
	}
	t.Logf("planted secrets found: %d, in %d texts", found, len(all))
}

// Keys of the server are secrets of calls that do not get them, too.
func TestKeysOfTheServer(t *testing.T) {
	opts := options(t, &fake{})
	opts.Environ = append(opts.Environ, "OPENAI_COMP_APIKEY=generic-key-1", "ALCF_INFERENCE_APIKEY=alcf-key-1", config.BaseURLVar+"=https://h/v1?sig=override-sig")
	s := scribe.New(opts)
	r := s.Validate(t.Context(), command.Request{Command: "index", Args: []string{"generic-key-1/alcf-key-1/override-sig/" + key}})
	assert.Contains(t, r.Errors[0].Message, `"***/***/***/***" cannot be found`)
}

func TestCutAfterRedaction(t *testing.T) {
	f := &fake{do: func(_ context.Context, spec scribe.Spec) (scribe.Exit, error) {
		_, _ = io.WriteString(spec.Stdout, "12345 "+key+" äöü and more\nlast line\n")
		return scribe.Exit{}, nil
	}}
	opts := options(t, f)
	for limit, want := range map[int]string{
		8:  "12345 **\n[cut here: 28 more bytes]\n",
		11: "12345 *** \n[cut here: 26 more bytes]\n", // no rune is cut
		12: "12345 *** ä\n[cut here: 24 more bytes]\n",
	} {
		opts.MaxStream = limit
		var told []string
		r := scribe.New(opts).Run(t.Context(), inspect(), func(line string) { told = append(told, line) })
		assert.True(t, r.Truncated.Stdout)
		assert.False(t, r.Truncated.Stderr)
		assert.Equal(t, want, r.Stdout)
		assert.Equal(t, []string{"12345 *** äöü and more", "last line"}, told, "the listener hears everything")
	}
}

func TestProgressLines(t *testing.T) {
	f := &fake{do: func(_ context.Context, spec scribe.Spec) (scribe.Exit, error) {
		_, _ = io.WriteString(spec.Stdout, "a\rb\n\n  \n"+strings.Repeat("x", 3000)+"\nend")
		return scribe.Exit{}, nil
	}}
	var told []string
	scribe.New(options(t, f)).Run(t.Context(), inspect(), func(line string) { told = append(told, line) })
	assert.Equal(t, []string{"a", "b", strings.Repeat("x", 1024), "end"}, told)
}

// What a process left behind writes after the end is lost and does no harm.
func TestWritingAfterTheEnd(t *testing.T) {
	var late io.Writer
	f := &fake{do: func(_ context.Context, spec scribe.Spec) (scribe.Exit, error) {
		late = spec.Stdout
		return scribe.Exit{}, nil
	}}
	var told []string
	r := scribe.New(options(t, f)).Run(t.Context(), inspect(), func(line string) { told = append(told, line) })
	n, err := io.WriteString(late, "x\n")
	require.NoError(t, err)
	assert.Equal(t, 2, n)
	assert.Empty(t, r.Stdout)
	assert.Empty(t, told)
}

// Runs with a model go one after another in one folder, however it is spelled;
// other folders and other commands do not wait.
func TestOneModelRunAtATimeInAFolder(t *testing.T) {
	f := &fake{}
	opts := options(t, f)
	require.NoError(t, os.Symlink(filepath.Join(opts.Root, "src"), filepath.Join(opts.Root, "link")))
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		busy, most := map[string]int{}, map[string]int{}
		f.do = func(_ context.Context, spec scribe.Spec) (scribe.Exit, error) {
			name := spec.Args[0] + " " + filepath.Base(spec.Dir)
			if filepath.Base(spec.Dir) == "link" {
				name = spec.Args[0] + " src"
			}
			mu.Lock()
			busy[name]++
			most[name] = max(most[name], busy[name])
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			busy[name]--
			mu.Unlock()
			return scribe.Exit{}, nil
		}
		s := scribe.New(opts)
		start := time.Now()
		var wg sync.WaitGroup
		var waited sync.Map
		run := func(id int, req command.Request) {
			wg.Go(func() {
				r := s.Run(t.Context(), req, func(line string) { waited.Store(id, line) })
				assert.True(t, r.OK, r.Text())
			})
		}
		for i, cwd := range []string{"src", "src", "link", "other"} {
			file := "a.F90"
			if cwd == "other" {
				file = "c.F90"
			}
			run(i, command.Request{Command: "inspect", Args: []string{file, "-q", "x"}, Cwd: cwd})
		}
		for i := range 2 {
			run(10+i, command.Request{Command: "draft", Args: []string{"a.F90"}, Cwd: "src"})
		}
		wg.Wait()
		assert.Equal(t, map[string]int{"inspect src": 1, "inspect other": 1, "draft src": 2}, most)
		assert.Equal(t, 3*time.Second, time.Since(start))
		n := 0
		waited.Range(func(_, line any) bool {
			n++
			assert.Equal(t, "waiting for another run in this folder", line)
			return true
		})
		assert.Equal(t, 2, n)
	})
}

func TestCancelledWhileWaiting(t *testing.T) {
	f := &fake{}
	opts := options(t, f)
	synctest.Test(t, func(t *testing.T) {
		f.do = func(context.Context, scribe.Spec) (scribe.Exit, error) {
			time.Sleep(time.Minute)
			return scribe.Exit{}, nil
		}
		s := scribe.New(opts)
		go s.Run(t.Context(), inspect(), nil)
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		r := s.Run(ctx, inspect(), nil)
		assert.True(t, r.Cancelled)
		assert.Nil(t, r.ExitCode)
		assert.Len(t, f.calls, 1)
		time.Sleep(time.Hour)
		assert.True(t, s.Run(t.Context(), inspect(), nil).OK, "the folder is free again")
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f.calls, f.do = nil, nil
	assert.True(t, scribe.New(opts).Run(ctx, inspect(), nil).Cancelled)
	assert.Empty(t, f.calls)
}

func TestFolderThatCannotBeResolved(t *testing.T) {
	f := &fake{}
	opts := options(t, f)
	opts.FS = &failing{at: 5} // the checks of the folder need four before
	assert.True(t, scribe.New(opts).Run(t.Context(), command.Request{Command: "generate", Args: []string{"x"}}, nil).OK)
}

// failing does not resolve one of the links that it is asked for.
type failing struct {
	command.OS
	at int
}

func (f *failing) EvalSymlinks(name string) (string, error) {
	if f.at--; f.at == 0 {
		return "", errors.New("no")
	}
	return f.OS.EvalSymlinks(name)
}

func TestBundle(t *testing.T) {
	f := &fake{}
	opts := options(t, f)
	s := scribe.New(opts)
	var told []string
	r := s.TranslateBundle(t.Context(), scribe.Bundle{
		Files: []string{"src/a.F90", "src/b.F90"}, Prompt: "p.toml", IndexDir: "src", Provider: "argo", Model: "m2",
	}, func(line string) { told = append(told, line) })
	want := []string{"index src", "draft src/a.F90", "draft src/b.F90", "translate -p p.toml src/a.F90 src/b.F90 -m opencode-env"}
	assert.Equal(t, want, f.args())
	assert.True(t, r.OK)
	assert.Nil(t, r.StoppedAt)
	assert.Len(t, r.Steps, 4)
	assert.Equal(t, "all 4 steps are done; translate did not write src/a.cpp, src/a.hpp, src/a_fi.F90 and 3 more in 0.0 s", r.Summary)
	for i, plan := range r.Plan {
		assert.Equal(t, want[i], strings.Join(plan, " "))
	}
	assert.Empty(t, r.Warnings, "the first step makes the index")
	assert.Equal(t, "m2", r.Steps[3].EnvApplied.Model)
	assert.Equal(t, []string{"step 1 of 4, index src", "step 2 of 4, draft src/a.F90", "step 3 of 4, draft src/b.F90", "step 4 of 4, translate"}, told)
	assert.True(t, strings.HasPrefix(r.Text(), r.Summary+"\n1. index is done in 0.0 s\n2. draft did not write src/a.scribe in 0.0 s\n"), r.Text())

	f.calls = nil
	r = s.TranslateBundle(t.Context(), scribe.Bundle{Files: []string{"-d.F90"}, Prompt: "p.toml"}, nil)
	assert.True(t, r.OK)
	assert.Equal(t, []string{"draft -- -d.F90", "translate -p p.toml -m opencode-env -- -d.F90"}, f.args())
	assert.Equal(t, []problem.Code{problem.NoIndex}, problem.Codes(r.Warnings))
	assert.Contains(t, r.Text(), "Warnings:\n- NO_INDEX: ")
}

func TestBundleStops(t *testing.T) {
	f := &fake{do: func(_ context.Context, spec scribe.Spec) (scribe.Exit, error) {
		if slices.Contains(spec.Args, "src/b.F90") {
			_, _ = io.WriteString(spec.Stderr, "ValueError: no\n")
			return scribe.Exit{Code: 1}, nil
		}
		_, _ = io.WriteString(spec.Stdout, "working\n")
		return scribe.Exit{}, nil
	}}
	s := scribe.New(options(t, f))
	var told []string
	r := s.TranslateBundle(t.Context(), scribe.Bundle{Files: []string{"src/a.F90", "src/b.F90", "other/c.F90"}, Prompt: "p.toml"},
		func(line string) { told = append(told, line) })
	assert.False(t, r.OK)
	require.NotNil(t, r.StoppedAt)
	assert.Equal(t, "draft src/b.F90", *r.StoppedAt)
	assert.Equal(t, "stopped at step 2 of 4, draft src/b.F90: draft failed with exit code 1: ValueError: no", r.Summary)
	assert.Len(t, r.Steps, 2)
	assert.Len(t, f.calls, 2)
	assert.Contains(t, told, "step 1 of 4, draft src/a.F90: working")
	assert.Contains(t, r.Text(), "Step 2:\ndraft failed with exit code 1: ValueError: no\n")
}

func TestBundleIsRefusedAsAWhole(t *testing.T) {
	f := &fake{}
	s := scribe.New(options(t, f))
	for _, tt := range []struct {
		name   string
		bundle scribe.Bundle
		want   []problem.Code
	}{
		{"no files", scribe.Bundle{Prompt: "p.toml"}, []problem.Code{problem.MissingInput}},
		{"no prompt", scribe.Bundle{Files: []string{"src/a.F90"}}, []problem.Code{problem.MissingPrompt}},
		{"one file is wrong", scribe.Bundle{Files: []string{"src/a.F90", "none.F90"}, Prompt: "p.toml"}, []problem.Code{problem.NotFound}},
		{"several", scribe.Bundle{Files: []string{"p.toml", "none.F90"}, Prompt: "none.toml", IndexDir: "p.toml"}, []problem.Code{problem.NotADirectory, problem.NotFortran, problem.NotFound, problem.NotFound}},
		{"model", scribe.Bundle{Files: []string{"src/a.F90"}, Prompt: "p.toml", Model: "no"}, []problem.Code{problem.UnknownModel}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := s.TranslateBundle(t.Context(), tt.bundle, nil)
			assert.False(t, r.OK)
			assert.Equal(t, tt.want, problem.Codes(r.Errors))
			assert.Equal(t, "validate", *r.StoppedAt)
			assert.True(t, strings.HasPrefix(r.Summary, "nothing was run: "+r.Errors[0].String()))
			assert.Contains(t, r.Text(), "Errors:\n- "+r.Errors[0].String())
			out, err := json.Marshal(r)
			require.NoError(t, err)
			assert.Contains(t, string(out), `"plan":[],"steps":[],"stoppedAt":"validate"`)
		})
	}
	assert.Empty(t, f.calls)
}

func TestProvidersAndModels(t *testing.T) {
	opts := options(t, &fake{})
	opts.Config.Path = "c.json"
	s := scribe.New(opts)
	assert.Equal(t, scribe.Providers{Config: "c.json", Providers: []scribe.ProviderInfo{
		{ID: "argo", BaseURL: "https://h.example/v1", Models: []string{"gpt:5", "m2"}, DefaultModel: "gpt:5", Default: true},
		{ID: "nourl", Models: []string{"m"}, Problem: `the provider "nourl" has no baseURL, and source code would go to the program's default endpoint: set providers.nourl.baseURL, or "allowDefaultEndpoint": true`},
		{ID: "empty", Models: []string{}, Problem: "it has no models"},
		{ID: "open", Models: []string{"m"}},
	}}, s.Providers())
	assert.Equal(t, `Providers (4):
1. argo (default) at https://h.example/v1, models: gpt:5, m2
2. nourl, models: m; cannot be used: the provider "nourl" has no baseURL, and source code would go to the program's default endpoint: set providers.nourl.baseURL, or "allowDefaultEndpoint": true
3. empty, models: (none); cannot be used: it has no models
4. open, models: m
`, s.Providers().Text())

	assert.Equal(t, "Models of argo (2):\n1. gpt:5 (default)\n2. m2\n", s.Models("").Text())
	assert.Equal(t, "The provider empty has no models: add them to the configuration.\n", s.Models("empty").Text())
	unknown := s.Models("Argo")
	assert.False(t, unknown.OK)
	assert.Equal(t, `UNKNOWN_PROVIDER: the provider "Argo" is not configured, did you mean "argo"?; available: argo, nourl, empty, open`+"\n", unknown.Text())
	assert.Equal(t, []string{"argo", "nourl", "empty", "open"}, unknown.Errors[0].Available)

	opts.Environ = append(opts.Environ, config.ProviderVar+"=open")
	s = scribe.New(opts)
	assert.True(t, s.Providers().Providers[3].Default)
	assert.Equal(t, "open", s.Models("").Provider)

	opts.Config, opts.Environ = &config.Config{}, nil
	s = scribe.New(opts)
	assert.Equal(t, "No providers are configured: write a configuration, see code-scribe-mcp config init.\n", s.Providers().Text())
	assert.Equal(t, "PROVIDER_REQUIRED: no provider was given; available: (none)\n", s.Models("").Text())
}
