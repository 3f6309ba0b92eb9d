package mcpserve

import (
	"encoding/json"
	"strings"
	"sync"
	"time"
)

const (
	// statusEvery is the shortest time between two notifications of one call:
	// a program that reports every line must not flood the client.
	statusEvery = 500 * time.Millisecond
	// maxStatus bounds a status message in bytes.
	maxStatus = 500
)

// progress holds the newest status of a call until it is sent.
type progress struct {
	fresh chan struct{} // holds one token while a message has not been sent

	mu      sync.Mutex
	message string
}

// set replaces the message. It never blocks. A message that is no news does
// not hasten the next notification.
func (p *progress) set(message string) {
	p.mu.Lock()
	news := message != p.message
	p.message = message
	p.mu.Unlock()
	if !news {
		return
	}
	select {
	case p.fresh <- struct{}{}:
	default:
	}
}

func (p *progress) newest() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.message
}

// run calls send with a rising count: soon after each set, but not more often
// than statusEvery, and at the latest after every. It returns when done is
// closed.
func (p *progress) run(done <-chan struct{}, every time.Duration, send func(count int, message string)) {
	gap := min(statusEvery, every)
	sent := time.Now().Add(-gap) // so that the first status need not wait
	timer := time.NewTimer(every)
	defer timer.Stop()
	for count := 1; ; {
		select {
		case <-done:
			return
		case <-p.fresh:
			timer.Reset(time.Until(sent.Add(gap)))
		case <-timer.C:
			send(count, p.newest())
			count++
			sent = time.Now()
			timer.Reset(every)
		}
	}
}

// startProgress reports the progress of r while it is open, if the client gave
// a token. stop must be called; after it nothing more is sent.
func (s *session) startProgress(r *request) (status func(string), stop func()) {
	if r.token == nil {
		return func(string) {}, func() {}
	}
	p := &progress{fresh: make(chan struct{}, 1)}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		p.run(done, s.cfg.ProgressEvery, func(count int, message string) { s.notifyProgress(r, count, message) })
	}()
	return p.set, func() {
		close(done)
		<-ended
	}
}

// notifyProgress sends one notification, unless r has been answered or
// cancelled, or the client does not keep up.
func (s *session) notifyProgress(r *request, count int, message string) {
	if s.out.full() {
		return
	}
	params := marshal(struct {
		Token    json.RawMessage `json:"progressToken"`
		Progress int             `json:"progress"`
		Message  string          `json:"message,omitempty"`
	}{r.token, count, clip(oneLine(message), maxStatus)})
	s.requests.whileOpen(r, func() { s.out.put(notificationText(notificationProgress, params)) })
}

// oneLine puts blanks for line breaks and other control characters.
func oneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f {
			return ' '
		}
		return c
	}, s))
}
