package redact

import (
	"bytes"
	"io"
	"slices"
)

// A line longer than maxLine is searched in parts, so that a flood without
// newlines stays in bounded memory. Of a full part the last overlap bytes are
// looked at once more together with what follows: no pattern needs more to be
// recognised.
const (
	maxLine = 64 << 10
	overlap = 4 << 10
)

// Writer returns a writer that passes to dst what is written to it, without
// secrets. Whole lines are passed on, so that patterns see what belongs
// together; Close passes on the rest and does not close dst. An error of dst
// is returned and kept. Not for concurrent use.
func (r *Redactor) Writer(dst io.Writer) io.WriteCloser {
	w := &writer{dst: dst}
	if r != nil {
		w.exact.secrets, w.exact.index = r.secrets, r.index
	}
	return w
}

type writer struct {
	dst   io.Writer
	exact exact
	line  []byte
	// swallow: a mark went out for a value that reached the end of a full
	// part, the rest of the value is left out.
	swallow bool
	err     error
}

func (w *writer) Write(p []byte) (int, error) {
	w.feed(w.exact.next(p, false))
	if w.err != nil {
		return 0, w.err
	}
	return len(p), nil
}

func (w *writer) Close() error {
	w.feed(w.exact.next(nil, true))
	w.send(replace(w.line, findPatterns(w.line)))
	w.line, w.swallow = nil, false
	return w.err
}

// feed cuts at newlines and at full parts; where it cuts depends on the text
// alone.
func (w *writer) feed(p []byte) {
	for len(p) > 0 && w.err == nil {
		if w.swallow {
			i := bytes.IndexAny(p, " \t\n\"'")
			if i < 0 {
				return
			}
			p, w.swallow = p[i:], false
		}
		n := min(len(p), maxLine-len(w.line))
		newline := bytes.IndexByte(p[:n], '\n')
		if newline >= 0 {
			n = newline + 1
		}
		w.line, p = append(w.line, p[:n]...), p[n:]
		switch {
		case newline >= 0:
			w.send(replace(w.line, findPatterns(w.line)))
			w.line = w.line[:0]
		case len(w.line) == maxLine:
			w.part()
		}
	}
}

// part sends the beginning of a full part. A match is never cut in two: the
// cut is before it, or, if it fills the part, behind it.
func (w *writer) part() {
	found := findPatterns(w.line)
	cut := maxLine - overlap
	for moved := true; moved; {
		moved = false
		for _, m := range found {
			if m.from < cut && cut < m.secret.end {
				cut, moved = m.from, true
			}
		}
	}
	if cut == 0 {
		for _, m := range found {
			if m.from == 0 {
				cut = max(cut, m.secret.end)
			}
		}
		w.swallow = cut == maxLine
	}
	before := slices.DeleteFunc(found, func(m match) bool { return m.secret.end > cut })
	w.send(replace(w.line[:cut], before))
	w.line = append(w.line[:0], w.line[cut:]...)
}

func (w *writer) send(p []byte) {
	if len(p) > 0 && w.err == nil {
		_, w.err = w.dst.Write(p)
	}
}

// replace puts a mark in place of each secret; those that overlap or touch get
// one together.
func replace(p []byte, found []match) []byte {
	if len(found) == 0 {
		return p
	}
	spans := make([]span, len(found))
	for i, m := range found {
		spans[i] = m.secret
	}
	var out []byte
	pos := 0
	for _, s := range merge(spans) {
		out = append(append(out, p[pos:s.start]...), Mark...)
		pos = s.end
	}
	return append(out, p[pos:]...)
}
