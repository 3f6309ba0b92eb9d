package annotate_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
)

// line builds a chain of commands app, db, migrate with these annotations, the
// root's first, and returns the last one.
func line(annotations ...map[string]string) *cobra.Command {
	var last *cobra.Command
	for i, a := range annotations {
		cmd := &cobra.Command{Use: []string{"app", "db", "migrate"}[i], Annotations: a}
		if last != nil {
			last.AddCommand(cmd)
		}
		last = cmd
	}
	return last
}

func safety(d annotate.Decision) map[string]string {
	if d == "" {
		return nil
	}
	return map[string]string{"nuru.safety": string(d)}
}

func TestOfInvalid(t *testing.T) {
	const (
		bools     = "true, false"
		names     = "letters, digits, underscores and single dots, a letter first, at most 40"
		durations = `a positive Go duration such as "90s" or "5m"`
		dashes    = "an integer, 0 or more"
		codes     = `a JSON object of codes 1 to 255, such as {"1":"differences found"}`
		jsons     = `a JSON object such as {} or {"flag":"output","value":"json"} with flag, value, schema, whole`
		kinds     = "read, edit, delete, move, search, execute, think, fetch, other"
	)
	tests := []struct {
		key, valid string
		values     []string
	}{
		{"nuru.access", "read, write, execute", []string{"", "Read", "readonly", "read,write", " read"}},
		{"nuru.safety", "allow, ask, deny", []string{"", "never", "ALLOW"}},
		{"nuru.destructive", bools, []string{"", "yes", "1", "True"}},
		{"nuru.idempotent", bools, []string{"no"}},
		{"nuru.open-world", bools, []string{"t"}},
		{"nuru.kind", kinds, []string{"", "write", "Read"}},
		{"nuru.name", names, []string{"", "1st", "_x", ".x", "a-b", "a..b", "a.", "déploy", name40 + "1"}},
		{"nuru.name-aliases", "names separated by commas: " + names, []string{"a-b", "a..b"}},
		{"nuru.hidden", bools, []string{"yes"}},
		{"nuru.interactive", bools, []string{"yes"}},
		{"nuru.long-running", bools, []string{"yes"}},
		{"nuru.timeout", durations, []string{"", "5", "soon", "-1s", "0s"}},
		{"nuru.args-probe", bools, []string{"off"}},
		{"nuru.stdin", "a description of what is read", []string{"", " "}},
		{"nuru.json", jsons, []string{"", "true", "null", "[]", "{", `{"flags":"o"}`, `{"flag":1}`, "{} {}", "{}}", `{"value":"json"}`, `{"schema":true}`, `{"schema":null}`, `{"schema":[]}`}},
		{"nuru.exit-codes", codes, []string{"", "1", "null", `["1"]`, `{"1":1}`, `{"0":"ok"}`, `{"256":"x"}`, `{"-1":"x"}`, `{"one":"x"}`, `{"01":"x"}`, `{"+1":"x"}`, `{"1":"x"} {}`}},
		{"nuru.dash", dashes, []string{"", "-1", "one", "1.5"}},
		{"nuru.raw-output", bools, []string{"yes"}},
		{"nuru.keep-processes", bools, []string{"yes"}},
	}
	tested := map[string]bool{
		"nuru.tags": true, "nuru.category": true, "nuru.title": true, "nuru.description": true, // any text is valid
		"nuru.args": true, // below
	}
	for _, tt := range tests {
		tested[tt.key] = true
		for _, value := range tt.values {
			t.Run(tt.key+" "+value, func(t *testing.T) {
				_, err := annotate.Of(line(nil, map[string]string{tt.key: value}))
				require.EqualError(t, err, `command "app db": annotation `+tt.key+" is "+quote(value)+", valid: "+tt.valid)
			})
		}
	}
	for key := range docTables(t).command {
		assert.True(t, tested[key], "no invalid value tried for %s", key)
	}

	_, err := annotate.Of(line(nil, map[string]string{"nuru.args": "{env"}))
	require.EqualError(t, err, `command "app db": annotation nuru.args: positional pattern "{env": at "{env": expected {name}, as in {env} {tag?} {*files}`)
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

// The Info that comes with an error errs on the careful side.
func TestOfInvalidIsSafeToUse(t *testing.T) {
	tests := []struct {
		name        string
		annotations map[string]string
		parent      map[string]string
		want        annotate.Info // without Sources
	}{
		{
			"access is unknown",
			map[string]string{"nuru.access": "reed"},
			nil,
			annotate.Info{Effect: annotate.EffectUnknown, Decision: annotate.Ask},
		},
		{
			"safety is deny",
			map[string]string{"nuru.access": "read", "nuru.safety": "never"},
			nil,
			annotate.Info{Facts: annotate.Facts{Access: annotate.Read, Safety: annotate.Deny}, Effect: annotate.EffectRead, Decision: annotate.Deny},
		},
		{
			"a parent's safety is deny",
			map[string]string{"nuru.access": "read", "nuru.safety": "allow"},
			map[string]string{"nuru.safety": "never"},
			annotate.Info{Facts: annotate.Facts{Access: annotate.Read, Safety: annotate.Allow}, Effect: annotate.EffectRead, Decision: annotate.Deny, Ancestors: annotate.Deny},
		},
		{
			"destructive is true",
			map[string]string{"nuru.access": "read", "nuru.destructive": "yes"},
			nil,
			annotate.Info{Facts: annotate.Facts{Access: annotate.Read, Destructive: annotate.Yes}, Effect: annotate.EffectDestructive, Decision: annotate.Ask},
		},
		{
			"hidden and interactive are true, idempotent is false",
			map[string]string{"nuru.hidden": "yes", "nuru.interactive": "yes", "nuru.idempotent": "no"},
			nil,
			annotate.Info{Facts: annotate.Facts{HiddenFromAgents: annotate.Yes, Interactive: annotate.Yes, Idempotent: annotate.No}, Effect: annotate.EffectUnknown, Decision: annotate.Ask},
		},
		{
			"the others are unset, probing is off",
			map[string]string{
				"nuru.open-world": "x", "nuru.kind": "x", "nuru.name": "-", "nuru.long-running": "x", "nuru.timeout": "x",
				"nuru.args": "x", "nuru.args-probe": "off", "nuru.json": "x", "nuru.exit-codes": "x", "nuru.dash": "x",
				"nuru.raw-output": "x", "nuru.keep-processes": "x",
			},
			nil,
			annotate.Info{Facts: annotate.Facts{ArgsProbe: annotate.No}, Effect: annotate.EffectUnknown, Decision: annotate.Ask},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			info, err := annotate.Of(line(tt.parent, tt.annotations))
			require.Error(t, err)
			info.Sources = nil
			assert.Equal(t, tt.want, info)
		})
	}
}

