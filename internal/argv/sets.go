package argv

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/cobrax"
)

// set adds the flags that the server sets where the call did not choose.
func (b *builder) set() {
	for i := range b.tool.Sets {
		f := &b.tool.Sets[i]
		if _, chosen := b.want[f.Flag]; chosen || !b.settable(f.Flag) {
			continue
		}
		if err := b.addFlag(&f.FlagBinding, []string{f.Value}, false); err != nil {
			b.problem("the server's own --%s %v", f.Name, err)
		}
	}
}

// settable reports whether a call may get f besides what it gives: cobra would
// refuse it beside some flags, or without some, and a dry run asks nothing that
// is to be confirmed.
func (b *builder) settable(f *pflag.Flag) bool {
	if facts, _ := annotate.OfFlag(f); facts.Confirms && b.dryRun() {
		return false
	}
	missing := func(name string) bool { return !b.gives(name) }
	return !b.inGroups(f, cobrax.ExclusiveGroups, b.gives) && !b.inGroups(f, cobrax.TogetherGroups, missing)
}

// inGroups reports whether is holds for another member of a group of f.
func (b *builder) inGroups(f *pflag.Flag, annotation string, is func(name string) bool) bool {
	normalize := normalizer(b.tool.Command)
	return slices.ContainsFunc(f.Annotations[annotation], func(group string) bool {
		return slices.ContainsFunc(strings.Fields(group), func(name string) bool {
			name = normalize(name)
			return name != f.Name && is(name)
		})
	})
}

// gives reports whether the call has a flag of that name.
func (b *builder) gives(name string) bool {
	for f := range b.want {
		if f.Name == name {
			return true
		}
	}
	return false
}

// dryRun reports whether the call sets a flag that makes it one.
func (b *builder) dryRun() bool {
	for f, values := range b.want {
		facts, _ := annotate.OfFlag(f)
		if on, err := strconv.ParseBool(lastOf(values)); facts.DryRun && err == nil && on {
			return true
		}
	}
	return false
}

func lastOf(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[len(values)-1]
}
