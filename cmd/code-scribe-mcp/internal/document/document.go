// Package document reads JSON and TOML into one tree that keeps the order of
// the members and the line of each, so that whatever is wrong with a file can
// be said with its place.
//
// [JSON] takes comments and trailing commas; [TOML] is TOML 1.0.
package document

import "fmt"

// Kind is what a [Node] holds.
type Kind string

// The kinds, as error messages call them.
const (
	Object Kind = "object"
	Array  Kind = "array"
	String Kind = "string"
	Number Kind = "number"
	Bool   Kind = "boolean"
	Null   Kind = "null"
	Date   Kind = "date"
)

// Node is one value.
type Node struct {
	Kind    Kind
	Line    int      // from 1
	Text    string   // of a String, Number, Bool ("true") or Date
	Members []Member // of an Object, in the file's order, keys unique
	Items   []*Node  // of an Array
}

// Member is one member of an object.
type Member struct {
	Key   string
	Value *Node
}

// Get returns the member named key, nil if there is none or n is nil.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for _, m := range n.Members {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// SyntaxError says where a file cannot be read. It never quotes the file,
// which may hold secrets.
type SyntaxError struct {
	Line    int
	Message string
}

// Error returns "line 3: message".
func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

func failAt(line int, format string, args ...any) *SyntaxError {
	return &SyntaxError{Line: line, Message: fmt.Sprintf(format, args...)}
}

// maxDepth bounds what is built recursively.
const maxDepth = 64
