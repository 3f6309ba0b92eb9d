package redact

import (
	"bytes"
	"cmp"
	"slices"
)

// span is a half-open range of bytes.
type span struct{ start, end int }

// merge sorts spans and joins those that overlap or touch.
func merge(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.start <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, s.end)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// exact replaces known values in a stream. Every byte that belongs to an
// occurrence of a value is left out, and each unbroken run of such bytes
// becomes one mark: that is a property of the text, not of its pieces. Bytes
// that may begin an occurrence are held back, at most the longest value less
// one byte.
type exact struct {
	secrets [][]byte // longest first
	index   *index
	held    []byte
	covered int  // leading bytes of held that belong to an occurrence begun before
	inRun   bool // the last byte that went out or was left out belonged to one
}

// next returns what can be passed on after p has arrived; last says that
// nothing follows.
func (e *exact) next(p []byte, last bool) []byte {
	if len(e.secrets) == 0 {
		return p
	}
	in := append(e.held, p...)
	hold := len(in)
	if !last {
		hold = e.beginning(in)
	}
	spans := e.occurrences(in)
	if e.covered > 0 {
		spans = append(spans, span{0, e.covered})
	}
	spans = merge(spans)
	var out []byte
	pos, covered := 0, e.covered-hold
	for _, s := range spans {
		if s.start >= hold {
			break
		}
		if s.start > pos {
			out = append(out, in[pos:s.start]...)
			e.inRun = false
		}
		if !e.inRun {
			out = append(out, Mark...)
			e.inRun = true
		}
		pos = min(s.end, hold)
		covered = s.end - hold
	}
	if pos < hold {
		out = append(out, in[pos:hold]...)
		e.inRun = false
	}
	e.covered = max(0, covered)
	e.held = append([]byte(nil), in[hold:]...)
	return out
}

// index finds the secrets that may begin at a place by their first bytes: of
// one secret there are a hundred forms, most of which begin alike. All secrets
// are at least as long as a key of byFour.
type index struct {
	pairs  [1 << 16]bool // by the first two bytes
	byFour map[[4]byte][][]byte
}

func newIndex(secrets [][]byte) *index {
	x := &index{byFour: map[[4]byte][][]byte{}}
	for _, s := range secrets {
		x.pairs[int(s[0])<<8|int(s[1])] = true
		x.byFour[[4]byte(s)] = append(x.byFour[[4]byte(s)], s)
	}
	return x
}

// at returns the secrets that may begin where p does, which has four bytes at
// least.
func (x *index) at(p []byte) [][]byte {
	if !x.pairs[int(p[0])<<8|int(p[1])] {
		return nil
	}
	return x.byFour[[4]byte(p)]
}

func (e *exact) occurrences(in []byte) []span {
	var found []span
	for i := 0; i+4 <= len(in); i++ {
		for _, secret := range e.index.at(in[i:]) {
			if bytes.HasPrefix(in[i:], secret) {
				found = append(found, span{i, i + len(secret)})
			}
		}
	}
	return found
}

// beginning returns the first place from which to the end in is the beginning
// of a secret that has not fully arrived; len(in) if there is none.
func (e *exact) beginning(in []byte) int {
	longest := len(e.secrets[0])
	for i := max(0, len(in)-longest+1); i < len(in); i++ {
		candidates := e.secrets
		if i+4 <= len(in) {
			candidates = e.index.at(in[i:])
		}
		for _, secret := range candidates {
			if len(secret) > len(in)-i && bytes.HasPrefix(secret, in[i:]) {
				return i
			}
		}
	}
	return len(in)
}
