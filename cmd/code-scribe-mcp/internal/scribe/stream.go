package scribe

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/redact"
	"github.com/nurucobra/nuru/internal/text"
)

// stream takes one output of the program: cleaned first, so that escape
// sequences cannot hide a secret, then redacted, then cut, so that no secret
// is cut in two, and told line by line.
type stream struct {
	mu       sync.Mutex
	cleaner  text.Cleaner
	redactor io.WriteCloser
	kept     kept
	closed   bool
}

func newStream(r *redact.Redactor, limit int, progress Progress) *stream {
	s := &stream{kept: kept{limit: limit, progress: progress}}
	s.redactor = r.Writer(&s.kept)
	return s
}

// Write never fails. After close it does nothing: what a process left behind
// writes is lost.
func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		_, _ = s.redactor.Write(s.cleaner.Append(nil, p)) // kept takes everything
	}
	return len(p), nil
}

// close returns what was kept, and whether some was not. It may be called
// once.
func (s *stream) close() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	_, _ = s.redactor.Write(s.cleaner.Flush(nil))
	_ = s.redactor.Close()
	return s.kept.close()
}

// kept is the beginning of a text, and a listener to its lines.
type kept struct {
	limit    int
	progress Progress
	text     strings.Builder
	lost     int
	line     []byte
}

// maxLine bounds what is told of one line.
const maxLine = 1024

func (k *kept) Write(p []byte) (int, error) {
	n := len(p)
	k.tell(p)
	if k.lost == 0 {
		room := min(len(p), k.limit-k.text.Len())
		for room < len(p) && room > 0 && !utf8.RuneStart(p[room]) {
			room--
		}
		k.text.Write(p[:room])
		p = p[room:]
	}
	k.lost += len(p)
	return n, nil
}

func (k *kept) tell(p []byte) {
	if k.progress == nil {
		return
	}
	for len(p) > 0 {
		line, rest, ended := bytes.Cut(p, []byte("\n"))
		k.line = append(k.line, line[:min(len(line), maxLine-len(k.line))]...)
		p = rest
		if ended {
			k.flush()
		}
	}
}

func (k *kept) flush() {
	if line := strings.TrimSpace(strings.ToValidUTF8(string(k.line), "")); line != "" && k.progress != nil {
		k.progress(line)
	}
	k.line = k.line[:0]
}

func (k *kept) close() (string, bool) {
	k.flush()
	if k.lost == 0 {
		return k.text.String(), false
	}
	return fmt.Sprintf("%s\n[cut here: %d more bytes]\n", k.text.String(), k.lost), true
}
