package scribe_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/command"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/problem"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/result"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/scribe"
)

// queued runs req while another run is in its folder, which does change, and
// returns what became of req and how many runs there were.
func queued(t *testing.T, f *fake, req command.Request, change func(dir string)) (r result.Result, runs int) {
	t.Helper()
	opts := options(t, f)
	synctest.Test(t, func(t *testing.T) {
		f.do = func(context.Context, scribe.Spec) (scribe.Exit, error) {
			if len(f.calls) == 1 {
				time.Sleep(time.Second)
				change(opts.Root)
			}
			return scribe.Exit{}, nil
		}
		s := scribe.New(opts)
		go s.Run(t.Context(), command.Request{Command: "generate", Args: []string{"something"}}, nil)
		synctest.Wait()
		r = s.Run(t.Context(), req, nil)
	})
	return r, len(f.calls)
}

func put(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
}

// What the run before it wrote can make a run that waits for its turn wrong.
func TestJudgedAgainWhenItsTurnHasCome(t *testing.T) {
	for _, tt := range []struct {
		name   string
		req    command.Request
		change func(dir string)
		want   problem.Code
	}{
		{"the model's word is a file", inspect(), func(dir string) { put(t, dir, "opencode-env") }, problem.ModelNameShadowed},
		{"an input is gone", inspect(), func(dir string) { _ = os.Remove(filepath.Join(dir, "src", "a.F90")) }, problem.NotFound},
		{"the prompt is a file", command.Request{Command: "generate", Args: []string{"a text"}}, func(dir string) { put(t, dir, "a text") }, problem.NotTOML},
		{"the folder is gone", command.Request{Command: "generate", Args: []string{"x"}, Cwd: "."}, func(dir string) {
			_ = os.Rename(dir, dir+".old")
		}, problem.CwdNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, runs := queued(t, &fake{}, tt.req, tt.change)
			assert.False(t, r.OK)
			assert.Nil(t, r.ExitCode)
			assert.Equal(t, []problem.Code{tt.want}, problem.Codes(r.Errors))
			assert.Equal(t, 1, runs)
		})
	}
}

// Files that another run wrote meanwhile are not those of this one.
func TestFilesOfTheRunBefore(t *testing.T) {
	req := command.Request{Command: "translate", Args: []string{"src/a.F90", "-p", "p.toml"}}
	r, runs := queued(t, &fake{}, req, func(dir string) { put(t, dir, "src/a.cpp", "src/a.hpp", "src/a_fi.F90") })
	assert.Equal(t, 2, runs)
	assert.True(t, r.OK)
	assert.Empty(t, r.Files.Written)
	assert.Equal(t, []string{"src/a.cpp"}, r.Files.Skipped)
	assert.Equal(t, []problem.Code{problem.OutputExists, problem.NothingWritten}, problem.Codes(r.Warnings))
}

// A folder that became another one while a run waited for its turn is waited
// for as well.
func TestFolderThatBecameAnother(t *testing.T) {
	f := &fake{}
	opts := options(t, f)
	link := filepath.Join(opts.Root, "link")
	require.NoError(t, os.Symlink("src", link))
	put(t, opts.Root, "other/a.F90")
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		ends := map[string]time.Duration{}
		f.do = func(_ context.Context, spec scribe.Spec) (scribe.Exit, error) {
			if filepath.Base(spec.Dir) == "src" {
				time.Sleep(time.Second)
				_ = os.Remove(link)
				_ = os.Symlink("other", link)
			} else {
				time.Sleep(3 * time.Second)
			}
			ends[filepath.Base(spec.Dir)] = time.Since(start)
			return scribe.Exit{}, nil
		}
		s := scribe.New(opts)
		run := func(cwd string) result.Result {
			return s.Run(t.Context(), command.Request{Command: "inspect", Args: []string{"a.F90", "-q", "x"}, Cwd: cwd}, nil)
		}
		go run("src")
		go run("other")
		synctest.Wait()
		assert.True(t, run("link").OK)
		assert.Equal(t, map[string]time.Duration{"src": time.Second, "other": 3 * time.Second, "link": 6 * time.Second}, ends)
	})
}
