package runner

import (
	"bytes"

	"github.com/nurucobra/nuru/internal/text"
)

// maxLine bounds, in bytes, the lines given to [Spec.OnLine]: enough for a
// progress message, little enough for a notification.
const maxLine = 1024

// lineWatch tells the newest line of a text while it arrives. Lines that
// arrive together are told once, by the last that is not blank: a flood of
// lines costs a call for each read, not for each line.
type lineWatch struct {
	tell func(string)
	tidy func(string) string // nil: lines arrive fit to be shown
	open []byte              // the line that has not ended, at most maxLine bytes
}

func (w *lineWatch) write(p []byte) {
	end := bytes.LastIndexByte(p, '\n')
	if end < 0 {
		w.extend(p)
		return
	}
	if line := w.newest(p[:end]); line != "" {
		w.tell(line)
	}
	w.open = w.open[:0]
	w.extend(p[end+1:])
}

// end tells the last line when it was not ended.
func (w *lineWatch) end() {
	if line := w.shown(w.open); line != "" {
		w.tell(line)
	}
	w.open = w.open[:0]
}

// newest returns the last line of ended, which continues the open one, that is
// not blank.
func (w *lineWatch) newest(ended []byte) string {
	for {
		i := bytes.LastIndexByte(ended, '\n')
		if i < 0 {
			w.extend(ended)
			return w.shown(w.open)
		}
		if line := w.shown(ended[i+1:]); line != "" {
			return line
		}
		ended = ended[:i]
	}
}

func (w *lineWatch) extend(p []byte) {
	w.open = append(w.open, p[:min(len(p), maxLine-len(w.open))]...)
}

// shown returns line as it is told, "" when it is blank.
func (w *lineWatch) shown(line []byte) string {
	line = trimBrokenEnd(line[:min(len(line), maxLine)])
	line = bytes.TrimSpace(line)
	if w.tidy == nil {
		return string(line)
	}
	return string(bytes.TrimSpace([]byte(w.tidy(string(line)))))
}

// tidyRaw returns the tidy function for a text that is kept raw.
func tidyRaw(secrets []string) func(string) string {
	secrets = cleaned(secrets)
	return func(line string) string {
		return string(newRedactor(secrets).next([]byte(text.Clean(line)), true))
	}
}
