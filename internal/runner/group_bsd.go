//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package runner

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// sysProcAttr gives the program a session: no terminal to ask on, and a group
// that can be signalled as a whole.
func sysProcAttr(bool) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true}
}

// waitExit returns when the child pid has ended, and leaves it a zombie. These
// systems' waitid also returns for stopped children or does not exist; kqueue
// tells the exit alone.
func waitExit(pid int) error {
	kq, err := unix.Kqueue()
	if err != nil {
		return os.NewSyscallError("kqueue", err)
	}
	defer unix.Close(kq)
	var want unix.Kevent_t
	unix.SetKevent(&want, pid, unix.EVFILT_PROC, unix.EV_ADD|unix.EV_ONESHOT)
	want.Fflags = unix.NOTE_EXIT
	changes, got := []unix.Kevent_t{want}, make([]unix.Kevent_t, 1)
	for {
		n, err := unix.Kevent(kq, changes, got, nil)
		switch {
		case err == unix.ESRCH: // a zombie before it could be watched
			return nil
		case err == unix.EINTR:
			continue
		case err != nil:
			return os.NewSyscallError("kevent", err)
		case n > 0:
			if got[0].Flags&unix.EV_ERROR != 0 && syscall.Errno(got[0].Data) != unix.ESRCH {
				return os.NewSyscallError("kevent", syscall.Errno(got[0].Data))
			}
			return nil
		}
		changes = nil
	}
}

// othersInGroup reports whether processes live in the group: zombies, such as
// the leader, do not count for kill here, but a living pid does.
func othersInGroup(group, _ int) bool {
	return unix.Kill(-group, 0) == nil
}
