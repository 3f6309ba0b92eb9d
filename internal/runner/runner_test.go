//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package runner_test

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/runner"
)

// helper returns a Spec that runs one of the helpers.
func helper(name string, args ...string) runner.Spec {
	return runner.Spec{
		Path: os.Args[0],
		Args: args,
		Env:  append(os.Environ(), helperEnv+"="+name, "GOTRACEBACK=none"),
	}
}

func mustRun(t *testing.T, s runner.Spec) runner.Result {
	t.Helper()
	res, err := runner.Run(t.Context(), s)
	require.NoError(t, err)
	return res
}

// pids returns the pids that helpers announced.
func pids(out runner.Output) (found []int) {
	for _, m := range regexp.MustCompile(`ready (\d+)`).FindAllStringSubmatch(out.String(), -1) {
		found = append(found, atoi(m[1]))
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// running reports whether the process exists and is no zombie.
func running(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		if _, statErr := os.Stat("/proc/self"); statErr != nil {
			return syscall.Kill(pid, 0) == nil
		}
		return false
	}
	rest := stat[strings.LastIndexByte(string(stat), ')')+2:]
	return rest[0] != 'Z' && rest[0] != 'X'
}

func TestRun_exit_code_and_output(t *testing.T) {
	for _, code := range []string{"0", "1", "3", "255"} {
		res := mustRun(t, helper("exit", code))
		assert.Equal(t, atoi(code), res.ExitCode)
		assert.Equal(t, runner.Output{Head: "out\n", Total: 4}, res.Stdout)
		assert.Equal(t, runner.Output{Head: "err\n", Total: 4}, res.Stderr)
		assert.Empty(t, res.Signal)
		assert.False(t, res.TimedOut || res.Canceled || res.LeftBehind)
		assert.Positive(t, res.Duration)
	}
}

func TestRun_signals_are_named(t *testing.T) {
	for sig, name := range map[syscall.Signal]string{
		syscall.SIGKILL: "SIGKILL", syscall.SIGTERM: "SIGTERM", syscall.SIGINT: "SIGINT",
	} {
		res := mustRun(t, helper("signal", fmt.Sprint(int(sig))))
		assert.Equal(t, 128+int(sig), res.ExitCode)
		assert.Equal(t, name, res.Signal)
		assert.False(t, res.Canceled)
	}
}

func TestRun_panic_is_an_exit(t *testing.T) {
	res := mustRun(t, helper("panic"))
	assert.Equal(t, 2, res.ExitCode)
	assert.Contains(t, res.Stderr.String(), "helper panics")
}

func TestRun_stdin(t *testing.T) {
	big := []byte(strings.Repeat("0123456789", 100_000))
	for name, c := range map[string]struct {
		stdin []byte
		total int64
	}{"null device": {nil, 0}, "empty": {[]byte{}, 0}, "text": {[]byte("hi"), 2}, "more than a pipe holds": {big, 1e6}} {
		t.Run(name, func(t *testing.T) {
			s := helper("cat")
			s.Stdin = c.stdin
			s.Timeout = 10 * time.Second
			res := mustRun(t, s)
			assert.Equal(t, c.total, res.Stdout.Total)
			assert.Zero(t, res.ExitCode)
		})
	}
	t.Run("nobody reads it", func(t *testing.T) {
		s := helper("exit", "0")
		s.Stdin = big
		assert.Zero(t, mustRun(t, s).ExitCode)
	})
	t.Run("a daemon keeps it open unread", func(t *testing.T) {
		s := helper("sh")
		s.Path, s.Args = "/bin/sh", []string{"-c", "sleep 60 <&0 >/dev/null 2>&1 & exit 0"}
		s.Stdin = big
		start := time.Now()
		assert.True(t, mustRun(t, s).LeftBehind)
		assert.Less(t, time.Since(start), time.Second)
	})
}

func TestRun_gives_argv_env_and_dir(t *testing.T) {
	s := helper("argv", "a b", "", "--x=é", "*")
	s.Argv0 = "app"
	assert.Equal(t, `["app" "a b" "" "--x=é" "*"]`, mustRun(t, s).Stdout.String())

	s = helper("env")
	s.Env = []string{helperEnv + "=env", "A=1", "NURUCOBRA_LIFELINE=3:1:1"}
	assert.Equal(t, "A=1", mustRun(t, s).Stdout.String(), "a lifeline of our own is not passed on")

	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	t.Setenv(helperEnv, "pwd")
	s = runner.Spec{Path: os.Args[0], Dir: dir}
	assert.Equal(t, dir, mustRun(t, s).Stdout.String())
}

func TestRun_passes_no_descriptors(t *testing.T) {
	assert.Equal(t, "", mustRun(t, helper("fds")).Stdout.String())
	s := helper("fds")
	s.Lifeline = true
	assert.Regexp(t, "^3 (4 5 6 7 )?$", mustRun(t, s).Stdout.String())
}

func TestRun_no_terminal(t *testing.T) {
	res := mustRun(t, helper("tty"))
	assert.Contains(t, res.Stdout.String(), "no such device")
	assert.Less(t, res.Duration, 5*time.Second)
}

func TestRun_what_cannot_be_started(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	require.NoError(t, os.WriteFile(plain, []byte("x"), 0o600))
	script := filepath.Join(dir, "script")
	require.NoError(t, os.WriteFile(script, []byte("#!/no/such/interpreter\n"), 0o700))
	many := slices.Repeat([]string{strings.Repeat("x", 100_000)}, 100)

	for name, c := range map[string]struct {
		spec runner.Spec
		is   error
		says string
	}{
		"nothing":             {runner.Spec{}, nil, "no program given"},
		"missing program":     {runner.Spec{Path: "/no/such/program"}, fs.ErrNotExist, `starting "/no/such/program"`},
		"not executable":      {runner.Spec{Path: plain}, fs.ErrPermission, plain},
		"missing interpreter": {runner.Spec{Path: script}, fs.ErrNotExist, "interpreter"},
		"missing folder":      {runner.Spec{Path: os.Args[0], Dir: "/no/such/dir"}, fs.ErrNotExist, "working directory"},
		"folder is a file":    {runner.Spec{Path: os.Args[0], Dir: plain}, syscall.ENOTDIR, "working directory"},
		"NUL in an argument":  {runner.Spec{Path: os.Args[0], Args: []string{"a", "b\x00c"}}, nil, "argument 1 contains a NUL byte"},
		"NUL in the path":     {runner.Spec{Path: "/bin/\x00"}, nil, "contains a NUL byte"},
		"too many arguments":  {runner.Spec{Path: os.Args[0], Args: many}, nil, "too long"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := runner.Run(t.Context(), c.spec)
			require.ErrorContains(t, err, c.says)
			if c.is != nil {
				assert.ErrorIs(t, err, c.is)
			}
		})
	}
}

