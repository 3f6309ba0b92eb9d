package runner

import (
	"bytes"
	"context"
	"io"
	"syscall"
	"time"
)

// Func is code that does the work of a program in this process. It reads stdin,
// which is empty when the call has none, writes to stdout and stderr, from any
// number of goroutines, and returns the exit code. It should return soon after
// ctx has ended.
type Func func(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) (exitCode int)

// DefaultFuncGrace is the time between the end of a function's context and its
// being given up when [Spec.Grace] is 0. It is longer than that of programs: a
// function may have to wait for one that it runs.
const DefaultFuncGrace = 900 * time.Millisecond

// exitUnfinished is the exit code of a function that was given up: that of a
// program that was asked to end.
const exitUnfinished = 128 + int(syscall.SIGTERM)

// RunFunc runs f as [Run] runs a program: its output is taken in, cleaned,
// rid of secrets and cut in the same way, and its time is limited. Of s it uses
// Stdin, Timeout, Grace, MaxOutput, OnOverflow, Secrets, Raw and OnLine; what else is there
// is about processes.
//
// Nothing can end a function from outside. When ctx is done or the time is up
// its context ends, and one that has not returned after Grace is given up: the
// Result says so with Unfinished, and what it writes later is lost. The channel
// is closed when f has returned, so until then the caller may keep others from
// what f is still working on. A ctx that is done at the beginning runs nothing.
//
// A panic of f is not caught here. A function that ends its goroutine
// (runtime.Goexit) has returned, with exit code 1.
func RunFunc(ctx context.Context, s Spec, f Func) (Result, <-chan struct{}) {
	returned := make(chan struct{})
	if ctx.Err() != nil {
		close(returned)
		return Result{ExitCode: exitUnfinished, Signal: "SIGTERM", Canceled: true}, returned
	}
	if s.Grace <= 0 {
		s.Grace = DefaultFuncGrace
	}
	r := &funcRun{
		returned: returned,
		exitCode: 1,
	}
	r.stdout, r.stderr = newStreams(&s)
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	start := time.Now()
	go r.run(inner, s.Stdin, f)
	res := r.await(ctx, cancel, &s)
	res.Duration = time.Since(start)
	if !res.Unfinished {
		res.ExitCode = r.exitCode
		r.stdout.finish(true)
		r.stderr.finish(true)
	}
	res.Stdout, res.Stderr = r.stdout.output(), r.stderr.output()
	return res, returned
}

// funcRun is one run of a function.
type funcRun struct {
	stdout, stderr *stream
	returned       chan struct{}
	exitCode       int // to be read after returned is closed
}

func (r *funcRun) run(ctx context.Context, stdin []byte, f Func) {
	defer close(r.returned)
	r.exitCode = f(ctx, bytes.NewReader(stdin), (*streamWriter)(r.stdout), (*streamWriter)(r.stderr))
}

// await returns when f has returned or was given up.
func (r *funcRun) await(ctx context.Context, cancel context.CancelFunc, s *Spec) (res Result) {
	var timeout <-chan time.Time
	if s.Timeout > 0 {
		timer := time.NewTimer(s.Timeout)
		defer timer.Stop()
		timeout = timer.C
	}
	select {
	case <-r.returned:
		return res
	case <-ctx.Done():
		res.Canceled = true
	case <-timeout:
		res.TimedOut = true
	}
	cancel()
	grace := time.NewTimer(s.Grace)
	defer grace.Stop()
	select {
	case <-r.returned:
	case <-grace.C:
		res.Unfinished, res.ExitCode = true, exitUnfinished
	}
	return res
}

// streamWriter is a stream as an io.Writer. It never fails: what comes after
// the end of the stream goes nowhere.
type streamWriter stream

func (w *streamWriter) Write(p []byte) (int, error) {
	// In pieces of what a pipe holds, so that one big write takes no more
	// memory than it does from a program.
	for rest := p; len(rest) > 0; {
		n := min(len(rest), readSize)
		(*stream)(w).take(rest[:n])
		rest = rest[n:]
	}
	return len(p), nil
}
