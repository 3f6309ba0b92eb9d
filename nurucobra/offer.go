package nurucobra

import (
	"context"
	"slices"
	"strings"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/engine"
	"github.com/nurucobra/nuru/internal/mcpserve"
	"github.com/nurucobra/nuru/internal/ordered"
	"github.com/nurucobra/nuru/schemagen"
)

// An offer is what tools/list of one start of the server has: the application's
// tools and our own. The table and the trial of a call are made from it too, so
// that they cannot say anything else.
type offer struct {
	tools     []mcpserve.Tool // sorted by name
	commands  map[string]*schemagen.Tool
	describer *describer // nil where nothing is left to describe
	output    outputReader
	described []schemagen.Tool // the application's
	shared    []schemagen.SharedText
}

// newOffer puts tools into the form in which they are served, and the tool that
// reads output beside them. It takes texts that many of the tools share out of
// them.
func newOffer(tools []schemagen.Tool, output outputReader) (o offer, err error) {
	o.described, o.output = tools, output
	if o.shared, err = schemagen.ShareTexts(tools); err != nil {
		return offer{}, err
	}
	if o.tools, err = mcpTools(tools); err != nil {
		return offer{}, err
	}
	o.commands = make(map[string]*schemagen.Tool, len(tools))
	for i := range tools {
		o.commands[tools[i].ID] = &tools[i]
	}
	if d := newDescriber(tools); d.needed() {
		o.describer = d
		o.tools = append(o.tools, d.tool())
	}
	o.tools = append(o.tools, output.tool())
	slices.SortFunc(o.tools, func(a, b mcpserve.Tool) int { return strings.Compare(a.Name, b.Name) })
	return o, nil
}

// answering returns next with the calls of our own tools answered.
func (o offer) answering(next func(context.Context, engine.Call) engine.Result) func(context.Context, engine.Call) engine.Result {
	return func(ctx context.Context, c engine.Call) engine.Result {
		if o.describer != nil && c.Tool == describeName {
			return o.describer.answer(c)
		}
		if c.Tool == engine.ReadOutput {
			return o.output.answer(c)
		}
		return next(ctx, c)
	}
}

// A row is what a person is shown of a served tool.
type row struct {
	name     string
	effect   annotate.Effect
	decision annotate.Decision
	tokens   int
	command  string // "-" for a tool of ours
}

func (o offer) rows() ([]row, error) {
	rows := make([]row, len(o.tools))
	for i, t := range o.tools {
		n, err := tokens(t)
		if err != nil {
			return nil, err
		}
		// Our own tools only show what the server knows anyway.
		rows[i] = row{t.Name, annotate.EffectRead, annotate.Allow, n, "-"}
		if c := o.commands[t.Name]; c != nil {
			rows[i].effect, rows[i].decision, rows[i].command = c.ToolInfo.Effect, c.ToolInfo.Decision, c.Command.CommandPath()
		}
	}
	return rows, nil
}

// tokens estimates what a model reads of a served tool: the JSON of its name,
// description and schema.
func tokens(t mcpserve.Tool) (int, error) {
	b, err := ordered.Compact(ordered.Object{
		{Key: "name", Value: t.Name},
		{Key: "description", Value: t.Description},
		{Key: "inputSchema", Value: t.InputSchema},
	})
	return schemagen.Tokens(len(b)), err
}
