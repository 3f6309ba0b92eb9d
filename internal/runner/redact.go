package runner

import (
	"slices"

	"github.com/nurucobra/nuru/internal/text"
)

const (
	// redacted stands in the output for each secret value.
	redacted = "[redacted]"

	// minSecret is the length in bytes under which a value is not looked for:
	// replacing every "1" or "yes" would destroy the output and, by what is
	// missing, tell the value all the same.
	minSecret = 4
)

// secret is a value that is looked for.
type secret struct {
	text  []byte
	joint func(byte) bool // it is not found beside these, see joint; nil: found anywhere
}

// redactor replaces secret values in a stream. A value is found however the
// stream is cut into pieces: bytes that may be the beginning of one are held
// back until they are known not to be. Occurrences that overlap are replaced
// together by one marker, so that no part of either is left.
//
// In plain text a value is found wherever its bytes stand, also behind a
// backslash: "C:\n123" hides n123, although in JSON the n would belong to an
// escape. Whoever knows that a text is JSON has to look into its strings
// instead. Only values that joint names need a border on both sides.
//
// It holds at most the longest secret between two pieces, whatever the stream
// contains.
type redactor struct {
	values  *matcher // nil: nothing is looked for
	before  []byte   // what stood before held, at most lookBack bytes
	held    []byte   // arrived, not yet passed on
	covered int      // leading bytes of held that a marker already stands for
	out     []byte

	replaced bool // something of the last piece
	searched bool // no secret ends in the next piece: it need not be looked at
}

func newRedactor(values []string) *redactor { return &redactor{values: newMatcher(values)} }

// cleaned returns the values as they look after cleaning. Cleaning can join
// what was apart ("tok\x1b[0men"), so that its result is searched as well.
func cleaned(values []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = text.Clean(v)
	}
	return out
}

// next takes a piece of the stream and returns what can be passed on, valid
// until the next call. last says that nothing follows.
func (r *redactor) next(p []byte, last bool) []byte {
	if r.values == nil {
		return p
	}
	in := p
	if len(r.held) > 0 {
		r.held = append(r.held, p...)
		in = r.held
	}
	hold := len(in)
	if !last {
		hold = r.beginning(in)
	}
	pos, out := r.covered, r.out[:0]
	var found []span
	if !r.searched {
		found = r.find(in, last)
	}
	r.replaced = len(found) > 0 || r.covered > 0
	for _, s := range found {
		switch {
		case s.start < pos: // overlaps what a marker stands for
			pos = max(pos, s.end)
		case s.start < hold:
			out = append(out, in[pos:s.start]...)
			out = append(out, redacted...)
			pos = s.end
		}
	}
	if pos < hold {
		out = append(out, in[pos:hold]...)
		pos = hold
	}
	r.covered = pos - hold
	r.before = append(r.before, in[max(0, hold-lookBack):hold]...)
	r.before = append(r.before[:0], r.before[max(0, len(r.before)-lookBack):]...)
	r.held = append(r.held[:0], in[hold:]...)
	r.out = out
	return out
}

// reach is how many bytes a secret has at most, with what stands before it and
// decides whether it is one.
func (r *redactor) reach() int {
	if r.values == nil {
		return 0
	}
	return r.values.longest + lookBack
}

// span is a half-open range of bytes.
type span struct{ start, end int }

// find returns where secrets stand in p, in order; those that overlap are one
// span. A word at the end of p is found only when last says that nothing
// follows.
func (r *redactor) find(p []byte, last bool) []span {
	if r.values == nil {
		return nil
	}
	m := r.values
	m.tree.Do(m.makeTree)
	if len(p) >= longText {
		m.table.Do(m.makeTable)
	}
	var found []span
	for i := m.candidate(p, 0); i < len(p); i = m.candidate(p, i+1) {
		end := 0
		m.each(p[i:], func(s *secret) {
			if at := (span{i, i + len(s.text)}); s.joint == nil || r.stands(p, at, s.joint, last) {
				end = at.end
			}
		})
		if n := len(found); n > 0 && i < found[n-1].end {
			found[n-1].end = max(found[n-1].end, end)
		} else if end > 0 {
			found = append(found, span{i, end})
		}
	}
	return found
}

// stands reports whether s has borders in p. At the end of p that is known
// only when last says that nothing follows.
func (r *redactor) stands(p []byte, s span, joint func(byte) bool, last bool) bool {
	if s.end == len(p) && !last || s.end < len(p) && joint(p[s.end]) {
		return false
	}
	before := p[max(0, s.start-lookBack):s.start]
	if n := lookBack - len(before); n > 0 {
		before = slices.Concat(r.before[max(0, len(r.before)-n):], before)
	}
	return !continues(before, joint)
}

// beginning returns where the longest end of p starts that a secret may begin
// with; len(p) when there is none. A word at the very end counts: what follows
// decides.
func (r *redactor) beginning(p []byte) int {
	m := r.values
	m.tree.Do(m.makeTree)
	for i := max(0, len(p)-m.longest); i < len(p); i++ {
		if m.starts[p[i]] && m.begins(p[i:]) {
			return i
		}
	}
	return len(p)
}
