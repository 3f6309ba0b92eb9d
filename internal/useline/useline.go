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
		return Line{}
	}
	if !ok {
		return Line{Hard: true}
	}
	p := parser{takesValue: takesValue}
	for i := 1; i < len(words); i++ {
		i += p.word(words, i)
	}
	if p.ways {
		p.line.Flags = nil
	}
	if p.hard || !p.ordered() {
		return Line{Hard: true, Flags: p.line.Flags}
	}
	return p.line
}

type parser struct {
	takesValue func(string) (bool, bool)
	line       Line
	hard       bool
	ways       bool // the line has alternatives outside brackets
}

// word takes words[i] and returns how many of the words behind it it used up.
func (p *parser) word(words []string, i int) int {
	w := words[i]
	switch {
	case isPlaceholder(w), w == "--", w == "[--]":
	case w == "-", w == "|":
		// What stands beside a bare "|" is one of several ways to call it.
		p.hard = true
		p.ways = p.ways || w == "|"
	case strings.HasPrefix(w, "-"):
		return p.flag(words, i)
	case spellsFlag(w):
		p.hard = p.hard || !onlyFlags(w)
	case w == "..." || w == "[...]":
		p.repeatLast()
	case strings.HasPrefix(w, "[-- ") && strings.HasSuffix(w, "]"):
		p.add("[" + strings.TrimSpace(w[4:len(w)-1]) + "]")
	default:
		p.add(w)
	}
	return 0
}

func (p *parser) flag(words []string, i int) int {
	name, _, hasValue := strings.Cut(strings.TrimLeft(words[i], "-"), "=")
	p.line.Flags = append(p.line.Flags, name)
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

func (p *parser) repeatLast() {
	if n := len(p.line.Positionals); n > 0 {
		p.line.Positionals[n-1].Rest = true
		return
	}
	p.hard = true
}

func (p *parser) add(word string) {
	pos, ok := positional(word)
	if !ok {
		p.hard = true
		return
	}
	// "X [X...]" is one positional that takes one or more.
	if n := len(p.line.Positionals); n > 0 && pos.Rest && !pos.Required {
		if last := &p.line.Positionals[n-1]; last.Name == pos.Name && !last.Rest {
			last.Rest = true
			return
		}
	}
	p.line.Positionals = append(p.line.Positionals, pos)
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

// positional reads one word such as <name>, [NAME...], key=value or a|b.
func positional(word string) (Positional, bool) {
	pos := Positional{Required: true}
	for {
		if w, ok := cutDots(word); ok {
			word, pos.Rest = w, true
			continue
		}
		inner, open, ok := unwrap(word)
		if !ok {
			break
		}
		if open == '[' {
			pos.Required = false
		}
		word = inner
	}
	pos.Text = word
	pos.Name = camel(firstAlternative(word))
	return pos, simple(word) && pos.Name != ""
}

func cutDots(word string) (string, bool) {
	for _, dots := range []string{"...", "…", ".."} {
		if w, ok := strings.CutSuffix(word, dots); ok && strings.TrimSpace(w) != "" {
			return strings.TrimSpace(w), true
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

// simple reports whether what is left after the brackets is one thing: a name,
// a name of several words as in <access key>, a compound as in TYPE/NAME, or
// plain alternatives. In TYPE NAME | TYPE/NAME one of them is two words.
func simple(word string) bool {
	if word == "" || strings.ContainsAny(word, "[](){}<>") || strings.Contains(word, "...") {
		return false
	}
	alternatives := strings.Split(word, "|")
	return len(alternatives) == 1 || !slices.ContainsFunc(alternatives, func(a string) bool {
		return strings.Contains(strings.TrimSpace(a), " ") && a == strings.ToUpper(a)
	})
}

// firstAlternative returns the first member of a|b, unless that is a mark such
// as "-".
func firstAlternative(word string) string {
	for member := range strings.SplitSeq(word, "|") {
		if camel(member) != "" {
			return member
		}
	}
	return word
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

// spellsFlag reports whether a bracketed word spells a flag, as in [-f FILE]
// or (-f FILE | --url=URL).
func spellsFlag(word string) bool {
	inner := strings.TrimLeft(word, "[({ ")
	return inner != word && strings.HasPrefix(inner, "-") && !strings.HasPrefix(inner, "-- ") && inner != "-" && !strings.HasPrefix(inner, "-]")
}

// onlyFlags reports whether every alternative in a bracketed word spells a
// flag, and not one of them a positional, as in (-f FILE | NAME).
func onlyFlags(word string) bool {
	word, _ = cutDots(word)
	inner, _, _ := unwrap(word)
	depth, start := 0, 0
	isFlag := func(alternative string) bool {
		bare := strings.TrimRight(strings.TrimLeft(alternative, "[({ "), "]}) ")
		return strings.HasPrefix(bare, "-") && bare != "-"
	}
	for i, c := range inner {
		switch {
		case closing(c) != 0:
			depth++
		case strings.ContainsRune(">])}", c):
			depth--
		case c == '|' && depth == 0 && strings.HasSuffix(inner[:i], " "): // not --dry-run=a|b
			if !isFlag(inner[start:i]) {
				return false
			}
			start = i + 1
		}
	}
	return isFlag(inner[start:])
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
