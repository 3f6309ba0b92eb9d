package nurucobra

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// heldWriter takes nothing before it is released.
type heldWriter struct {
	release chan struct{}
	bytes.Buffer
}

func (w *heldWriter) Write(p []byte) (int, error) {
	<-w.release
	return w.Buffer.Write(p)
}

// Lines that find no room are counted, and the count is told also when no line
// follows them.
func TestLineBuffer_tells_what_was_lost(t *testing.T) {
	w := &heldWriter{release: make(chan struct{})}
	b := newLineBuffer(w)
	const lost = 7
	// One line may be on its way already, beside those in the buffer.
	for i := range bufferedLines + 1 + lost {
		fmt.Fprintf(b, "line %d\n", i)
	}
	close(w.release)
	b.close()
	<-b.done
	text := w.String()
	lines := bytes.Count([]byte(text), []byte("line "))
	assert.Contains(t, text, fmt.Sprintf("(%d log lines lost)\n", bufferedLines+1+lost-lines))
	assert.GreaterOrEqual(t, lines, bufferedLines)
}
