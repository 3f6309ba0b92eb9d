//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package runner

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// exitUnsupervised is the exit code of a supervisor that could not do its work,
// as the program env of Unix has it. Its caller does not go by it: a program may
// end so too.
const exitUnsupervised = 127

// supervise changes s to start this executable as the supervisor of s.Path. A
// program that cannot be started is an error here already, as it is without a
// supervisor.
func (s *Spec) supervise() error {
	if s.Dir == "" || s.Path[0] == '/' {
		if err := unix.Access(s.Path, unix.X_OK); err != nil {
			return &os.PathError{Op: "exec", Path: s.Path, Err: err}
		}
	}
	image, err := ownImage()
	if err != nil {
		return err
	}
	s.Env = append(s.Env, superviseEnv+"="+s.Path)
	s.Path, s.Lifeline = image, true
	return nil
}

// ownImage is the path that starts this executable, on Linux also when its file
// was replaced.
func ownImage() (string, error) {
	const self = "/proc/self/exe"
	if _, err := os.Stat(self); err == nil {
		return self, nil
	}
	return os.Executable()
}

// supervise runs program with this process's arguments, streams and environment
// and ends as it ends. It never returns.
//
// fds are the lifeline's, of which the last is the report's write end.
func supervise(program string, fds []int) {
	if len(fds) < 2 { // nobody that could be killed: not a process of Run
		fmt.Fprintf(os.Stderr, "not starting %s: this process is no supervisor\n", program)
		os.Exit(exitUnsupervised)
	}
	// The whole group is asked to end; this process has to see the program end.
	for _, sig := range []os.Signal{unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT} {
		if !signal.Ignored(sig) { // or else the program would no longer ignore it
			signal.Notify(make(chan os.Signal, 1), sig)
		}
	}
	child, err := os.StartProcess(program, os.Args, &os.ProcAttr{Files: []*os.File{os.Stdin, os.Stdout, os.Stderr}})
	tell(fds[len(fds)-1], err)
	if err != nil {
		os.Exit(exitUnsupervised)
	}
	// What the program may close to say that it is done must not be held here.
	for _, f := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
		_ = f.Close()
	}
	state, err := child.Wait()
	if lifelineCut.Load() {
		select {} // the end of the group is under way, and ends this process too
	}
	status, ok := syscall.WaitStatus(0), false
	if err == nil {
		status, ok = state.Sys().(syscall.WaitStatus)
	}
	switch {
	case !ok:
		os.Exit(exitUnsupervised)
	case status.Signaled():
		dieOf(status.Signal())
	}
	os.Exit(status.ExitStatus())
}

// dieOf ends this process by the signal that ended the program, or with the
// exit code that shells give to it: Go programs survive some of the others and
// make a stack dump of those that mean a fault.
func dieOf(sig syscall.Signal) {
	switch sig {
	case unix.SIGKILL, unix.SIGTERM, unix.SIGINT, unix.SIGHUP:
		signal.Reset(sig)
		_ = unix.Kill(os.Getpid(), sig)
		time.Sleep(time.Second) // any thread may get it
	}
	os.Exit(128 + int(sig))
}
