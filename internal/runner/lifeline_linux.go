package runner

import "golang.org/x/sys/unix"

// Linux can send a signal of one's choice to a process group when something
// happens to a pipe (O_ASYNC, F_SETOWN, F_SETSIG), and the closing of its
// write end is such a thing. So the kernel itself kills a group when the
// process that holds the write end dies, without anybody's help. The settings
// belong to the open pipe, not to a descriptor or process, and last while
// anybody holds the read end. The kernel remembers the group itself, not its
// number, so a later group of that number is safe.
//
// All of it is a second line: where it fails, HoldLifeline still works.

// armKernel has the kernel kill a group, once aimKernel has named it, when the
// write end of the pipe is closed.
//
// The order matters: a program may disarm the moment it runs, before its
// parent has got to naming the group, and naming does not arm.
func armKernel(fd int) {
	_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETSIG, int(unix.SIGKILL))
	setAsync(fd, true)
}

func aimKernel(fd, group int) {
	_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETOWN, -group)
}

func disarmKernel(fd int) { setAsync(fd, false) }

func setAsync(fd int, on bool) {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err != nil {
		return
	}
	flags &^= unix.O_ASYNC
	if on {
		flags |= unix.O_ASYNC
	}
	_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETFL, flags)
}

// makeWills returns pipes that have the kernel kill a group, once aimKernel
// has named it, when the last process ends that holds their ends: this one and
// the program, in whatever order, in whatever way. That covers a program that
// dies with the calling process, of SIGPIPE say, before it could end its
// group, one that has ended when the calling process is killed, and one that
// has replaced itself (exec).
//
// The dying process closes both ends. The write end has to go first, or there
// is no one to tell; in which order descriptors go is not promised, so there
// is one pipe for each.
func makeWills() (wills []will) {
	for _, readLast := range []bool{true, false} {
		var fds [2]int
		if unix.Pipe2(fds[:], unix.O_CLOEXEC) != nil {
			continue
		}
		r, w := fds[0], fds[1]
		if readLast {
			higher, err := unix.FcntlInt(uintptr(r), unix.F_DUPFD_CLOEXEC, w+1)
			_ = unix.Close(r)
			if err != nil {
				_ = unix.Close(w)
				continue
			}
			r = higher
		}
		armKernel(r)
		wills = append(wills, will{r, w})
	}
	return wills
}