func TestOfNamesEveryError(t *testing.T) {
	_, err := annotate.Of(line(
		map[string]string{"nuru.safety": "x", "nuru.access": "not inherited"},
		map[string]string{"nuru.safety": "y"},
		map[string]string{"nuru.access": "z", "nuru.dash": "z", "nuru.acces": "read"},
	))
	require.EqualError(t, err, strings.Join([]string{
		`command "app db migrate": annotation nuru.access is "z", valid: read, write, execute`,
		`command "app db migrate": annotation nuru.dash is "z", valid: an integer, 0 or more`,
		`command "app db migrate": unknown annotation nuru.acces, did you mean "nuru.access"?`,
		`command "app db": annotation nuru.safety is "y", valid: allow, ask, deny`,
		`command "app": annotation nuru.safety is "x", valid: allow, ask, deny`,
	}, "\n"))
}

func TestOfUnknownKey(t *testing.T) {
	tests := []struct{ key, want string }{
		{"nuru.acces", `, did you mean "nuru.access"?`},
		{"nuru.readonly_", `, valid: nuru.access, `},
		{"nuru.openWorld", `, did you mean "nuru.open-world"?`},
		{"nuru.desctructive", `, did you mean "nuru.destructive"?`},
		{"nuru.Tags", `, did you mean "nuru.tags"?`},
		{"nuru.", `, valid: nuru.access, `},
		{"nuru.confirms", `, valid: nuru.access, `}, // a flag's
	}
	for _, tt := range tests {
		t.Run(tt.key, func(t *testing.T) {
			info, err := annotate.Of(line(map[string]string{tt.key: "true"}))
			require.ErrorContains(t, err, `command "app": unknown annotation `+tt.key+tt.want)
			assert.Empty(t, info.Sources, "an unknown key is no fact")
		})
	}
}

