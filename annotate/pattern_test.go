package annotate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nurucobra/nuru/annotate"
)

// spellings has every spelling of every type.
var spellings = map[annotate.ArgType][]string{
	annotate.TypeString:   {"string", "String", "STRING"},
	annotate.TypeInt:      {"int", "Int"},
	annotate.TypeInt64:    {"int64", "long", "Int64"},
	annotate.TypeFloat64:  {"float64", "double", "Double"},
	annotate.TypeDecimal:  {"decimal", "Decimal"},
	annotate.TypeBool:     {"bool", "Bool"},
	annotate.TypeDuration: {"duration"},
	annotate.TypeTime:     {"time", "DateTime", "datetime"},
	annotate.TypeUUID:     {"uuid", "Guid", "guid", "UUID"},
	annotate.TypeURL:      {"url", "Uri", "uri", "URL"},
	annotate.TypeFile:     {"file", "FileInfo", "fileinfo"},
	annotate.TypeDir:      {"dir", "DirectoryInfo", "directoryinfo"},
}

func TestParseArgsTypes(t *testing.T) {
	for typ, names := range spellings {
		for _, name := range names {
			t.Run(name, func(t *testing.T) {
				args, err := annotate.ParseArgs("{x:" + name + "} {y:" + name + "?} {*z:" + name + "|Zs}")
				require.NoError(t, err)
				assert.Equal(t, []annotate.Arg{
					{Name: "x", Type: typ, Required: true},
					{Name: "y", Type: typ},
					{Name: "z", Type: typ, Rest: true, Description: "Zs"},
				}, args)
			})
		}
	}
}

const str = annotate.TypeString

var goodPatterns = []struct {
	name    string
	pattern string
	want    []annotate.Arg
}{
	{"empty", "", nil},
	{"blank", " \n", nil},
	{"required", "{env}", []annotate.Arg{{Name: "env", Type: str, Required: true}}},
	{"optional", "{tag?}", []annotate.Arg{{Name: "tag", Type: str}}},
	{"typed and optional", "{n:int?}", []annotate.Arg{{Name: "n", Type: annotate.TypeInt}}},
	{"optional before the type", "{n?:int}", []annotate.Arg{{Name: "n", Type: annotate.TypeInt}}},
	{"optional twice", "{n?:int?}", []annotate.Arg{{Name: "n", Type: annotate.TypeInt}}},
	{"rest", "{*args}", []annotate.Arg{{Name: "args", Type: str, Rest: true}}},
	{"rest is optional anyway", "{*args?}", []annotate.Arg{{Name: "args", Type: str, Rest: true}}},
	{"rest typed", "{*ids:int}", []annotate.Arg{{Name: "ids", Type: annotate.TypeInt, Rest: true}}},
	{"rest of an enumeration", "{*envs:prod,staging}", []annotate.Arg{{Name: "envs", Type: str, Rest: true, Enum: []string{"prod", "staging"}}}},
	{"description", "{env|Target environment}", []annotate.Arg{{Name: "env", Type: str, Required: true, Description: "Target environment"}}},
	{"description with signs", "{env?|a|b: c, d? *}", []annotate.Arg{{Name: "env", Type: str, Description: "a|b: c, d? *"}}},
	{"description is trimmed", "{env | Target }", []annotate.Arg{{Name: "env", Type: str, Required: true, Description: "Target"}}},
	{"empty description", "{env|}", []annotate.Arg{{Name: "env", Type: str, Required: true}}},
	{"enumeration", "{env:prod,staging}", []annotate.Arg{{Name: "env", Type: str, Required: true, Enum: []string{"prod", "staging"}}}},
	{"enumeration of one", "{env:prod,}", []annotate.Arg{{Name: "env", Type: str, Required: true, Enum: []string{"prod"}}}},
	{"enumeration of a type's name", "{kind:int,}", []annotate.Arg{{Name: "kind", Type: str, Required: true, Enum: []string{"int"}}}},
	{"enumeration, optional, described", "{env: prod , staging?|Where}", []annotate.Arg{{Name: "env", Type: str, Enum: []string{"prod", "staging"}, Description: "Where"}}},
	{"enumeration with signs", "{at:12:00,*,a b}", []annotate.Arg{{Name: "at", Type: str, Required: true, Enum: []string{"12:00", "*", "a b"}}}},
	{"names", "{A} {a-b} {a_1}", []annotate.Arg{{Name: "A", Type: str, Required: true}, {Name: "a-b", Type: str, Required: true}, {Name: "a_1", Type: str, Required: true}}},
	{"without blanks", "{a}{b?}", []annotate.Arg{{Name: "a", Type: str, Required: true}, {Name: "b", Type: str}}},
	{"rest after optional", "{a?} {*b}", []annotate.Arg{{Name: "a", Type: str}, {Name: "b", Type: str, Rest: true}}},
	{"several", "{id:int|Ticket number}\n\t{tag?} {*rest|More tickets}", []annotate.Arg{
		{Name: "id", Type: annotate.TypeInt, Required: true, Description: "Ticket number"},
		{Name: "tag", Type: str},
		{Name: "rest", Type: str, Rest: true, Description: "More tickets"},
	}},
}

