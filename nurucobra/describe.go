package nurucobra

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/internal/engine"
	"github.com/nurucobra/nuru/internal/mcpserve"
	"github.com/nurucobra/nuru/internal/suggest"
	"github.com/nurucobra/nuru/schemagen"
)

// A describer is the tool describe_command: the full texts of a tool, of which
// tools/list sends only the beginning.
type describer struct {
	tools map[string]*schemagen.Tool
	names []string
	cut   bool
}

func newDescriber(tools []schemagen.Tool) *describer {
	d := &describer{tools: map[string]*schemagen.Tool{}}
	for i := range tools {
		t := &tools[i]
		d.tools[t.ID] = t
		d.tools[strings.Join(t.Path, " ")] = t
		d.tools[t.Command.CommandPath()] = t
		d.names = append(d.names, t.ID)
		d.cut = d.cut || t.Cut()
	}
	return d
}

// needed reports whether some text was cut.
func (d *describer) needed() bool { return d.cut }

const describeName = "describe_command"

func (d *describer) tool() mcpserve.Tool {
	return mcpserve.Tool{
		Name:        describeName,
		Description: "Show a tool or command in full: texts, examples, exit codes, globals",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"command":{"type":"string"}},"required":["command"],"additionalProperties":false}`),
		ReadOnly:    true,
		Idempotent:  true,
	}
}

// answer answers a call of describe_command.
func (d *describer) answer(c engine.Call) engine.Result {
	command, err := argv.OneString(describeName, "command", c.Arguments)
	if err != nil {
		return engine.Refusal(err.Error())
	}
	t := d.tools[strings.Join(strings.Fields(command), " ")]
	if t == nil {
		return engine.Refusal(fmt.Sprintf("%s: unknown command %q%s", describeName, command, suggest.DidYouMean(command, d.names)))
	}
	return engine.Answer(describeTool(t))
}

// describeTool returns everything about a tool as text for a model: what it does
// and to what effect, its parameters with their full descriptions, its globals,
// exit codes, long text and examples.
func describeTool(t *schemagen.Tool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", t.ID, t.Description)
	fmt.Fprintf(&b, "command: %s\neffect: %s, decision: %s\n", t.Command.UseLine(), t.ToolInfo.Effect, t.ToolInfo.Decision)
	describeParams(&b, "parameters", t.Params, func(p schemagen.Param) string { return p.Name })
	describeParams(&b, `globals, each as --name=value in the array "globals"`, t.Globals, func(p schemagen.Param) string { return "--" + p.Flag.Name })
	for _, code := range slices.Sorted(maps.Keys(t.Info.ExitCodes)) {
		fmt.Fprintf(&b, "exit code %d is no failure: %s\n", code, t.Info.ExitCodes[code])
	}
	for _, part := range []struct{ title, body string }{
		{"", t.Long},
		{"examples:\n", t.Example},
	} {
		if part.body != "" && part.body != t.Description {
			fmt.Fprintf(&b, "\n%s%s\n", part.title, part.body)
		}
	}
	return b.String()
}

func describeParams(b *strings.Builder, title string, params []schemagen.Param, name func(schemagen.Param) string) {
	if len(params) == 0 {
		return
	}
	fmt.Fprintf(b, "%s:\n", title)
	for _, p := range params {
		fmt.Fprintf(b, "- %s (%s", name(p), p.Schema.Type)
		if p.Schema.Items != nil {
			fmt.Fprintf(b, " of %s", p.Schema.Items.Type)
		}
		if p.Required {
			b.WriteString(", required")
		}
		if p.Effect != "" {
			fmt.Fprintf(b, ", makes the call %s", p.Effect)
		}
		b.WriteString(")")
		if p.Schema.Description != "" {
			fmt.Fprintf(b, ": %s", p.Schema.Description)
		}
		if enum := p.Enum(); len(enum) > 0 {
			fmt.Fprintf(b, " [%s]", strings.Join(enum, " | "))
		}
		if p.Schema.Default != nil {
			fmt.Fprintf(b, " (default %s)", p.Schema.Default)
		}
		b.WriteByte('\n')
	}
}
