package mcpserve_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcpserve"
)

func withPrompts() mcpserve.Config {
	c := config(echo)
	c.Prompts = []mcpserve.Prompt{
		{Name: "zip", Description: "Zips", Text: func(map[string]string) (string, error) { return "zip it\xff", nil }},
		{
			Name: "greet", Title: "Greet", Description: "Greets somebody",
			Arguments: []mcpserve.PromptArgument{{Name: "name", Description: "Who", Required: true}, {Name: "tone"}},
			Text: func(arguments map[string]string) (string, error) {
				switch arguments["tone"] {
				case "rude":
					return "", errors.New("only polite tones")
				case "angry":
					panic("no")
				}
				return "hello " + arguments["name"] + " <&>", nil
			},
		},
	}
	return c
}

func TestPrompts(t *testing.T) {
	p := start(t, withPrompts())
	p.initialize()
	for _, params := range []string{"", stateless("")} {
		m := p.ask("1", "prompts/list", params)
		var list struct{ Prompts json.RawMessage }
		require.NoError(t, json.Unmarshal(m.Result, &list), m.raw)
		assert.JSONEq(t, `[
			{"name":"greet","title":"Greet","description":"Greets somebody",
			 "arguments":[{"name":"name","description":"Who","required":true},{"name":"tone"}]},
			{"name":"zip","description":"Zips"}
		]`, string(list.Prompts))
		p.allowAgain("1")
	}
	for _, c := range []struct{ params, text, fault string }{
		{`"name":"greet","arguments":{"name":"Ada"}`, "hello Ada <&>", ""},
		{`"name":"greet","arguments":{"name":"Ada","tone":"kind"}`, "hello Ada <&>", ""},
		{`"name":"zip"`, "zip it\uFFFD", ""},
		{`"name":"greet"`, "", `prompt "greet": the argument "name" is missing`},
		{`"name":"greet","arguments":{"name":"","tome":"x"}`, "", `prompt "greet": the argument "name" is missing; unknown argument "tome", did you mean "tone"?`},
		{`"name":"greet","arguments":{"name":"Ada","tone":"rude"}`, "", `prompt "greet": only polite tones`},
		{`"name":"greet","arguments":{"name":"Ada","tone":"angry"}`, "", "internal error"},
		{`"name":"grete"`, "", `unknown prompt "grete"`},
	} {
		for _, params := range []string{"{" + c.params + "}", stateless(c.params + ",")} {
			m := p.ask("2", "prompts/get", params)
			if c.fault != "" {
				require.NotNil(t, m.Error, m.raw)
				assert.Equal(t, c.fault, m.Error.Message)
			} else {
				require.Nil(t, m.Error, m.raw)
				var got struct {
					Messages []struct {
						Role    string
						Content struct{ Type, Text string }
					}
				}
				require.NoError(t, json.Unmarshal(m.Result, &got))
				require.Len(t, got.Messages, 1)
				assert.Equal(t, "user", got.Messages[0].Role)
				assert.Equal(t, c.text, got.Messages[0].Content.Text)
			}
			p.allowAgain("2")
		}
	}
	p.close()
}

// Prompts are declared when there are any, and never that their list changes.
func TestPrompts_are_declared(t *testing.T) {
	for want, c := range map[string]mcpserve.Config{
		`{"tools":{}}`:              config(echo),
		`{"tools":{},"prompts":{}}`: withPrompts(),
	} {
		p := start(t, c)
		m := p.ask("1", "server/discover", stateless(""))
		var got struct{ Capabilities json.RawMessage }
		require.NoError(t, json.Unmarshal(m.Result, &got), m.raw)
		assert.JSONEq(t, want, string(got.Capabilities))
		p.close()
	}
}

func TestCheckPrompts(t *testing.T) {
	text := func(map[string]string) (string, error) { return "", nil }
	for want, prompts := range map[string][]mcpserve.Prompt{
		`prompt "a b": bad name: want a letter, then letters, digits, _, - and ., at most 64 bytes`: {{Name: "a b", Text: text}},
		`prompt "a": it has no Text function`:                                                       {{Name: "a"}},
		`two prompts are named "a"`:                                                                 {{Name: "a", Text: text}, {Name: "a", Text: text}},
		`prompt "a": argument "": bad name, or there are two`:                                       {{Name: "a", Text: text, Arguments: []mcpserve.PromptArgument{{}}}},
		`prompt "a": argument "x": bad name, or there are two`:                                      {{Name: "a", Text: text, Arguments: []mcpserve.PromptArgument{{Name: "x"}, {Name: "x"}}}},
	} {
		assert.EqualError(t, mcpserve.CheckPrompts(prompts), want)
	}
}

// A call by an alias, or by a name with a dot, is a call of the tool.
func TestCall_by_alias(t *testing.T) {
	c := config(echo)
	c.Tools[0].Aliases = []string{"say.it", "echo2"}
	c.Tools[1].Name = "ship.it"
	p := start(t, c)
	p.initialize()
	for _, name := range []string{"echo", "say.it", "echo2", "ship.it"} {
		for _, params := range []string{`{"name":"` + name + `","arguments":{"x":1}}`, stateless(`"name":"` + name + `","arguments":{"x":1},`)} {
			assert.Equal(t, `{"x":1}`, p.ask("1", "tools/call", params).call(t).Content[0].Text)
			p.allowAgain("1")
		}
	}
	assert.NotContains(t, p.ask("2", "tools/list", "").raw, "say.it")
	p.close()
}