func TestRun_timeout(t *testing.T) {
	t.Run("polite", func(t *testing.T) {
		s := helper("polite")
		s.Timeout = 300 * time.Millisecond
		s.Grace = 10 * time.Second
		res := mustRun(t, s)
		assert.True(t, res.TimedOut)
		assert.Equal(t, 7, res.ExitCode, "its own way to end")
		assert.Contains(t, res.Stdout.String(), "bye")
	})
	t.Run("stubborn", func(t *testing.T) {
		s := helper("stubborn")
		s.Timeout = 300 * time.Millisecond
		start := time.Now()
		res := mustRun(t, s)
		assert.True(t, res.TimedOut)
		assert.False(t, res.Canceled)
		assert.Equal(t, "SIGKILL", res.Signal)
		assert.Equal(t, 137, res.ExitCode)
		assert.Less(t, time.Since(start), 1300*time.Millisecond)
		assert.GreaterOrEqual(t, time.Since(start), s.Timeout+runner.DefaultGrace, "it had its grace")
	})
	t.Run("stopped", func(t *testing.T) {
		s := helper("signal", fmt.Sprint(int(syscall.SIGSTOP)))
		s.Timeout = 100 * time.Millisecond
		assert.Equal(t, "SIGTERM", mustRun(t, s).Signal)
	})
}

