package schemagen

import (
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/text"
)

const (
	// maxDescription is the narrowest limit of the model APIs, in bytes.
	maxDescription = 1024
	// compactFlag is how much of a flag's description tools/list sends.
	compactFlag = 100
)

// oneLine cleans s and folds its white space, as descriptions are read in
// lists.
func oneLine(s string) string { return strings.Join(strings.Fields(text.Clean(s)), " ") }

// lines cleans a text of several lines and keeps those.
func (g *generator) lines(s string) string {
	return strings.Trim(g.hidePrivate(text.Clean(s)), "\n")
}

// describeTool returns what an agent reads about a command.
func describeTool(facts annotate.Facts, short, long, use, name string) string {
	for _, s := range []string{facts.Description, short, firstParagraph(long), use, name} {
		if s = oneLine(s); s != "" {
			return cutSentence(s, maxDescription)
		}
	}
	return ""
}

func firstParagraph(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n\n")
	return s
}

// describeFlag returns the full description of a flag, without the form of
// its value.
func describeFlag(f *pflag.Flag, facts annotate.FlagFacts) string {
	usage := facts.Description
	if usage == "" {
		usage = unquote(f.Usage)
	}
	usage = oneLine(usage)
	if len(facts.Examples) > 0 {
		usage = joinSentences(usage, "Examples: "+oneLine(strings.Join(facts.Examples, ", ")))
	}
	return usage
}

// unquote does what pflag.UnquoteUsage does to a usage text, without calling
// the application's Value.Type, and to more than one pair of quotes: those
// stand around values.
func unquote(usage string) string { return strings.ReplaceAll(usage, "`", "") }

func joinSentences(a, b string) string {
	a = strings.TrimSpace(a)
	switch {
	case b == "":
		return a
	case a == "":
		return b
	case strings.HasSuffix(a, "."):
		return a + " " + b
	default:
		return a + ". " + b
	}
}

// withForm cuts a description to limit bytes with the form of the value, which
// is added unless the description has it, or at least its example.
func withForm(description, form string, limit int) string {
	lower, form := strings.ToLower(description), strings.TrimSpace(form)
	_, example, _ := strings.Cut(form, "such as ")
	if form == "" || strings.Contains(lower, strings.ToLower(form)) || example != "" && strings.Contains(lower, strings.ToLower(example)) {
		return cutSentence(description, limit)
	}
	if description == "" {
		return cutSentence(form, limit)
	}
	form = " (" + form + ")"
	return cutSentence(description, limit-len(form)) + form
}

// terse leaves out of a first sentence what every reader knows: that a boolean
// does what it says if it is true.
func terse(sentence string, t ValueType) string {
	if t.Kind == Boolean {
		sentence = strings.TrimPrefix(sentence, "If true, ")
	}
	return strings.TrimSuffix(sentence, ".")
}

// firstSentence returns s up to its first full stop, if more follows.
func firstSentence(s string) string {
	if i := sentenceEnd(s); i > 0 {
		return strings.TrimSuffix(s[:i], ".")
	}
	return s
}

// sentenceEnd returns the index behind the first full stop that ends a
// sentence, or -1. "e.g. x" and "v1.2" end none.
func sentenceEnd(s string) int {
	for i := 0; i < len(s)-2; i++ {
		if s[i] != '.' || s[i+1] != ' ' || strings.HasSuffix(s[:i], "e.g") || strings.HasSuffix(s[:i], "i.e") || strings.HasSuffix(s[:i], "etc") {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(s[i+2:]); next >= 'a' && next <= 'z' {
			continue // an abbreviation more probably
		}
		return i + 1
	}
	return -1
}

// lastSentenceEnd is sentenceEnd for the last one.
func lastSentenceEnd(s string) int {
	last := -1
	for from := 0; ; {
		i := sentenceEnd(s[from:])
		if i < 0 {
			return last
		}
		last = from + i
		from = last
	}
}

// cutSentence cuts s to at most limit bytes: at the end of a sentence when one
// ends in the second half, else between words with an ellipsis.
func cutSentence(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	head := s[:limit-len("…")]
	if i := lastSentenceEnd(head); i > limit/2 {
		return head[:i]
	}
	for !utf8.RuneStart(s[len(head)]) {
		head = head[:len(head)-1]
	}
	if i := strings.LastIndexByte(head, ' '); i >= limit/2 {
		head = head[:i]
	}
	return strings.TrimRight(head, " ,;:") + "…"
}
