//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package runner

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// report is a pipe by which a supervisor tells whether it has started its
// program: the error's number, 0 for none. The program never holds it, so
// nothing that a program does can be taken for a failed start.
type report struct {
	r, w *os.File
	fd   int // of w, taken once
}

func newReport() (*report, error) {
	r, w, err := os.Pipe() // close-on-exec
	if err != nil {
		return nil, err
	}
	return &report{r: r, w: w, fd: int(w.Fd())}, nil
}

// given is called when the supervisor has its end: this process needs it no
// longer. Like the other methods it does nothing to nil.
func (p *report) given() {
	if p != nil {
		_ = p.w.Close()
	}
}

func (p *report) close() {
	if p != nil {
		_ = p.w.Close()
		_ = p.r.Close()
	}
}

// read returns what the supervisor has told, nil if it has started the
// program and else a [startError]. It does not wait.
func (p *report) read() error {
	if p == nil {
		return nil
	}
	fd := int(p.r.Fd())
	if err := unix.SetNonblock(fd, true); err != nil {
		return &startError{}
	}
	var buf [16]byte
	n, err := unix.Read(fd, buf[:])
	for err == unix.EINTR {
		n, err = unix.Read(fd, buf[:])
	}
	if err != nil {
		return &startError{}
	}
	number, err := strconv.Atoi(strings.TrimSpace(string(buf[:max(n, 0)])))
	switch {
	case err != nil:
		return &startError{}
	case number != 0:
		return &startError{cause: os.NewSyscallError("fork/exec", syscall.Errno(number))}
	}
	return nil
}

// tell is the supervisor's side: it reports how the start went, nil for well,
// and lets go of the pipe. So few bytes are written at once or not at all.
func tell(fd int, err error) {
	number := syscall.Errno(0)
	if err != nil && !errors.As(err, &number) {
		number = unix.EINVAL
	}
	_, _ = unix.Write(fd, strconv.AppendInt(nil, int64(number), 10))
	_ = unix.Close(fd)
}
