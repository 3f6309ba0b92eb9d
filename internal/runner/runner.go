// Package runner runs one program with one argv so that nothing of it can hurt
// the process that runs it: not its output, however much, not its children,
// not its refusal to end.
//
// There is no shell and no terminal. A program gets a session and a process
// group of its own, and the group ends with the call: when the program has
// ended, when its time is up, when the caller gives up, and when the calling
// process is killed ([Spec.Lifeline]).
//
//	res, err := runner.Run(ctx, runner.Spec{
//		Path:    "/usr/bin/git",
//		Args:    []string{"status", "--short"},
//		Env:     runner.NonInteractive(os.Environ()),
//		Timeout: time.Minute,
//	})
//
// # Limits
//
// A process that leaves the group (setsid, setpgid) is out of reach: it lives
// on. On Unix systems other than Linux a killed calling process is noticed by
// programs that call [HoldLifeline] only. On Windows the group is a job object,
// which nothing leaves, and there is no request to end before the end.
package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// DefaultGrace is the time between request and force when [Spec.Grace] is 0:
// what resists is gone within a second, on a busy machine too.
const DefaultGrace = 600 * time.Millisecond

const (
	// leftoverGrace bounds the part of Grace that processes which a program left
	// behind have between request and force; the other part is for their output.
	leftoverGrace = 200 * time.Millisecond

	// settle is how long a process of the group may outlive the program before
	// it counts as left behind: the first part of a pipeline often ends last.
	settle = 100 * time.Millisecond

	// drain is how long output is waited for once nobody of the group writes.
	drain = 50 * time.Millisecond

	// killWait bounds the wait for a killed program. One that hangs in the
	// kernel (a dead network file system) ends when the kernel lets it.
	killWait = 2 * time.Second
)

// Spec says what to run.
type Spec struct {
	// Path is the program's file. It is not looked up in PATH; a relative one
	// is taken from Dir. Required.
	Path string

	// Argv0 is the program's argv[0]; "" means Path.
	Argv0 string

	// Args are the arguments after argv[0].
	Args []string

	// Env is the complete environment; nil means that of this process, with
	// PWD set to Dir when there is one. A lifeline of this process itself is
	// never passed on.
	Env []string

	// Dir is the working directory; "" means that of this process.
	Dir string

	// Stdin is what the program reads on standard input, and then the end. An
	// empty text is not nil: nil means the null device.
	Stdin []byte

	// Timeout ends the program after that time; 0 means never. It is counted
	// from the start to the end of the program itself.
	Timeout time.Duration

	// Grace is how long the group has between the request to end (SIGTERM) and
	// the end (SIGKILL). When the program ends by itself, it is what left-over
	// processes have in all: the output that they hold is waited for, and then
	// they are asked and forced to end. 0 means [DefaultGrace].
	Grace time.Duration

	// MaxOutput is how many bytes are kept of each stream, half of them from
	// the beginning; 0 or less means [DefaultMaxOutput].
	MaxOutput int

	// OnOverflow is asked for a writer when a stream becomes longer than
	// MaxOutput. The writer gets the whole text from its beginning, without
	// secrets and cleaned, in pieces that cut no character, from one goroutine
	// and nothing after Run has returned; its errors are ignored, and while it
	// writes the stream is not read. OnOverflow may be called for both streams
	// at once. nil, and a nil writer, keep nothing.
	OnOverflow func(stderr bool) io.Writer

	// Secrets are values that are replaced by "[redacted]" in both streams and
	// for OnLine, exactly as they are given: not in another encoding, not in
	// part. Values under four bytes and values that the marker contains are
	// ignored. Values that are all digits, and those under six bytes made of
	// ASCII letters, digits and "_", are replaced only as whole words.
	Secrets []string

	// StdoutTo and StderrTo take a stream as it comes, uncleaned, uncut and with
	// its secrets, in place of the Result, which then has the counts alone. They
	// are written to by one goroutine each, until Run returns; while a Write
	// lasts, the stream is not read. nil means that the Result has the stream.
	StdoutTo, StderrTo io.Writer

	// Raw keeps the output as it is; only its UTF-8 is repaired. Otherwise it
	// is cleaned as text.Clean does.
	Raw bool

	// Lifeline ends the group when this process ends without having been able
	// to: by SIGKILL, by a crash. A program that calls [HoldLifeline] does it
	// itself, with a grace; until it has, and for programs that never do, the
	// kernel kills the group at once (Linux). The program finds a few more
	// descriptors open and a variable that names them. Without Lifeline only the
	// program itself is killed, and only on Linux. On Windows a job object
	// does it all, always.
	Lifeline bool

	// Supervised gives a program that knows nothing of lifelines one that ends
	// it with a grace: the program is started by a supervisor, one more process
	// in its group, which passes on how it ends (of signals other than SIGKILL,
	// SIGTERM, SIGINT and SIGHUP the exit code only). The supervisor is this
	// executable again, so its main must call [HoldLifeline] before it does
	// anything else. Lifeline is implied. On Windows, where a job object does
	// the same, there is no supervisor.
	Supervised bool

	// KeepGroup lets the processes that the program leaves behind live, if it
	// exits by itself.
	KeepGroup bool

	// OnLine is told the newest line of standard error as it arrives, cleaned,
	// without secrets, without surrounding blanks and at most 1024 bytes long;
	// of lines that arrive together only the last that is not blank. It is
	// called from one goroutine, never after Run has returned, and must not
	// block: while it runs, standard error is not read. nil means nobody.
	OnLine func(line string)
}

