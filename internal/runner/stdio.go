package runner

import (
	"context"
	"os"
	"time"
)

// stdio holds the three standard streams of a program.
type stdio struct {
	theirs         [3]*os.File // the program's ends; nil once it has them
	in             *os.File    // writes what it reads; nil: the null device
	out, err       *os.File
	stdout, stderr *stream
	fed            chan struct{} // closed when nothing more is written to in
	copying        bool
}

// openStdio opens the streams. Own pipes instead of those of os/exec: how long
// they are read is this package's decision, also when others still write.
func openStdio(s *Spec) (_ *stdio, err error) {
	io := &stdio{fed: make(chan struct{})}
	io.stdout, io.stderr = newStreams(s)
	io.stdout.to, io.stderr.to = s.StdoutTo, s.StderrTo
	defer func() {
		if err != nil {
			io.close()
		}
	}()
	if s.Stdin == nil {
		io.theirs[0], err = os.Open(os.DevNull)
	} else {
		io.theirs[0], io.in, err = os.Pipe()
	}
	if err != nil {
		return nil, err
	}
	if io.out, io.theirs[1], err = os.Pipe(); err != nil {
		return nil, err
	}
	if io.err, io.theirs[2], err = os.Pipe(); err != nil {
		return nil, err
	}
	return io, nil
}

// startCopying closes the program's ends here, so that its output ends with
// it, and moves the data until close.
func (io *stdio) startCopying(stdin []byte) {
	io.closeTheirs()
	io.copying = true
	go io.feed(stdin)
	go io.stdout.copyFrom(io.out)
	go io.stderr.copyFrom(io.err)
}

// feed writes stdin. A program need not read it: errors mean nothing.
func (io *stdio) feed(stdin []byte) {
	defer close(io.fed)
	if io.in != nil {
		_, _ = io.in.Write(stdin)
		_ = io.in.Close()
	}
}

// copiedOrDone waits at most d, and only until ctx is done, for both streams to
// end, and reports whether they have.
func (io *stdio) copiedOrDone(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for _, st := range []*stream{io.stdout, io.stderr} {
		select {
		case <-st.done:
		case <-ctx.Done():
			return false
		case <-timer.C:
			return false
		}
	}
	return true
}

// copied waits at most d for both streams to end and ends them then.
func (io *stdio) copied(d time.Duration) {
	if !io.copiedOrDone(context.Background(), d) {
		io.stop()
	}
}

// stop makes the goroutines return that still copy. Where a pipe knows no
// deadlines (Windows) they return when the last holder of the pipe ends; what
// they read until then goes nowhere.
func (io *stdio) stop() {
	now := time.Now()
	for _, st := range []struct {
		file *os.File
		done chan struct{}
	}{{io.out, io.stdout.done}, {io.err, io.stderr.done}} {
		if st.file.SetReadDeadline(now) == nil {
			<-st.done
		}
	}
}

// close ends the copying, if it goes on, and closes every descriptor.
func (io *stdio) close() {
	io.closeTheirs()
	if io.copying {
		io.stop()
		if io.in != nil && io.in.SetWriteDeadline(time.Now()) == nil {
			<-io.fed
		}
	}
	for _, f := range []*os.File{io.in, io.out, io.err} {
		if f != nil {
			_ = f.Close() // in may be closed already
		}
	}
}

func (io *stdio) closeTheirs() {
	for i, f := range io.theirs {
		if f != nil {
			_ = f.Close()
			io.theirs[i] = nil
		}
	}
}
