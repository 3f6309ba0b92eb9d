package annotate_test

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
)

// flagSetters has a row or more for every setter, named after the method.
var flagSetters = []struct {
	method string
	set    func(*annotate.FlagSetter) *annotate.FlagSetter
	key    string
	stored []string
	want   annotate.FlagFacts
}{
	{"Effect", func(s *annotate.FlagSetter) *annotate.FlagSetter { return s.Effect(annotate.EffectRead) }, "nuru.effect", []string{"read"}, annotate.FlagFacts{Effect: annotate.EffectRead}},
	{"Effect", func(s *annotate.FlagSetter) *annotate.FlagSetter { return s.Effect(annotate.EffectWrite) }, "nuru.effect", []string{"write"}, annotate.FlagFacts{Effect: annotate.EffectWrite}},
	{"Destructive", (*annotate.FlagSetter).Destructive, "nuru.effect", []string{"destructive"}, annotate.FlagFacts{Effect: annotate.EffectDestructive}},
	{"Secret", (*annotate.FlagSetter).Secret, "nuru.secret", []string{"true"}, annotate.FlagFacts{Secret: true}},
	{"Optional", (*annotate.FlagSetter).Optional, "nuru.optional", []string{"true"}, annotate.FlagFacts{Optional: true}},
	{"HiddenFromAgents", (*annotate.FlagSetter).HiddenFromAgents, "nuru.hidden", []string{"true"}, annotate.FlagFacts{HiddenFromAgents: true}},
	{"Shown", (*annotate.FlagSetter).Shown, "nuru.shown", []string{"true"}, annotate.FlagFacts{Shown: true}},
	{"Confirms", (*annotate.FlagSetter).Confirms, "nuru.confirms", []string{"true"}, annotate.FlagFacts{Confirms: true}},
	{"DryRun", (*annotate.FlagSetter).DryRun, "nuru.dry-run", []string{"true"}, annotate.FlagFacts{DryRun: true}},
	{"Enum", func(s *annotate.FlagSetter) *annotate.FlagSetter { return s.Enum("a,b", "c") }, "nuru.enum", []string{"a,b", "c"}, annotate.FlagFacts{Enum: []string{"a,b", "c"}}},
	{"Examples", func(s *annotate.FlagSetter) *annotate.FlagSetter { return s.Examples("x", "y z") }, "nuru.examples", []string{"x", "y z"}, annotate.FlagFacts{Examples: []string{"x", "y z"}}},
	{"Repeatable", (*annotate.FlagSetter).Repeatable, "nuru.repeatable", []string{"true"}, annotate.FlagFacts{Repeatable: true}},
	{"Description", func(s *annotate.FlagSetter) *annotate.FlagSetter { return s.Description("What, where") }, "nuru.description", []string{"What, where"}, annotate.FlagFacts{Description: "What, where"}},
}

func TestFlagSetters(t *testing.T) {
	for _, tt := range flagSetters {
		t.Run(tt.method, func(t *testing.T) {
			cmd := &cobra.Command{Use: "app"}
			cmd.Flags().String("f", "", "")
			setter := annotate.Flag(cmd, "f")
			assert.Same(t, setter, tt.set(setter), "setters chain")

			f := cmd.Flags().Lookup("f")
			assert.Equal(t, map[string][]string{tt.key: tt.stored}, f.Annotations)
			facts, err := annotate.OfFlag(f)
			require.NoError(t, err)
			assert.Equal(t, tt.want, facts)
		})
	}
}

func TestFlagSettersTableIsComplete(t *testing.T) {
	rows, keys := map[string]bool{}, map[string]bool{}
	var all annotate.FlagFacts
	for _, tt := range flagSetters {
		rows[tt.method] = true
		keys[tt.key] = true
		for v, i := reflect.ValueOf(tt.want), 0; i < v.NumField(); i++ {
			if !v.Field(i).IsZero() {
				reflect.ValueOf(&all).Elem().Field(i).Set(v.Field(i))
			}
		}
	}
	setter := reflect.TypeFor[*annotate.FlagSetter]()
	for i := range setter.NumMethod() {
		assert.True(t, rows[setter.Method(i).Name], "no row for %s", setter.Method(i).Name)
	}
	for v, i := reflect.ValueOf(all), 0; i < v.NumField(); i++ {
		assert.False(t, v.Field(i).IsZero(), "no row for FlagFacts.%s", v.Type().Field(i).Name)
	}
	assert.Equal(t, slices.Sorted(maps.Keys(docTables(t).flag)), slices.Sorted(maps.Keys(keys)))
}

