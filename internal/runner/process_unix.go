//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package runner

import (
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// process is a started program, the leader of its session and group.
//
// The group is signalled by its number, and numbers are used again: once the
// leader is reaped and its group empty, the number may belong to somebody
// else's program. So the leader is not reaped when it ends. It stays a zombie,
// which keeps its number taken, until release, after which nothing is
// signalled any more.
type process struct {
	pid  int
	life *lifeline // nil: none

	exited chan struct{} // closed when the leader has ended
	letGo  chan struct{} // closed to have it reaped
	reaped chan struct{} // closed when status and err are set
	status unix.WaitStatus
	err    error
}

// exitStatus is how a program ended.
type exitStatus struct {
	code   int
	signal string
}

// startProcess starts the program with the given standard streams.
func startProcess(s *Spec, stdio [3]*os.File) (*process, error) {
	p := &process{
		exited: make(chan struct{}),
		letGo:  make(chan struct{}),
		reaped: make(chan struct{}),
	}
	env := s.Env
	var fds []uintptr
	for _, f := range stdio {
		fds = append(fds, f.Fd()) // which also makes it blocking, as programs expect
	}
	if s.Lifeline {
		life, err := newLifeline(s.Supervised)
		if err != nil {
			return nil, err
		}
		p.life = life
		env = append(env, life.entry(len(fds)))
		fds = append(fds, life.fds()...)
	}
	started := make(chan error, 1)
	go p.live(s, env, fds, started)
	err := <-started
	runtime.KeepAlive(stdio)
	if err != nil {
		if p.life != nil {
			p.life.close()
		}
		return nil, err
	}
	if p.life != nil {
		p.life.report.given()
	}
	return p, nil
}

// live starts the program, waits until it has ended and reaps it when release
// says so, all on one thread: the kernel sends the parent death signal when the
// thread that started a program ends, not the process, and Go ends threads as
// it likes. A locked thread lives until here everything is over. It costs no
// other thread, for waiting occupies one anyway.
func (p *process) live(s *Spec, env []string, fds []uintptr, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	pid, _, err := syscall.StartProcess(s.Path, append([]string{s.Argv0}, s.Args...), &syscall.ProcAttr{
		Dir:   s.Dir,
		Env:   env,
		Files: fds,
		Sys:   sysProcAttr(s.Lifeline),
	})
	if err != nil {
		started <- os.NewSyscallError("fork/exec", err)
		return
	}
	p.pid = pid
	if p.life != nil {
		p.life.guard(pid)
	}
	started <- nil

	p.err = waitExit(pid)
	close(p.exited)
	<-p.letGo
	if p.err == nil {
		p.err = p.reap()
	}
	close(p.reaped)
}

// reap collects the status of the ended leader.
func (p *process) reap() error {
	for {
		_, err := unix.Wait4(p.pid, &p.status, 0, nil)
		if err != unix.EINTR {
			return os.NewSyscallError("wait4", err)
		}
	}
}

func (p *process) hasExited() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// terminate asks the group to end. A stopped process is woken to hear it.
func (p *process) terminate() {
	p.signal(unix.SIGTERM)
	p.signal(unix.SIGCONT)
}

// kill ends the group.
func (p *process) kill() { p.signal(unix.SIGKILL) }

func (p *process) signal(sig unix.Signal) {
	// Somebody else reaped the leader: the number may be anybody's.
	if p.hasExited() && p.err != nil {
		return
	}
	_ = unix.Kill(-p.pid, sig) // the group may hold no one whom we may signal
}

// others reports whether processes other than the leader, which has ended,
// live in the group.
func (p *process) others() bool {
	return p.err == nil && othersInGroup(p.pid, p.pid)
}

// release ends what is left of the group, unless keep, and reaps the leader.
// It is called once, last. A [startError] comes with the status.
func (p *process) release(keep bool) (exitStatus, error) {
	if !keep {
		// Also when nobody was seen: a process that forks while the process
		// table is read can be missed, the kernel misses none.
		p.kill()
	}
	var notStarted error
	if p.life != nil {
		notStarted = p.life.report.read()
		p.life.letGo(keep)
		p.life.close()
	}
	close(p.letGo)
	if !p.hasExited() {
		// Killed, and held by the kernel. It is reaped when it ends.
		return signalStatus(unix.SIGKILL), notStarted
	}
	<-p.reaped
	if p.err != nil {
		return exitStatus{}, p.err
	}
	if p.status.Signaled() {
		return signalStatus(p.status.Signal()), notStarted
	}
	return exitStatus{code: p.status.ExitStatus()}, notStarted
}

func signalStatus(sig syscall.Signal) exitStatus {
	name := unix.SignalName(sig)
	if name == "" {
		name = sig.String()
	}
	return exitStatus{code: 128 + int(sig), signal: name}
}
