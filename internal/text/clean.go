// Package text makes text that strangers wrote fit to be read: by a person in
// a terminal, and by a model that takes every character of it for content.
//
// [Clean] is for a text at hand, [Cleaner] for one that arrives in pieces.
package text

import "unicode/utf8"

// Clean returns s as a reader would have seen it: valid UTF-8 in which only
// newline and tab are left of the control characters.
//
//   - A byte that is not part of valid UTF-8 becomes U+FFFD, one for each byte.
//   - Escape sequences (CSI, OSC, DCS and the like, also begun with a C1
//     character) are removed with their contents. A string sequence that is
//     never closed ends at the end of its line, so that it cannot swallow the
//     rest of the text.
//   - "\r\n", a lone "\r", U+2028 and U+2029 become "\n".
//   - Other C0 and C1 controls, DEL, bidirectional controls and characters
//     that show nothing (zero-width, tags, variation selectors, fillers) are
//     removed.
//
// Clean(Clean(s)) == Clean(s).
func Clean(s string) string {
	if plainPrefix([]byte(s)) == len(s) {
		return s
	}
	var c Cleaner
	out := c.Append(make([]byte, 0, len(s)), []byte(s))
	return string(c.Flush(out))
}

// Cleaner does what [Clean] does to a text that arrives in pieces: sequences
// and characters may be split anywhere. The zero value is ready; it holds a
// few bytes, whatever the length of the text. Not for concurrent use.
type Cleaner struct {
	// Raw makes the Cleaner repair UTF-8 and leave everything else alone.
	Raw bool

	state   state
	afterCR bool // the last rune was '\r', already written as '\n'
	partial [utf8.UTFMax]byte
	held    int // bytes of a rune in partial whose rest has not arrived
}

// state says which part of an escape sequence comes next.
type state uint8

const (
	ground       state = iota // text
	escape                    // after ESC
	intermediate              // after ESC and an intermediate byte
	control                   // inside CSI
	str                       // inside OSC, DCS, SOS, PM, APC
	strEscape                 // after ESC inside str
)

const (
	bel = 0x07
	can = 0x18
	sub = 0x1a
	esc = 0x1b
	st  = 0x9c // C1 string terminator
)

// Append cleans p, the next piece of the text, and appends the result to dst.
// The last bytes may be held back until the rest of their rune arrives.
func (c *Cleaner) Append(dst, p []byte) []byte {
	dst, p = c.completePartial(dst, p)
	if c.Raw && utf8.Valid(p) {
		return append(dst, p...)
	}
	for len(p) > 0 {
		if c.state == ground && !c.afterCR && !c.Raw {
			n := plainPrefix(p)
			dst = append(dst, p[:n]...)
			p = p[n:]
			// Zeros are what a flood of anything but text is made of.
			for len(p) > 0 && p[0] == 0 {
				p = p[1:]
			}
			if len(p) == 0 {
				break
			}
		}
		if p[0] < utf8.RuneSelf {
			dst = c.step(dst, rune(p[0]))
			p = p[1:]
			continue
		}
		if !utf8.FullRune(p) {
			c.held = copy(c.partial[:], p)
			break
		}
		r, size := utf8.DecodeRune(p)
		dst = c.step(dst, r)
		p = p[size:]
	}
	return dst
}

// Flush ends the text: what was held back is appended to dst, an unfinished
// escape sequence is forgotten, and c is ready for another text.
func (c *Cleaner) Flush(dst []byte) []byte {
	for range c.held {
		dst = c.step(dst, utf8.RuneError)
	}
	*c = Cleaner{Raw: c.Raw}
	return dst
}

