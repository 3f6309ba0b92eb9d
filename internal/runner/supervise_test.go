//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package runner_test

import (
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/runner"
)

// supervised returns a Spec that runs a helper with a supervisor.
func supervised(name string, args ...string) runner.Spec {
	s := helper(name, args...)
	s.Supervised = true
	return s
}

func TestSupervised_is_like_a_plain_run(t *testing.T) {
	for _, args := range [][]string{
		{"exit", "0"},
		{"exit", "3"},
		{"exit", "255"},
		{"argv", "a b", "", "--x=1", "\u00fc"},
		{"pwd"},
		{"cat"},
		{"tty"},
		{"signal", "9"},
		{"signal", "15"},
		{"signal", "2"},
		{"signal", "1"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			if args[0] == "signal" && signal.Ignored(syscall.Signal(atoi(args[1]))) {
				t.Skip("the tests were started so that they ignore it")
			}
			plain := helper(args[0], args[1:]...)
			plain.Argv0, plain.Dir, plain.Stdin = "name", t.TempDir(), []byte("text")
			want := mustRun(t, plain)
			with := plain
			with.Supervised = true
			got := mustRun(t, with)
			want.Duration, got.Duration = 0, 0
			assert.Equal(t, want, got)
		})
	}
	t.Run("environment", func(t *testing.T) {
		env := func(s runner.Spec) string { return mustRun(t, s).Stdout.String() }
		assert.Equal(t, env(helper("env")), env(supervised("env")))
	})
	t.Run("descriptors", func(t *testing.T) {
		assert.Equal(t, mustRun(t, helper("fds")).Stdout.String(), mustRun(t, supervised("fds")).Stdout.String())
	})
	t.Run("other signals are told by the exit code", func(t *testing.T) {
		for signal, code := range map[string]int{"PIPE": 128 + 13, "SEGV": 128 + 11, "USR1": 128 + 10} {
			s := runner.Spec{Path: "/bin/sh", Args: []string{"-c", "kill -" + signal + " $$"}, Supervised: true}
			res := mustRun(t, s)
			assert.Equal(t, code, res.ExitCode)
			assert.Empty(t, res.Signal)
		}
	})
}

func TestSupervised_that_cannot_start(t *testing.T) {
	s := supervised("exit", "0")
	s.Path = filepath.Join(t.TempDir(), "missing")
	_, err := runner.Run(t.Context(), s)
	require.ErrorIs(t, err, fs.ErrNotExist)

	require.NoError(t, os.WriteFile(s.Path, []byte("#!/nowhere/interpreter\n"), 0o600))
	_, err = runner.Run(t.Context(), s)
	require.ErrorIs(t, err, fs.ErrPermission)

	require.NoError(t, os.Chmod(s.Path, 0o700))
	_, err = runner.Run(t.Context(), s)
	require.ErrorIs(t, err, fs.ErrNotExist)
	assert.Contains(t, err.Error(), s.Path)
	assert.Contains(t, err.Error(), "interpreter")

	require.NoError(t, os.WriteFile(s.Path, []byte("echo no first line\n"), 0o700))
	_, err = runner.Run(t.Context(), s)
	require.ErrorIs(t, err, syscall.ENOEXEC)
	assert.Contains(t, err.Error(), s.Path)
	assert.NotContains(t, err.Error(), "/proc/self/exe")

	s.Dir = filepath.Join(t.TempDir(), "missing")
	_, err = runner.Run(t.Context(), s)
	require.ErrorIs(t, err, fs.ErrNotExist)
	assert.Contains(t, err.Error(), "working directory")
}

// A program that started is not taken for one that did not, whatever it does.
func TestSupervised_that_imitates_a_failed_start(t *testing.T) {
	res := mustRun(t, runner.Spec{Path: "/bin/sh", Args: []string{"-c", "for fd in 3 4 5 6 7 8 9; do echo 2 >&$fd; done; exit 127"}, Supervised: true})
	assert.Equal(t, 127, res.ExitCode)
}

// An executable that is no supervisor has not run the program.
func TestSupervised_without_a_supervisor(t *testing.T) {
	s := supervised("exit", "0")
	s.Env = append(os.Environ(), noSupervisorEnv+"=1")
	_, err := runner.Run(t.Context(), s)
	require.ErrorContains(t, err, "supervisor")
	assert.Contains(t, err.Error(), s.Path)
}

// One that was cancelled before its supervisor had started it is cancelled.
func TestSupervised_cancelled_at_once(t *testing.T) {
	s := supervised("hang")
	s.Env = append(s.Env, noSupervisorEnv+"=hang")
	s.Timeout = 100 * time.Millisecond
	assert.True(t, mustRun(t, s).TimedOut)
}

func TestSupervised_ends(t *testing.T) {
	t.Run("politely", func(t *testing.T) {
		s := supervised("polite")
		s.Timeout = 300 * time.Millisecond
		res := mustRun(t, s)
		assert.True(t, res.TimedOut)
		assert.Equal(t, 7, res.ExitCode)
		assert.Contains(t, res.Stdout.String(), "bye")
	})
	t.Run("by force", func(t *testing.T) {
		s := supervised("parent", "stubborn", "stubborn")
		s.Timeout, s.Grace = 300*time.Millisecond, 100*time.Millisecond
		res := mustRun(t, s)
		assert.True(t, res.TimedOut)
		assert.Equal(t, "SIGKILL", res.Signal)
		for _, pid := range pids(res.Stderr) {
			assert.False(t, running(pid))
		}
	})
	t.Run("and leaves nothing behind", func(t *testing.T) {
		res := mustRun(t, supervised("parent", "stubborn", "exit", "0"))
		assert.True(t, res.LeftBehind)
		for _, pid := range pids(res.Stderr) {
			assert.False(t, running(pid))
		}
	})
}

// A supervisor is only a supervisor to the process that watches over it.
func TestSupervise_forged(t *testing.T) {
	c := exec.Command(os.Args[0], "print", "attached")
	c.Env = append(os.Environ(), helperEnv+"=attached", "NURUCOBRA_SUPERVISE=/bin/echo")
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	assert.Equal(t, 127, exit.ExitCode())
	assert.NotContains(t, string(out), "attached")
}

// What the server was started to ignore, the program ignores too.
func TestSupervised_ignored_signals(t *testing.T) {
	s := runner.Spec{Path: "/bin/sh", Args: []string{"-c", "kill -HUP $$; echo alive"}, Supervised: true}
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	assert.Equal(t, "alive\n", mustRun(t, s).Stdout.String())
}
