// Package useline reads the positionals out of cobra Use lines.
package useline

import (
	"slices"
	"strings"
	"unicode"
)

// A Positional is one positional that a Use line names.
type Positional struct {
	Name     string // camelCase
	Text     string // as the Use line spells it, without "..." and outer brackets
	Required bool
	Rest     bool // one or more when Required, else any number
}

// A Line is what a Use line says.
type Line struct {
	Positionals []Positional
	// Hard is true when the line has positionals that could not be told
	// apart. Positionals is then nil.
	Hard bool
	// Dash is how many positionals stand before a "--" that the line spells, -1
	// when it spells none.
	Dash int
	// Flags are flags spelt out bare, outside brackets, by their long or short
	// name without dashes: the author means that they are required.
	Flags []string
}

// Parse reads use, a cobra Use line. takesValue reports whether the flag of
// that name (without dashes) takes a value as the next word; nil, or known
// false, means to guess by the look of that word.
func Parse(use string, takesValue func(name string) (takes, known bool)) Line {
	words, ok := split(use)
	if len(words) <= 1 && ok {
		return Line{Dash: -1}
	}
	if !ok {
		return Line{Hard: true, Dash: -1}
	}
	p := parser{takesValue: takesValue, line: Line{Dash: -1}}
	p.words(joinAlternatives(words[1:]), true)
	if p.hard || !p.ordered() {
		return Line{Hard: true, Dash: -1, Flags: p.line.Flags}
	}
	return p.line
}

// joinAlternatives makes one word of "PATH | URL | -".
func joinAlternatives(words []string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		if words[i] == "|" && len(out) > 0 && i+1 < len(words) {
			out[len(out)-1] += "|" + words[i+1]
			i++
			continue
		}
		out = append(out, words[i])
	}
	return out
}

type parser struct {
	takesValue func(string) (bool, bool)
	line       Line
	hard       bool
}

// words takes a sequence of words; required is false inside brackets.
func (p *parser) words(words []string, required bool) {
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case w == "--", w == "[--]":
			p.dash()
		case isPlaceholder(w):
		case isFlag(w):
			i += p.flag(words, i, required)
		case isDots(w):
			p.hard = true // nothing stands before it that could repeat
		default:
			rest := i+1 < len(words) && isDots(words[i+1])
			if rest {
				i++
			}
			p.word(w, required, rest)
		}
	}
}

// dash notes where "--" stands; only the first one means anything.
func (p *parser) dash() {
	if p.line.Dash < 0 {
		p.line.Dash = len(p.line.Positionals)
	}
}

func isDots(word string) bool {
	return word == "..." || word == "[...]" || word == "…" || word == "[…]"
}

func isFlag(word string) bool { return len(word) > 1 && word[0] == '-' && word != "--" }

// flag takes a flag that is spelt out, and returns how many of the words behind
// it belong to it.
func (p *parser) flag(words []string, i int, required bool) int {
	name, _, hasValue := strings.Cut(strings.TrimLeft(words[i], "-"), "=")
	if strings.Contains(name, "|") || i+1 < len(words) && strings.Contains(topLevel(words[i+1]), "|-") {
		p.hard = true // "-f FILE | -k DIR": which of them is asked for?
		return 0
	}
	if required {
		p.line.Flags = append(p.line.Flags, name)
	}
	if hasValue || i+1 >= len(words) {
		return 0
	}
	next := words[i+1]
	if p.takesValue != nil {
		if takes, known := p.takesValue(name); known {
			if takes && !strings.HasPrefix(next, "[") {
				return 1
			}
			return 0
		}
	}
	if strings.HasPrefix(next, "<") || next == strings.ToUpper(next) && unicode.IsLetter(rune(next[0])) {
		return 1
	}
	return 0
}

