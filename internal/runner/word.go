package runner

import "bytes"

const (
	// shortWord is the length in bytes under which a value of word characters
	// is looked for only as a whole word: longer ones are no parts of others.
	shortWord = 6

	// longNumber is the length from which on digits are found anywhere: no
	// ordinary number holds so many of them by chance.
	longNumber = 16

	// lookBack is how many bytes before a word decide whether it stands alone:
	// enough for "\U0001f600" and for most escape sequences of terminals.
	lookBack = 16
)

// joint returns the class of bytes beside which v is not found, nil when it is
// found anywhere. Digits, unless they are many, are not found among digits: in
// 9123456789 the secret 123456 is part of an id, and replacing it would destroy
// the id and hide nothing. A value of fewer than shortWord bytes, all of them
// ASCII letters, digits or "_", is found as a whole word only.
func joint(v string) func(byte) bool {
	digits, word := true, true
	for i := range len(v) {
		digits = digits && isDigit(v[i])
		word = word && isWordByte(v[i])
	}
	switch {
	case word && len(v) < shortWord:
		return isWordByte
	case digits && len(v) < longNumber:
		return isDigit
	}
	return nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// continues reports whether what follows p goes on with a word or number, as the
// class says. The end of an
// escape is no word: of "\n", "\u00e9", "%20", or of a terminal's sequence.
// Where p may be either, it counts as an escape, so that a secret behind it is
// found.
func continues(p []byte, class func(byte) bool) bool {
	if len(p) == 0 || !class(p[len(p)-1]) || bytes.IndexByte(p, '\x1b') >= 0 {
		return false
	}
	i := len(p) - 1
	for i >= 0 && isWordByte(p[i]) {
		i--
	}
	return i < 0 || p[i] != '\\' && p[i] != '%'
}
