package redact

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// match is one text that looks like a secret: where what makes it look so
// begins, and the secret itself.
type match struct {
	from   int
	secret span
}

// Each finder looks for the words of one kind of secret and reads on from
// there by hand: the outputs of language models are full of such words, and
// regular expressions took 3 s for a megabyte of them.
//
// Values may contain marks: the exact values are replaced first, and what is
// left around them must not escape because of that.
var finders = []func(line, lower []byte) []match{userinfos, queries, schemes, shapes, assignments}

// findPatterns returns what looks like a secret on a line, in no order.
func findPatterns(line []byte) []match {
	lower := make([]byte, len(line))
	for i, c := range line {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		lower[i] = c
	}
	var found []match
	for _, find := range finders {
		found = append(found, find(line, lower)...)
	}
	return found
}

// each calls f with the place before and behind each occurrence of the words,
// from left to right for each word. f returns up to where it has looked: an
// occurrence before that is passed over, since what begins within a secret
// ends where that ends. So no line takes more than a few passes.
func each(lower []byte, words []string, f func(start, end int) (seen int)) {
	for _, word := range words {
		for from := 0; ; {
			i := bytes.Index(lower[from:], []byte(word))
			if i < 0 {
				break
			}
			end := from + i + len(word)
			from = max(end, f(from+i, end))
		}
	}
}

// until returns the first place at or after i where one of the stops is; white
// space always stops.
func until(line []byte, i int, stops string) int {
	for i < len(line) && !isSpace(line[i]) && strings.IndexByte(stops, line[i]) < 0 {
		i++
	}
	return i
}

