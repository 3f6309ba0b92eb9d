package schemagen

import (
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
)

// Which values of the application's own are lists, given as one token an
// element. To take one for a list costs little: a call with one element gives
// the same command line. To take a list for one value costs all the others. But
// a list that is read from one token, and replaced by the next, must stay one.

// saysList reports whether the author or the value says that the flag may
// stand several times.
func saysList(f *pflag.Flag) bool {
	if repeatable, said := annotatedList(f); said {
		return repeatable
	}
	if _, ok := f.Value.(pflag.SliceValue); ok {
		return true
	}
	usage := strings.ToLower(f.Usage)
	if !strings.Contains(usage, "repeat") && !strings.Contains(usage, "times") && !strings.Contains(usage, "once") {
		return false // every pattern has one of them, and most usages none
	}
	return repeatable().MatchString(usage) && !notRepeatable().MatchString(usage)
}

// annotatedList is what the author says by annotation, if anything.
func annotatedList(f *pflag.Flag) (repeatable, said bool) {
	if _, said = f.Annotations[annotate.KeyRepeatable]; !said {
		return false, false
	}
	facts, _ := annotate.OfFlag(f) // what is wrong with them is an error of the tree
	return facts.Repeatable, true
}

const times = `(?:multiple times|several times|many times|more than once|(?:one|zero) or more times|any number of times|repeatedly)`

var (
	repeatable = lazy(`\brepeatable\b|\b(?:can|may|could|might|to) (?:also )?be repeated\b|` +
		`\brepeat (?:this|the) (?:flag|option)\b|` +
		`\b(?:specif(?:y|ied)|used?|pass(?:ed)?|set|given?|provided?|supplied|supply|add(?:ed)?|repeated|appears?|occurs?|allowed|flag|option) ` + times + `|` +
		`\(` + times + `|^` + times)
	notRepeatable = lazy(`(?:\bnot|n't|cannot|never|non)[ -](?:be )?(?:\w+ )?(?:repeat|` + times + `)`)
)

var (
	listWords = []string{"list", "lists", "strings", "filter", "filters", "map", "array", "slice"}
	oneToken  = []string{"sep", "separated", "separator", "comma", "space", "csv", "delimited", "joined"}
)

// namesList reports whether the name of a type is that of a list or a map, as
// in stringList, "key=value list", []string, string[] and mapStringBool, and
// not of one that is read from one token, as in SpaceSepList.
func namesList(name string) bool {
	words := nameParts(name)
	if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return slices.Contains(oneToken, w) }) {
		return false
	}
	if strings.HasPrefix(name, "[]") || strings.HasSuffix(name, "[]") || strings.HasPrefix(name, "map[") {
		return true
	}
	if slices.Contains(listWords, words[len(words)-1]) {
		return true
	}
	// mapStringString, stringToString
	return len(words) == 3 && (words[0] == "map" || words[1] == "to" && words[0] == "string")
}

// nameParts cuts a name into its words in lower case, also where
// only an upper-case letter begins one.
func nameParts(name string) []string {
	var words []string
	word := []rune{}
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
		}
		word = word[:0]
	}
	lower := false
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			end()
			lower = false
			continue
		case unicode.IsUpper(c) && lower:
			end()
		}
		word = append(word, c)
		lower = !unicode.IsUpper(c)
	}
	end()
	return words
}
