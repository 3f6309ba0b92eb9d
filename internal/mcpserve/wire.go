package mcpserve

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxErrorText bounds the message of an error in bytes. The sdk's own messages
// may repeat all params.
const maxErrorText = 500

// responseText is the answer to a request. A nil id is written as null.
func responseText(id, result json.RawMessage) []byte {
	if len(result) == 0 {
		result = json.RawMessage("{}")
	}
	return join(`{"jsonrpc":"2.0","id":`, orNull(id), `,"result":`, result, `}`)
}

// errorText is the answer to a request that failed.
func errorText(id json.RawMessage, e *jsonrpc.Error) []byte {
	short := *e
	short.Message = clip(e.Message, maxErrorText)
	return join(`{"jsonrpc":"2.0","id":`, orNull(id), `,"error":`, marshal(&short), `}`)
}

// notificationText is a notification; its params must be an object.
func notificationText(method string, params json.RawMessage) []byte {
	return join(`{"jsonrpc":"2.0","method":`, marshal(method), `,"params":`, params, `}`)
}

func orNull(id json.RawMessage) json.RawMessage {
	if id == nil {
		return json.RawMessage("null")
	}
	return id
}

func join(a string, b []byte, c string, d []byte, e string) []byte {
	text := make([]byte, 0, len(a)+len(b)+len(c)+len(d)+len(e)+1)
	text = append(append(text, a...), b...)
	text = append(append(text, c...), d...)
	return append(text, e...)
}

// marshal encodes v without escaping HTML. v must be of a type that always can
// be encoded.
func marshal(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'})
}

// wireError makes an error of the protocol of any error of the sdk. Plain
// errors would go out with the code 0, which JSON-RPC does not have; those
// that can occur here are about initialize, missing, twice or malformed.
func wireError(method string, err error) *jsonrpc.Error {
	e := jsonrpc.Error{Message: withoutParams(err.Error())}
	var coded *jsonrpc.Error
	if errors.As(err, &coded) {
		e.Code, e.Data = coded.Code, coded.Data
	}
	switch {
	case e.Code != 0:
	case method == methodInitialize && !strings.HasPrefix(e.Message, "duplicate"):
		e.Code = jsonrpc.CodeInvalidParams
	default:
		e.Code = jsonrpc.CodeInvalidRequest
	}
	return &e
}

// withoutParams cuts an error of the sdk where it begins to repeat the
// parameters of the request, which may hold secrets.
func withoutParams(message string) string {
	before, _, found := strings.Cut(message, "unmarshaling ")
	if !found {
		return message
	}
	return strings.TrimRight(before, ": ") + ": they do not have the form that the protocol gives them"
}

// restoreSubscriptionID puts the client's id for our number in the _meta of an
// object, where the sdk repeats the id of a subscriptions/listen request. What
// has no such member is returned as it is.
func (t *requests) restoreSubscriptionID(object json.RawMessage) json.RawMessage {
	fields, err := members(object)
	if err != nil {
		return object
	}
	meta, err := members(fields["_meta"])
	if err != nil {
		return object
	}
	number, err := strconv.ParseInt(string(meta[mcp.MetaKeySubscriptionID]), 10, 64)
	if err != nil {
		return object
	}
	r := t.get(number)
	if r == nil {
		return object
	}
	meta[mcp.MetaKeySubscriptionID] = r.id
	fields["_meta"] = marshal(meta)
	return marshal(fields)
}