func TestOfIgnoresForeignKeys(t *testing.T) {
	info, err := annotate.Of(line(map[string]string{"nuru": "x", "nurucobra.access": "x", "group": "nuru.access", "cobra_annotation_command_display_name": "kubectl app"}))
	require.NoError(t, err)
	assert.Equal(t, bare, info)
}

// bare is what is known about a command of which nobody says anything.
var bare = annotate.Info{Effect: annotate.EffectUnknown, Decision: annotate.Ask, Sources: map[string]annotate.Source{}}

func TestOfNilAnnotations(t *testing.T) {
	cmd := line(nil, nil, nil)
	info, err := annotate.Of(cmd)
	require.NoError(t, err)
	assert.Equal(t, bare, info)
	for c := cmd; c != nil; c = c.Parent() {
		assert.Nil(t, c.Annotations, "reading writes nothing")
	}
}

// effects says what follows from access and destructive.
var effects = []struct {
	access      annotate.Access
	destructive annotate.Bool
	effect      annotate.Effect
	kind        annotate.Kind
	hints       annotate.Hints // ReadOnly when the decision is allow
}{
	{"", annotate.Unset, annotate.EffectUnknown, annotate.KindOther, annotate.Hints{Destructive: true, OpenWorld: true}},
	{"", annotate.No, annotate.EffectUnknown, annotate.KindOther, annotate.Hints{Destructive: true, OpenWorld: true}},
	{"", annotate.Yes, annotate.EffectDestructive, annotate.KindDelete, annotate.Hints{Destructive: true, OpenWorld: true}},
	{annotate.Read, annotate.Unset, annotate.EffectRead, annotate.KindRead, annotate.Hints{ReadOnly: true, Idempotent: true, OpenWorld: true}},
	{annotate.Read, annotate.No, annotate.EffectRead, annotate.KindRead, annotate.Hints{ReadOnly: true, Idempotent: true, OpenWorld: true}},
	{annotate.Read, annotate.Yes, annotate.EffectDestructive, annotate.KindDelete, annotate.Hints{Destructive: true, OpenWorld: true}},
	{annotate.Write, annotate.Unset, annotate.EffectWrite, annotate.KindEdit, annotate.Hints{OpenWorld: true}},
	{annotate.Write, annotate.No, annotate.EffectWrite, annotate.KindEdit, annotate.Hints{OpenWorld: true}},
	{annotate.Write, annotate.Yes, annotate.EffectDestructive, annotate.KindDelete, annotate.Hints{Destructive: true, OpenWorld: true}},
	{annotate.Execute, annotate.Unset, annotate.EffectWrite, annotate.KindExecute, annotate.Hints{OpenWorld: true}},
	{annotate.Execute, annotate.No, annotate.EffectWrite, annotate.KindExecute, annotate.Hints{OpenWorld: true}},
	{annotate.Execute, annotate.Yes, annotate.EffectDestructive, annotate.KindDelete, annotate.Hints{Destructive: true, OpenWorld: true}},
}

// ancestors are the columns of decisions.
var ancestors = []annotate.Decision{"", annotate.Allow, annotate.Ask, annotate.Deny}

