package nurucobra

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
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
		line = append(lostNote(b.lost), line...)
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
	b.mu.Lock()
	lost := b.lost
	b.mu.Unlock()
	if lost > 0 { // and no line came after them
		_, _ = w.Write(lostNote(lost))
	}
}

func lostNote(n int) []byte { return fmt.Appendf(nil, "(%d log lines lost)\n", n) }

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

// openLog opens the log that the flags ask for; the function closes it.
func openLog(f *serverFlags, stderr io.Writer) (*slog.Logger, func(), error) {
	w, closeFile := stderr, func() {}
	if f.logFile != "" {
		file, err := openLogFile(f.logFile)
		if err != nil {
			return nil, nil, fmt.Errorf("--log-file: %w", err)
		}
		w, closeFile = file, func() { file.Close() }
	}
	lines := newLineBuffer(w)
	done := func() { lines.close(); closeFile() }
	switch f.logFormat {
	case "", "text":
		return slog.New(slog.NewTextHandler(lines, nil)), done, nil
	case "json":
		return slog.New(slog.NewJSONHandler(lines, nil)), done, nil
	default:
		done()
		return nil, nil, errors.New(`--log-format is "` + f.logFormat + `", valid: text, json`)
	}
}

// openLogFile opens a FIFO for reading too: for writing alone, that would wait
// for a reader who may never come.
func openLogFile(name string) (*os.File, error) {
	mode := os.O_WRONLY
	if info, err := os.Stat(name); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		mode = os.O_RDWR
	}
	return os.OpenFile(name, mode|os.O_CREATE|os.O_APPEND, 0o600)
}