func TestRun_cancel_ends_the_whole_group(t *testing.T) {
	for _, c := range [][]string{
		{"parent", "hang", "hang"},
		{"parent", "stubborn", "hang"},
		{"parent", "stubborn", "polite"},
		{"parent", "hang", "stubborn"},
		{"parent", "stubborn", "parent", "stubborn", "stubborn"},
		{"silentparent", "stubborn", "hang"},
	} {
		t.Run(strings.Join(c, " "), func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			announced := announcements(t)
			s := helper(c[0], c[1:]...)
			s.Env = append(s.Env, readyEnv+"="+announced.path)
			done := make(chan runner.Result, 1)
			go func() {
				res, err := runner.Run(ctx, s)
				assert.NoError(t, err)
				done <- res
			}()
			got := announced.next(t, len(c)-strings.Count(strings.Join(c, " "), "parent"))
			canceled := time.Now()
			cancel()
			res := <-done
			assert.Less(t, time.Since(canceled), time.Second)
			assert.True(t, res.Canceled)
			for _, pid := range got {
				assert.False(t, running(pid), "pid %d", pid)
			}
		})
	}
}

// announcement is a FIFO on which helpers tell their pid when they are ready.
type announcement struct {
	path string
	file *os.File
	in   *bufio.Scanner
}

func announcements(t *testing.T) *announcement {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ready")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	f, err := os.OpenFile(path, os.O_RDWR, 0) // also for writing: it never ends
	require.NoError(t, err)
	t.Cleanup(func() { _ = f.Close() })
	require.NoError(t, f.SetDeadline(time.Now().Add(20*time.Second)))
	return &announcement{path, f, bufio.NewScanner(f)}
}

// next returns the pids of the next n processes that are ready.
func (a *announcement) next(t *testing.T, n int) (pids []int) {
	t.Helper()
	for len(pids) < n && a.in.Scan() {
		pids = append(pids, atoi(a.in.Text()))
	}
	require.Len(t, pids, n, "processes that are ready")
	return pids
}

func TestRun_done_context_starts_nothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	marker := filepath.Join(t.TempDir(), "started")
	s := runner.Spec{Path: "/bin/sh", Args: []string{"-c", "echo > " + marker}}
	res, err := runner.Run(ctx, s)
	require.NoError(t, err)
	assert.True(t, res.Canceled)
	assert.Equal(t, 143, res.ExitCode)
	assert.NoFileExists(t, marker)
}

func TestRun_leftovers(t *testing.T) {
	for _, c := range []struct {
		name  string
		spec  runner.Spec
		keep  bool
		lives bool
		under time.Duration
	}{
		{"holds the output", helper("parent", "hang", "exit", "4"), false, false, time.Second},
		{"holds it and is stubborn", helper("parent", "stubborn", "exit", "4"), false, false, 850 * time.Millisecond},
		{"holds nothing", helper("silentparent", "hang", "exit", "4"), false, false, 500 * time.Millisecond},
		{"holds nothing and is stubborn", helper("silentparent", "stubborn", "exit", "4"), false, false, 700 * time.Millisecond},
		{"holds the output, kept", helper("parent", "hang", "exit", "4"), true, true, time.Second},
		{"holds nothing, kept", helper("silentparent", "hang", "exit", "4"), true, true, 500 * time.Millisecond},
		{"daemon that holds the output", helper("daemon"), false, true, time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.spec.KeepGroup = c.keep
			start := time.Now()
			res := mustRun(t, c.spec)
			took := time.Since(start) - res.Duration // since the program's end
			left := pids(res.Stderr)
			require.Len(t, left, 1)
			t.Cleanup(func() { _ = syscall.Kill(left[0], syscall.SIGKILL) })
			assert.True(t, res.LeftBehind)
			assert.False(t, res.Canceled || res.TimedOut)
			assert.Equal(t, c.lives, running(left[0]))
			assert.Less(t, took, c.under)
			if c.name != "daemon that holds the output" {
				assert.Equal(t, 4, res.ExitCode)
			}
		})
	}
}

func TestRun_short_straggler_is_not_left_behind(t *testing.T) {
	s := runner.Spec{Path: "/bin/sh", Args: []string{"-c", "sleep 0.01 >/dev/null 2>&1 & exit 0"}}
	// On a busy machine its hundredth of a second may take longer, once.
	for range 5 {
		if !mustRun(t, s).LeftBehind {
			return
		}
	}
	t.Error("left behind each time")
}