func TestParseArgs(t *testing.T) {
	for _, tt := range goodPatterns {
		t.Run(tt.name, func(t *testing.T) {
			args, err := annotate.ParseArgs(tt.pattern)
			require.NoError(t, err)
			assert.Equal(t, tt.want, args)
		})
	}
}

const (
	expected  = "expected {name}, as in {env} {tag?} {*files}"
	badName   = "expected letters, digits, - and _, a letter first"
	typeNames = "valid: string, int, int64 (long), float64 (double), decimal, bool, duration, " +
		"time (DateTime), uuid (Guid), url (Uri), file (FileInfo), dir (DirectoryInfo), or an enumeration such as prod,staging"
)

var badPatterns = []struct {
	name    string
	pattern string
	want    string // after the pattern itself
}{
	{"no braces", "env", `at "env": ` + expected},
	{"text before", "deploy {env}", `at "deploy {env}": ` + expected},
	{"text between", "{env} to {tag}", `at "to {tag}": ` + expected},
	{"text after", "{env} to", `at "to": ` + expected},
	{"not closed", "{env", `at "{env": ` + expected},
	{"second not closed", "{env} {tag", `at "{tag": ` + expected},
	{"nested", "{env{x}}", `at "{env{x}}": ` + expected},
	{"closed twice", "{env}}", `at "}": ` + expected},
	{"brace in a description", "{env|a {b} c}", `at "{env|a {b} c}": ` + expected},
	{"empty name", "{}", `{}: name "", ` + badName},
	{"only optional", "{?}", `{?}: name "", ` + badName},
	{"only rest", "{*}", `{*}: name "", ` + badName},
	{"digit first", "{1st}", `{1st}: name "1st", ` + badName},
	{"dash first", "{--x}", `{--x}: name "--x", ` + badName},
	{"no ASCII", "{größe}", `{größe}: name "größe", ` + badName},
	{"blank in the name", "{a b}", `{a b}: name "a b", ` + badName},
	{"two question marks", "{a??}", `{a??}: name "a?", ` + badName},
	{"star behind", "{a*}", `{a*}: name "a*", ` + badName},
	{"no type", "{a:}", `{a:}: unknown type "", ` + typeNames},
	{"unknown type", "{a:integer}", `{a:integer}: unknown type "integer", ` + typeNames},
	{"unknown type of the rest", "{*a:ints}", `{*a:ints}: unknown type "ints", ` + typeNames},
	{"blank before the type", "{a: int}", `{a: int}: unknown type " int", ` + typeNames},
	{"no values", "{a:,}", `{a:,}: enumeration "," has no values`},
	{"no values, optional", "{a: , ?}", `{a: , ?}: enumeration " , " has no values`},
	{"a value twice", "{a:x,y,x}", `{a:x,y,x}: value "x" stands twice`},
	{"a name twice", "{a} {a?}", `{a?}: the name stands twice`},
	{"required after optional", "{a?} {b}", `{b}: required, but {a?} before it is optional`},
	{"something after the rest", "{*a} {b?}", `{b?}: nothing can follow {*a}, which takes the rest`},
	{"two rests", "{*a} {*b}", `{*b}: nothing can follow {*a}, which takes the rest`},
}