func TestOfFlagFalse(t *testing.T) {
	f := &pflag.Flag{Name: "f", Annotations: map[string][]string{
		"nuru.secret": {"false"}, "nuru.optional": {"false"}, "nuru.hidden": {"false"},
		"nuru.shown": {"false"}, "nuru.confirms": {"false"}, "nuru.dry-run": {"false"},
		"nuru.repeatable": {"false"},
		"cobra_annotation_bash_completion_one_required_flag": {"true"},
	}}
	facts, err := annotate.OfFlag(f)
	require.NoError(t, err)
	assert.Equal(t, annotate.FlagFacts{}, facts)
}

func TestOfFlagNilAnnotations(t *testing.T) {
	f := &pflag.Flag{Name: "f"}
	facts, err := annotate.OfFlag(f)
	require.NoError(t, err)
	assert.Equal(t, annotate.FlagFacts{}, facts)
	assert.Nil(t, f.Annotations, "reading writes nothing")
}

// An invalid value never makes the flag more harmless than its author may have
// meant it.
func TestOfFlagInvalid(t *testing.T) {
	const bools = "true, false"
	tests := []struct {
		name    string
		key     string
		values  []string
		wantErr string
		want    annotate.FlagFacts
	}{
		{"effect", "nuru.effect", []string{"deadly"}, `flag "--f": annotation nuru.effect is "deadly", valid: read, write, destructive`, annotate.FlagFacts{Effect: annotate.EffectUnknown}},
		{"effect unknown", "nuru.effect", []string{"unknown"}, `flag "--f": annotation nuru.effect is "unknown", valid: read, write, destructive`, annotate.FlagFacts{Effect: annotate.EffectUnknown}},
		{"two effects", "nuru.effect", []string{"read", "write"}, `flag "--f": annotation nuru.effect is "read,write", valid: read, write, destructive`, annotate.FlagFacts{Effect: annotate.EffectUnknown}},
		{"secret", "nuru.secret", []string{"1"}, `flag "--f": annotation nuru.secret is "1", valid: ` + bools, annotate.FlagFacts{Secret: true}},
		{"optional", "nuru.optional", []string{"yes"}, `flag "--f": annotation nuru.optional is "yes", valid: ` + bools, annotate.FlagFacts{}},
		{"hidden", "nuru.hidden", []string{"True"}, `flag "--f": annotation nuru.hidden is "True", valid: ` + bools, annotate.FlagFacts{HiddenFromAgents: true}},
		{"hidden without value", "nuru.hidden", nil, `flag "--f": annotation nuru.hidden is "", valid: ` + bools, annotate.FlagFacts{HiddenFromAgents: true}},
		{"shown", "nuru.shown", []string{""}, `flag "--f": annotation nuru.shown is "", valid: ` + bools, annotate.FlagFacts{}},
		{"confirms", "nuru.confirms", []string{"t"}, `flag "--f": annotation nuru.confirms is "t", valid: ` + bools, annotate.FlagFacts{HiddenFromAgents: true}},
		{"dry-run", "nuru.dry-run", []string{" true"}, `flag "--f": annotation nuru.dry-run is " true", valid: ` + bools, annotate.FlagFacts{}},
		{"repeatable", "nuru.repeatable", []string{"often"}, `flag "--f": annotation nuru.repeatable is "often", valid: ` + bools, annotate.FlagFacts{}},
		{"enum", "nuru.enum", nil, `flag "--f": annotation nuru.enum is "", valid: one value or more`, annotate.FlagFacts{}},
		{"examples", "nuru.examples", []string{}, `flag "--f": annotation nuru.examples is "", valid: one value or more`, annotate.FlagFacts{}},
		{"typo", "nuru.secert", []string{"true"}, `flag "--f": unknown annotation nuru.secert, did you mean "nuru.secret"?`, annotate.FlagFacts{}},
		{"no such key", "nuru.xxxxxxxxxxxxxxxxx", []string{"true"}, `flag "--f": unknown annotation nuru.xxxxxxxxxxxxxxxxx, valid: nuru.confirms, nuru.description, nuru.dry-run, nuru.effect, nuru.enum, nuru.examples, nuru.hidden, nuru.optional, nuru.repeatable, nuru.secret, nuru.shown`, annotate.FlagFacts{}},
	}
	tested := map[string]bool{"nuru.description": true} // any text is valid
	for _, tt := range tests {
		tested[tt.key] = true
		t.Run(tt.name, func(t *testing.T) {
			facts, err := annotate.OfFlag(&pflag.Flag{Name: "f", Annotations: map[string][]string{tt.key: tt.values}})
			require.EqualError(t, err, tt.wantErr)
			assert.Equal(t, tt.want, facts)
		})
	}
	for key := range docTables(t).flag {
		assert.True(t, tested[key], "no invalid value tried for %s", key)
	}
}

func TestOfFlagNamesEveryError(t *testing.T) {
	f := &pflag.Flag{Name: "f", Annotations: map[string][]string{"nuru.effect": {"x"}, "nuru.secret": {"x"}, "nuru.shwon": {"true"}}}
	_, err := annotate.OfFlag(f)
	for _, key := range []string{"nuru.effect", "nuru.secret", "nuru.shwon"} {
		assert.ErrorContains(t, err, key)
	}
}

// family is a root, its child and its grandchild, each with a local and a
// persistent flag.
func family() (root, child, grandchild *cobra.Command) {
	root, child, grandchild = &cobra.Command{Use: "app"}, &cobra.Command{Use: "db"}, &cobra.Command{Use: "migrate"}
	root.AddCommand(child)
	child.AddCommand(grandchild)
	for _, c := range []*cobra.Command{root, child, grandchild} {
		c.Flags().Bool(c.Name()+"-local", false, "")
		c.PersistentFlags().Bool(c.Name()+"-global", false, "")
	}
	return root, child, grandchild
}

func TestFlagFinds(t *testing.T) {
	root, child, grandchild := family()
	root.PersistentFlags().Bool("both", false, "")
	grandchild.Flags().Bool("both", false, "")
	tests := []struct {
		name string
		flag string
		want *pflag.Flag
	}{
		{"its own", "migrate-local", grandchild.Flags().Lookup("migrate-local")},
		{"its own persistent one", "migrate-global", grandchild.PersistentFlags().Lookup("migrate-global")},
		{"the parent's", "db-global", child.PersistentFlags().Lookup("db-global")},
		{"the grandparent's", "app-global", root.PersistentFlags().Lookup("app-global")},
		{"the nearest of one name", "both", grandchild.Flags().Lookup("both")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.NotNil(t, tt.want)
			annotate.Flag(grandchild, tt.flag).Secret()
			assert.Equal(t, map[string][]string{"nuru.secret": {"true"}}, tt.want.Annotations)
		})
	}
	assert.Nil(t, root.PersistentFlags().Lookup("both").Annotations, "the shadowed flag stays as it was")

	var merged []string
	grandchild.Flags().VisitAll(func(f *pflag.Flag) { merged = append(merged, f.Name) })
	assert.Equal(t, []string{"both", "migrate-local"}, merged, "persistent flags are not merged")
}

func TestFlagPanics(t *testing.T) {
	_, _, grandchild := family()
	assert.PanicsWithValue(t, `annotate: command "app db migrate" has no flag "nope"`, func() { annotate.Flag(grandchild, "nope") })
	assert.PanicsWithValue(t, `annotate: command "app db migrate" has no flag "app-local"`, func() { annotate.Flag(grandchild, "app-local") })
	assert.PanicsWithValue(t, `annotate: Flag(nil, "force")`, func() { annotate.Flag(nil, "force") })
}

func TestFlagListsAreCopies(t *testing.T) {
	cmd := &cobra.Command{Use: "app"}
	cmd.Flags().String("f", "", "")
	values := []string{"a", "b"}
	annotate.Flag(cmd, "f").Enum(values...)
	values[0] = "changed"
	facts, err := annotate.OfFlag(cmd.Flags().Lookup("f"))
	require.NoError(t, err)
	require.Equal(t, []string{"a", "b"}, facts.Enum)

	facts.Enum[0] = "changed"
	assert.Equal(t, []string{"a", "b"}, cmd.Flags().Lookup("f").Annotations["nuru.enum"])
}