// decisions says what follows from a command's own safety and its parents'.
var decisions = []struct {
	effects string
	safety  annotate.Decision
	want    string // a column for each of ancestors
}{
	{"read", "", "allow allow ask deny"},
	{"read", annotate.Allow, "allow allow ask deny"},
	{"read", annotate.Ask, "ask ask ask deny"},
	{"read", annotate.Deny, "deny deny deny deny"},
	{"write destructive unknown", "", "ask ask ask deny"},
	{"write destructive unknown", annotate.Allow, "allow allow ask deny"},
	{"write destructive unknown", annotate.Ask, "ask ask ask deny"},
	{"write destructive unknown", annotate.Deny, "deny deny deny deny"},
}

func TestEveryCombination(t *testing.T) {
	combinations := 0
	for _, e := range effects {
		for _, d := range decisions {
			if !strings.Contains(d.effects, string(e.effect)) {
				continue
			}
			for i, decision := range strings.Fields(d.want) {
				combinations++
				cmd := line(safety(ancestors[i]), nil)
				own := annotate.Facts{Access: e.access, Destructive: e.destructive, Safety: d.safety}
				annotate.Command(cmd).Set(own)

				info, err := annotate.Of(cmd)
				require.NoError(t, err)
				info.Sources = nil
				want := annotate.Info{Facts: own, Effect: e.effect, Decision: annotate.Decision(decision), Ancestors: ancestors[i]}
				assert.Equal(t, want, info)

				hints := e.hints
				hints.ReadOnly = hints.ReadOnly && decision == "allow"
				assert.Equal(t, hints, info.Hints(), "%+v", info)
				assert.Equal(t, e.kind, info.ToolKind(), "%+v", info)
			}
		}
	}
	assert.Equal(t, 4*3*4*4, combinations)
}

func TestHintsAsAnnotated(t *testing.T) {
	tests := []struct {
		name string
		info annotate.Info
		want annotate.Hints
	}{
		{"a write that may be repeated", annotate.Info{Facts: annotate.Facts{Idempotent: annotate.Yes}, Effect: annotate.EffectWrite, Decision: annotate.Allow}, annotate.Hints{Idempotent: true, OpenWorld: true}},
		{"a write that may not", annotate.Info{Facts: annotate.Facts{Idempotent: annotate.No}, Effect: annotate.EffectWrite, Decision: annotate.Allow}, annotate.Hints{OpenWorld: true}},
		{"a read that says no", annotate.Info{Facts: annotate.Facts{Idempotent: annotate.No}, Effect: annotate.EffectRead, Decision: annotate.Allow}, annotate.Hints{ReadOnly: true, OpenWorld: true}},
		{"a closed world", annotate.Info{Facts: annotate.Facts{OpenWorld: annotate.No}, Effect: annotate.EffectWrite, Decision: annotate.Allow}, annotate.Hints{}},
		{"an open world", annotate.Info{Facts: annotate.Facts{OpenWorld: annotate.Yes}, Effect: annotate.EffectWrite, Decision: annotate.Allow}, annotate.Hints{OpenWorld: true}},
		{"the zero Info grants nothing", annotate.Info{}, annotate.Hints{Destructive: true, OpenWorld: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, tt.info.Hints()) })
	}
}

func TestToolKindAnnotated(t *testing.T) {
	for _, effect := range []annotate.Effect{annotate.EffectRead, annotate.EffectWrite, annotate.EffectDestructive, annotate.EffectUnknown} {
		info := annotate.Info{Facts: annotate.Facts{Kind: annotate.KindFetch, Access: annotate.Execute}, Effect: effect}
		assert.Equal(t, annotate.KindFetch, info.ToolKind(), effect)
	}
}

