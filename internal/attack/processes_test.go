//go:build linux

package attack_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// process is a process as /proc shows it.
type process struct {
	pid, parent, group, session int
	state                       byte // 'Z' for a zombie
	name                        string
}

func (p process) String() string {
	return fmt.Sprintf("%s pid=%d parent=%d group=%d session=%d %c", p.name, p.pid, p.parent, p.group, p.session, p.state)
}

// alive is false for a zombie.
func (p process) alive() bool { return p.state != 'Z' && p.state != 'X' }

// lookUp reads what /proc says about a process.
func lookUp(pid int) (p process, ok bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return p, false
	}
	// The name stands in parentheses and may contain anything.
	open, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if open < 0 || end < 0 {
		return p, false
	}
	p = process{pid: pid, name: string(stat[open+1 : end])}
	_, err = fmt.Sscanf(string(stat[end+1:]), " %c %d %d %d", &p.state, &p.parent, &p.group, &p.session)
	return p, err == nil
}

// all returns every process that satisfies f.
func all(f func(process) bool) (found []process) {
	names, _ := filepath.Glob("/proc/[0-9]*")
	for _, name := range names {
		pid, err := strconv.Atoi(filepath.Base(name))
		if err != nil {
			continue
		}
		if p, ok := lookUp(pid); ok && f(p) {
			found = append(found, p)
		}
	}
	return found
}

// marked returns the living processes whose environment has that entry, however
// far they have got away from whoever started them. A zombie has no environment.
func marked(entry string) []process {
	return all(func(p process) bool { return p.alive() && hasEntry(p.pid, entry) })
}

func hasEntry(pid int, entry string) bool {
	environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	return err == nil && slices.Contains(strings.Split(string(environ), "\x00"), entry)
}

// groupMembers returns the living processes of a group.
func groupMembers(group int) []process {
	return all(func(p process) bool { return p.group == group && p.alive() })
}

// children returns the children of a process, zombies too.
func children(pid int) []process {
	return all(func(p process) bool { return p.parent == pid })
}

// killMarked kills whatever has that entry.
func killMarked(entry string) {
	for range 10 {
		found := marked(entry)
		for _, p := range found {
			_ = syscall.Kill(p.pid, syscall.SIGKILL)
		}
		if len(found) == 0 {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// started returns what the server has started and what lives of it.
func (s *server) started() []process {
	return slices.DeleteFunc(marked(s.mark), func(p process) bool { return p.pid == s.cmd.Process.Pid })
}

// awaitReady waits until n processes of calls are ready and returns them with
// what they are, and forgets them: the next awaitReady counts anew.
func (s *server) awaitReady(n int) map[int]string {
	s.t.Helper()
	found := map[int]string{}
	for end := time.Now().Add(patience); len(found) < n; time.Sleep(time.Millisecond) {
		require.True(s.t, time.Now().Before(end), "%d of %d processes are ready: %v", len(found), n, found)
		names, err := filepath.Glob(s.dir + "/*")
		require.NoError(s.t, err)
		for _, name := range names {
			pid, err := strconv.Atoi(filepath.Base(name))
			if err != nil {
				continue // not yet renamed
			}
			role, err := os.ReadFile(name)
			require.NoError(s.t, err)
			found[pid] = string(role)
			require.NoError(s.t, os.Remove(name))
		}
	}
	return found
}

// second is how long anything of a call may outlive it.
const second = time.Second

// pause is the time between two looks at all processes. They cost so much that
// more of them would keep what is looked at from ending.
const pause = 20 * time.Millisecond

// nap sleeps for a pause and returns by how much it was longer. A machine that
// has no time for this process has none for those that it waits for either:
// the second that these have is one of a machine that has time.
func nap() (late time.Duration) {
	began := time.Now()
	time.Sleep(pause)
	return time.Since(began) - pause
}

// requireGone waits until find finds nothing, fails the test if that is not so
// within a second of since, and returns how long it took.
func requireGone(t testing.TB, since time.Time, find func() []process) time.Duration {
	t.Helper()
	for late := time.Duration(0); ; late += nap() {
		took := time.Since(since) // before the look, which takes its time
		left := find()
		if len(left) == 0 {
			return max(took, 0)
		}
		require.Less(t, took-late, second, "%d processes live: %v", len(left), left)
	}
}

// alivePID reports whether a process runs.
func alivePID(pid int) bool {
	p, ok := lookUp(pid)
	return ok && p.alive()
}
