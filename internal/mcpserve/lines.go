package mcpserve

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// line is one line of input without its end.
type line struct {
	text    []byte // without blanks around it and byte order mark; nil when too long
	size    int    // bytes as read, line end not counted
	tooLong bool
	outline outline
}

// lineReader cuts a stream into lines and holds at most limit bytes of one.
type lineReader struct {
	r     *bufio.Reader
	limit int
}

func newLineReader(r io.Reader, limit int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// byteOrderMark is U+FEFF in UTF-8. RFC 8259 lets a reader ignore it.
var byteOrderMark = []byte("\xef\xbb\xbf")

// next returns the next line; the last one need not have an end. After that
// the error is the stream's, as a rule io.EOF. Line and error never come
// together.
func (lr *lineReader) next() (*line, error) {
	var l line
	var held []byte
	for first := true; ; first = false {
		piece, err := lr.r.ReadSlice('\n')
		if len(piece) == 0 && first {
			return nil, err
		}
		piece = bytes.TrimSuffix(piece, []byte{'\n'})
		l.size += len(piece)
		if first {
			piece = bytes.TrimPrefix(piece, byteOrderMark)
		}
		l.outline.feed(piece)
		if l.tooLong = l.tooLong || len(held)+len(piece) > lr.limit; l.tooLong {
			held = nil
		} else {
			held = append(held, piece...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			// An error behind an unfinished line comes again with the next call.
			l.text = bytes.Trim(held, blanks)
			return &l, nil
		}
	}
}