// blanks returns the place after the spaces and tabs at i, of which there may
// be 16: more are no part of a header or an assignment.
func blanks(line []byte, i int) int {
	for n := 0; n < 16 && i < len(line) && (line[i] == ' ' || line[i] == '\t'); n++ {
		i++
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// atStart says that no word character stands before i.
func atStart(line []byte, i int) bool { return i == 0 || !isWord(line[i-1]) }

// userinfos finds scheme://USERINFO@.
func userinfos(line, lower []byte) (found []match) {
	each(lower, []string{"://"}, func(start, end int) int {
		if start == 0 || !isWord(line[start-1]) {
			return end
		}
		authority := line[end:until(line, end, `/?#"'<>\`)]
		if at := bytes.LastIndexByte(authority, '@'); at > 0 {
			found = append(found, match{start, span{end, end + at}})
		}
		return end + len(authority)
	})
	return found
}

var queryNames = []string{"key", "apikey", "token", "auth", "sig", "signature", "secret", "password", "code"}

// queries finds ?token=VALUE, up to the next space: programs append paths to
// such URLs. A name may have more parts ("refresh_token").
func queries(line, lower []byte) (found []match) {
	each(lower, []string{"="}, func(eq, value int) int {
		start := eq
		for start > 0 && (isWord(lower[start-1]) || lower[start-1] == '-' || lower[start-1] == '.') {
			start--
		}
		if start == 0 || strings.IndexByte("?&;", lower[start-1]) < 0 {
			return value
		}
		name := lower[start:eq]
		if !slices.Contains(queryNames, string(name[bytes.LastIndexAny(name, "-_.")+1:])) {
			return value
		}
		end := until(line, value, `"'<>&;`)
		if end > value {
			found = append(found, match{start - 1, span{value, end}})
		}
		return end
	})
	return found
}

// schemes finds Bearer VALUE, Basic VALUE and token VALUE.
func schemes(line, lower []byte) (found []match) {
	each(lower, []string{"bearer", "basic", "token"}, func(start, word int) int {
		value := blanks(line, word)
		if !atStart(line, start) || value == word {
			return word
		}
		end := until(line, value, `"'<>,;\`)
		if value < end && (lower[start] == 'b' && lower[start+1] == 'e' || looksEncoded(line[value:end])) {
			found = append(found, match{start, span{value, end}})
			return end
		}
		return word
	})
	return found
}

// looksEncoded says that a word is none of a sentence ("Basic Linear Algebra",
// "token expired."): it is long, and has digits, capitals or signs within, or
// is longer than words are and made of what tokens are made of.
func looksEncoded(v []byte) bool {
	v = bytes.TrimRight(v, ".-:)")
	if len(v) < 6 {
		return false
	}
	if len(v) >= 16 && !bytes.ContainsFunc(v, func(r rune) bool {
		return r >= utf8.RuneSelf || !isWord(byte(r)) && !strings.ContainsRune("+/=.~-*", r)
	}) {
		return true
	}
	for i, c := range v {
		switch {
		case '0' <= c && c <= '9', 'A' <= c && c <= 'Z' && i > 0, strings.IndexByte("+=_~*", c) >= 0:
			return true
		case strings.IndexByte("(%", c) >= 0:
			return false
		}
	}
	return false
}

// shape is what keys of a known issuer look like.
type shape struct {
	prefix string
	more   string // characters of a key besides letters and digits
	least  int    // length after the prefix
}

var keyShapes = []shape{
	{"sk-", "-_", 8},
	{"ghp_", "", 16},
	{"gho_", "", 16},
	{"ghu_", "", 16},
	{"ghs_", "", 16},
	{"ghr_", "", 16},
	{"github_pat_", "_", 16},
	{"xoxb-", "-", 8},
	{"xoxa-", "-", 8},
	{"xoxp-", "-", 8},
	{"AKIA", "", 12},
	{"eyJ", "-_.", 12}, // JSON Web Token; two dots are asked for below
}

// shapes finds keys by their beginning.
func shapes(line, _ []byte) (found []match) {
	for _, s := range keyShapes {
		each(line, []string{s.prefix}, func(start, i int) int {
			if !atStart(line, start) {
				return i
			}
			end := i
			for end < len(line) && (isWord(line[end]) && line[end] != '_' || line[end] == '*' || strings.IndexByte(s.more, line[end]) >= 0) {
				end++
			}
			token := s.prefix != "eyJ" || bytes.Count(line[i:end], []byte(".")) >= 2
			if end-i >= s.least && token {
				found = append(found, match{start, span{start, end}})
			}
			return end
		})
	}
	return found
}

var secretNames = []string{"apikey", "api-key", "api_key", "authorization", "password", "passwd", "secret", "token"}

// assignments finds "api_key": "VALUE", also in JSON within JSON, token: VALUE
// and API_KEY='VALUE'.
func assignments(line, lower []byte) (found []match) {
	each(lower, secretNames, func(start, name int) int {
		i := blanks(line, name+len(quoteAt(line, name)))
		if i == len(line) || line[i] != ':' && line[i] != '=' {
			return name
		}
		i = literal(line, blanks(line, i+1))
		quote := quoteAt(line, i)
		i += len(quote)
		var end int
		if quote != "" {
			end = closing(line, i, quote)
		} else {
			end = bare(line, lower, i)
		}
		if end == i || isNothing(line[i:end]) {
			return name
		}
		found = append(found, match{start, span{i, end}})
		return end
	})
	return found
}

// bare returns the end of a value without quotation marks that begins at i,
// with the scheme of a header before it; i itself if there is none.
func bare(line, lower []byte, i int) int {
	end := i
	for _, scheme := range []string{"bearer", "basic", "token"} {
		if bytes.HasPrefix(lower[i:], []byte(scheme)) {
			end = blanks(line, i+len(scheme))
		}
	}
	// "==" and "::" assign nothing.
	if end < len(line) && (line[end] == '=' || line[end] == ':') {
		return i
	}
	start, open := end, 0
	for ; end < len(line) && !isSpace(line[end]) && strings.IndexByte("\"'<>,;&\\}]", line[end]) < 0; end++ {
		switch c := line[end]; {
		case c == '(' && open == 0 && isExpression(line, start, end), c == '-' && bytes.HasPrefix(line[end:], []byte("->")):
			return i // "token = next(line)", "secret->value"
		case c == '%' && end == start && !isEscape(line[end:]):
			return i // "%s"
		case c == '(':
			open++
		case c == ')' && open == 0:
			return end
		case c == ')':
			open--
		}
	}
	return end
}

// isEscape says that p begins with an escape of a URL.
func isEscape(p []byte) bool { return len(p) > 2 && p[0] == '%' && isHex(p[1]) && isHex(p[2]) }

// isExpression says that what begins at start and has its first parenthesis at
// open is code and no value: a call, or something in parentheses, which closes
// soon and is not followed by a letter.
func isExpression(line []byte, start, open int) bool {
	name := line[start:open]
	digits, joined := false, false
	for _, c := range name {
		switch {
		case c == '_' || c == '.':
			joined = true
		case '0' <= c && c <= '9':
			digits = true
		case !isWord(c):
			return false
		}
	}
	if digits && !joined {
		return false
	}
	const far = 200
	rest := line[open:min(len(line), open+far)]
	depth := 0
	for i, c := range rest {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return i+1 == len(rest) || !isWord(rest[i+1])
		}
	}
	// A call may go on in the next line.
	rest = bytes.TrimSpace(rest)
	return strings.IndexByte("(,", rest[len(rest)-1]) >= 0
}

// literal returns the place of the quotation mark of a value at i, behind the
// letters that Python has before it; i if there is none.
func literal(line []byte, i int) int {
	n := i
	for n < len(line) && n < i+2 && strings.IndexByte("bBrRuUfF", line[n]) >= 0 {
		n++
	}
	if quoteAt(line, n) != "" {
		return n
	}
	return i
}

// quoteAt returns the quotation mark at i, escaped or not, "" if there is none.
func quoteAt(line []byte, i int) string {
	for _, q := range []string{`\"`, `"`, `'`} {
		if bytes.HasPrefix(line[i:], []byte(q)) {
			return q
		}
	}
	return ""
}

// closing returns the place of the mark that closes a text begun before i; the
// end of the line if there is none.
func closing(line []byte, i int, quote string) int {
	for ; i < len(line) && line[i] != '\n'; i++ {
		switch {
		case bytes.HasPrefix(line[i:], []byte(quote)):
			return i
		case quote == `\"` && line[i] == '"':
			return i
		case line[i] == '\\' && i+1 < len(line) && line[i+1] != '\n':
			i++
		}
	}
	return i
}

// nothing are the values that stand for no secret.
var nothing = []string{"null", "none", "placeholder", "empty", "true", "false", Mark}

func isNothing(v []byte) bool { return slices.Contains(nothing, strings.ToLower(string(v))) }
