//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package runner

import (
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// The lifeline is a pipe into which nobody writes. The calling process holds
// the write end alone; however it dies, the kernel closes that end, and the
// program, which holds the read end, sees the end of the pipe.

// lifelineGrace is what the group has between SIGTERM and SIGKILL when the
// calling process is dead: all is gone within a second.
const lifelineGrace = 500 * time.Millisecond

// letGoByte says that the end of the pipe, which follows, is meant for no one.
const letGoByte = 'k'

// lifeline is the calling process's side.
type lifeline struct {
	r, w  *os.File
	fd    int // of r, taken once: Fd changes the flags, and the program does too
	wills []will

	report *report // nil: the program is no supervisor
}

// will is a pipe of which the program gets both ends, see makeWills.
type will struct{ r, w int }

// ends returns the descriptors in order of their numbers.
func (w will) ends() [2]int { return [2]int{min(w.r, w.w), max(w.r, w.w)} }

// newLifeline makes a lifeline, with a report for a supervisor.
func newLifeline(supervised bool) (*lifeline, error) {
	r, w, err := os.Pipe() // close-on-exec: no other program keeps it open
	if err != nil {
		return nil, err
	}
	l := &lifeline{r: r, w: w, fd: int(r.Fd()), wills: makeWills()}
	if supervised {
		if l.report, err = newReport(); err != nil {
			l.close()
			return nil, err
		}
	}
	armKernel(l.fd)
	return l, nil
}

// fds returns what the program gets: the read end first, the report last.
func (l *lifeline) fds() []uintptr {
	fds := []uintptr{uintptr(l.fd)}
	for _, will := range l.wills {
		for _, fd := range will.ends() {
			fds = append(fds, uintptr(fd))
		}
	}
	if l.report != nil {
		fds = append(fds, uintptr(l.report.fd))
	}
	return fds
}

// entry returns the environment entry that names the descriptors to the
// program, which finds fds from the number first on. With each goes what it
// is, so that another file found under the number is not taken for it.
func (l *lifeline) entry(first int) string {
	var names []string
	for i, fd := range l.fds() {
		id, err := pipeID(int(fd))
		if err != nil {
			id = "unknown" // refused by the program; the kernel still guards it
		}
		names = append(names, fmt.Sprintf("%d:%s", first+i, id))
	}
	return lifelineEnv + "=" + strings.Join(names, ",")
}

// guard names the group that the kernel kills.
func (l *lifeline) guard(group int) {
	aimKernel(l.fd, group)
	for _, will := range l.wills {
		aimKernel(will.r, group)
	}
}

// letGo ends the guard before the pipes are closed. keep spares processes that
// still watch the lifeline.
func (l *lifeline) letGo(keep bool) {
	disarmKernel(l.fd)
	for _, will := range l.wills {
		disarmKernel(will.r)
	}
	if keep {
		_, _ = l.w.Write([]byte{letGoByte})
	}
}

func (l *lifeline) close() {
	_ = l.w.Close()
	_ = l.r.Close()
	for _, will := range l.wills {
		_ = unix.Close(will.r)
		_ = unix.Close(will.w)
	}
	l.report.close()
}

var holdOnce sync.Once

// HoldLifeline makes this process end its process group when the process that
// runs it with [Spec.Lifeline] dies: SIGTERM to all, and SIGKILL half a second
// later or as soon as this process has ended (Linux; elsewhere a process that
// ends on SIGTERM leaves behind whoever ignores it).
//
// Call it as early as possible in the program. Its first call removes the
// variable that names the lifeline and keeps children from inheriting the
// descriptor; it starts one goroutine that waits. It does nothing in a program
// that was started otherwise, or when the variable names anything but the pipe
// it was written for.
//
// In a supervisor ([Spec.Supervised]) it never returns: it runs the program and
// ends as that does.
func HoldLifeline() {
	holdOnce.Do(func() {
		fds := holdLifeline()
		if program, ok := os.LookupEnv(superviseEnv); ok {
			_ = os.Unsetenv(superviseEnv)
			supervise(program, fds)
		}
	})
}

// holdLifeline returns the descriptors of the lifeline, which it then holds;
// nil if there is none.
func holdLifeline() []int {
	value, ok := os.LookupEnv(lifelineEnv)
	if !ok {
		return nil
	}
	_ = os.Unsetenv(lifelineEnv)
	fds, err := lifelineFDs(value)
	if err != nil {
		return nil
	}
	for _, fd := range fds {
		unix.CloseOnExec(fd)
	}
	if unix.SetNonblock(fds[0], true) != nil {
		return nil
	}
	pipe := os.NewFile(uintptr(fds[0]), "lifeline")
	disarmKernel(fds[0]) // from here on this process does it, with a grace
	go watchLifeline(pipe)
	return fds
}

// lifelineCut is true from the moment this process ends its group on.
var lifelineCut atomic.Bool

// watchLifeline waits for the end of the pipe.
func watchLifeline(pipe *os.File) {
	n, _ := pipe.Read(make([]byte, 1))
	_ = pipe.Close()
	if n == 0 {
		lifelineCut.Store(true)
		endOwnGroup()
	}
}

// lifelineFDs returns the descriptors that value names, the read end of the
// lifeline first. Nothing is done to a descriptor before all are known to be
// the pipes that are meant.
func lifelineFDs(value string) (fds []int, err error) {
	for name := range strings.SplitSeq(value, ",") {
		number, id, _ := strings.Cut(name, ":")
		fd, err := strconv.Atoi(number)
		if err != nil || fd <= 2 {
			return nil, fmt.Errorf("no descriptor: %q", number)
		}
		is, err := pipeID(fd)
		if err != nil {
			return nil, err
		}
		if is != id {
			return nil, fmt.Errorf("descriptor %d is pipe %s, not %s", fd, is, id)
		}
		fds = append(fds, fd)
	}
	flags, err := unix.FcntlInt(uintptr(fds[0]), unix.F_GETFL, 0)
	if err != nil {
		return nil, err
	}
	if flags&unix.O_ACCMODE != unix.O_RDONLY {
		return nil, fmt.Errorf("descriptor %d is no read end", fds[0])
	}
	return fds, nil
}

// pipeID identifies the pipe of which fd is an end.
func pipeID(fd int) (string, error) {
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return "", err
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFIFO {
		return "", fmt.Errorf("descriptor %d is not a pipe", fd)
	}
	return fmt.Sprintf("%d:%d", stat.Dev, stat.Ino), nil
}

// endOwnGroup ends every process of this process's group, this one included.
func endOwnGroup() {
	if othersInGroup(unix.Getpgrp(), os.Getpid()) {
		// If SIGTERM ended this process first, nobody would be left to force
		// the others but, on Linux, the wills, and those at once. The program's
		// own handler, if it has one, still runs.
		signal.Notify(make(chan os.Signal, 1), unix.SIGTERM)
	}
	_ = unix.Kill(0, unix.SIGTERM)
	_ = unix.Kill(0, unix.SIGCONT)
	time.Sleep(lifelineGrace)
	_ = unix.Kill(0, unix.SIGKILL)
}
