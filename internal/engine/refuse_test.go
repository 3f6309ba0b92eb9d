package engine_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/internal/engine"
	"github.com/nurucobra/nuru/schemagen"
)

func TestRefusals(t *testing.T) {
	tests := []struct {
		name string
		max  annotate.Effect
		tool string
		args args
		want string // "" when it runs
	}{
		{"unknown tool", "", "sai", nil, `unknown tool "sai"`},
		{"unknown property", "", "say", args{"oud": "x"}, `say: unknown property "oud", did you mean "out"?`},
		{"wrong type", "", "say", args{"exit": "x"}, `say: "exit" must be an integer, got a string`},
		{"a secret of the wrong type", "", "say", args{"pin": []string{"98765"}}, `say: "pin" must be a string`},
		{"missing positional", "", "env", nil, `env: "name" is missing: expected a string`},
		{"denied", "", "forbidden", nil, `forbidden: denied by the application's author`},
		{"denied, within the limit", annotate.EffectRead, "forbidden", nil, `forbidden: denied by the application's author`},
		{"no limit", "", "remove", nil, ``},
		{"read within read", annotate.EffectRead, "say", nil, ``},
		{"write beyond read", annotate.EffectRead, "change", nil, `change: this call is write, and this server runs nothing beyond read`},
		{"unknown beyond write", annotate.EffectWrite, "mystery", nil, `mystery: this call is unknown, and this server runs nothing beyond write`},
		{"unknown within destructive", annotate.EffectDestructive, "mystery", nil, ``},
		{"destructive beyond write", annotate.EffectWrite, "remove", nil, `remove: this call is destructive, and this server runs nothing beyond write`},
		{"a flag raises it", annotate.EffectRead, "say", args{"fix": true}, `say: this call is write, and this server runs nothing beyond read`},
		{"a flag raises it within the limit", annotate.EffectWrite, "say", args{"fix": true}, ``},
		{"another flag raises it more", annotate.EffectWrite, "say", args{"fix": true, "purge": true}, `say: this call is destructive, and this server runs nothing beyond write`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := start(t, engine.Config{MaxEffect: tt.max})
			r := s.call(tt.tool, tt.args)
			if tt.want == "" {
				assert.True(t, r.Ran, r.Text)
				return
			}
			assert.Equal(t, engine.Refusal(tt.want), r)
			assert.False(t, r.Ran)
			assert.True(t, r.IsError)
		})
	}
}

func TestArgumentsThatAreNoObject(t *testing.T) {
	s := start(t, engine.Config{})
	for _, raw := range []string{`[]`, `"x"`, `{`, `{"out":"a","out":"b"}`} {
		r := s.Do(t.Context(), engine.Call{Tool: "say", Arguments: json.RawMessage(raw)})
		assert.True(t, r.IsError && !r.Ran, raw)
	}
	for _, raw := range []json.RawMessage{nil, json.RawMessage(`null`), json.RawMessage(`{}`)} {
		assert.True(t, s.Do(t.Context(), engine.Call{Tool: "say", Arguments: raw}).Ran, "%s", raw)
	}
}

func TestTheLogHasNoValues(t *testing.T) {
	s := start(t, engine.Config{MaxEffect: annotate.EffectRead})
	s.call("say", args{"out": "private", "err": "words", "exit": 3})
	s.call("change", args{"out": "private"})
	s.call("say", args{"private": "x"})
	log := s.log.String()
	assert.NotContains(t, log, "private")
	assert.NotContains(t, log, "words")
	assert.Regexp(t, `(?m)^time=\S+ level=INFO msg=call tool=say effect=read decision=ask ms=\d+ exit=3 stdout=7 stderr=5$`, log)
	assert.Regexp(t, `(?m)^time=\S+ level=INFO msg=call tool=change effect=write decision=ask ms=\d+ refused=policy$`, log)
	assert.Regexp(t, `(?m)^time=\S+ level=INFO msg=call tool=say effect=read decision=ask ms=\d+ refused=arguments$`, log)
}