func TestRaise(t *testing.T) {
	read := annotate.Facts{Access: annotate.Read}
	write := annotate.Facts{Access: annotate.Write}
	execute := annotate.Facts{Access: annotate.Execute}
	allowed := annotate.Facts{Access: annotate.Read, Safety: annotate.Allow}
	tests := []struct {
		name     string
		facts    annotate.Facts
		parent   annotate.Decision
		raise    annotate.Effect
		effect   annotate.Effect
		decision annotate.Decision
		kind     annotate.Kind
	}{
		{"a read to write", read, "", annotate.EffectWrite, annotate.EffectWrite, annotate.Ask, annotate.KindEdit},
		{"a read to destructive", read, "", annotate.EffectDestructive, annotate.EffectDestructive, annotate.Ask, annotate.KindDelete},
		{"a read to unknown", read, "", annotate.EffectUnknown, annotate.EffectUnknown, annotate.Ask, annotate.KindOther},
		{"a read by a flag that says nothing", read, "", "", annotate.EffectRead, annotate.Allow, annotate.KindRead},
		{"a read by nonsense", read, "", "nonsense", annotate.EffectUnknown, annotate.Ask, annotate.KindOther},
		{"a write is not lowered", write, "", annotate.EffectRead, annotate.EffectWrite, annotate.Ask, annotate.KindEdit},
		{"an execute stays one", execute, "", annotate.EffectWrite, annotate.EffectWrite, annotate.Ask, annotate.KindExecute},
		{"an execute to unknown", execute, "", annotate.EffectUnknown, annotate.EffectUnknown, annotate.Ask, annotate.KindOther},
		{"explicit safety stays", allowed, "", annotate.EffectDestructive, annotate.EffectDestructive, annotate.Allow, annotate.KindDelete},
		{"the parents' safety stays", read, annotate.Deny, annotate.EffectWrite, annotate.EffectWrite, annotate.Deny, annotate.KindEdit},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := line(safety(tt.parent), nil)
			annotate.Command(cmd).Set(tt.facts)
			info, err := annotate.Of(cmd)
			require.NoError(t, err)
			want := info
			want.Effect, want.Decision = tt.effect, tt.decision

			raised := info.Raise(tt.raise)
			assert.Equal(t, want, raised)
			assert.Equal(t, tt.kind, raised.ToolKind())
		})
	}
}

func TestInheritedSafety(t *testing.T) {
	const app, db, migrate = "app", "app db", "app db migrate"
	up := func(path string) annotate.Source { return annotate.Source{Command: path, Inherited: true} }
	tests := []struct {
		name              string
		root, parent, own annotate.Decision
		decision          annotate.Decision // of a command that reads
		ancestors         annotate.Decision
		source            annotate.Source // zero when nobody says anything
	}{
		{"nobody", "", "", "", annotate.Allow, "", annotate.Source{}},
		{"root asks", annotate.Ask, "", "", annotate.Ask, annotate.Ask, up(app)},
		{"root denies", annotate.Deny, "", "", annotate.Deny, annotate.Deny, up(app)},
		{"parent asks", "", annotate.Ask, "", annotate.Ask, annotate.Ask, up(db)},
		{"parent does not loosen the root", annotate.Deny, annotate.Allow, "", annotate.Deny, annotate.Deny, up(app)},
		{"command does not loosen the parent", "", annotate.Deny, annotate.Allow, annotate.Deny, annotate.Deny, up(db)},
		{"command does not loosen the root", annotate.Ask, annotate.Allow, annotate.Allow, annotate.Ask, annotate.Ask, up(app)},
		{"root is stricter than the parent", annotate.Deny, annotate.Ask, "", annotate.Deny, annotate.Deny, up(app)},
		{"parent is stricter than the root", annotate.Ask, annotate.Deny, "", annotate.Deny, annotate.Deny, up(db)},
		{"equally strict: the nearest", annotate.Ask, annotate.Ask, "", annotate.Ask, annotate.Ask, up(db)},
		{"equally strict: the command itself", annotate.Ask, "", annotate.Ask, annotate.Ask, annotate.Ask, annotate.Source{Command: migrate}},
		{"command is stricter", annotate.Ask, annotate.Ask, annotate.Deny, annotate.Deny, annotate.Ask, annotate.Source{Command: migrate}},
		{"parents that allow do not loosen a command", annotate.Allow, annotate.Allow, annotate.Ask, annotate.Ask, annotate.Allow, annotate.Source{Command: migrate}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := line(safety(tt.root), safety(tt.parent), safety(tt.own))
			annotate.Command(cmd).Access(annotate.Read)
			want := annotate.Info{
				Facts:     annotate.Facts{Access: annotate.Read, Safety: tt.own},
				Effect:    annotate.EffectRead,
				Decision:  tt.decision,
				Ancestors: tt.ancestors,
				Sources:   map[string]annotate.Source{"nuru.access": {Command: migrate}},
			}
			if tt.source != (annotate.Source{}) {
				want.Sources["nuru.safety"] = tt.source
			}
			info, err := annotate.Of(cmd)
			require.NoError(t, err)
			assert.Equal(t, want, info)
		})
	}
}

