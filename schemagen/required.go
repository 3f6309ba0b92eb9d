package schemagen

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

var (
	// The word alone in brackets, as a sentence, or cut off by punctuation.
	requiredMark = lazy(`(^|[([<{*]|[.;:,!)\]] +| [-–—] +|[([<{][^()\[\]<>{}]*, )required([.,;:!)\]>}*]|$| [-–—] )`)
	// What may stand before the mark, or follow it, and takes it back: it is
	// then required in some calls, or in none.
	notAlways = lazy(`^[ :,.;–—-]*(?:is )?(?:only |but )?(?:if|when|whenever|unless|for|with|without|where|except|in case|by|to|no|not|false|only|depending)\b`)
	// The same behind a bracket that closes, where a sentence about something
	// else may begin: conditions only.
	onlyIf = lazy(`^[ :,.;–—)\]>}*-]*(?:or|if|when|whenever|unless|except|in case|only|depending)\b`)
	// One of several flags is required.
	oneFlagOf = lazy(`^[ :,.;–—)\]>}*-]*(?:at least |exactly |only )?(?:one|either|any)\b.* --?[a-z]`)
	optional  = lazy(`\boptional\b`)
	// The words of a list of values around the mark.
	valueBefore = lazy(`[:,([<{] *([\w-]+), (?:(?:or|and) )?$`)
	valueBehind = lazy(`^, ([\w-]+)(?:[.,;)\]>}]|$)`)
)

// aboutFlags are words beside "required" that speak of the flag or its type,
// and so are not values as it may be one, as in TLS mode (none, required).
var aboutFlags = []string{
	"array", "bool", "boolean", "date", "duration", "file", "filename", "float", "id", "immutable", "int", "integer", "json", "list", "multiple",
	"name", "number", "path", "repeatable", "string", "strings", "text", "time", "unique", "uri", "url", "uuid",
}

// amongValues reports whether "required" between before and behind is one of a
// list of values.
func amongValues(before, behind string) bool {
	for _, m := range [][]string{valueBefore().FindStringSubmatch(before), valueBehind().FindStringSubmatch(behind)} {
		if m != nil && !slices.Contains(aboutFlags, m[1]) {
			return true
		}
	}
	return false
}

// requiredInWords reports whether the usage text of f says that it must always
// be given, as in "(required)" and "REQUIRED: the name". To take a flag for
// required that is not costs more than the other way round, so a word inside a
// sentence, a negation or a condition says nothing.
// Nor does it where the flag has a default.
func requiredInWords(f *pflag.Flag) bool {
	usage := strings.ToLower(oneLine(f.Usage))
	if !strings.Contains(usage, "required") || optional().MatchString(usage) || !slices.Contains(zeroDefaults, f.DefValue) {
		return false
	}
	at := requiredMark().FindStringSubmatchIndex(usage)
	if at == nil {
		return false
	}
	// The condition may follow at once, behind the punctuation.
	behind := usage[at[4]:]
	return !notAlways().MatchString(behind) && !onlyIf().MatchString(behind) && !oneFlagOf().MatchString(behind) &&
		!amongValues(strings.TrimSuffix(usage[:at[4]], "required"), behind)
}
