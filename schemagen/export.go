package schemagen

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/ordered"
)

// Export writes tools as the JSON document of the export-schema command:
// tools by path with full descriptions, the globals that are not listed at
// each tool, and permission hints as shell patterns below the application's
// name. The same tools give the same bytes.
func Export(tools []Tool) ([]byte, error) {
	tools = slices.Clone(tools)
	slices.SortStableFunc(tools, func(a, b Tool) int { return slices.Compare(a.Path, b.Path) })
	list := ordered.Array{}
	for i := range tools {
		list = append(list, exported(&tools[i]))
	}
	b, err := ordered.Indent(ordered.Object{
		{Key: "tools", Value: list},
		{Key: "globals", Value: exportedGlobals(tools)},
		{Key: "permissionHints", Value: permissionHints(tools)},
	})
	return append(b, '\n'), err
}

func exported(t *Tool) ordered.Object {
	info := t.ToolInfo
	o := ordered.Object{{Key: "id", Value: t.ID}}
	if t.Title != "" {
		o = append(o, ordered.Member{Key: "title", Value: t.Title})
	}
	return append(o, ordered.Object{
		{Key: "description", Value: t.Description},
		{Key: "parameters", Value: t.Schema().object()},
		{Key: "annotations", Value: hints(info.Hints())},
		{Key: "metadata", Value: ordered.Object{
			{Key: "access", Value: string(info.Access)},
			{Key: "safety", Value: string(info.Safety)},
			{Key: "tags", Value: list(info.Tags)},
			{Key: "category", Value: info.Category},
			{Key: "effect", Value: string(info.Effect)},
			{Key: "decision", Value: string(info.Decision)},
			{Key: "kind", Value: string(info.ToolKind())},
			{Key: "path", Value: list(t.Path)},
			{Key: "aliases", Value: list(t.Aliases)},
		}},
	}...)
}

func hints(h annotate.Hints) ordered.Object {
	return ordered.Object{
		{Key: "readOnlyHint", Value: h.ReadOnly},
		{Key: "destructiveHint", Value: h.Destructive},
		{Key: "idempotentHint", Value: h.Idempotent},
		{Key: "openWorldHint", Value: h.OpenWorld},
	}
}

// list writes nil as [].
func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// exportedGlobals lists every global once, by name; the tools that take it are
// those with a "globals" property on whose path it is defined.
func exportedGlobals(tools []Tool) ordered.Array {
	seen := map[*pflag.Flag]bool{}
	var params []Param
	for _, t := range tools {
		for _, p := range t.Globals {
			if !seen[p.Flag.Flag] {
				seen[p.Flag.Flag] = true
				params = append(params, p)
			}
		}
	}
	slices.SortStableFunc(params, func(a, b Param) int { return strings.Compare(a.Flag.Name, b.Flag.Name) })
	out := ordered.Array{}
	for _, p := range params {
		o := ordered.Object{{Key: "name", Value: p.Flag.Name}}
		out = append(out, ordered.Line{Value: append(o, p.Schema.object()...)})
	}
	return out
}

func permissionHints(tools []Tool) ordered.Object {
	patterns := map[annotate.Decision][]string{}
	for _, t := range tools {
		d := t.ToolInfo.Decision
		patterns[d] = append(patterns[d], t.shellPatterns()...)
	}
	var o ordered.Object
	for _, d := range []annotate.Decision{annotate.Allow, annotate.Ask, annotate.Deny} {
		slices.Sort(patterns[d])
		o = append(o, ordered.Member{Key: string(d), Value: list(slices.Compact(patterns[d]))})
	}
	return o
}

// shellPatterns are the spellings of the command without the application's
// name, each followed by any arguments.
func (t *Tool) shellPatterns() []string {
	var patterns []string
	for _, path := range append([][]string{t.Path}, t.aliasPaths...) {
		patterns = append(patterns, strings.TrimSpace(strings.Join(path, " ")+" *"))
	}
	return patterns
}
