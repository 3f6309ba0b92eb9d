package schemagen

import (
	"slices"
	"strings"

	"github.com/nurucobra/nuru/internal/cobrax"
)

// groupWords say what each kind of cobra's flag groups asks for.
var groupWords = []struct{ annotation, before, conjunction string }{
	{cobrax.TogetherGroups, "Give all or none of ", " and "},
	{cobrax.OneRequiredGroups, "Give at least one of ", " or "},
	{cobrax.ExclusiveGroups, "Give at most one of ", " or "},
}

// groupsInWords says which flags depend on each other. No schema that all model
// APIs take can say it, and cobra enforces it.
func groupsInWords(params []Param) string {
	names := map[string]string{}
	for _, p := range params {
		if p.Flag != nil && p.Flag.Name != "" {
			names[p.Flag.Name] = p.Name
		}
	}
	var sentences []string
	for _, kind := range groupWords {
		var groups []string
		for _, p := range params {
			if p.Flag != nil {
				groups = append(groups, p.Flag.Annotations[kind.annotation]...)
			}
		}
		slices.Sort(groups)
		for _, group := range slices.Compact(groups) {
			if list := members(group, names); len(list) > 1 {
				sentences = append(sentences, kind.before+enumerate(list, kind.conjunction))
			}
		}
	}
	return strings.Join(sentences, ". ")
}

// members returns the properties of a group; nil when one of its flags is not
// offered, for then the group does not hold or cannot be kept.
func members(group string, names map[string]string) []string {
	var list []string
	for _, flag := range strings.Fields(group) {
		name, ok := names[flag]
		if !ok {
			return nil
		}
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

func enumerate(words []string, conjunction string) string {
	n := len(words)
	return strings.Join(words[:n-1], ", ") + conjunction + words[n-1]
}