func TestRestrict(t *testing.T) {
	tools, err := schemagen.Generate(program(), schemagen.Options{})
	require.NoError(t, err)
	ids := func(tools []schemagen.Tool) map[string]annotate.Effect {
		m := map[string]annotate.Effect{}
		for _, tool := range tools {
			m[tool.ID] = tool.ToolInfo.Effect
		}
		return m
	}
	has := func(tools []schemagen.Tool, id, param string) bool {
		for _, tool := range tools {
			for _, p := range tool.Params {
				if tool.ID == id && p.Name == param {
					return true
				}
			}
		}
		return false
	}

	all := engine.Restrict(tools, "", nil)
	assert.Len(t, all, len(tools)-1)
	assert.NotContains(t, ids(all), "forbidden")
	assert.Equal(t, annotate.EffectDestructive, ids(all)["say"])

	writes := engine.Restrict(tools, annotate.EffectWrite, nil)
	assert.NotContains(t, ids(writes), "remove")
	assert.NotContains(t, ids(writes), "mystery")
	assert.Equal(t, annotate.EffectWrite, ids(writes)["say"])
	assert.True(t, has(writes, "say", "fix"))
	assert.False(t, has(writes, "say", "purge"))
	assert.True(t, has(writes, "strict", "how"))

	reads := engine.Restrict(tools, annotate.EffectRead, nil)
	assert.NotContains(t, ids(reads), "change")
	assert.Equal(t, annotate.EffectRead, ids(reads)["say"])
	assert.False(t, has(reads, "say", "fix"))
	assert.NotContains(t, ids(reads), "strict", "no call of it stays within the limit")

	assert.Contains(t, ids(engine.Restrict(tools, annotate.EffectDestructive, nil)), "mystery")
	assert.True(t, has(tools, "say", "purge"), "the tools that were given stay as they were")
}

// A pin that does more makes every call of the tool do more.
func TestRestrictCountsPins(t *testing.T) {
	root := program()
	root.PersistentFlags().Bool("force", false, "")
	annotate.Flag(root, "force").Effect(annotate.EffectWrite)
	own, _, err := root.Find([]string{"env"})
	require.NoError(t, err)
	own.Flags().Bool("force", false, "") // the pin does not reach it
	pins := []argv.Pin{{Flag: root.PersistentFlags().Lookup("force"), Values: []string{"true"}}}
	tools, err := schemagen.Generate(root, schemagen.Options{Pinned: []string{"force"}})
	require.NoError(t, err)
	effects := func(limit annotate.Effect) map[string]annotate.Effect {
		m := map[string]annotate.Effect{}
		for _, tool := range engine.Restrict(tools, limit, pins) {
			m[tool.ID] = tool.ToolInfo.Effect
		}
		return m
	}
	assert.Equal(t, map[string]annotate.Effect{"env": annotate.EffectRead}, effects(annotate.EffectRead))
	assert.Equal(t, annotate.EffectWrite, effects(annotate.EffectWrite)["hang"])
	assert.Equal(t, annotate.EffectWrite, effects("")["hang"])
	for _, tool := range tools {
		if tool.ID == "hang" {
			assert.Equal(t, annotate.EffectRead, tool.Info.Effect, "the tools that were given stay as they were")
		}
	}
}

// The property for globals goes with the last of them.
func TestRestrictLeavesNoEmptyGlobals(t *testing.T) {
	root := program()
	for _, name := range []string{"alpha", "beta", "gamma", "delta", "epsilon", "zeta"} {
		root.PersistentFlags().String(name, "", "Some words that say what this flag is for in the end")
		annotate.Flag(root, name).Effect(annotate.EffectWrite)
	}
	tools, err := schemagen.Generate(root, schemagen.Options{})
	require.NoError(t, err)
	for _, limit := range []annotate.Effect{annotate.EffectWrite, annotate.EffectRead} {
		for _, tool := range engine.Restrict(tools, limit, nil) {
			globals := 0
			for _, p := range tool.Params {
				if p.Globals {
					globals++
				}
			}
			assert.Equal(t, len(tool.Globals) > 0, globals == 1, "%s within %s", tool.ID, limit)
		}
	}
}
