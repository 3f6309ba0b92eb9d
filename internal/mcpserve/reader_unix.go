//go:build unix

package mcpserve

import (
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// watchReader calls gone, at most once and from a goroutine of its own, when
// nobody can read any more what is written to out: the client has closed its
// end or is dead. A write would tell as much, but a call that is long and quiet
// writes nothing. stop ends the watch and returns when it has ended.
//
// Where out has no descriptor, or one that knows no other end, gone is never
// called.
func watchReader(out io.Writer, gone func()) (stop func()) {
	fd, ok := duplicate(out)
	if !ok {
		return func() {}
	}
	r, w, err := os.Pipe()
	if err != nil {
		_ = unix.Close(fd)
		return func() {}
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if hungUp(fd, int(r.Fd())) {
			gone()
		}
	}()
	return func() {
		_ = w.Close()
		<-ended
		_ = r.Close()
		_ = unix.Close(fd)
	}
}

// duplicate returns a descriptor of our own for out: while that one is watched,
// out may be closed and its number may be used again.
func duplicate(out io.Writer) (fd int, ok bool) {
	conn, ok := out.(syscall.Conn)
	if !ok {
		return 0, false
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0, false
	}
	var dupErr error
	err = raw.Control(func(p uintptr) { fd, dupErr = unix.FcntlInt(p, unix.F_DUPFD_CLOEXEC, 3) })
	return fd, err == nil && dupErr == nil
}

// hungUp waits until the other end of fd has gone (true) or quit can be read
// from (false).
func hungUp(fd, quit int) bool {
	// No event is asked for: a lost other end is told unasked.
	fds := []unix.PollFd{{Fd: int32(fd)}, {Fd: int32(quit), Events: unix.POLLIN}}
	for {
		_, err := unix.Poll(fds, -1)
		switch {
		case err == unix.EINTR:
		case err != nil || fds[1].Revents != 0:
			return false
		case fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0:
			return true
		case fds[0].Revents != 0:
			return false // no descriptor that can be watched
		}
	}
}
