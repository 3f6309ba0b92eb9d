package engine

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/nurucobra/nuru/internal/ordered"
	"github.com/nurucobra/nuru/internal/runner"
	"github.com/nurucobra/nuru/internal/spool"
)

// The names of the streams, for [spool.Spool.Read].
const (
	Stdout = "stdout"
	Stderr = "stderr"
)

// ReadOutput is the name of the tool that reads what a reply had no room for.
const ReadOutput = "read_output"

// rest is what of one call's output the reply has no room for.
type rest struct {
	spool *spool.Spool // nil: nobody could read it
	call  *spool.Call
	limit int // of a reply
	hide  hider
	out   lineRedactor
	err   lineRedactor
}

func (e *Engine) rest(hide hider) *rest {
	r := &rest{spool: e.config.Spool, limit: e.config.MaxOutput, hide: hide}
	if r.limit == 0 {
		r.limit = runner.DefaultMaxOutput
	}
	r.call = r.spool.Begin()
	return r
}

// writer is the function for [runner.Spec.OnOverflow].
func (r *rest) writer(stderr bool) io.Writer {
	name, lines := Stdout, &r.out
	if stderr {
		name, lines = Stderr, &r.err
	}
	st := r.call.Stream(name)
	if r.hide == nil {
		return st
	}
	*lines = lineRedactor{to: st, replacer: r.hide()}
	return lines
}

// excerpt is an output as the reply shows it.
type excerpt struct {
	runner.Output
	text string // with a word on where the rest is
	kept int64  // bytes that read_output has of it
}

// reply returns both outputs as the reply shows them, once nothing is written
// any more.
func (r *rest) reply(res runner.Result) (stdout, stderr excerpt) {
	r.out.end()
	r.err.end()
	stdout, stderr = r.stream(Stdout, res.Stdout), r.stream(Stderr, res.Stderr)
	r.call.End()
	return stdout, stderr
}

func (r *rest) stream(name string, o runner.Output) excerpt {
	cut := o.Cut(r.limit)
	if o.Dropped == 0 {
		// Here is all of it, with its secrets found better than by their bytes.
		r.call.Drop(name)
		if cut.Dropped > 0 {
			_, _ = io.WriteString(r.call.Stream(name), o.Head)
		}
	}
	if cut.Dropped == 0 || r.spool == nil {
		return excerpt{Output: cut, text: cut.String()}
	}
	s := excerpt{Output: cut}
	var total int64
	if total, s.kept = r.call.Size(name); s.kept > 0 {
		// What decoding showed has changed the length.
		s.Dropped = total - int64(len(s.Head)+len(s.Tail))
	}
	s.text = cut.Join(r.where(name, s))
	return s
}

// where says how to read what is missing.
func (r *rest) where(name string, s excerpt) string {
	from := int64(len(s.Head))
	if line := s.Head[strings.LastIndexByte(s.Head, '\n')+1:]; r.hide != nil && (strings.Contains(line, `\`) || strings.Contains(line, redacted)) {
		from -= int64(len(line)) // as a whole it may read otherwise
	}
	missing := s.kept - from
	if missing <= 0 {
		return ", not kept"
	}
	arguments := ordered.Object{{Key: "call", Value: r.call.ID}}
	if name == Stderr {
		arguments = append(arguments, ordered.Member{Key: "stderr", Value: true})
	}
	arguments = append(arguments, ordered.Member{Key: "offset", Value: from})
	call, _ := ordered.Compact(arguments) // plain values always encode
	if s.kept < int64(len(s.Head))+s.Dropped {
		return fmt.Sprintf("; %s %s reads the first %d of them", ReadOutput, call, missing)
	}
	return fmt.Sprintf("; %s %s reads them", ReadOutput, call)
}

// lineRedactor takes out of the lines of a text what only decoding shows (see
// replacer.escaped), and writes them on.
type lineRedactor struct {
	to       io.Writer // nil: nobody writes
	replacer *replacer
	line     []byte // what has come of a line and is not written yet
	begun    bool   // the line's beginning is: it was too long to be read as a whole
}

// maxRedactedLine bounds the lines that are read as JSON, and what is held.
const maxRedactedLine = maxJSON

// maxEscape is how many bytes stand for one at the most: \\u0041.
const maxEscape = 7

func (l *lineRedactor) Write(p []byte) (int, error) {
	n := len(p)
	end := bytes.LastIndexByte(p, '\n') + 1
	if end > 0 && !l.suspicious() && bytes.IndexByte(p[:end], '\\') < 0 {
		l.pass(p[:end]) // a flood costs next to nothing
		p = p[end:]
	}
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n') + 1
		if end == 0 {
			l.hold(p)
			break
		}
		l.hold(p[:end])
		l.end()
		p = p[end:]
	}
	return n, nil
}

// suspicious reports whether what is held must be decoded.
func (l *lineRedactor) suspicious() bool { return bytes.IndexByte(l.line, '\\') >= 0 }

// pass writes the line that has begun, and p, which ends one.
func (l *lineRedactor) pass(p []byte) {
	if len(l.line) > 0 {
		_, _ = l.to.Write(l.line)
		l.line = l.line[:0]
	}
	_, _ = l.to.Write(p)
	l.begun = false
}

// hold keeps p. Of a line that gets too long the beginning goes on, as text:
// all but what may belong to a secret that has not ended.
func (l *lineRedactor) hold(p []byte) {
	l.line = append(l.line, p...)
	if len(l.line) <= maxRedactedLine {
		return
	}
	l.begun = true
	cut := len(l.line)
	if l.suspicious() {
		cut = max(0, cut-maxEscape*l.replacer.longest())
	}
	line := string(l.line)
	spans := l.replacer.hidden(line)
	for i, sp := range spans {
		if sp.end > cut {
			cut, spans = min(cut, sp.start), spans[:i]
			break
		}
	}
	_, _ = io.WriteString(l.to, mask(line[:cut], spans))
	l.line = append(l.line[:0], line[cut:]...)
}

// end ends the line.
func (l *lineRedactor) end() {
	if len(l.line) > 0 {
		line := l.line
		if l.suspicious() {
			if text := string(line); l.begun {
				line = []byte(l.replacer.behindEscapes(text))
			} else {
				line = []byte(l.replacer.escaped(text))
			}
		}
		_, _ = l.to.Write(line)
		l.line = l.line[:0]
	}
	l.begun = false
}
