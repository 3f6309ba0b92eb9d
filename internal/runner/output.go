package runner

import (
	"fmt"
	"unicode/utf8"
)

// DefaultMaxOutput is how many bytes of a stream are kept when
// [Spec.MaxOutput] is 0: about what clients pass on to a model.
const DefaultMaxOutput = 32 << 10

// Output is what a program wrote to one stream: all of it, or its beginning
// and its end. Both are valid UTF-8, and neither is cut inside a character, an
// escape sequence or a secret.
type Output struct {
	// Head is the whole text when Dropped is 0, else its beginning; Tail is
	// then its end, and "" otherwise.
	Head, Tail string

	// Total counts the bytes that the program wrote, as it wrote them.
	Total int64

	// Dropped counts the bytes of text between Head and Tail that were not
	// kept. It is measured after secrets were replaced and the text was
	// cleaned, so len(Head) + Dropped + len(Tail) is the exact length of the
	// text, which differs from Total by what cleaning and redaction changed.
	Dropped int64

	// Plain is what the program wrote, byte for byte and with its secrets: for
	// whoever knows the language of the text and can replace them better than
	// by their bytes, never to be shown. It is nil when there are no secrets to
	// replace, when the text is empty, or longer than [Spec.MaxOutput].
	Plain []byte
}

// String returns the text; a line between head and tail says how much is
// missing.
func (o Output) String() string { return o.Join("") }

// Join is String with a few words more in that line, about what is missing.
func (o Output) Join(words string) string {
	if o.Dropped == 0 {
		return o.Head + o.Tail
	}
	before, after := "\n", "\n"
	if o.Head == "" || o.Head[len(o.Head)-1] == '\n' {
		before = ""
	}
	return fmt.Sprintf("%s%s... [%d bytes omitted%s] ...%s%s", o.Head, before, o.Dropped, words, after, o.Tail)
}

// capture keeps the first and the last bytes of a text of any length, in
// memory of three times what it keeps.
type capture struct {
	headMax, tailMax int
	head, tail       []byte // tail may be longer than tailMax; its end counts
	size             int64
}

func newCapture(limit int) capture {
	if limit <= 0 {
		limit = DefaultMaxOutput
	}
	return capture{headMax: limit / 2, tailMax: limit - limit/2}
}

// fits reports whether the text would be kept whole with n bytes more.
func (c *capture) fits(n int) bool { return c.size+int64(n) <= int64(c.headMax+c.tailMax) }

func (c *capture) write(p []byte) {
	c.size += int64(len(p))
	if n := min(len(p), c.headMax-len(c.head)); n > 0 {
		c.head = append(c.head, p[:n]...)
		p = p[n:]
	}
	if len(p) >= c.tailMax {
		c.tail = append(c.tail[:0], p[len(p)-c.tailMax:]...)
		return
	}
	c.tail = append(c.tail, p...)
	// Moved only when it has doubled, so that each byte moves at most once.
	if len(c.tail) > 2*c.tailMax {
		n := copy(c.tail, c.tail[len(c.tail)-c.tailMax:])
		c.tail = c.tail[:n]
	}
}

// output returns what was kept; total is passed through.
func (c *capture) output(total int64) Output {
	head, tail := c.head, c.tail
	if len(tail) > c.tailMax {
		tail = tail[len(tail)-c.tailMax:]
	}
	if int64(len(head)+len(tail)) == c.size {
		return Output{Head: string(head) + string(tail), Total: total}
	}
	head = trimBrokenEnd(head)
	tail = trimBrokenStart(tail)
	return Output{
		Head:    string(head),
		Tail:    string(tail),
		Total:   total,
		Dropped: c.size - int64(len(head)) - int64(len(tail)),
	}
}

// trimBrokenEnd removes the beginning of a rune at the end of valid UTF-8 that
// was cut.
func trimBrokenEnd(p []byte) []byte {
	for i := len(p) - 1; i >= 0 && i >= len(p)-utf8.UTFMax; i-- {
		if utf8.RuneStart(p[i]) {
			if !utf8.FullRune(p[i:]) {
				return p[:i]
			}
			break
		}
	}
	return p
}

// trimBrokenStart removes the end of a rune at the start of valid UTF-8 that
// was cut.
func trimBrokenStart(p []byte) []byte {
	for len(p) > 0 && !utf8.RuneStart(p[0]) {
		p = p[1:]
	}
	return p
}
