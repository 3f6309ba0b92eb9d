package mcpserve

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	lastHandshake  = "2025-11-25" // the newest revision that begins with initialize
	firstStateless = "2026-07-28"

	methodInitialize = "initialize"
	methodPing       = "ping"
	methodListen     = "subscriptions/listen"

	notificationInitialized = "notifications/initialized"
	notificationCancelled   = "notifications/cancelled"
	notificationProgress    = "notifications/progress"
)

// era is the connection of one sdk session, fed and drained by a [session].
//
// The sdk keeps one state for both eras of the protocol, in which a stateless
// request counts as initialize, and an initialize that asks for the stateless
// revision makes all later requests stateless. With a connection for each era,
// none of the requests of one can reach the state of the other.
//
// It is an [mcp.Transport] that yields itself.
type era struct {
	messages chan jsonrpc.Message // to the sdk
	send     func(jsonrpc.Message) error

	closeOnce sync.Once
	closed    chan struct{}
}

func newEra(send func(jsonrpc.Message) error) *era {
	return &era{messages: make(chan jsonrpc.Message), send: send, closed: make(chan struct{})}
}

// deliver hands a message to the sdk. It waits only as long as the sdk needs
// to queue the one before.
func (e *era) deliver(m jsonrpc.Message) {
	select {
	case e.messages <- m:
	case <-e.closed:
	}
}

// Connect implements [mcp.Transport].
func (e *era) Connect(context.Context) (mcp.Connection, error) { return e, nil }

// Read implements [mcp.Connection]. It ends with io.EOF after Close.
func (e *era) Read(context.Context) (jsonrpc.Message, error) {
	select {
	case m := <-e.messages:
		return m, nil
	case <-e.closed:
		return nil, io.EOF
	}
}

// Write implements [mcp.Connection].
func (e *era) Write(_ context.Context, m jsonrpc.Message) error { return e.send(m) }

// Close implements [mcp.Connection].
func (e *era) Close() error {
	e.closeOnce.Do(func() { close(e.closed) })
	return nil
}

// SessionID implements [mcp.Connection]; stdio has no session ids.
func (e *era) SessionID() string { return "" }

// requestKey is where toSDK leaves the request for requestOf.
const requestKey = "mcpserve.request"

// toSDK makes the form of r in which the sdk takes it.
func (r *request) toSDK(m *message) *jsonrpc.Request {
	return &jsonrpc.Request{
		ID:     numberID(r.number),
		Method: m.method,
		Params: m.params,
		// Of what a transport may attach to a request, the extra values of an
		// access token are the only part that can hold a pointer. The sdk
		// passes them on to handlers and looks at them only in HTTP transports.
		Extra: &mcp.RequestExtra{TokenInfo: &auth.TokenInfo{Extra: map[string]any{requestKey: r}}},
	}
}

// requestOf returns the request that toSDK attached to req.
func requestOf(req mcp.Request) (*request, error) {
	if extra := req.GetExtra(); extra != nil && extra.TokenInfo != nil {
		if r, ok := extra.TokenInfo.Extra[requestKey].(*request); ok {
			return r, nil
		}
	}
	return nil, fmt.Errorf("request did not come through this transport")
}

// numberID makes an id of the sdk from one of our numbers, which stay far
// below 2^53.
func numberID(number int64) jsonrpc.ID {
	id, err := jsonrpc.MakeID(float64(number))
	if err != nil {
		panic(err) // only for types other than nil, float64, string
	}
	return id
}
