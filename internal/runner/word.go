package runner

import "bytes"

const (
	// shortWord is the length in bytes under which a value of word characters
	// is looked for only as a whole word: longer ones are no parts of others.
	shortWord = 6

	// lookBack is how many bytes before a word decide whether it stands alone:
	// enough for "\U0001f600" and for most escape sequences of terminals.
	lookBack = 16
)

// isWord reports whether v is found only as a whole word: when it is all
// digits, whatever its length, or has fewer than shortWord bytes, all of them
// ASCII letters, digits or "_". So 123456 is not found in 9123456789, where
// replacing it would destroy an id and hide nothing. Every other value is
// found anywhere.
func isWord(v string) bool {
	digits := true
	for i := range len(v) {
		if !isWordByte(v[i]) {
			return false
		}
		digits = digits && v[i] >= '0' && v[i] <= '9'
	}
	return digits || len(v) < shortWord
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// endsInWord reports whether what follows p continues a word. The end of an
// escape is no word: of "\n", "\u00e9", "%20", or of a terminal's sequence.
// Where p may be either, it counts as an escape, so that a secret behind it is
// found.
func endsInWord(p []byte) bool {
	if len(p) == 0 || !isWordByte(p[len(p)-1]) || bytes.IndexByte(p, '\x1b') >= 0 {
		return false
	}
	i := len(p) - 1
	for i >= 0 && isWordByte(p[i]) {
		i--
	}
	return i < 0 || p[i] != '\\' && p[i] != '%'
}