// Result is how a program ended.
type Result struct {
	// ExitCode is the program's, or 128+n when signal n ended it, as shells
	// say it. It is never negative.
	ExitCode int

	// Signal is the name of the signal that ended the program ("SIGKILL"), ""
	// if it exited.
	Signal string

	// Duration is from the program's start to its end.
	Duration time.Duration

	// Stdout and Stderr are what it wrote. What processes left behind write
	// after Run has returned is lost.
	Stdout, Stderr Output

	// TimedOut says that Timeout ended the program, Canceled that the context
	// did; it may have exited in its own way then.
	TimedOut, Canceled bool

	// LeftBehind says that the program ended by itself while other processes
	// lived in its group or held its output. Those of the group were ended,
	// unless KeepGroup kept them.
	LeftBehind bool

	// Unfinished says that a function of [RunFunc] had not returned when the
	// time it had was over. It is never set for a program.
	Unfinished bool
}

// Run runs a program to its end and returns how it ended, whatever the exit
// code. When ctx is done or the time is up, the program's group is asked to
// end and, after Grace, killed; Run returns when it is gone. A ctx that is
// done at the beginning starts nothing and is a Result all the same, with
// Canceled set and the exit code of SIGTERM.
//
// The error says that the program could not be started: errors.Is tells the
// cause (fs.ErrNotExist, fs.ErrPermission, syscall.E2BIG), errors.As an
// [*ArgError]. The one other case is that something else in this process took
// the program's exit status (a wait for any child).
//
// Run may be called concurrently.
func Run(ctx context.Context, s Spec) (Result, error) {
	program := s.Path
	if err := s.check(); err != nil {
		return Result{}, fmt.Errorf("starting %q: %w", program, err)
	}
	if ctx.Err() != nil {
		return Result{ExitCode: 128 + int(syscall.SIGTERM), Signal: "SIGTERM", Canceled: true}, nil
	}
	r, err := begin(&s)
	if err != nil {
		return Result{}, fmt.Errorf("starting %q: %w", program, explain(&s, err))
	}
	defer r.stdio.close()
	res := r.await(ctx)
	keep := s.KeepGroup && !res.TimedOut && !res.Canceled
	status, err := r.proc.release(keep)
	var start *startError
	if errors.As(err, &start) {
		if start.cause != nil {
			s.Path = program
			return Result{}, fmt.Errorf("starting %q: %w", program, explain(&s, start.cause))
		}
		// Ended by us before its supervisor had come to starting it: a run that
		// was ended.
		if !res.TimedOut && !res.Canceled {
			return Result{}, fmt.Errorf("starting %q: the supervisor ended before it had started the program", program)
		}
	} else if err != nil {
		return Result{}, fmt.Errorf("waiting for %q: %w", program, err)
	}
	res.ExitCode, res.Signal = status.code, status.signal
	res.Stdout, res.Stderr = r.stdio.stdout.output(), r.stdio.stderr.output()
	return res, nil
}

// check fills in the defaults and refuses what cannot be started.
func (s *Spec) check() error {
	if s.Path == "" {
		return errors.New("no program given")
	}
	if s.Argv0 == "" {
		s.Argv0 = s.Path
	}
	if s.Grace <= 0 {
		s.Grace = DefaultGrace
	}
	if s.Env == nil {
		s.Env = os.Environ()
		if s.Dir != "" {
			s.Env = append(withoutEnv(s.Env, "PWD"), "PWD="+s.Dir)
		}
	}
	s.Env = withoutEnv(withoutEnv(s.Env, lifelineEnv), superviseEnv)
	if err := checkEntries([]string{s.Path, s.Argv0, s.Dir}, false); err != nil {
		return fmt.Errorf("path, argv[0] or folder: %s", err.(*ArgError).Reason)
	}
	if s.Supervised {
		if err := s.supervise(); err != nil {
			return err
		}
	}
	return CheckArgs(s.Args, s.Env)
}

