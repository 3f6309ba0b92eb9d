package schemagen_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/portable"
	"github.com/nurucobra/nuru/schemagen"
)

func run(*cobra.Command, []string) {}

func app(children ...*cobra.Command) *cobra.Command {
	root := &cobra.Command{Use: "app"}
	root.AddCommand(children...)
	return root
}

func leaf(use string) *cobra.Command { return &cobra.Command{Use: use, Short: "Do it", Run: run} }

// plain is an environment that has nothing to do with the tree.
var plain = []string{"LC_ALL=C"}

// generate describes the tools below root and checks every schema.
func generate(t require.TestingT, root *cobra.Command, opts schemagen.Options) []schemagen.Tool {
	if opts.Environ == nil {
		opts.Environ = plain
	}
	tools, err := schemagen.Generate(root, opts)
	require.NoError(t, err)
	for i := range tools {
		checkTool(t, &tools[i])
	}
	return tools
}

// only is the one tool of an application with the one command cmd.
func only(t require.TestingT, cmd *cobra.Command, opts schemagen.Options) *schemagen.Tool {
	tools := generate(t, app(cmd), opts)
	require.Len(t, tools, 1)
	return &tools[0]
}

// flagSchema is the schema of the one flag that define adds.
func flagSchema(t require.TestingT, opts schemagen.Options, define func(fs *pflag.FlagSet)) string {
	cmd := leaf("do")
	define(cmd.Flags())
	tool := only(t, cmd, opts)
	require.Len(t, tool.Params, 1)
	return text(t, tool.Params[0].Schema)
}

// schemas are the schemas of the parameters by name, in order.
func schemas(t require.TestingT, tool *schemagen.Tool) []string {
	list := []string{}
	for i := range tool.Params {
		p := &tool.Params[i]
		s := p.Name
		if p.Required {
			s += "!"
		}
		list = append(list, s+" "+text(t, p.Schema))
	}
	return list
}

func text(t require.TestingT, v any) string {
	s, ok := v.(*schemagen.Schema)
	require.True(t, ok)
	b, err := s.MarshalJSON()
	require.NoError(t, err)
	return string(b)
}

// checkTool holds the full and the compact schema of a tool against all rules:
// the portable ones, and those of JSON Schema as an independent reader has them.
func checkTool(t require.TestingT, tool *schemagen.Tool) {
	require.NotEmpty(t, tool.Description, tool.ID)
	require.LessOrEqual(t, len(tool.Description), portable.MaxDescription)
	full, compact := text(t, tool.Schema()), text(t, tool.CompactSchema())
	require.Empty(t, portable.Check(json.RawMessage(full)), tool.ID)
	require.Empty(t, portable.Check(json.RawMessage(compact)), tool.ID)
	compile(t, full)
	compile(t, compact)
	for i := range tool.Globals {
		s := text(t, tool.Globals[i].Schema)
		compile(t, s)
		require.Empty(t, portable.Check(json.RawMessage(`{"type":"object","properties":{"x":`+s+`}}`)))
	}
}

// compile reads schema with an independent library and checks every default in
// it by the schema that it stands in.
func compile(t require.TestingT, schema string) *jsonschema.Schema {
	doc := decode(t, schema)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.AssertVocabs()
	c.DefaultDraft(jsonschema.Draft2020)
	require.NoError(t, c.AddResource("tool.json", doc))
	s, err := c.Compile("tool.json")
	require.NoError(t, err, schema)
	checkDefaults(t, s)
	return s
}

func checkDefaults(t require.TestingT, s *jsonschema.Schema) {
	if s.Default != nil {
		require.NoError(t, s.Validate(*s.Default))
	}
	for _, p := range s.Properties {
		checkDefaults(t, p)
	}
}

func decode(t require.TestingT, s string) any {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(s))
	require.NoError(t, err, s)
	return v
}

func TestTheOracleFindsBadDefaults(t *testing.T) {
	var failed recorder
	compile(&failed, `{"type":"object","properties":{"a":{"type":"string","enum":["x"],"default":"y"}}}`)
	assert.True(t, bool(failed))
}

type recorder bool

func (r *recorder) Errorf(string, ...any) { *r = true }
func (r *recorder) FailNow()              { *r = true }

func export(t require.TestingT, tools []schemagen.Tool) string {
	b, err := schemagen.Export(tools)
	require.NoError(t, err)
	var compact bytes.Buffer
	require.NoError(t, json.Compact(&compact, b), "valid JSON")
	return string(b)
}
