package engine

import (
	"slices"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/schemagen"
)

// Restrict leaves out the tools that a server with this limit never runs, and
// the parameters that would carry a call beyond it; limit "" is none. Denied
// tools are always left out.
func Restrict(tools []schemagen.Tool, limit annotate.Effect) []schemagen.Tool {
	var kept []schemagen.Tool
	for _, t := range tools {
		if t.ToolInfo.Decision == annotate.Deny {
			continue
		}
		if limit != "" {
			if !t.Info.Effect.Within(limit) {
				continue
			}
			t = within(t, limit)
		}
		kept = append(kept, t)
	}
	return kept
}

func within(t schemagen.Tool, limit annotate.Effect) schemagen.Tool {
	beyond := func(p schemagen.Param) bool { return p.Effect != "" && !p.Effect.Within(limit) }
	t.Params = slices.DeleteFunc(slices.Clone(t.Params), beyond)
	t.Globals = slices.DeleteFunc(slices.Clone(t.Globals), beyond)
	t.ToolInfo = t.Info
	for _, p := range slices.Concat(t.Params, t.Globals) {
		if p.Effect != "" {
			t.ToolInfo = t.ToolInfo.Raise(p.Effect)
		}
	}
	return t
}