func TestRun_cancel_cuts_the_wait_for_leftovers(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := helper("parent", "hang", "exit", "0")
	s.Grace = time.Minute
	s.OnLine = func(line string) {
		if line == "err" { // the program's last word
			cancel()
		}
	}
	start := time.Now()
	res, err := runner.Run(ctx, s)
	require.NoError(t, err)
	for _, pid := range pids(res.Stderr) {
		assert.False(t, running(pid))
	}
	assert.Less(t, time.Since(start), 10*time.Second)
}

func TestRun_cleans(t *testing.T) {
	in := "\x1b[31mred\x1b[0m\xff\u202e\r\n10%\r20%\r"
	s := helper("print", in)
	res := mustRun(t, s)
	assert.Equal(t, "red\ufffd\n10%\n20%\n", res.Stdout.String())
	assert.EqualValues(t, len(in), res.Stdout.Total)

	s.Raw = true
	assert.Equal(t, "\x1b[31mred\x1b[0m\ufffd\u202e\r\n10%\r20%\r", mustRun(t, s).Stdout.String())
}

func TestRun_redacts(t *testing.T) {
	s := helper("print", "a hunter2 hunter2\x1b[0m hun\x1b[1mter2 b")
	s.Secrets = []string{"hunter2", "", "b"}
	assert.Equal(t, "a [redacted] [redacted] [redacted] b", mustRun(t, s).Stdout.String())
}

func TestRun_flood_is_cut(t *testing.T) {
	s := helper("flood", "8")
	s.MaxOutput = 64
	res := mustRun(t, s)
	line := "0123456789abcde\n"
	assert.Equal(t, runner.Output{Head: line + line, Tail: line + line, Total: 8 << 20, Dropped: 8<<20 - 64}, res.Stdout)
	assert.Equal(t, line+line+"... [8388544 bytes omitted] ...\n"+line+line, res.Stdout.String())
}

func TestRun_OnLine_tells_lines_as_they_arrive(t *testing.T) {
	s := helper("lines")
	s.Secrets = []string{"hunter2"}
	s.Stdin = []byte("one\n\n\x1b[1mtwo hunter2\x1b[0m\n  \nthree")
	var told []string
	s.OnLine = func(line string) { told = append(told, line) }
	mustRun(t, s)
	require.NotEmpty(t, told)
	assert.Equal(t, "three", told[len(told)-1])
	for _, line := range told {
		assert.Contains(t, []string{"one", "two [redacted]", "three"}, line)
	}
}

func TestRun_leaves_nothing_here(t *testing.T) {
	specs := []runner.Spec{
		helper("exit", "0"), helper("parent", "hang", "exit", "0"), helper("stubborn"),
		{Path: "/no/such/program", Lifeline: true},
	}
	for i := range specs {
		specs[i].Timeout = 200 * time.Millisecond
		specs[i].Grace = 50 * time.Millisecond
		specs[i].Lifeline = i%2 == 0
	}
	_, _ = runner.Run(t.Context(), specs[0]) // opens what the runtime keeps
	before := descriptors(t)
	var wg sync.WaitGroup
	for range 4 {
		for _, s := range specs {
			wg.Go(func() { _, _ = runner.Run(context.Background(), s) })
		}
	}
	wg.Wait()
	assert.Equal(t, before, descriptors(t))
	_, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
	assert.Equal(t, syscall.ECHILD, err, "a child was not reaped")
}

func descriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/dev/fd")
	require.NoError(t, err)
	return len(entries)
}

// TestRun_to hands the streams on as they are.
func TestRun_to(t *testing.T) {
	s := helper("exit", "3")
	var out, errs strings.Builder
	s.StdoutTo, s.StderrTo = &out, &errs
	res := mustRun(t, s)
	assert.Equal(t, "out\n", out.String())
	assert.Equal(t, "err\n", errs.String())
	assert.Equal(t, runner.Output{Total: 4}, res.Stdout)
	assert.Equal(t, runner.Output{Total: 4}, res.Stderr)

	s = helper("print", "\x1b[1mhunter22\xff")
	s.StdoutTo, s.Secrets = &out, []string{"hunter22"}
	out.Reset()
	res = mustRun(t, s)
	assert.Equal(t, "\x1b[1mhunter22\xff", out.String())
	assert.Empty(t, res.Stdout.Plain)
}
