package engine

import (
	"slices"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/schemagen"
)

// Restrict leaves out the tools that a server with this limit never runs, and
// the parameters that would carry a call beyond it; limit "" is none. Denied
// tools are always left out, and so is a tool that cannot be called without
// such a parameter. What the pins do counts as done by the tool itself.
func Restrict(tools []schemagen.Tool, limit annotate.Effect, pins []argv.Pin) []schemagen.Tool {
	var kept []schemagen.Tool
	for _, t := range tools {
		pinned := argv.PinEffect(t.Command, pins)
		t.Info, t.ToolInfo = t.Info.Raise(pinned), t.ToolInfo.Raise(pinned)
		if t.ToolInfo.Decision == annotate.Deny {
			continue
		}
		if limit != "" {
			beyond := func(p schemagen.Param) bool { return p.Effect != "" && !p.Effect.Within(limit) }
			needsMore := func(p schemagen.Param) bool { return p.Enforced && beyond(p) }
			if !t.Info.Effect.Within(limit) || slices.ContainsFunc(t.Params, needsMore) {
				continue
			}
			t = without(t, beyond)
		}
		kept = append(kept, t)
	}
	return kept
}

// without is t without the parameters that beyond names.
func without(t schemagen.Tool, beyond func(schemagen.Param) bool) schemagen.Tool {
	t.Globals = slices.DeleteFunc(slices.Clone(t.Globals), beyond)
	t.Params = slices.DeleteFunc(slices.Clone(t.Params), func(p schemagen.Param) bool {
		return beyond(p) || p.Globals && len(t.Globals) == 0
	})
	t.ToolInfo = t.Info
	for _, p := range slices.Concat(t.Params, t.Globals) {
		if p.Effect != "" {
			t.ToolInfo = t.ToolInfo.Raise(p.Effect)
		}
	}
	return t
}
