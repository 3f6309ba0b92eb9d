package mcpserve

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"time"
)

// The client's side of the pipe may be slow or stuck. Nobody but one goroutine
// ever waits for it, so that the end of input is noticed whatever the client
// does not read. What holds a flood back is the reader, which pauses while
// more than maxBacklog bytes wait; a client that then reads nothing for
// stallLimit is given up.
const (
	maxBacklog = 8 << 20
	stallLimit = 30 * time.Second
)

// errStalled means that the client keeps sending and does not read.
var errStalled = errors.New("the client has stopped reading")

// errNoReader means that the client has closed its end, or is dead.
var errNoReader = errors.New("nobody reads from its other end any more")

// outbox writes whole lines, one after the other, in the order of put. Its
// methods are safe for concurrent use; all but waitForRoom return at once.
type outbox struct {
	broken  chan struct{} // closed by the first failure
	stopped chan struct{} // closed when run has returned

	mu      sync.Mutex
	room    chan struct{} // closed, and replaced, when the outbox stops being full
	taken   int64         // how many bytes the client has taken
	changed sync.Cond     // on mu: something to do for run
	queue   [][]byte
	backlog int // bytes in queue
	closing bool
	err     error // the first failure
}

func newOutbox() *outbox {
	o := &outbox{
		broken:  make(chan struct{}),
		stopped: make(chan struct{}),
		room:    make(chan struct{}),
	}
	o.changed.L = &o.mu
	return o
}

// piece is how much is written at once: a client that takes as much in
// stallLimit is slow and not stuck.
const piece = 8 << 10

// run writes to w until the outbox is closed and empty or has failed.
func (o *outbox) run(w io.Writer) {
	defer close(o.stopped)
	for {
		text, ok := o.next()
		if !ok {
			return
		}
		for len(text) > 0 {
			n, err := w.Write(text[:min(piece, len(text))])
			if err == nil && n < min(piece, len(text)) {
				err = io.ErrShortWrite
			}
			if err != nil {
				o.fail(err)
				return
			}
			o.written(n)
			text = text[n:]
		}
	}
}

// next waits for the next line; false means that there will be none.
func (o *outbox) next() ([]byte, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.queue) == 0 && !o.closing && o.err == nil {
		o.changed.Wait()
	}
	if len(o.queue) == 0 || o.err != nil {
		return nil, false
	}
	text := o.queue[0]
	o.queue[0] = nil // or else the array keeps it alive
	o.queue = o.queue[1:]
	return text, true
}

func (o *outbox) written(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	wasFull := o.backlog > maxBacklog
	o.backlog -= n
	o.taken += int64(n)
	if wasFull && o.backlog <= maxBacklog {
		close(o.room)
		o.room = make(chan struct{})
	}
}

// put queues a message, which must be one JSON value without line breaks. What
// is put after a failure or after close is dropped.
func (o *outbox) put(message []byte) {
	text := append(escapeSeparators(message), '\n')
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil || o.closing {
		return
	}
	o.queue = append(o.queue, text)
	o.backlog += len(text)
	o.changed.Signal()
}

// full reports whether so much waits that nothing optional should be added.
func (o *outbox) full() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err == nil && o.backlog > maxBacklog
}

// waitForRoom returns when the outbox is no longer full, or when it has failed
// or quit is closed. A client that reads nothing meanwhile makes it fail.
func (o *outbox) waitForRoom(quit <-chan struct{}) {
	for o.full() {
		o.mu.Lock()
		room, before := o.room, o.taken
		full := o.backlog > maxBacklog
		o.mu.Unlock()
		if !full {
			continue
		}
		stall := time.NewTimer(stallLimit)
		select {
		case <-room:
		case <-o.broken:
		case <-stall.C:
			o.mu.Lock()
			stalled := o.taken == before
			o.mu.Unlock()
			if stalled {
				o.fail(errStalled)
			}
		case <-quit:
			stall.Stop()
			return
		}
		stall.Stop()
	}
}

// fail ends the outbox without writing what waits. A Write that hangs stays.
func (o *outbox) fail(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	o.err, o.queue = err, nil
	close(o.broken)
	o.changed.Signal()
}

// failure returns the first failure, nil while there is none.
func (o *outbox) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// close lets run write what waits and then return.
func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closing = true
	o.changed.Signal()
}

// escapeSeparators writes U+2028 and U+2029 as escapes. They are legal in
// JSON, but some clients cut lines at them. Outside of strings they cannot
// occur, so replacing bytes is safe.
func escapeSeparators(message []byte) []byte {
	if !bytes.Contains(message, []byte("\u2028")) && !bytes.Contains(message, []byte("\u2029")) {
		return message
	}
	message = bytes.ReplaceAll(message, []byte("\u2028"), []byte(`\u2028`))
	return bytes.ReplaceAll(message, []byte("\u2029"), []byte(`\u2029`))
}
