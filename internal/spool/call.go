package spool

import (
	"bytes"
	"os"
	"sync"
	"unicode/utf8"
)

// Call is the output of one call. It takes room only for streams that are
// written to.
type Call struct {
	// ID names the call for [Spool.Read], once it has ended.
	ID string

	spool   *Spool
	mu      sync.Mutex
	streams map[string]*Stream
}

// Begin returns a call that nothing is kept of yet.
func (s *Spool) Begin() *Call {
	if s == nil {
		return &Call{ID: newID()}
	}
	return &Call{ID: newID(), spool: s, streams: map[string]*Stream{}}
}

// Stream returns the stream of that name, which it makes. It may be called
// concurrently, and streams may be written to side by side; the other methods
// need the call for themselves.
func (c *Call) Stream(name string) *Stream {
	c.mu.Lock()
	defer c.mu.Unlock()
	if st := c.streams[name]; st != nil {
		return st
	}
	st := &Stream{spool: c.spool, full: true}
	if c.spool == nil {
		return st
	}
	c.streams[name] = st
	if f, err := c.spool.create(c.ID + "-" + name); err == nil {
		st.file, st.path, st.full = f, f.Name(), false
	}
	return st
}

// Drop forgets a stream.
func (c *Call) Drop(name string) {
	st := c.streams[name]
	if st == nil {
		return
	}
	st.close()
	delete(c.streams, name)
	c.spool.giveBack(st.kept)
	_ = os.Remove(st.path)
}

// Size returns how many bytes were written to the stream, and how many of them
// from the beginning can be read.
func (c *Call) Size(name string) (total, kept int64) {
	if st := c.streams[name]; st != nil {
		return st.total, st.kept
	}
	return 0, 0
}

// End ends the streams; from now on they can be read. Nobody may write any
// more. A call of which nothing is kept is forgotten.
func (c *Call) End() {
	kept := false
	for _, st := range c.streams {
		st.close()
		kept = kept || st.kept > 0
	}
	if kept {
		c.spool.add(c)
	}
}

// Stream is one stream of a call: the beginning of what was written to it, and
// the exact size of all of it. One goroutine writes to it, valid UTF-8 in pieces
// that cut no character.
type Stream struct {
	spool *Spool
	path  string
	file  *os.File
	full  bool // no more is kept

	total, newlines int64
	open            bool // the last line has no end
	kept            int64
}

// Write takes the next piece. It never fails: what cannot be kept is counted.
func (st *Stream) Write(p []byte) (int, error) {
	n := len(p)
	if n == 0 {
		return 0, nil
	}
	st.total += int64(n)
	st.newlines += int64(bytes.Count(p, []byte{'\n'}))
	st.open = p[n-1] != '\n'
	if !st.full {
		st.keep(p)
	}
	return n, nil
}

func (st *Stream) keep(p []byte) {
	want := int64(len(p))
	room := st.spool.reserve(min(want, st.spool.limit/share-st.kept))
	part := p[:room]
	if room < want {
		part = part[:wholeRunes(part)]
	}
	written, err := st.file.Write(part)
	if err != nil {
		written = wholeRunes(part[:written])
	}
	st.kept += int64(written)
	if err != nil || room < want {
		st.full = true
		st.spool.giveBack(room - int64(written))
		st.close()
	}
}

func (s *Spool) giveBack(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used -= n
}

func (st *Stream) close() {
	if st.file != nil {
		_ = st.file.Close() // what could not be written shows when it is read
		st.file = nil
	}
}

// lines is the number of lines, the last one counted also without an end.
func (st *Stream) lines() int64 {
	if st.open {
		return st.newlines + 1
	}
	return st.newlines
}

// wholeRunes returns the length of p without a rune at its end that is cut.
func wholeRunes(p []byte) int {
	for i := len(p) - 1; i >= 0 && i >= len(p)-utf8.UTFMax; i-- {
		if utf8.RuneStart(p[i]) {
			if !utf8.FullRune(p[i:]) {
				return i
			}
			break
		}
	}
	return len(p)
}
