package mcpserve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxDepth bounds how deep a message may nest. The sdk's own bound is 1,000,
// but there a message fails in other ways than ours.
const maxDepth = 500

// message is a request or a notification that is well formed as JSON-RPC.
type message struct {
	id     json.RawMessage // as sent; nil for a notification
	method string
	params json.RawMessage // an object, or nil
	meta   requestMeta
}

// requestMeta holds the parts of a request's _meta that the transport needs.
type requestMeta struct {
	protocolVersion string          // "" when absent or no string
	progressToken   json.RawMessage // as sent, a string or a number; nil when there is none
}

// modern reports whether the request follows the stateless protocol, by the
// same rule as the sdk.
func (m requestMeta) modern() bool { return m.protocolVersion >= firstStateless }

// fault is a line that cannot be served, with the answer it gets.
type fault struct {
	id  json.RawMessage // as sent; nil is answered as null
	err *jsonrpc.Error
}

func faultf(id json.RawMessage, code int64, format string, args ...any) *fault {
	return &fault{id: id, err: &jsonrpc.Error{Code: code, Message: fmt.Sprintf(format, args...)}}
}

// parseLine reads one line. All three outcomes are nil, one at most is not:
// the message, the fault to be answered; neither means silence, for blank
// lines, for responses (this server asks nothing), and for notifications that
// are malformed.
func parseLine(l *line, limit int) (*message, *fault) {
	o := &l.outline
	switch {
	case l.tooLong && o.complete() && o.idCount == 0 && (o.hasMethod || o.hasAnswer):
		return nil, nil
	case l.tooLong && o.complete() && o.hasAnswer && !o.hasMethod:
		return nil, nil
	case l.tooLong:
		return nil, faultf(o.id(), jsonrpc.CodeInvalidRequest, "message of %d bytes is longer than the limit of %d", l.size, limit)
	case len(l.text) == 0:
		return nil, nil
	case !utf8.Valid(l.text):
		return nil, faultf(o.id(), jsonrpc.CodeParseError, "message is not valid UTF-8")
	case o.maxDepth > maxDepth:
		return nil, faultf(o.id(), jsonrpc.CodeInvalidRequest, "message nests deeper than %d levels", maxDepth)
	case !json.Valid(l.text):
		return nil, faultf(o.id(), jsonrpc.CodeParseError, "line is not one valid JSON value")
	case l.text[0] == '[':
		return nil, faultf(nil, jsonrpc.CodeInvalidRequest, "batches are not supported: send one message a line")
	case l.text[0] != '{':
		return nil, faultf(nil, jsonrpc.CodeInvalidRequest, "message is no JSON object")
	}
	return parseObject(l)
}

// parseObject reads a line that is known to be a JSON object.
func parseObject(l *line) (*message, *fault) {
	fields, err := members(l.text)
	if err != nil {
		return nil, faultf(l.outline.id(), jsonrpc.CodeInvalidRequest, "message %v", err)
	}
	id, hasID := fields["id"]
	method, hasMethod := fields["method"]
	if !hasMethod && (fields["result"] != nil || fields["error"] != nil) {
		return nil, nil
	}
	if hasID && !validID(id) {
		return nil, faultf(nil, jsonrpc.CodeInvalidRequest, "id must be a string or a number")
	}
	var m message
	if !hasMethod || json.Unmarshal(method, &m.method) != nil || isNull(method) {
		return nil, faultf(id, jsonrpc.CodeInvalidRequest, "method must be a string")
	}
	m.id = id
	if f := m.parseParams(fields["params"]); f != nil {
		return nil, m.orSilence(f)
	}
	if version := fields["jsonrpc"]; string(version) != `"2.0"` {
		return nil, m.orSilence(faultf(id, jsonrpc.CodeInvalidRequest, `jsonrpc must be "2.0"`))
	}
	return &m, nil
}

// orSilence drops the fault of a notification: JSON-RPC forbids to answer it.
func (m *message) orSilence(f *fault) *fault {
	if m.id == nil {
		return nil
	}
	return f
}

// parseParams takes the params of m and looks into their _meta.
func (m *message) parseParams(params json.RawMessage) *fault {
	if params == nil || isNull(params) {
		return nil
	}
	fields, err := members(params)
	if err != nil {
		return faultf(m.id, jsonrpc.CodeInvalidParams, "params %v", err)
	}
	m.params = params
	meta := fields["_meta"]
	if meta == nil || isNull(meta) {
		return nil
	}
	metaFields, err := members(meta)
	if err != nil {
		return faultf(m.id, jsonrpc.CodeInvalidParams, "params._meta %v", err)
	}
	// A version that is no string stays "", which the sdk treats as absent too.
	_ = json.Unmarshal(metaFields[mcp.MetaKeyProtocolVersion], &m.meta.protocolVersion)
	if token := metaFields["progressToken"]; validID(token) {
		m.meta.progressToken = token
	}
	return nil
}

// errNotObject and errDuplicate are the two ways in which a valid JSON value
// is not what members wants.
var (
	errNotObject = errors.New("must be an object")
	errDuplicate = errors.New("has two members of one name")
)

// members splits a valid JSON object. Names are compared exactly, unlike in
// [json.Unmarshal] into a struct, and may stand only once: two readers that
// disagree about which of two counts could be played off against each other.
func members(object json.RawMessage) (map[string]json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(object))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, errNotObject
	}
	fields := make(map[string]json.RawMessage)
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		if _, seen := fields[key.(string)]; seen {
			return nil, errDuplicate
		}
		fields[key.(string)] = value
	}
	if _, err := dec.Token(); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return fields, nil
}

func isNull(raw json.RawMessage) bool { return string(raw) == "null" }

// validID reports whether raw is a JSON string or number, which is what MCP
// allows for request ids and progress tokens. It allows numbers that are no
// integers too: they are only ever echoed.
func validID(raw json.RawMessage) bool {
	if len(raw) == 0 || !json.Valid(raw) {
		return false
	}
	return raw[0] == '"' || raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9'
}

// idKey returns the same key for the same id: strings are compared by value,
// numbers by their spelling.
func idKey(id json.RawMessage) string {
	var s string
	if id[0] != '"' || json.Unmarshal(id, &s) != nil {
		return string(id)
	}
	return `"` + s
}
