//go:build linux

package runner_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLifeline kills a server while it runs something, and looks who lives.
func TestLifeline(t *testing.T) {
	for _, c := range []struct {
		args  string
		count int // processes of the group, the leader last
		min   time.Duration
	}{
		{"server attached hang", 1, 0},
		{"server attached stubborn", 1, 300 * time.Millisecond},
		{"server attached parent hang hang", 2, 0},
		// The leader goes at once on SIGTERM; who ignores it goes with it.
		{"server attached parent stubborn polite", 2, 0},
		{"server attached parent stubborn stubborn", 2, 300 * time.Millisecond},
		// It dies of SIGPIPE with the server, maybe before it knows.
		{"server attached parent stubborn chatter", 2, 0},
		// It has ended already, and the server dies while it waits for the rest.
		{"server attached parent stubborn exit 0", 1, 0},
		// It has become another program.
		{"server attached parent stubborn exec stubborn", 2, 0},
		// A program that never heard of the lifeline: the kernel does it.
		{"server parent stubborn stubborn", 2, 0},
		{"bareserver stubborn", 1, 0},
		// The same with a supervisor: it has a grace.
		{"supervisor hang", 1, 0},
		{"supervisor stubborn", 1, 300 * time.Millisecond},
		{"supervisor parent stubborn polite", 2, 0},
	} {
		t.Run(c.args, func(t *testing.T) { killServer(t, strings.Fields(c.args), c.count, c.min) })
	}
}

// killServer starts the helper args[0], which runs a group of count processes,
// kills it, and waits for all of them to be gone: not before they had min, and
// within a second.
func killServer(t *testing.T, args []string, count int, min time.Duration) {
	server := exec.Command(os.Args[0], args[1:]...)
	server.Env = append(os.Environ(), helperEnv+"="+args[0])
	announced := announcements(t)
	server.Env = append(server.Env, readyEnv+"="+announced.path)
	require.NoError(t, server.Start())
	group := announced.next(t, count)
	t.Cleanup(func() {
		for _, pid := range group {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})

	killed := time.Now()
	require.NoError(t, server.Process.Kill())
	_ = server.Wait()
	for _, pid := range group {
		for running(pid) {
			require.Less(t, time.Since(killed), time.Second, "pid %d of %v lives", pid, group)
			time.Sleep(time.Millisecond)
		}
	}
	assert.GreaterOrEqual(t, time.Since(killed), min, "it had a grace")
}

// TestHoldLifeline_forged starts an attached program with a variable that
// names something else: it must neither end nor touch the descriptor.
func TestHoldLifeline_forged(t *testing.T) {
	for _, value := range []string{"", "3", "3:", "3:1:1", "1:0:0", "-1:0:0", "99:1:1", "x", "3:unknown"} {
		t.Run(value, func(t *testing.T) {
			r, w, err := os.Pipe()
			require.NoError(t, err)
			require.NoError(t, w.Close()) // at its end: a watcher would act at once
			defer r.Close()
			c := exec.Command(os.Args[0], "fds")
			c.Env = append(os.Environ(), helperEnv+"=attached", "NURUCOBRA_LIFELINE="+value)
			c.ExtraFiles = []*os.File{r}
			c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			out, err := c.CombinedOutput()
			require.NoError(t, err)
			assert.Equal(t, "3 ", string(out))
		})
	}
	t.Run("a file with the number of another pipe", func(t *testing.T) {
		f, err := os.Open(os.DevNull)
		require.NoError(t, err)
		defer f.Close()
		var stat syscall.Stat_t
		require.NoError(t, syscall.Fstat(int(f.Fd()), &stat))
		c := exec.Command(os.Args[0], "print", "alive")
		c.Env = append(os.Environ(), helperEnv+"=attached", fmt.Sprintf("NURUCOBRA_LIFELINE=3:%d:%d", stat.Dev, stat.Ino))
		c.ExtraFiles = []*os.File{f}
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		out, err := c.CombinedOutput()
		require.NoError(t, err)
		assert.Equal(t, "alive", string(out))
	})
}

// TestLifeline_is_not_inherited: an attached program's children hold neither
// the descriptor nor the variable.
func TestLifeline_is_not_inherited(t *testing.T) {
	s := helper("attached", "run", "env")
	s.Lifeline = true
	res := mustRun(t, s)
	assert.NotContains(t, res.Stdout.String(), "LIFELINE")
	s = helper("attached", "run", "fds")
	s.Lifeline = true
	assert.Equal(t, "", mustRun(t, s).Stdout.String())
}

// TestLifeline_KeepGroup: letting go is not dying.
func TestLifeline_KeepGroup(t *testing.T) {
	s := helper("parent", "hang", "exit", "0")
	s.Lifeline, s.KeepGroup = true, true
	res := mustRun(t, s)
	left := pids(res.Stderr)
	require.Len(t, left, 1)
	defer func() { _ = syscall.Kill(left[0], syscall.SIGKILL) }()
	assert.Never(t, func() bool { return !running(left[0]) }, 200*time.Millisecond, 10*time.Millisecond)
}
