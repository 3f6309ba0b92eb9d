package schemagen

import "strings"

var (
	// The word alone in brackets, as a sentence, or cut off by punctuation.
	requiredMark = lazy(`(^|[([<{*]|[.;:,!)\]] +| [-–—] +|[([<{][^()\[\]<>{}]*, )required([.,;:!)\]>}*]|$| [-–—] )`)
	// What may stand before the mark, or follow it, and takes it back: it is
	// then required in some calls, or in none.
	notAlways = lazy(`^[ :,.;–—-]*(?:is )?(?:only |but )?(?:if|when|whenever|unless|for|with|without|where|except|in case|by|to|no|not|false|only|depending)\b`)
	optional  = lazy(`\boptional\b`)
)

// requiredInWords reports whether a usage text says that its flag must always
// be given, as in "(required)" and "REQUIRED: the name". To take a flag for
// required that is not costs more than the other way round, so a word inside a
// sentence, a negation or a condition says nothing.
func requiredInWords(usage string) bool {
	usage = strings.ToLower(oneLine(usage))
	if !strings.Contains(usage, "required") || optional().MatchString(usage) {
		return false
	}
	at := requiredMark().FindStringSubmatchIndex(usage)
	// The condition may follow at once, behind the punctuation.
	return at != nil && !notAlways().MatchString(usage[at[4]:])
}
