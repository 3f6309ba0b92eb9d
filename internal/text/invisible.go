package text

// invisible reports whether r shows nothing by itself, reorders what stands
// beside it, or carries data that no reader sees. Soft hyphens and joiners
// are among them: text that is compared, copied and typed again is better off
// without. Format characters with a glyph of their own (the Arabic number
// signs) are not.
func invisible(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0xad, // soft hyphen
		r == 0x034f,              // combining grapheme joiner
		r == 0x061c,              // Arabic letter mark
		r == 0x115f, r == 0x1160, // Hangul fillers
		0x17b4 <= r && r <= 0x17b5, // Khmer inherent vowels
		0x180b <= r && r <= 0x180f, // Mongolian variation selectors, vowel separator
		0x200b <= r && r <= 0x200f, // zero-width space, joiners, LRM, RLM
		0x202a <= r && r <= 0x202e, // bidirectional embeddings and overrides
		0x2060 <= r && r <= 0x206f, // word joiner, invisible operators, isolates
		r == 0x3164,                // Hangul filler
		0xfe00 <= r && r <= 0xfe0f, // variation selectors
		r == 0xfeff,                // byte order mark
		r == 0xffa0,                // halfwidth Hangul filler
		0xfff9 <= r && r <= 0xfffb, // interlinear annotation
		0x1bca0 <= r && r <= 0x1bca3,
		0x1d173 <= r && r <= 0x1d17a, // musical format controls
		0xe0000 <= r && r <= 0xe0fff: // tags, variation selectors supplement
		return true
	}
	return false
}
