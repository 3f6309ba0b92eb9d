package runner

import (
	"bytes"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/nurucobra/nuru/internal/text"
)

// The way of a program's output: read, secrets replaced, cleaned, secrets
// replaced again (cleaning can join the halves of one), and only then cut to
// what is kept. Nothing is cut before it is known what it belongs to, and
// nothing of the middle stays in memory.

// readSize is how much is read at once: what a pipe holds on Linux.
const readSize = 64 << 10

var readBuffers = sync.Pool{New: func() any { return new([readSize]byte) }}

// stream takes in one output stream of a program.
type stream struct {
	mu       sync.Mutex // against output, while a copy that was given up still runs
	ended    bool
	total    int64
	redactor *redactor
	cleaner  text.Cleaner
	clean    []byte
	again    *redactor
	same     bool // both redactors look for the same values
	intact   int  // bytes since something was replaced or cleaned away
	kept     capture
	plain    []byte // as it was written, while it fits; see Output.Plain
	plainMax int
	to       io.Writer        // gets the output as it comes; nil: it is kept here
	overflow func() io.Writer // nil: nobody wants more than is kept, or has it
	rest     io.Writer        // gets all of the text; nil while it fits
	lines    *lineWatch       // nil: nobody watches
	done     chan struct{}
}

// newStreams are the two streams of a program.
func newStreams(s *Spec) (stdout, stderr *stream) {
	f := newFinders(s)
	stdout, stderr = f.stream(s, nil), f.stream(s, s.OnLine)
	if s.OnOverflow != nil {
		stdout.overflow = func() io.Writer { return s.OnOverflow(false) }
		stderr.overflow = func() io.Writer { return s.OnOverflow(true) }
	}
	return stdout, stderr
}

func newStream(s *Spec, onLine func(string)) *stream { return newFinders(s).stream(s, onLine) }

// finders find the secrets in a text as it was written, and cleaned.
type finders struct{ written, cleaned *matcher }

func newFinders(s *Spec) finders {
	f := finders{written: newMatcher(s.Secrets)}
	if s.Raw || f.written == nil {
		return f
	}
	if values := cleaned(s.Secrets); slices.Equal(values, s.Secrets) {
		f.cleaned = f.written
	} else {
		f.cleaned = newMatcher(values)
	}
	return f
}

func (f finders) stream(s *Spec, onLine func(string)) *stream {
	st := &stream{
		redactor: &redactor{values: f.written},
		cleaner:  text.Cleaner{Raw: s.Raw},
		again:    &redactor{values: f.cleaned},
		same:     f.written == f.cleaned,
		kept:     newCapture(s.MaxOutput),
		done:     make(chan struct{}),
	}
	if len(s.Secrets) > 0 {
		st.plainMax = st.kept.headMax + st.kept.tailMax
	}
	if onLine != nil {
		st.lines = &lineWatch{tell: onLine}
		if s.Raw {
			st.lines.tidy = tidyRaw(s.Secrets)
		}
	}
	return st
}

// copyFrom reads r until it ends, its deadline passes or it fails, all of
// which end the stream: there is no more to be had. It closes st.done.
func (st *stream) copyFrom(r *os.File) {
	defer close(st.done)
	buf := readBuffers.Get().(*[readSize]byte)
	defer readBuffers.Put(buf)
	for {
		n, err := r.Read(buf[:])
		st.take(buf[:n])
		if err != nil {
			st.finish(true)
			return
		}
	}
}

// take processes the next bytes.
func (st *stream) take(p []byte) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if len(p) == 0 || st.ended {
		return
	}
	st.total += int64(len(p))
	if st.to != nil {
		_, _ = st.to.Write(p) // what becomes of it is the taker's business
		return
	}
	if st.total <= int64(st.plainMax) {
		st.plain = append(st.plain, p...)
	} else {
		st.plain = nil
	}
	st.pass(p, false)
}

// finish ends the stream. tell says that the caller may call OnLine.
func (st *stream) finish(tell bool) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.ended {
		return
	}
	st.ended = true
	if !tell {
		st.lines = nil
	}
	st.pass(nil, true)
	if st.lines != nil {
		st.lines.end()
	}
}

func (st *stream) pass(p []byte, last bool) {
	p = st.redactor.next(p, last)
	st.clean = st.cleaner.Append(st.clean[:0], p)
	if last {
		st.clean = st.cleaner.Flush(st.clean)
	}
	intact := !st.redactor.replaced && bytes.Equal(p, st.clean)
	// What is just as it was written has been searched.
	st.again.searched = st.same && intact && st.intact >= st.again.reach()
	if intact {
		st.intact += len(p)
	} else {
		st.intact = 0
	}
	p = st.again.next(st.clean, last)
	st.spill(p)
	st.kept.write(p)
	if st.lines != nil {
		st.lines.write(p)
	}
}

// spill passes the text on to whoever wants all of one that does not fit. It
// runs before p is kept: until then all that came is still there.
func (st *stream) spill(p []byte) {
	if st.overflow != nil && !st.kept.fits(len(p)) {
		if st.rest = st.overflow(); st.rest != nil {
			_, _ = st.rest.Write(slices.Concat(st.kept.head, st.kept.tail))
		}
		st.overflow = nil
	}
	if st.rest != nil && len(p) > 0 {
		_, _ = st.rest.Write(p)
	}
}

// output ends the stream, if it has not ended, and returns what was kept.
func (st *stream) output() Output {
	st.finish(false)
	st.mu.Lock()
	defer st.mu.Unlock()
	o := st.kept.output(st.total)
	o.Plain = st.plain
	return o
}
