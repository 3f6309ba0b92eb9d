package mcpserve

import (
	"encoding/json"
	"sync"
)

// request is one request of the client on its way through the sdk.
//
// Towards the sdk it has a number of our own in place of the client's id. So
// any id comes back exactly as it was sent (the sdk reads ids as float64), the
// two sessions cannot mix theirs up, and a duplicate is found before the sdk
// sees it.
type request struct {
	number int64
	id     json.RawMessage // as sent
	method string
	token  json.RawMessage // progress token as sent; nil when none
	era    *era

	open bool // guarded by requests.mu: neither answered nor cancelled
}

// requests is the table of the requests in flight, safe for concurrent use.
type requests struct {
	mu       sync.Mutex
	last     int64
	byNumber map[int64]*request  // until the sdk has answered
	byID     map[string]*request // the open ones, by idKey
	empty    chan struct{}       // nil, or closed when byNumber gets empty
}

func newRequests() *requests {
	return &requests{byNumber: make(map[int64]*request), byID: make(map[string]*request)}
}

// add enters r and gives it its number. It returns false, and does nothing,
// when an open request has the same id.
func (t *requests) add(r *request) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := idKey(r.id)
	if t.byID[key] != nil {
		return false
	}
	t.last++
	r.number, r.open = t.last, true
	t.byNumber[r.number] = r
	t.byID[key] = r
	return true
}

// get returns the request of that number that the sdk has not answered yet, or
// nil.
func (t *requests) get(number int64) *request {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.byNumber[number]
}

// inFlight reports whether an open request has that id.
func (t *requests) inFlight(id json.RawMessage) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.byID[idKey(id)] != nil
}

// cancel closes the open request with that id and returns it, or nil when
// there is none, or none that may be cancelled. The client may use the id
// again at once; the answer that the sdk still gives is dropped.
func (t *requests) cancel(id json.RawMessage) *request {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.byID[idKey(id)]
	if r == nil || r.method == methodInitialize {
		return nil // MCP: clients must not cancel initialize
	}
	t.shut(r)
	return r
}

// finish removes r. If it was still open, send is called first, with the table
// locked: no notification about r can come after its answer.
func (t *requests) finish(r *request, send func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r.open {
		send()
		t.shut(r)
	}
	delete(t.byNumber, r.number)
	if len(t.byNumber) == 0 && t.empty != nil {
		close(t.empty)
		t.empty = nil
	}
}

// whileOpen calls send if r is open, and keeps it open meanwhile.
func (t *requests) whileOpen(r *request, send func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r.open {
		send()
	}
}

// idle returns a channel that is closed when no request is in flight. Nothing
// must be added any more.
func (t *requests) idle() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.byNumber) == 0 {
		done := make(chan struct{})
		close(done)
		return done
	}
	if t.empty == nil {
		t.empty = make(chan struct{})
	}
	return t.empty
}

// shut makes r closed for good. t.mu is held.
func (t *requests) shut(r *request) {
	r.open = false
	delete(t.byID, idKey(r.id))
}
