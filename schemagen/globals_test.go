package schemagen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/tree"
	"github.com/nurucobra/nuru/schemagen"
)

// withGlobals is an application with two commands and n globals.
func withGlobals(n int) *cobra.Command {
	root := app(leaf("one"), leaf("two NAME"))
	for i := range n {
		root.PersistentFlags().String(fmt.Sprintf("global-%02d", i), "", "Some words that say what it is for")
	}
	return root
}

func names(params []schemagen.Param) []string {
	list := []string{}
	for _, p := range params {
		list = append(list, p.Name)
	}
	return list
}

func TestGlobalsAreListedWhileTheyAreCheap(t *testing.T) {
	tools := generate(t, withGlobals(5), schemagen.Options{})
	assert.Equal(t, []string{"global00", "global01", "global02", "global03", "global04"}, names(tools[0].Params))
	assert.Empty(t, tools[0].Globals)
	assert.Contains(t, export(t, tools), `"globals": []`)

	tools = generate(t, withGlobals(6), schemagen.Options{})
	assert.Equal(t, []string{"globals"}, names(tools[0].Params))
	assert.Equal(t, []string{"name", "globals"}, names(tools[1].Params))
	assert.Equal(t, []string{"global00", "global01", "global02", "global03", "global04", "global05"}, names(tools[0].Globals))
	assert.Equal(t, `{"type":"array","description":"Global flags, each as --name=value","items":{"type":"string"}}`, text(t, tools[0].Params[0].Schema))
	assert.Equal(t, 1, strings.Count(export(t, tools), `"global-03"`), "the list stands once")
}

// The budget is of one tool: 100 tokens of what tools/list sends.
func TestTheBudgetOfGlobals(t *testing.T) {
	for _, n := range []int{5, 6} {
		tools := generate(t, withGlobals(n), schemagen.Options{})
		size := 0
		for _, p := range append(tools[0].Params, tools[0].Globals...) {
			if p.Flag != nil {
				size += len(`"":,`) + len(p.Name) + len(`{"type":"string","description":""}`) + len(p.Brief())
			}
		}
		assert.Equal(t, schemagen.Tokens(size) <= 100, len(tools[0].Globals) == 0, "%d globals of %d bytes", n, size)
	}
}

func TestShownAndRequiredGlobalsAreListedAlways(t *testing.T) {
	root := withGlobals(12)
	annotate.Flag(root, "global-03").Shown()
	require.NoError(t, root.MarkPersistentFlagRequired("global-05"))
	root.PersistentFlags().Lookup("global-06").Usage = "The cluster (required)"
	tools := generate(t, root, schemagen.Options{})
	assert.Equal(t, []string{"global03", "global05", "global06", "globals"}, names(tools[0].Params))
	assert.Len(t, tools[0].Globals, 9)
	required := map[string][2]bool{}
	for _, p := range tools[0].Params {
		required[p.Name] = [2]bool{p.Required, p.Enforced}
	}
	assert.Equal(t, map[string][2]bool{
		"global03": {false, false}, "global05": {true, true}, "global06": {true, false}, "globals": {false, false},
	}, required, "what is required in words only is left to the program")
}

func TestALocalFlagShadowsAGlobal(t *testing.T) {
	root := withGlobals(12)
	one := root.Commands()[0]
	one.Flags().Int("global-02", 0, "Its own")
	tools := generate(t, root, schemagen.Options{})
	assert.Equal(t, []string{"global02", "globals"}, names(tools[0].Params))
	assert.NotContains(t, names(tools[0].Globals), "global02")
	assert.Contains(t, names(tools[1].Globals), "global02")
}

func TestPinnedGlobalsAreGone(t *testing.T) {
	root := withGlobals(3)
	root.Run = run
	root.Commands()[0].Flags().String("global-01", "", "Its own")
	tools := generate(t, root, schemagen.Options{Pinned: []string{"global-01"}})
	for _, tool := range tools {
		want := []string{"global00", "global02"}
		if tool.ID == "one" {
			want = []string{"global01", "global00", "global02"}
		}
		assert.Equal(t, want, names(tool.Params[len(tool.Params)-len(want):]), tool.ID)
	}
}

func TestAPropertyCalledGlobals(t *testing.T) {
	root := withGlobals(12)
	root.Commands()[0].Flags().Bool("globals", false, "")
	tools := generate(t, root, schemagen.Options{})
	assert.Equal(t, []string{"globals", "globalsArg"}, names(tools[0].Params))
	assert.True(t, tools[0].Params[1].Globals)
}

// A flag that has no long name cannot be written as --name=value.
func TestShorthandOnlyGlobalsStayProperties(t *testing.T) {
	root := withGlobals(12)
	root.PersistentFlags().VarP(typed("string"), "", "x", "")
	tools := generate(t, root, schemagen.Options{})
	assert.Equal(t, []string{"x", "globals"}, names(tools[0].Params))
}

