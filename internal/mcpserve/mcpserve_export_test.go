package mcpserve

import "encoding/json"

// OutlineID feeds pieces of a line to the outline and returns the id it finds,
// "" for none.
func OutlineID(pieces ...string) string {
	var o outline
	for _, p := range pieces {
		o.feed([]byte(p))
	}
	return string(o.id())
}

// Cancels reports whether a request of that method that is in flight can be
// cancelled.
func Cancels(method string) bool {
	t := newRequests()
	r := &request{id: json.RawMessage("1"), method: method}
	return t.add(r) && t.cancel(r.id) == r
}