// completePartial decodes the rune that the last piece broke off, and returns
// what is left of p.
func (c *Cleaner) completePartial(dst, p []byte) ([]byte, []byte) {
	for c.held > 0 {
		for len(p) > 0 && !utf8.FullRune(c.partial[:c.held]) {
			c.partial[c.held] = p[0]
			c.held++
			p = p[1:]
		}
		if !utf8.FullRune(c.partial[:c.held]) {
			break // and p is used up
		}
		r, size := utf8.DecodeRune(c.partial[:c.held])
		dst = c.step(dst, r)
		c.held = copy(c.partial[:], c.partial[size:c.held])
	}
	return dst, p
}

// step takes one rune through the state machine.
func (c *Cleaner) step(dst []byte, r rune) []byte {
	if c.Raw {
		return utf8.AppendRune(dst, r)
	}
	switch c.state {
	case escape:
		return c.stepEscape(dst, r)
	case intermediate:
		switch {
		case 0x20 <= r && r <= 0x2f:
			return dst
		case 0x30 <= r && r <= 0x7e:
			c.state = ground
			return dst
		}
	case control:
		switch {
		case 0x20 <= r && r <= 0x3f:
			return dst
		case 0x40 <= r && r <= 0x7e:
			c.state = ground
			return dst
		}
	case str:
		return c.stepString(dst, r)
	case strEscape:
		if r == '\\' {
			c.state = ground
			return dst
		}
		// Not the terminator: the string ends here and another sequence begins.
		return c.stepEscape(dst, r)
	}
	// Text, or a character that breaks off a malformed sequence. It is kept,
	// because what follows a broken sequence is more likely text than not.
	c.state = ground
	return c.stepText(dst, r)
}

func (c *Cleaner) stepEscape(dst []byte, r rune) []byte {
	switch {
	case r == '[':
		c.state = control
	case r == ']', r == 'P', r == 'X', r == '^', r == '_':
		c.state = str
	case 0x20 <= r && r <= 0x2f:
		c.state = intermediate
	case 0x30 <= r && r <= 0x7e:
		c.state = ground
	default:
		c.state = ground
		return c.stepText(dst, r)
	}
	return dst
}

func (c *Cleaner) stepString(dst []byte, r rune) []byte {
	switch r {
	case bel, can, sub, st:
		c.state = ground
	case esc:
		c.state = strEscape
	case '\n', '\r':
		c.state = ground
		return c.stepText(dst, r)
	}
	return dst
}

func (c *Cleaner) stepText(dst []byte, r rune) []byte {
	if c.afterCR {
		c.afterCR = false
		if r == '\n' {
			return dst // the second half of "\r\n"
		}
	}
	switch r {
	case '\n', '\t':
		return append(dst, byte(r))
	case '\r':
		// Written at once: a progress line that ends in "\r" must not wait
		// for the next one before it counts as a line.
		c.afterCR = true
		return append(dst, '\n')
	case 0x2028, 0x2029:
		return append(dst, '\n')
	case esc:
		c.state = escape
		return dst
	case 0x9b:
		c.state = control
		return dst
	case 0x90, 0x98, 0x9d, 0x9e, 0x9f:
		c.state = str
		return dst
	}
	if r < 0x20 || 0x7f <= r && r <= 0x9f || invisible(r) {
		return dst
	}
	return utf8.AppendRune(dst, r)
}

// plain is 1 for the bytes that stand for themselves in text.
var plain = func() (t [256]uint8) {
	for b := 0x20; b < 0x7f; b++ {
		t[b] = 1
	}
	t['\n'], t['\t'] = 1, 1
	return t
}()

// plainPrefix returns how many bytes at the start of p stand for themselves.
func plainPrefix(p []byte) int {
	i := 0
	for ; i+8 <= len(p); i += 8 { // one branch for eight
		q := p[i : i+8 : i+8]
		if plain[q[0]]&plain[q[1]]&plain[q[2]]&plain[q[3]]&plain[q[4]]&plain[q[5]]&plain[q[6]]&plain[q[7]] == 0 {
			break
		}
	}
	for i < len(p) && plain[p[i]] != 0 {
		i++
	}
	return i
}