// explain makes the system's error say what is wrong.
func explain(s *Spec, err error) error {
	if s.Dir != "" {
		if info, statErr := os.Stat(s.Dir); statErr != nil {
			return fmt.Errorf("its working directory: %w", statErr)
		} else if !info.IsDir() {
			return fmt.Errorf("its working directory %q: %w", s.Dir, syscall.ENOTDIR)
		}
	}
	switch {
	case errors.Is(err, syscall.EBADF):
		// Go moves the descriptors that a program gets out of their way first,
		// and there is no room left below the limit.
		return fmt.Errorf("giving it its descriptors: %w", syscall.EMFILE)
	case errors.Is(err, syscall.E2BIG):
		return fmt.Errorf("arguments and environment are too long for this system: %w", err)
	case errors.Is(err, fs.ErrNotExist):
		// Also the answer for a script whose interpreter is missing.
		if _, statErr := os.Stat(s.Path); statErr == nil && (s.Dir == "" || filepath.IsAbs(s.Path)) {
			return fmt.Errorf("the interpreter it needs: %w", err)
		}
	}
	return err
}

// startError says that a supervisor did not start its program. The status that
// comes with it is the supervisor's.
type startError struct {
	cause error // nil: the supervisor did not get so far
}

func (e *startError) Error() string { return "the supervisor did not start the program" }

// run is a program that was started.
type run struct {
	spec  *Spec
	proc  *process
	stdio *stdio
	start time.Time
}

func begin(s *Spec) (*run, error) {
	io, err := openStdio(s)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	proc, err := startProcess(s, io.theirs)
	if err != nil {
		io.close()
		return nil, err
	}
	io.startCopying(s.Stdin)
	return &run{spec: s, proc: proc, stdio: io, start: start}, nil
}

// await returns when the program has ended and its output is read, as far as
// either can be waited for. What lives of the group then is for release.
func (r *run) await(ctx context.Context) (res Result) {
	var timeout <-chan time.Time
	if r.spec.Timeout > 0 {
		timer := time.NewTimer(r.spec.Timeout)
		defer timer.Stop()
		timeout = timer.C
	}
	select {
	case <-r.proc.exited:
	case <-ctx.Done():
		res.Canceled = !r.proc.hasExited()
	case <-timeout:
		res.TimedOut = !r.proc.hasExited()
	}
	if res.Canceled || res.TimedOut {
		r.end(r.spec.Grace)
		res.Duration = time.Since(r.start)
		r.stdio.copied(drain)
		return res
	}
	res.Duration = time.Since(r.start)
	res.LeftBehind = r.leftovers(ctx)
	return res
}

// leftovers deals with what a program that ended by itself left behind, and
// reports whether there was anything.
func (r *run) leftovers(ctx context.Context) bool {
	last := min(r.spec.Grace/2, leftoverGrace)
	held := !r.stdio.copiedOrDone(ctx, r.spec.Grace-last)
	if !held && r.gone(settle) {
		return false
	}
	if r.spec.KeepGroup && ctx.Err() == nil {
		r.stdio.copied(0)
		return true
	}
	if r.proc.others() {
		r.end(last)
		r.stdio.copied(drain)
	} else {
		r.stdio.copied(0) // held from outside the group
	}
	return true
}

// end brings down whatever of the group is alive: asked first, forced after
// grace. It returns when the group is gone or the kernel holds on to it.
func (r *run) end(grace time.Duration) {
	r.proc.terminate()
	if !r.gone(grace) {
		r.proc.kill()
		r.gone(killWait)
	}
}

// gone waits at most d for the program and the rest of its group to end.
func (r *run) gone(d time.Duration) bool {
	deadline := time.NewTimer(d)
	defer deadline.Stop()
	select {
	case <-r.proc.exited:
	case <-deadline.C:
		return false
	}
	// Only the program itself is our child; its group has to be looked at.
	for pause := time.Millisecond; r.proc.others(); pause = min(2*pause, 20*time.Millisecond) {
		select {
		case <-time.After(pause):
		case <-deadline.C:
			return !r.proc.others()
		}
	}
	return true
}
