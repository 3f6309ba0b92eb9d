//go:build linux

package attack_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/stretchr/testify/require"
)

// usage is what a server holds.
type usage struct {
	descriptors, threads, children int
	resident, peak                 int64 // KiB
}

func (s *server) usage() (u usage) {
	s.t.Helper()
	pid := s.cmd.Process.Pid
	fds, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	require.NoError(s.t, err)
	u.descriptors = len(fds)
	u.children = len(children(pid)) // zombies too
	u.threads = int(s.status("Threads"))
	u.resident, u.peak = s.status("VmRSS"), s.status("VmHWM")
	return u
}

// status is a number of /proc/PID/status.
func (s *server) status(name string) int64 {
	s.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	require.NoError(s.t, err)
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			n, err := strconv.ParseInt(strings.Fields(value)[0], 10, 64)
			require.NoError(s.t, err)
			return n
		}
	}
	require.FailNow(s.t, "no such line: "+name)
	return 0
}

// requireUsage demands that the server holds no more than before: not one
// descriptor or child. Threads are Go's, which keeps those that it once needed:
// they must stay within what the calls that run at once can need.
func (s *server) requireUsage(before usage) {
	s.t.Helper()
	var now usage
	// The last call's descriptors are closed a moment after its answer.
	for range 200 {
		if now = s.usage(); now.descriptors <= before.descriptors && now.children <= before.children {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	require.LessOrEqual(s.t, now.descriptors, before.descriptors, "descriptors")
	require.LessOrEqual(s.t, now.children, before.children, "children")
	require.LessOrEqual(s.t, now.threads, before.threads+16, "threads")
	s.t.Logf("before %+v, after %+v", before, now)
}
