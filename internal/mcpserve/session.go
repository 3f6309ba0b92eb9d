package mcpserve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// session is one run of a server: it takes lines apart, passes requests on to
// the sdk session of their era, and puts the answers into the outbox.
//
//	in -> read -> receive -> era -> sdk -> callTool -> Config.Call
//	out <- outbox <- answer <- era <- sdk <-----------'
type session struct {
	cfg      Config
	log      *slog.Logger
	requests *requests
	out      *outbox

	handshake, stateless *era

	// life ends when calls have to end.
	life    context.Context
	endLife context.CancelCauseFunc

	// initialized is set with the first initialize that is passed on. Only
	// the reading goroutine uses it.
	initialized bool
	held        atomic.Int64 // bytes of arguments of the calls that wait or run
}

func newSession(ctx context.Context, c Config) *session {
	s := &session{cfg: c, log: c.Logger, requests: newRequests(), out: newOutbox()}
	s.handshake, s.stateless = newEra(s.send), newEra(s.send)
	s.life, s.endLife = context.WithCancelCause(context.WithoutCancel(ctx))
	return s
}

// read takes lines until the input or the session ends. It returns nil at the
// end of input.
func (s *session) read(in io.Reader) error {
	lines := newLineReader(in, s.cfg.MaxLine)
	for {
		l, err := lines.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		s.out.waitForRoom(s.life.Done())
		if s.life.Err() != nil {
			return nil
		}
		s.receive(l)
	}
}

// receive handles one line.
func (s *session) receive(l *line) {
	m, f := parseLine(l, s.cfg.MaxLine)
	switch {
	case f != nil:
		s.log.Debug("bad message", slog.Int64("code", f.err.Code), slog.Int("bytes", l.size))
		s.refuse(f)
	case m == nil:
	case m.id == nil:
		s.receiveNotification(m)
	default:
		s.receiveRequest(m)
	}
}

// refuse answers a fault. While an earlier request with its id is in flight,
// the error goes out without an id, or else it would pass for the answer.
func (s *session) refuse(f *fault) {
	id := f.id
	if id != nil && s.requests.inFlight(id) {
		id = nil
	}
	s.out.put(errorText(id, f.err))
}

// receiveRequest passes a request on to its era.
func (s *session) receiveRequest(m *message) {
	r := &request{id: m.id, method: m.method, token: m.meta.progressToken, era: s.handshake}
	switch {
	case m.meta.modern():
		r.era = s.stateless
	case m.method == methodInitialize && m.params == nil:
		s.refuse(faultf(m.id, jsonrpc.CodeInvalidParams, "initialize needs params"))
		return
	case m.method == methodInitialize:
		s.initialized = true
	case m.method != methodPing && !s.initialized:
		s.refuse(faultf(m.id, jsonrpc.CodeInvalidParams,
			"%q needs either an initialize before it or the protocol version in its _meta", clip(m.method, maxEcho)))
		return
	}
	if !s.requests.add(r) {
		s.refuse(faultf(nil, jsonrpc.CodeInvalidRequest, "id %s is in use by a request in flight", clip(string(m.id), maxEcho)))
		return
	}
	r.era.deliver(r.toSDK(m))
}

// receiveNotification handles the two notifications that mean something here.
// The others (progress, changed roots, unknown ones) are ignored.
func (s *session) receiveNotification(m *message) {
	switch m.method {
	case notificationInitialized:
		s.handshake.deliver(&jsonrpc.Request{Method: m.method, Params: m.params})
	case notificationCancelled:
		s.cancel(m)
	}
}

// cancel ends the request that a notification names, if it is in flight. No
// answer to it will go out.
func (s *session) cancel(m *message) {
	fields, err := members(m.params)
	if err != nil || !validID(fields["requestId"]) {
		return
	}
	if r := s.requests.cancel(fields["requestId"]); r != nil {
		params := fmt.Appendf(nil, `{"requestId":%d}`, r.number)
		r.era.deliver(&jsonrpc.Request{Method: notificationCancelled, Params: params})
	}
}

// send takes what the sdk wants to write. It is called concurrently.
func (s *session) send(m jsonrpc.Message) error {
	switch m := m.(type) {
	case *jsonrpc.Response:
		s.answer(m)
	case *jsonrpc.Request:
		if m.IsCall() {
			return fmt.Errorf("this server sends no requests, %q included", m.Method)
		}
		params := m.Params
		if params == nil {
			params = json.RawMessage("{}")
		}
		s.out.put(notificationText(m.Method, s.requests.restoreSubscriptionID(params)))
	}
	return nil
}

// answer sends a response under the client's own id, unless the client has
// cancelled the request.
func (s *session) answer(m *jsonrpc.Response) {
	number, _ := m.ID.Raw().(int64)
	r := s.requests.get(number)
	if r == nil {
		return
	}
	var text []byte
	switch {
	case m.Error != nil:
		text = errorText(r.id, wireError(r.method, m.Error))
	case r.method == methodListen:
		text = responseText(r.id, s.requests.restoreSubscriptionID(m.Result))
	default:
		text = responseText(r.id, m.Result)
	}
	s.requests.finish(r, func() { s.out.put(text) })
}
