package permissions

import (
	"strings"
	"unicode"
)

// Globs of the ordered family: "*" is any run of characters, "?" is one, all
// else is itself, and a " *" at the end may be missing. There is no escape, so
// a name that holds one of the two, or that a shell would not take as it
// stands, cannot be written exactly.

// plainRune reports whether c means itself to globs and to shells.
func plainRune(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("-_.:/@%+,=", c)
}

// exact reports whether a pattern can spell the words and nothing else.
func exact(words []string) bool {
	for _, w := range words {
		if w == "" || strings.ContainsFunc(w, func(c rune) bool { return !plainRune(c) }) {
			return false
		}
	}
	return true
}

// leafGlob covers the command of these words with whatever follows them. Never
// "app list*": that would cover "app list-all" too.
func leafGlob(command string, words []string) string {
	return strings.Join(append([]string{command}, words...), " ") + " *"
}

// denyGlobs cover the command of these words called by its name, by a path or
// through another program, with flags before and between the words.
func denyGlobs(n names, words []string) []string {
	var loose []string
	for _, w := range words {
		loose = append(loose, loosen(w))
	}
	var globs []string
	for _, head := range heads(n) {
		globs = append(globs, leafGlob(head, loose))
		for i := range loose {
			globs = append(globs, flagged(head, loose, i))
		}
	}
	return globs
}

// heads are the ways to call the application: as it is called, by a path, and
// behind an assignment or another program.
func heads(n names) []string {
	if n.command == n.base {
		return []string{n.base, "*/" + n.base, "* " + n.base}
	}
	return []string{n.command, n.base, "*/" + n.base, "* " + n.base}
}

// flagged is a pattern for flags before words[first], and maybe before later
// ones. A flag may have a value, so the words behind it can be anywhere.
func flagged(head string, words []string, first int) string {
	var b strings.Builder
	b.WriteString(head)
	for i, w := range words {
		switch {
		case i < first:
			b.WriteString(" ")
		case i == first:
			b.WriteString(" -* ")
		default:
			b.WriteString("* ")
		}
		b.WriteString(w)
	}
	return b.String() + " *"
}

// loosen puts "?" for what a pattern or a shell would read as something else.
func loosen(word string) string {
	return strings.Map(func(c rune) rune {
		if plainRune(c) {
			return c
		}
		return '?'
	}, word)
}

// shortWord is the length up to which a word is likely to be part of others,
// as rm is of format.
const shortWord = 3

// strictGlob finds the words anywhere behind the application's name: in quotes,
// behind several blanks, in a string given to another shell.
func strictGlob(n names, words []string) string {
	g, end := "*"+n.base, "*"
	for _, w := range words {
		g, end = g+"*", "*"
		if len(w) <= shortWord {
			g, end = g+" ", " *"
		}
		g += loosen(w)
	}
	return g + end
}

// matches reports whether the glob covers text.
func matches(glob, text string) bool {
	if head, ok := strings.CutSuffix(glob, " *"); ok && matches(head, text) {
		return true
	}
	g, t := []rune(glob), []rune(text)
	star, mark, i, j := -1, 0, 0, 0
	for j < len(t) {
		switch {
		case i < len(g) && g[i] == '*':
			star, mark = i, j
			i++
		case i < len(g) && (g[i] == '?' || g[i] == t[j]):
			i++
			j++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(string(g[i:]), "*") == ""
}
