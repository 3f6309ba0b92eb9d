package spool

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"unicode/utf8"
)

// Range says what to read: bytes from Offset on, or, when FromLine is not 0,
// lines from that one on.
type Range struct {
	// Offset is the first byte, 0 the beginning. Inside a character it means
	// the next one.
	Offset int64
	// Limit is how many bytes to read at most; a character that is longer is
	// read all the same.
	Limit int64
	// FromLine is the first line, counted from 1.
	FromLine int64
	// Lines is how many lines to read at most; 0 means as many as fit into
	// Limit, which cuts a line only when it alone is longer.
	Lines int64
}

// Page is a part of a stream. Pages that are read one after another, each from
// the End of the last, make the whole text.
type Page struct {
	Text string
	// Offset and End are its place, in bytes.
	Offset, End int64
	// Line is the number of the line that it begins in, Last of that in which
	// its last byte stands.
	Line, Last int64
	// Whole says that it ends with a line.
	Whole bool
	// Total and TotalLines are the size of the stream, of which the first Kept
	// bytes can be read.
	Total, TotalLines, Kept int64
}

// More reports whether there is more to be read.
func (p Page) More() bool { return p.End < p.Kept }

const chunk = 64 << 10

// Read returns a part of a stream of a call that has ended. The error says what
// is wrong with the id, the stream or the range.
func (s *Spool) Read(id, stream string, r Range) (Page, error) {
	st, err := s.find(id, stream)
	if err != nil {
		return Page{}, err
	}
	f, err := os.Open(st.path)
	if err != nil {
		return Page{}, unknown(id) // it has just made way
	}
	defer f.Close()
	p := Page{Total: st.total, TotalLines: st.lines(), Kept: st.kept}
	if err := p.check(r); err != nil {
		return Page{}, err
	}
	if err := p.seek(f, r); err != nil {
		return Page{}, fmt.Errorf("reading what is kept of call %q: %w", id, cause(err))
	}
	if r.FromLine > 0 && (p.Line < r.FromLine || p.Offset == p.Kept) {
		return Page{}, notKept(fmt.Sprintf("line %d", r.FromLine), p)
	}
	if err := p.fill(f, r); err != nil {
		return Page{}, fmt.Errorf("reading what is kept of call %q: %w", id, cause(err))
	}
	return p, nil
}

func cause(err error) error { return fmt.Errorf("%s", reason(err)) }

// check refuses ranges that begin where nothing is.
func (p *Page) check(r Range) error {
	switch {
	case r.FromLine > p.TotalLines:
		return fmt.Errorf("line %d is behind the end: there are %d lines", r.FromLine, p.TotalLines)
	case r.FromLine == 0 && r.Offset > p.Total:
		return fmt.Errorf("offset %d is behind the end: there are %d bytes", r.Offset, p.Total)
	case r.FromLine == 0 && r.Offset >= p.Kept && p.Kept < p.Total:
		return notKept(fmt.Sprintf("offset %d", r.Offset), *p)
	}
	return nil
}

func notKept(what string, p Page) error {
	return fmt.Errorf("%s is not kept: of %d bytes only the first %d are", what, p.Total, p.Kept)
}

// seek sets Offset and Line to where the range begins.
func (p *Page) seek(f io.ReaderAt, r Range) error {
	p.Line = 1
	var buf [chunk]byte
	for p.Offset < p.Kept && (r.FromLine > p.Line || r.FromLine == 0 && p.Offset < r.Offset) {
		size := min(chunk, p.Kept-p.Offset)
		if r.FromLine == 0 {
			size = min(size, r.Offset-p.Offset)
		}
		b := buf[:size]
		if _, err := f.ReadAt(b, p.Offset); err != nil {
			return err
		}
		n, lines := int64(len(b)), int64(bytes.Count(b, newline))
		if r.FromLine > 0 && p.Line+lines >= r.FromLine {
			n, lines = behindLines(b, r.FromLine-p.Line), r.FromLine-p.Line
		}
		p.Offset += n
		p.Line += lines
	}
	return nil
}

var newline = []byte{'\n'}

// behindLines is where n lines of b end, at most len(b).
func behindLines(b []byte, n int64) (end int64) {
	for ; n > 0; n-- {
		i := bytes.IndexByte(b[end:], '\n')
		if i < 0 {
			return int64(len(b))
		}
		end += int64(i) + 1
	}
	return end
}

// fill reads the text from Offset on.
func (p *Page) fill(f io.ReaderAt, r Range) error {
	limit := min(max(r.Limit, 1), p.Kept) // any number may be asked for
	// One character more at either end: both may be cut by the range.
	b := make([]byte, min(limit+2*utf8.UTFMax, p.Kept-p.Offset))
	if _, err := f.ReadAt(b, p.Offset); err != nil {
		return err
	}
	for len(b) > 0 && !utf8.RuneStart(b[0]) {
		b = b[1:]
		p.Offset++
	}
	toEnd := int64(len(b)) <= limit
	if !toEnd {
		end := wholeRunes(b[:limit])
		if end == 0 {
			_, end = utf8.DecodeRune(b)
		}
		b = b[:end]
	}
	if r.FromLine > 0 {
		if r.Lines > 0 && int64(bytes.Count(b, newline)) >= r.Lines {
			b = b[:behindLines(b, r.Lines)]
		} else if i := bytes.LastIndexByte(b, '\n'); i >= 0 && !toEnd {
			b = b[:i+1]
		}
	}
	p.Text = string(b)
	p.End = p.Offset + int64(len(b))
	p.Last = p.Line + int64(bytes.Count(b, newline))
	p.Whole = len(b) > 0 && b[len(b)-1] == '\n'
	if p.Whole {
		p.Last--
	}
	return nil
}
