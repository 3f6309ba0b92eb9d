// Package useline reads the positionals out of cobra Use lines.
package useline

import (
	"slices"
	"strconv"
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
	// Flags are flags spelt out bare and with a value, outside brackets, by
	// their long or short name without dashes: the author means that they are
	// required. Examples are not among them.
	Flags []string
}

// Parse reads use, a cobra Use line. takesValue reports whether the flag of
// that name (without dashes) takes a value as the next word; nil, or known
// false, means to guess by the look of that word. children says whether the
// command has subcommands, for which a word like COMMAND may stand.
func Parse(use string, children bool, takesValue func(name string) (takes, known bool)) Line {
	words, ok := split(use)
	if len(words) <= 1 && ok {
		return Line{Dash: -1}
	}
	if !ok {
		return Line{Hard: true, Dash: -1}
	}
	p := parser{takesValue: takesValue, children: children, line: Line{Dash: -1}}
	p.words(p.joinAlternatives(words[1:]), true)
	if p.hard || !p.ordered() {
		return Line{Hard: true, Dash: -1, Flags: p.line.Flags}
	}
	return p.line
}

// joinAlternatives makes one word of "PATH | URL | -", also with "or". Of flags
// that are alternatives none has to be given, and which of a flag and a
// positional is meant cannot be told.
func (p *parser) joinAlternatives(words []string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		n := len(out)
		bar := words[i] == "|" || strings.EqualFold(words[i], "or")
		if !bar || n == 0 || i+1 == len(words) {
			out = append(out, words[i])
			continue
		}
		// Behind a flag's value stand other values, as in "-o json | yaml", unless
		// they are written as names.
		ofFlag := isFlag(out[n-1]) || n > 1 && isFlag(out[n-2]) && p.takes(strings.TrimLeft(out[n-2], "-"), out[n-1])
		switch next := words[i+1]; {
		case isFlag(next) && ofFlag:
			p.either = true
			continue
		case ofFlag && (next[0] == '<' || next == strings.ToUpper(next)):
			p.hard, p.either = true, true
		}
		out[n-1] += "|" + words[i+1]
		i++
	}
	return out
}

type parser struct {
	takesValue func(string) (bool, bool)
	children   bool
	line       Line
	hard       bool
	either     bool // flags of the line are alternatives
}

// words takes a sequence of words; required is false inside brackets.
func (p *parser) words(words []string, required bool) {
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case w == "--", w == "[--]":
			p.dash()
		case isPlaceholder(w):
		case isCommandWord(w) && p.forChildren(words[i+1:]):
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
	spelt, either := words[i], false
	if members := splitTop(spelt, '|'); slices.ContainsFunc(members[1:], isFlag) {
		// "--user=U|--token=T", or "-u|--user U": the last one may have a value.
		if !allFlags(members) {
			p.hard = true
			return 0
		}
		spelt, either = members[len(members)-1], true
	}
	name, _, hasValue := strings.Cut(strings.TrimLeft(spelt, "-"), "=")
	if strings.Contains(name, "|") || i+1 < len(words) && strings.Contains(topLevel(words[i+1]), "|-") {
		p.hard = true // "-f FILE | -k DIR": which of them is asked for?
		return 0
	}
	takes := hasValue
	behind := 0
	if !hasValue && i+1 < len(words) && p.takes(name, words[i+1]) {
		takes, behind = true, 1
	}
	if required && takes && !either && !p.either && p.demands(spelt) {
		p.line.Flags = append(p.line.Flags, name)
	}
	return behind
}

func allFlags(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !isFlag(w) })
}

// takes reports whether next is the value of the flag of that name.
func (p *parser) takes(name, next string) bool {
	if p.takesValue != nil {
		if takes, known := p.takesValue(name); known {
			return takes && !strings.HasPrefix(next, "[")
		}
	}
	return strings.HasPrefix(next, "<") || next == strings.ToUpper(next) && unicode.IsLetter(rune(next[0]))
}

// demands reports whether a flag that is spelt bare and with a value has to be
// given. A shorthand behind a positional, as in "attach POD -c CONTAINER", is
// an example; behind "--" flags are another program's.
func (p *parser) demands(spelt string) bool {
	if p.line.Dash >= 0 {
		return false
	}
	return strings.HasPrefix(spelt, "--") || len(p.line.Positionals) == 0
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
		if isRemark(inner) {
			return
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
	pos := Positional{Name: nameOf(word), Text: unquote(strip(word)), Required: required, Rest: rest}
	isLiteral := literal(word)
	if isLiteral {
		pos.Name = p.literalName(pos.Text)
	}
	if pos.Name == "" {
		p.hard = true
		return
	}
	// "X [X...]" is one positional that takes one or more, "X1 ... XN" too.
	if n := len(p.line.Positionals); n > 0 {
		last := &p.line.Positionals[n-1]
		again := last.Name == pos.Name && !last.Rest && pos.Rest && !pos.Required
		series := !isLiteral && last.Rest && sameButNumber(last.Name, pos.Name)
		if again || series {
			last.Rest = true
			return
		}
	}
	p.line.Positionals = append(p.line.Positionals, pos)
}

// literalName is the name of a positional of which only the values are known:
// "value", with a number where another positional has it already.
func (p *parser) literalName(text string) string {
	if n := len(p.line.Positionals); n > 0 && p.line.Positionals[n-1].Text == text {
		return p.line.Positionals[n-1].Name // "on|off [on|off...]"
	}
	name := "value"
	taken := func(pos Positional) bool { return pos.Name == name }
	for n := 2; slices.ContainsFunc(p.line.Positionals, taken); n++ {
		name = "value" + strconv.Itoa(n)
	}
	return name
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
