package mcpserve

import (
	"bytes"
	"encoding/json"
)

// maxIDBytes bounds the id that is recovered from a broken line.
const maxIDBytes = 256

// outline follows the bytes of a line, in pieces of any size, and keeps only
// what a refusal needs to know of it: how deep it nests, and the top-level
// members that tell a request from a notification or a response. It also works
// for lines that are too long to hold and for text that is no valid JSON, where
// it promises nothing but to be harmless. The zero value is ready.
type outline struct {
	maxDepth int
	// members of the top-level object that were seen
	hasMethod, hasAnswer bool

	depth     int
	inString  bool
	escaped   bool
	inValue   bool   // at the top level, behind a colon
	key       []byte // the current or last top-level key, cut at maxIDBytes
	value     []byte // the current top-level value when its key is "id"
	firstID   []byte
	idCount   int
	notObject bool // something stands before or behind the top-level object
	closed    bool // the top-level object has ended
}

// feed takes the next bytes of the line.
func (o *outline) feed(p []byte) {
	for _, b := range p {
		if o.inString {
			o.stringByte(b)
			continue
		}
		o.structureByte(b)
	}
}

// stringByte takes a byte inside a string, its closing quote included.
func (o *outline) stringByte(b byte) {
	o.keep(b)
	switch {
	case o.escaped:
		o.escaped = false
	case b == '\\':
		o.escaped = true
	case b == '"':
		o.inString = false
	}
}

// structureByte takes a byte outside strings.
func (o *outline) structureByte(b byte) {
	if isBlank(b) {
		o.keep(b) // "1 2" must not become 12
		return
	}
	if o.depth == 0 && (b != '{' || o.closed) {
		o.notObject = true
	}
	switch b {
	case '{', '[':
		o.keep(b)
		o.depth++
		o.maxDepth = max(o.maxDepth, o.depth)
	case '}', ']':
		if o.depth == 1 {
			o.endMember()
			o.closed = true
		}
		o.depth--
	case ',':
		if o.depth == 1 {
			o.endMember()
		}
	case ':':
		if o.inValue {
			o.keep(b) // "1:2" must not become 12
		} else if o.depth == 1 {
			o.inValue = true
		}
	case '"':
		if o.depth == 1 && !o.inValue {
			o.key = o.key[:0]
		}
		o.inString = true
		o.keep(b)
	default:
		o.keep(b)
	}
}

// keep records a byte of a top-level key, or of the value of "id".
func (o *outline) keep(b byte) {
	switch {
	case o.depth != 1:
	case !o.inValue:
		if len(o.key) < maxIDBytes {
			o.key = append(o.key, b)
		}
	case len(o.value) <= maxIDBytes && string(bytes.TrimRight(o.key, blanks)) == `"id"`:
		o.value = append(o.value, b)
	}
}

// endMember closes a member of the top-level object.
func (o *outline) endMember() {
	switch string(bytes.TrimRight(o.key, blanks)) {
	case `"id"`:
		if o.idCount++; o.idCount == 1 {
			o.firstID = bytes.Clone(bytes.Trim(o.value, blanks))
		}
	case `"method"`:
		o.hasMethod = true
	case `"result"`, `"error"`:
		o.hasAnswer = true
	}
	o.inValue = false
	o.key, o.value = o.key[:0], o.value[:0]
}

// id returns the request id of the line, or nil when the line has none, more
// than one, or one that cannot be told for certain.
func (o *outline) id() json.RawMessage {
	if o.idCount != 1 || o.notObject || len(o.firstID) > maxIDBytes || !validID(o.firstID) {
		return nil
	}
	return o.firstID
}

// complete reports whether the line was, as far as brackets go, one object.
func (o *outline) complete() bool { return o.closed && !o.notObject && o.depth == 0 && !o.inString }

// blanks may surround a message, and the tokens in it. The fourth blank of
// JSON ends a line.
const blanks = " \t\r"

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }
