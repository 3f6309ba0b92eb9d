package annotate_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
)

// commandSetters has a row or more for every setter: what it stores as a plain
// string, and the fact that is read back. Rows are named after the method.
var commandSetters = []struct {
	method string
	set    func(*annotate.CommandSetter) *annotate.CommandSetter
	key    string
	stored string
	want   annotate.Facts
}{
	{"Access", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Access(annotate.Read) }, "nuru.access", "read", annotate.Facts{Access: annotate.Read}},
	{"Access", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Access(annotate.Write) }, "nuru.access", "write", annotate.Facts{Access: annotate.Write}},
	{"Access", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Access(annotate.Execute) }, "nuru.access", "execute", annotate.Facts{Access: annotate.Execute}},
	{"Safety", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Safety(annotate.Allow) }, "nuru.safety", "allow", annotate.Facts{Safety: annotate.Allow}},
	{"Safety", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Safety(annotate.Ask) }, "nuru.safety", "ask", annotate.Facts{Safety: annotate.Ask}},
	{"Safety", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Safety(annotate.Deny) }, "nuru.safety", "deny", annotate.Facts{Safety: annotate.Deny}},
	{"Destructive", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Destructive(true) }, "nuru.destructive", "true", annotate.Facts{Destructive: annotate.Yes}},
	{"Destructive", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Destructive(false) }, "nuru.destructive", "false", annotate.Facts{Destructive: annotate.No}},
	{"Idempotent", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Idempotent(true) }, "nuru.idempotent", "true", annotate.Facts{Idempotent: annotate.Yes}},
	{"Idempotent", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Idempotent(false) }, "nuru.idempotent", "false", annotate.Facts{Idempotent: annotate.No}},
	{"OpenWorld", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.OpenWorld(true) }, "nuru.open-world", "true", annotate.Facts{OpenWorld: annotate.Yes}},
	{"OpenWorld", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.OpenWorld(false) }, "nuru.open-world", "false", annotate.Facts{OpenWorld: annotate.No}},
	{"Kind", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Kind(annotate.KindRead) }, "nuru.kind", "read", annotate.Facts{Kind: annotate.KindRead}},
	{"Kind", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Kind(annotate.KindEdit) }, "nuru.kind", "edit", annotate.Facts{Kind: annotate.KindEdit}},
	{"Kind", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Kind(annotate.KindDelete) }, "nuru.kind", "delete", annotate.Facts{Kind: annotate.KindDelete}},
	{"Kind", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Kind(annotate.KindMove) }, "nuru.kind", "move", annotate.Facts{Kind: annotate.KindMove}},
	{"Kind", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Kind(annotate.KindSearch) }, "nuru.kind", "search", annotate.Facts{Kind: annotate.KindSearch}},
	{"Kind", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Kind(annotate.KindExecute) }, "nuru.kind", "execute", annotate.Facts{Kind: annotate.KindExecute}},
	{"Kind", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Kind(annotate.KindThink) }, "nuru.kind", "think", annotate.Facts{Kind: annotate.KindThink}},
	{"Kind", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Kind(annotate.KindFetch) }, "nuru.kind", "fetch", annotate.Facts{Kind: annotate.KindFetch}},
	{"Kind", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Kind(annotate.KindOther) }, "nuru.kind", "other", annotate.Facts{Kind: annotate.KindOther}},
	{"Tags", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Tags("deployment", "infra") }, "nuru.tags", "deployment,infra", annotate.Facts{Tags: []string{"deployment", "infra"}}},
	{"Category", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Category("infrastructure") }, "nuru.category", "infrastructure", annotate.Facts{Category: "infrastructure"}},
	{"Title", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Title("Deploy, now") }, "nuru.title", "Deploy, now", annotate.Facts{Title: "Deploy, now"}},
	{"Description", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Description("Ships\nit.") }, "nuru.description", "Ships\nit.", annotate.Facts{Description: "Ships\nit."}},
	{"Name", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Name("ship_2_it") }, "nuru.name", "ship_2_it", annotate.Facts{Name: "ship_2_it"}},
	{"Name", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Name("ship.it") }, "nuru.name", "ship.it", annotate.Facts{Name: "ship.it"}},
	{"NameAliases", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.NameAliases("ship.it", "shipNow") }, "nuru.name-aliases", "ship.it,shipNow", annotate.Facts{NameAliases: []string{"ship.it", "shipNow"}}},
	{"Name", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Name(name40) }, "nuru.name", name40, annotate.Facts{Name: name40}},
	{"HiddenFromAgents", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.HiddenFromAgents(true) }, "nuru.hidden", "true", annotate.Facts{HiddenFromAgents: annotate.Yes}},
	{"HiddenFromAgents", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.HiddenFromAgents(false) }, "nuru.hidden", "false", annotate.Facts{HiddenFromAgents: annotate.No}},
	{"Interactive", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Interactive(true) }, "nuru.interactive", "true", annotate.Facts{Interactive: annotate.Yes}},
	{"Interactive", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Interactive(false) }, "nuru.interactive", "false", annotate.Facts{Interactive: annotate.No}},
	{"LongRunning", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.LongRunning(true) }, "nuru.long-running", "true", annotate.Facts{LongRunning: annotate.Yes}},
	{"LongRunning", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.LongRunning(false) }, "nuru.long-running", "false", annotate.Facts{LongRunning: annotate.No}},
	{"Timeout", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Timeout(90 * time.Second) }, "nuru.timeout", "1m30s", annotate.Facts{Timeout: 90 * time.Second}},
	{"Args", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Args("{id:int|Ticket} {*more}") }, "nuru.args", "{id:int|Ticket} {*more}", annotate.Facts{Args: "{id:int|Ticket} {*more}"}},
	{"ArgsProbe", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.ArgsProbe(false) }, "nuru.args-probe", "false", annotate.Facts{ArgsProbe: annotate.No}},
	{"ArgsProbe", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.ArgsProbe(true) }, "nuru.args-probe", "true", annotate.Facts{ArgsProbe: annotate.Yes}},
	{"Stdin", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Stdin("The manifest") }, "nuru.stdin", "The manifest", annotate.Facts{Stdin: "The manifest"}},
	{"JSON", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.JSON(annotate.JSONOutput{}) }, "nuru.json", `{}`, annotate.Facts{JSON: &annotate.JSONOutput{}}},
	{"JSON", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.JSON(jsonOutput) }, "nuru.json", `{"flag":"output","value":"json","schema":{"type":"object","description":"a < b & c"},"whole":true}`, annotate.Facts{JSON: &jsonOutput}},
	{"ExitCode", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.ExitCode(1, "differences <>") }, "nuru.exit-codes", `{"1":"differences <>"}`, annotate.Facts{ExitCodes: map[int]string{1: "differences <>"}}},
	{"ExitCode", func(s *annotate.CommandSetter) *annotate.CommandSetter {
		return s.ExitCode(255, "odd").ExitCode(2, "some").ExitCode(2, "many")
	}, "nuru.exit-codes", `{"2":"many","255":"odd"}`, annotate.Facts{ExitCodes: map[int]string{2: "many", 255: "odd"}}},
	{"Dash", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Dash(0) }, "nuru.dash", "0", annotate.Facts{Dash: new(int)}},
	{"Dash", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.Dash(2) }, "nuru.dash", "2", annotate.Facts{Dash: ptr(2)}},
	{"RawOutput", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.RawOutput(true) }, "nuru.raw-output", "true", annotate.Facts{RawOutput: annotate.Yes}},
	{"RawOutput", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.RawOutput(false) }, "nuru.raw-output", "false", annotate.Facts{RawOutput: annotate.No}},
	{"KeepProcesses", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.KeepProcesses(true) }, "nuru.keep-processes", "true", annotate.Facts{KeepProcesses: annotate.Yes}},
	{"KeepProcesses", func(s *annotate.CommandSetter) *annotate.CommandSetter { return s.KeepProcesses(false) }, "nuru.keep-processes", "false", annotate.Facts{KeepProcesses: annotate.No}},
}

const name40 = "a234567890123456789012345678901234567890"

var jsonOutput = annotate.JSONOutput{
	Flag:   "output",
	Value:  "json",
	Schema: json.RawMessage(`{"type":"object","description":"a < b & c"}`),
	Whole:  true,
}

func ptr[T any](v T) *T { return &v }

func TestCommandSetters(t *testing.T) {
	for _, tt := range commandSetters {
		t.Run(tt.method+" "+tt.stored, func(t *testing.T) {
			cmd := &cobra.Command{Use: "app"}
			setter := annotate.Command(cmd)
			assert.Same(t, setter, tt.set(setter), "setters chain")
			assert.Equal(t, map[string]string{tt.key: tt.stored}, cmd.Annotations)

			info, err := annotate.Of(cmd)
			require.NoError(t, err)
			assert.Equal(t, tt.want, info.Facts)
			assert.Equal(t, map[string]annotate.Source{tt.key: {Command: "app"}}, info.Sources)

			bySet := &cobra.Command{Use: "app"}
			annotate.Command(bySet).Set(tt.want)
			assert.Equal(t, cmd.Annotations, bySet.Annotations, "Set writes what the setter writes")
		})
	}
}

func TestCommandSettersTableIsComplete(t *testing.T) {
	rows, keys := map[string]bool{"Set": true}, map[string]bool{}
	for _, tt := range commandSetters {
		rows[tt.method] = true
		keys[tt.key] = true
	}
	setter := reflect.TypeFor[*annotate.CommandSetter]()
	for i := range setter.NumMethod() {
		assert.True(t, rows[setter.Method(i).Name], "no row for %s", setter.Method(i).Name)
	}
	assert.Equal(t, slices.Sorted(maps.Keys(docTables(t).command)), slices.Sorted(maps.Keys(keys)))
}

// everyFact states every fact there is.
func everyFact() annotate.Facts {
	return annotate.Facts{
		Access:           annotate.Write,
		Safety:           annotate.Ask,
		Destructive:      annotate.No,
		Idempotent:       annotate.Yes,
		OpenWorld:        annotate.No,
		Kind:             annotate.KindMove,
		Tags:             []string{"a", "b"},
		Category:         "c",
		Title:            "T",
		Description:      "D",
		Name:             "n",
		NameAliases:      []string{"n.1", "n_2"},
		HiddenFromAgents: annotate.No,
		Interactive:      annotate.No,
		LongRunning:      annotate.Yes,
		Timeout:          time.Minute,
		Args:             "{x}",
		ArgsProbe:        annotate.No,
		Stdin:            "S",
		JSON:             &annotate.JSONOutput{Flag: "json"},
		ExitCodes:        map[int]string{1: "one", 2: "two"},
		Dash:             ptr(1),
		RawOutput:        annotate.Yes,
		KeepProcesses:    annotate.Yes,
	}
}

func TestSetEveryFact(t *testing.T) {
	want := everyFact()
	for v, i := reflect.ValueOf(want), 0; i < v.NumField(); i++ {
		require.False(t, v.Field(i).IsZero(), "everyFact leaves out %s", v.Type().Field(i).Name)
	}
	cmd := &cobra.Command{Use: "app"}
	annotate.Command(cmd).Set(want)
	info, err := annotate.Of(cmd)
	require.NoError(t, err)
	assert.Equal(t, want, info.Facts)
}

func TestSetKeepsWhatIsNotStated(t *testing.T) {
	cmd := &cobra.Command{Use: "app"}
	annotate.Command(cmd).Set(everyFact()).Set(annotate.Facts{}).Set(annotate.Facts{Title: "other"})
	want := everyFact()
	want.Title = "other"
	info, err := annotate.Of(cmd)
	require.NoError(t, err)
	assert.Equal(t, want, info.Facts)
}

func TestSettersKeepForeignAnnotations(t *testing.T) {
	cmd := &cobra.Command{Use: "app", Annotations: map[string]string{"group": "x"}}
	annotate.Command(cmd).Access(annotate.Write).Access(annotate.Read)
	assert.Equal(t, map[string]string{"group": "x", "nuru.access": "read"}, cmd.Annotations)
}

func TestSettersStoreAndDoNotJudge(t *testing.T) {
	cmd := &cobra.Command{Use: "app"}
	annotate.Command(cmd).
		Access("readonly").
		Args("{").
		Dash(-1).
		Timeout(-time.Second).
		ExitCode(0, "success").
		JSON(annotate.JSONOutput{Flag: "o", Schema: json.RawMessage("{")})
	_, err := annotate.Of(cmd)
	require.Error(t, err)
	for _, key := range []string{"access", "args", "dash", "timeout", "exit-codes", "json"} {
		assert.ErrorContains(t, err, `command "app": annotation nuru.`+key)
	}
}

func TestExitCodeReplacesInvalidValue(t *testing.T) {
	for _, old := range []string{"null", "[]", "nonsense", `{"1":2,"3":"three"}`} {
		t.Run(old, func(t *testing.T) {
			cmd := &cobra.Command{Use: "app", Annotations: map[string]string{"nuru.exit-codes": old}}
			annotate.Command(cmd).ExitCode(1, "one")
			assert.Equal(t, `{"1":"one"}`, cmd.Annotations["nuru.exit-codes"])
		})
	}
}

func TestCommandNil(t *testing.T) {
	assert.PanicsWithValue(t, "annotate: Command(nil)", func() { annotate.Command(nil) })
}

// Applications share one map of annotations between commands.
func TestASharedMapIsNotWrittenTo(t *testing.T) {
	shared := map[string]string{"team": "x"}
	list := &cobra.Command{Use: "list", Annotations: shared}
	del := &cobra.Command{Use: "delete", Annotations: shared}
	annotate.Command(list).Access(annotate.Read)
	assert.Equal(t, map[string]string{"team": "x"}, del.Annotations)

	flagMap := map[string][]string{"x": {"y"}}
	list.Flags().String("a", "", "")
	list.Flags().String("b", "", "")
	list.Flags().Lookup("a").Annotations = flagMap
	list.Flags().Lookup("b").Annotations = flagMap
	annotate.Flag(list, "a").Secret()
	assert.Equal(t, map[string][]string{"x": {"y"}}, list.Flags().Lookup("b").Annotations)
}