// word takes one word: a name, a name in brackets, several words in brackets,
// alternatives, or a compound such as name[:tag].
func (p *parser) word(word string, required, rest bool) {
	for {
		if w, ok := cutDots(word); ok {
			word, rest = w, true
			continue
		}
		inner, open, ok := unwrap(word)
		if !ok || open == '<' {
			break
		}
		required = required && open != '['
		words, _ := split(inner)
		if slices.Contains(words, "|") || strings.Contains(inner, "|") && len(words) > 1 {
			p.alternatives(inner, required, rest)
			return
		}
		if len(words) != 1 {
			p.group(words, required, rest)
			return
		}
		word = words[0]
		if isFlag(strings.TrimLeft(word, "[({<")) && !strings.ContainsAny(word, " \t") {
			return // [--flag=x] or [(-o|--output=)yaml]
		}
	}
	if strings.Contains(topLevel(word), "|") {
		p.alternatives(word, required, rest)
		return
	}
	p.add(word, required, rest)
}

// group takes several words in one pair of brackets, as in [KEY [VALUE...]] or
// [-f FILE]. A group that repeats has no place for single words.
func (p *parser) group(words []string, required, rest bool) {
	if len(words) > 0 && words[0] == "--" {
		p.dash()
		words = words[1:]
	}
	flag := len(words) > 0 && isFlag(words[0])
	if !flag && (rest || slices.ContainsFunc(words, isPlaceholder)) {
		p.hard = true
		return
	}
	p.words(words, required)
}

// alternatives takes members separated by "|". They are one positional when
// each is one word; a flag among them makes it optional; alone, flags make
// none.
func (p *parser) alternatives(text string, required, rest bool) {
	var members []string
	for _, m := range splitTop(text, '|') {
		words, ok := split(m)
		switch {
		case !ok || len(words) == 0:
			p.hard = true
			return
		case isFlag(words[0]):
			required = false
		case len(words) > 1 && !isPhrase(words):
			p.hard = true
			return
		default:
			words = []string{strings.Join(words, " ")}
			if w, ok := cutDots(words[0]); ok {
				words[0], rest = w, true
			}
			members = append(members, words[0])
		}
	}
	if len(members) > 0 {
		p.add(strings.Join(members, " | "), required, rest)
	}
}

// isPhrase reports whether several words name one thing, as "chart URL" does
// and "TYPE NAME" does not.
func isPhrase(words []string) bool {
	lower := false
	for _, w := range words {
		if strings.ContainsAny(w, "<>[](){}=") {
			return false
		}
		lower = lower || w == strings.ToLower(w)
	}
	return lower
}

func (p *parser) add(word string, required, rest bool) {
	pos := Positional{Name: nameOf(word), Text: strip(word), Required: required, Rest: rest}
	if pos.Name == "" {
		p.hard = true
		return
	}
	// "X [X...]" is one positional that takes one or more, "X1 ... XN" too.
	if n := len(p.line.Positionals); n > 0 {
		last := &p.line.Positionals[n-1]
		again := last.Name == pos.Name && !last.Rest && pos.Rest && !pos.Required
		series := last.Rest && sameButNumber(last.Name, pos.Name)
		if again || series {
			last.Rest = true
			return
		}
	}
	p.line.Positionals = append(p.line.Positionals, pos)
}

// sameButNumber reports whether two names differ in their numbers only, as
// key1Val1 and keyNValN do.
func sameButNumber(a, b string) bool {
	bare := func(s string) string {
		return strings.Map(func(c rune) rune {
			if c >= '0' && c <= '9' || c == 'n' || c == 'N' {
				return -1
			}
			return unicode.ToLower(c)
		}, s)
	}
	return a != b && bare(a) == bare(b)
}

// ordered reports whether words can be dealt out from left to right.
func (p *parser) ordered() bool {
	seen := map[string]bool{}
	for i, pos := range p.line.Positionals {
		if seen[pos.Name] {
			return false
		}
		seen[pos.Name] = true
		if i == 0 {
			continue
		}
		before := p.line.Positionals[i-1]
		if before.Rest || !before.Required && pos.Required {
			return false
		}
	}
	return true
}

func cutDots(word string) (string, bool) {
	for _, dots := range []string{"...", "…", "..", "*", "+"} {
		w, ok := strings.CutSuffix(word, dots)
		if w = strings.TrimSpace(w); ok && w != "" && (len(dots) > 1 || strings.ContainsAny(w[len(w)-1:], "]>)}")) {
			return w, true
		}
	}
	return word, false
}

