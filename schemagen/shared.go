package schemagen

import (
	"cmp"
	"slices"
)

const (
	// listBudget is what all tools may cost in tokens before texts that they
	// repeat are sent only once.
	listBudget = 20_000
	// sharedBy is how many tools must repeat a text for that.
	sharedBy = 10
)

// A SharedText is the description of a property that many tools have.
type SharedText struct{ Property, Text string }

// ShareTexts is for lists of tools that cost much: property descriptions that
// many tools repeat word for word are taken out of their compact schemas and
// returned, sorted by property, to be said once. Lists that are cheap are left
// as they are. Full schemas keep every text.
func ShareTexts(tools []Tool) ([]SharedText, error) {
	size := 0
	count := map[SharedText]int{}
	for i := range tools {
		b, err := tools[i].CompactSchema().MarshalJSON()
		if err != nil {
			return nil, err
		}
		size += len(b) + len(tools[i].Description)
		for _, p := range tools[i].Params {
			if p.brief != "" && !p.Globals {
				count[SharedText{p.Name, p.brief}]++
			}
		}
	}
	if Tokens(size) <= listBudget {
		return nil, nil
	}
	var shared []SharedText
	for text, n := range count {
		if n >= sharedBy {
			shared = append(shared, text)
		}
	}
	slices.SortFunc(shared, func(a, b SharedText) int {
		return cmp.Or(cmp.Compare(a.Property, b.Property), cmp.Compare(a.Text, b.Text))
	})
	for i := range tools {
		for j := range tools[i].Params {
			p := &tools[i].Params[j]
			if count[SharedText{p.Name, p.brief}] >= sharedBy && !p.Globals {
				p.brief, p.cut = "", true
			}
		}
	}
	return shared, nil
}
