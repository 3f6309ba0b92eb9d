package nurucobra

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// lineBuffer writes log lines from a goroutine of its own: a client that never
// reads standard error, a full disk or a FIFO nobody opened must not block a
// call. Lines that find the buffer full are lost and counted.
type lineBuffer struct {
	lines chan []byte
	done  chan struct{}

	mu     sync.Mutex
	lost   int
	closed bool
}

const bufferedLines = 1024

func newLineBuffer(w io.Writer) *lineBuffer {
	b := &lineBuffer{lines: make(chan []byte, bufferedLines), done: make(chan struct{})}
	go b.drain(w)
	return b
}

// Write takes one line; it never blocks and never fails.
func (b *lineBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return len(p), nil
	}
	line := append([]byte(nil), p...)
	if b.lost > 0 {
		line = append(fmt.Appendf(nil, "(%d log lines lost)\n", b.lost), line...)
	}
	select {
	case b.lines <- line:
		b.lost = 0
	default:
		b.lost++
	}
	return len(p), nil
}

func (b *lineBuffer) drain(w io.Writer) {
	defer close(b.done)
	for line := range b.lines {
		_, _ = w.Write(line) // there is nowhere to report it
	}
}

// close waits a moment for the lines that are left.
func (b *lineBuffer) close() {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.lines)
	}
	b.mu.Unlock()
	select {
	case <-b.done:
	case <-time.After(200 * time.Millisecond):
	}
}
