package permissions

import (
	"slices"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/ordered"
)

// The ordered family of clients takes the last rule that matches (or the first,
// or the one of highest priority, which is the same list read differently). Its
// rules stand broad first, leaves after, denies last.

// rank is a list of globs in which the last match wins.
type rank []ordered.Member

// add puts the glob behind all others. A key of a JSON object keeps the place
// where it first stood, so one that is already there is moved; of two decisions
// the stricter stays. An allow moves nothing: behind the others it would cover
// what they keep.
func (r *rank) add(glob string, d annotate.Decision) {
	i := slices.IndexFunc(*r, func(m ordered.Member) bool { return m.Key == glob })
	if i >= 0 {
		if d == annotate.Allow {
			return
		}
		d = d.Stricter((*r)[i].Value.(annotate.Decision))
		*r = slices.Delete(*r, i, i+1)
	}
	*r = append(*r, ordered.Member{Key: glob, Value: d})
}

// shellLeaves are the rules for commands that are not denied in the shell,
// parents before their children. The root has none, for its pattern covers
// everything: the base stands for it.
func shellLeaves(rules []Rule) []Rule {
	return slices.DeleteFunc(byPath(rules), func(r Rule) bool {
		return len(r.Path) == 0 || r.Shell == annotate.Deny
	})
}

// shellDenies are the spellings of the commands that are denied in the shell.
// Those below a denied one are left out: its patterns cover them.
func shellDenies(rules []Rule) (denies [][]string) {
	for _, r := range byPath(rules) {
		if r.Shell != annotate.Deny {
			continue
		}
		for _, words := range r.Spellings {
			if !slices.ContainsFunc(denies, func(d []string) bool { return startsWith(words, d) }) {
				denies = append(denies, words)
			}
		}
	}
	return denies
}

func startsWith(words, first []string) bool {
	return len(first) <= len(words) && slices.Equal(first, words[:len(first)])
}

func byPath(rules []Rule) []Rule {
	return slices.SortedStableFunc(slices.Values(rules), func(a, b Rule) int { return slices.Compare(a.Path, b.Path) })
}

// toolRule is the rule for one tool.
type toolRule struct {
	name     string
	decision annotate.Decision
}

// serverTools are the server's own: those that an agent finds and reads its way
// with, and the gates of the search surface. The gate for reading takes only
// calls that are allowed; the server refuses the others. What is not here is
// asked about.
var serverTools = []toolRule{
	{"describe_command", annotate.Allow},
	{"read_output", annotate.Allow},
	{"search_commands", annotate.Allow},
	{"run_read", annotate.Allow},
	{"run_write", annotate.Ask},
	{"run_destructive", annotate.Ask},
}

// toolRules are the server's own tools and those of the application by path,
// the denied ones last. There are none where the application has no tools.
func toolRules(rules []Rule) []toolRule {
	var all, denied []toolRule
	for _, r := range byPath(rules) {
		switch t := (toolRule{r.Tool, r.Decision}); {
		case r.Tool == "":
		case r.Decision == annotate.Deny:
			denied = append(denied, t)
		default:
			all = append(all, t)
		}
	}
	if len(all)+len(denied) == 0 {
		return nil
	}
	return slices.Concat(serverTools, all, denied)
}