// unwrap takes one pair of brackets off that encloses the whole word.
func unwrap(word string) (inner string, open byte, ok bool) {
	if len(word) < 3 {
		return word, 0, false
	}
	closer := closing(rune(word[0]))
	if closer == 0 || rune(word[len(word)-1]) != closer {
		return word, 0, false
	}
	inner = word[1 : len(word)-1]
	if _, ok := split(inner); !ok {
		return word, 0, false // "[a] [b]" without the outer pair is not balanced
	}
	return strings.TrimSpace(inner), word[0], true
}

// topLevel is word without what stands in brackets.
func topLevel(word string) string {
	var b strings.Builder
	depth := 0
	for _, c := range word {
		switch c {
		case '<', '[', '(', '{':
			depth++
		case '>', ']', ')', '}':
			depth--
		default:
			if depth == 0 {
				b.WriteRune(c)
			}
		}
	}
	return b.String()
}

// splitTop cuts s at a separator outside brackets.
func splitTop(s string, separator rune) []string {
	var parts []string
	depth, start := 0, 0
	for i, c := range s {
		switch c {
		case '<', '[', '(', '{':
			depth++
		case '>', ']', ')', '}':
			depth--
		case separator:
			if depth == 0 {
				parts = append(parts, s[start:i])
				start = i + len(string(c))
			}
		}
	}
	return append(parts, s[start:])
}

// strip takes the outer <> off, for the text that readers see.
func strip(word string) string {
	if inner, open, ok := unwrap(word); ok && open == '<' {
		return inner
	}
	return word
}

// nameOf makes a name of the first part of a word that has one: of the first
// alternative, and of what stands before an inner bracket.
func nameOf(word string) string {
	for member := range strings.SplitSeq(strip(word), "|") {
		member = strip(strings.TrimSpace(member))
		if strings.HasPrefix(member, "<") {
			// <name>{:tag|@digest}
			member = strings.TrimPrefix(member, "<")
			member, _, _ = strings.Cut(member, ">")
		} else if i := strings.IndexAny(member, "[{("); i > 0 {
			member = member[:i]
		}
		if name := camel(member); name != "" {
			return name
		}
	}
	return ""
}

var placeholders = []string{
	"flags", "options", "option", "flag", "global flags", "global options",
	"command", "commands", "subcommand", "command options", "flags...", "options...",
}

func isPlaceholder(word string) bool {
	bare := strings.ToLower(strings.Trim(word, "[]<>() "))
	if !slices.Contains(placeholders, bare) {
		return false
	}
	// A bare lower-case "command" is a positional (exec <command>), a bracketed
	// or upper-case one stands for the subcommands.
	return word[0] == '[' || word == strings.ToUpper(word)
}

func closing(open rune) rune {
	switch open {
	case '<':
		return '>'
	case '[':
		return ']'
	case '(':
		return ')'
	case '{':
		return '}'
	}
	return 0
}

// split cuts s at blanks outside brackets; ok is false when the brackets do not
// match.
func split(s string) (words []string, ok bool) {
	var stack []rune
	start := -1
	for i, c := range s {
		if unicode.IsSpace(c) && len(stack) == 0 {
			if start >= 0 {
				words = append(words, s[start:i])
				start = -1
			}
			continue
		}
		if start < 0 {
			start = i
		}
		switch c {
		case '<', '[', '(', '{':
			stack = append(stack, closing(c))
		case '>', ']', ')', '}':
			if len(stack) == 0 || stack[len(stack)-1] != c {
				return nil, false
			}
			stack = stack[:len(stack)-1]
		}
	}
	if start >= 0 {
		words = append(words, s[start:])
	}
	return words, len(stack) == 0
}

// camel turns "access key", "bbolt-file", "TYPE/NAME" into accessKey,
// bboltFile, typeName.
func camel(s string) string {
	var b strings.Builder
	words := strings.FieldsFunc(s, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9')
	})
	for i, w := range words {
		if w == strings.ToUpper(w) {
			w = strings.ToLower(w)
		}
		first, rest := w[:1], w[1:]
		if i == 0 {
			b.WriteString(strings.ToLower(first) + rest)
		} else {
			b.WriteString(strings.ToUpper(first) + rest)
		}
	}
	name := b.String()
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return ""
	}
	return name
}