// Of all facts, only safety, tags and category reach the subtree.
func TestInheritsNothingElse(t *testing.T) {
	root := line(nil)
	annotate.Command(root).Set(everyFact())
	child := &cobra.Command{Use: "db"}
	root.AddCommand(child)
	info, err := annotate.Of(child)
	require.NoError(t, err)
	up := annotate.Source{Command: "app", Inherited: true}
	assert.Equal(t, annotate.Info{
		Facts:     annotate.Facts{Tags: []string{"a", "b"}, Category: "c"},
		Effect:    annotate.EffectUnknown,
		Decision:  annotate.Ask,
		Ancestors: annotate.Ask,
		Sources:   map[string]annotate.Source{"nuru.safety": up, "nuru.tags": up, "nuru.category": up},
	}, info)
}

func TestInheritedTagsAndCategory(t *testing.T) {
	both := func(s string) map[string]string {
		return map[string]string{"nuru.tags": s, "nuru.category": s}
	}
	tests := []struct {
		name              string
		root, parent, own map[string]string
		tags              []string
		category          string
		source            annotate.Source
	}{
		{"from the root", both("r"), nil, nil, []string{"r"}, "r", annotate.Source{Command: "app", Inherited: true}},
		{"from the parent", nil, both("p"), nil, []string{"p"}, "p", annotate.Source{Command: "app db", Inherited: true}},
		{"the parent replaces", both("r"), both("p"), nil, []string{"p"}, "p", annotate.Source{Command: "app db", Inherited: true}},
		{"the command replaces", both("r"), both("p"), both("o"), []string{"o"}, "o", annotate.Source{Command: "app db migrate"}},
		{"the command empties", both("r"), both("p"), both(""), nil, "", annotate.Source{Command: "app db migrate"}},
		{"the parent empties", both("r"), both(""), nil, nil, "", annotate.Source{Command: "app db", Inherited: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			info, err := annotate.Of(line(tt.root, tt.parent, tt.own))
			require.NoError(t, err)
			want := bare
			want.Tags, want.Category = tt.tags, tt.category
			want.Sources = map[string]annotate.Source{"nuru.tags": tt.source, "nuru.category": tt.source}
			assert.Equal(t, want, info)
		})
	}
}

func TestTagsByHand(t *testing.T) {
	info, err := annotate.Of(line(map[string]string{"nuru.tags": " a, ,b c,,d "}))
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b c", "d"}, info.Tags)
}

func TestOfInParallel(t *testing.T) {
	cmd := line(safety(annotate.Ask), map[string]string{"nuru.tags": "a"}, map[string]string{"nuru.access": "read"})
	want, err := annotate.Of(cmd)
	require.NoError(t, err)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			info, err := annotate.Of(cmd)
			assert.NoError(t, err)
			assert.Equal(t, want, info)
		})
	}
	wg.Wait()
}

// Reading a foreign tree must cost next to nothing.
func BenchmarkOfForeign(b *testing.B) {
	cmd := line(nil, map[string]string{"group": "x"}, nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := annotate.Of(cmd); err != nil {
			b.Fatal(err)
		}
	}
}
