package runner

import (
	"bytes"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// sysProcAttr gives the program a session: no terminal to ask on, and a group
// that can be signalled as a whole. Without a lifeline the kernel kills the
// program when this process dies. With one it must not: the program would be
// dead before it could end its children.
func sysProcAttr(lifeline bool) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setsid: true}
	if !lifeline {
		attr.Pdeathsig = syscall.SIGKILL
	}
	return attr
}

// waitExit returns when the child pid has ended, and leaves it a zombie.
func waitExit(pid int) error {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return os.NewSyscallError("waitid", err)
		}
	}
}

// othersInGroup reports whether a process other than pid lives in the group.
// There is no system call for it, as zombies count as members: the leader while
// it keeps the number, and orphans for ever where process 1 does not reap. So
// every process is asked for its group, and only members for their state.
// Without /proc the answer is no.
func othersInGroup(group, pid int) bool {
	dir, err := os.Open("/proc")
	if err != nil {
		return false
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		n, err := strconv.Atoi(name)
		if err != nil || n == pid {
			continue
		}
		if g, err := unix.Getpgid(n); err == nil && g == group && alive(name) {
			return true
		}
	}
	return false
}

// alive reports whether the process of that /proc entry runs: it is there and
// no zombie.
func alive(name string) bool {
	stat, err := os.ReadFile("/proc/" + name + "/stat")
	if err != nil {
		return false
	}
	// The state follows the command's name, which may contain anything.
	i := bytes.LastIndexByte(stat, ')')
	return i >= 0 && i+2 < len(stat) && !bytes.ContainsRune([]byte("ZX"), rune(stat[i+2]))
}