func TestEarlyFlagsAreGlobals(t *testing.T) {
	root := withGlobals(12)
	root.TraverseChildren = true
	root.Flags().String("context", "", "")
	tools := generate(t, root, schemagen.Options{})
	last := tools[0].Globals[len(tools[0].Globals)-1]
	assert.Equal(t, "context", last.Name)
	assert.True(t, last.Flag.Early)
}

func TestOrderOfProperties(t *testing.T) {
	cmd := leaf("do NAME [TAG] --output=json")
	cmd.Flags().Bool("any", false, "")
	cmd.Flags().String("zone", "", "")
	cmd.Flags().String("output", "", "")
	cmd.Flags().String("kind", "", "The kind (required)")
	require.NoError(t, cmd.MarkFlagRequired("zone"))
	root := app(cmd)
	root.PersistentFlags().Bool("a-global", false, "")
	tools := generate(t, root, schemagen.Options{})
	assert.Equal(t, []string{"name", "tag", "kind", "output", "zone", "any", "aGlobal"}, names(tools[0].Params))
	assert.Equal(t, []string{"name", "kind", "output", "zone"}, tools[0].Schema().Required)
}

func TestOptionalInSpiteOfRequired(t *testing.T) {
	cmd := leaf("do")
	cmd.Flags().String("zone", "", "")
	require.NoError(t, cmd.MarkFlagRequired("zone"))
	annotate.Flag(cmd, "zone").Optional()
	tool := only(t, cmd, schemagen.Options{})
	assert.Empty(t, tool.Schema().Required)
	assert.False(t, tool.Params[0].Enforced)
}

func TestFlagsThatTheServerSets(t *testing.T) {
	cmd := leaf("do")
	cmd.Flags().Bool("yes", false, "")
	cmd.Flags().String("output", "text", "")
	annotate.Flag(cmd, "yes").Confirms()
	annotate.Command(cmd).JSON(annotate.JSONOutput{Flag: "output", Value: "json"})
	tool := only(t, cmd, schemagen.Options{})
	assert.Equal(t, []string{"output"}, names(tool.Params))
	var sets []string
	for _, s := range tool.Sets {
		sets = append(sets, s.Name+"="+s.Value)
	}
	assert.Equal(t, []string{"yes=true", "output=json"}, sets)

	annotate.Flag(cmd, "output").HiddenFromAgents()
	_, err := schemagen.Generate(app(cmd), schemagen.Options{})
	assert.EqualError(t, err, `command "app do": annotation nuru.json names the flag "--output", which agents cannot set on it`)
}

// A flag that every call is given counts in the effect of every call.
func TestFlagsThatTheServerSetsRaiseTheEffect(t *testing.T) {
	cmd := leaf("do")
	cmd.Flags().Bool("force", false, "")
	annotate.Flag(cmd, "force").Confirms().Destructive()
	annotate.Command(cmd).Access(annotate.Read)
	tool := only(t, cmd, schemagen.Options{})
	assert.Equal(t, annotate.EffectDestructive, tool.Info.Effect)
	assert.Equal(t, annotate.EffectDestructive, tool.ToolInfo.Effect)
	assert.Equal(t, annotate.Ask, tool.Info.Decision)
}

func TestReport(t *testing.T) {
	root := app(leaf("one"), leaf("two"))
	root.PersistentFlags().AddFlag(typedFlag("a=b"))
	var notes []string
	generate(t, root, schemagen.Options{Report: func(note string) { notes = append(notes, note) }})
	assert.Equal(t, []string{`command "app": flag "--a=b" cannot be given on a command line and is left out`}, notes)
}

func TestInvalidAnnotationsAreErrors(t *testing.T) {
	cmd := leaf("do")
	cmd.Annotations = map[string]string{annotate.KeyAccess: "reed"}
	tools, err := schemagen.Generate(app(cmd), schemagen.Options{})
	assert.EqualError(t, err, `command "app do": annotation nuru.access is "reed", valid: read, write, execute`)
	assert.Nil(t, tools)
}

func TestAliasesOfTools(t *testing.T) {
	list := leaf("list")
	list.Aliases = []string{"ls", "dir"}
	task := &cobra.Command{Use: "task", Aliases: []string{"t"}}
	task.AddCommand(list)
	own := leaf("mcp-server")
	own.Annotations = map[string]string{tree.OwnKey: "true"}
	tools := generate(t, app(task, own), schemagen.Options{})
	require.Len(t, tools, 1)
	assert.Equal(t, []string{"task", "list"}, tools[0].Path)
	assert.Equal(t, []string{"dir", "ls"}, tools[0].Aliases)
	out := export(t, tools)
	for _, pattern := range []string{"task list *", "task ls *", "task dir *", "t list *", "t ls *", "t dir *"} {
		assert.Contains(t, out, `"`+pattern+`"`)
	}
}