func TestParseArgsErrors(t *testing.T) {
	for _, tt := range badPatterns {
		t.Run(tt.name, func(t *testing.T) {
			args, err := annotate.ParseArgs(tt.pattern)
			require.EqualError(t, err, `positional pattern "`+tt.pattern+`": `+tt.want)
			assert.Nil(t, args)
		})
	}
}

// printArgs is the inverse of ParseArgs. The comma that ends an enumeration
// keeps a last value such as "why?" from meaning optional.
func printArgs(args []annotate.Arg) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteString("{")
		if a.Rest {
			b.WriteString("*")
		}
		b.WriteString(a.Name)
		switch {
		case a.Enum != nil:
			b.WriteString(":" + strings.Join(a.Enum, ",") + ",")
		case a.Type != annotate.TypeString:
			b.WriteString(":" + string(a.Type))
		}
		if !a.Required && !a.Rest {
			b.WriteString("?")
		}
		if a.Description != "" {
			b.WriteString("|" + a.Description)
		}
		b.WriteString("} ")
	}
	return b.String()
}

// genText draws text without outer blanks and without the characters of deny.
func genText(deny string) *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`[a-z?*:,| .-]{1,8}`),
		rapid.String(),
	).Filter(func(s string) bool { return s == strings.TrimSpace(s) && !strings.ContainsAny(s, deny) })
}

var genArgs = rapid.Custom(func(t *rapid.T) []annotate.Arg {
	names := rapid.SliceOfNDistinct(rapid.StringMatching(`[A-Za-z][A-Za-z0-9_-]{0,4}`), 0, 5, rapid.ID[string]).Draw(t, "names")
	required := rapid.IntRange(0, len(names)).Draw(t, "required")
	rest := rapid.Bool().Draw(t, "rest")
	types := make([]annotate.ArgType, 0, len(spellings))
	for typ := range spellings {
		types = append(types, typ)
	}
	slices.Sort(types)
	var args []annotate.Arg
	for i, name := range names {
		arg := annotate.Arg{
			Name:        name,
			Type:        rapid.SampledFrom(types).Draw(t, "type"),
			Rest:        rest && i == len(names)-1,
			Description: rapid.OneOf(rapid.Just(""), genText("{}")).Draw(t, "description"),
		}
		arg.Required = i < required && !arg.Rest
		if arg.Type == annotate.TypeString && rapid.Bool().Draw(t, "enum") {
			value := genText("{}|,").Filter(func(s string) bool { return s != "" })
			arg.Enum = rapid.SliceOfNDistinct(value, 1, 4, rapid.ID[string]).Draw(t, "values")
		}
		args = append(args, arg)
	}
	return args
})

func TestParseArgsReadsWhatIsPrinted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := genArgs.Draw(t, "args")
		args, err := annotate.ParseArgs(printArgs(want))
		require.NoError(t, err)
		require.Equal(t, want, args)
	})
}

func FuzzParseArgs(f *testing.F) {
	for _, tt := range goodPatterns {
		f.Add(tt.pattern)
	}
	for _, tt := range badPatterns {
		f.Add(tt.pattern)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		args, err := annotate.ParseArgs(pattern)
		if err != nil {
			require.Nil(t, args)
			return
		}
		names := map[string]bool{}
		optional := false
		for i, a := range args {
			require.Regexp(t, `^[A-Za-z][A-Za-z0-9_-]*$`, a.Name)
			require.False(t, names[a.Name], "the name %s stands twice", a.Name)
			names[a.Name] = true
			require.Contains(t, spellings, a.Type)
			if a.Rest {
				require.Equal(t, len(args)-1, i, "the rest comes last")
				require.False(t, a.Required, "the rest is never required")
			}
			require.False(t, optional && a.Required, "%s is required after an optional one", a.Name)
			optional = optional || !a.Required
		}
		again, err := annotate.ParseArgs(printArgs(args))
		require.NoError(t, err)
		require.Equal(t, args, again)
	})
}
