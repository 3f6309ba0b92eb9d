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

// describeTool returns what an agent reads about a command.
func describeTool(facts annotate.Facts, short, long, use string) string {
	for _, s := range []string{facts.Description, short, firstParagraph(long), use} {
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
		_, usage = pflag.UnquoteUsage(f)
	}
	usage = oneLine(usage)
	if len(facts.Examples) > 0 {
		usage = joinSentences(usage, "Examples: "+strings.Join(facts.Examples, ", "))
	}
	return cutSentence(usage, maxDescription)
}

func joinSentences(a, b string) string {
	a = strings.TrimSpace(a)
	switch {
	case a == "":
		return b
	case strings.HasSuffix(a, "."):
		return a + " " + b
	default:
		return a + ". " + b
	}
}

// withForm adds the form of a value unless the description has it, or at least
// its example.
func withForm(description, form string) string {
	lower, form := strings.ToLower(description), strings.TrimSpace(form)
	_, example, _ := strings.Cut(form, "such as ")
	if form == "" || strings.Contains(lower, strings.ToLower(form)) || example != "" && strings.Contains(lower, strings.ToLower(example)) {
		return description
	}
	if description == "" {
		return form
	}
	return description + " (" + form + ")"
}

// compact returns the first sentence of s and at most limit bytes of it.
func compact(s string, limit int) string {
	if i := sentenceEnd(s); i > 0 {
		s = strings.TrimSuffix(s[:i], ".")
	}
	return cutSentence(s, limit)
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

// cutSentence cuts s to at most limit bytes: at the end of a sentence when one
// ends in the second half, else between words with an ellipsis.
func cutSentence(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	head := s[:limit-len("…")]
	if i := strings.LastIndex(head, ". "); i >= limit/2 {
		return head[:i+1]
	}
	for !utf8.RuneStart(s[len(head)]) {
		head = head[:len(head)-1]
	}
	if i := strings.LastIndexByte(head, ' '); i >= limit/2 {
		head = head[:i]
	}
	return strings.TrimRight(head, " ,;:") + "…"
}
