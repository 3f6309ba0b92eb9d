package schemagen_test

import (
	goflag "flag"
	"math/big"
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/schemagen"
)

func TestFlagTypes(t *testing.T) {
	const (
		str     = `{"type":"string"}`
		integer = `{"type":"integer"}`
		natural = `{"type":"integer","minimum":0}`
		number  = `{"type":"number"}`
		boolean = `{"type":"boolean"}`
		strs    = `{"type":"array","items":{"type":"string"}}`
		ints    = `{"type":"array","items":{"type":"integer"}}`
		numbers = `{"type":"array","items":{"type":"number"}}`
	)
	saying := func(s string) string { return `{"type":"string","description":"` + s + `"}` }
	list := func(s string) string { return `{"type":"array","description":"` + s + `","items":{"type":"string"}}` }
	object := func(values string) string {
		return `{"type":"object","properties":{},"additionalProperties":{"type":"` + values + `"}}`
	}
	tests := []struct {
		name   string
		define func(fs *pflag.FlagSet)
		want   string
	}{
		{"bool", func(fs *pflag.FlagSet) { fs.Bool("x", false, "") }, boolean},
		{"boolfunc", func(fs *pflag.FlagSet) { fs.BoolFunc("x", "", func(string) error { return nil }) }, boolean},
		{"count", func(fs *pflag.FlagSet) { fs.Count("x", "") }, integer},
		{"int", func(fs *pflag.FlagSet) { fs.Int("x", 0, "") }, integer},
		{"int8", func(fs *pflag.FlagSet) { fs.Int8("x", 0, "") }, `{"type":"integer","minimum":-128,"maximum":127}`},
		{"int16", func(fs *pflag.FlagSet) { fs.Int16("x", 0, "") }, integer},
		{"int32", func(fs *pflag.FlagSet) { fs.Int32("x", 0, "") }, integer},
		{"int64", func(fs *pflag.FlagSet) { fs.Int64("x", 0, "") }, integer},
		{"uint", func(fs *pflag.FlagSet) { fs.Uint("x", 0, "") }, natural},
		{"uint8", func(fs *pflag.FlagSet) { fs.Uint8("x", 0, "") }, `{"type":"integer","minimum":0,"maximum":255}`},
		{"uint16", func(fs *pflag.FlagSet) { fs.Uint16("x", 0, "") }, natural},
		{"uint32", func(fs *pflag.FlagSet) { fs.Uint32("x", 0, "") }, natural},
		{"uint64", func(fs *pflag.FlagSet) { fs.Uint64("x", 0, "") }, natural},
		{"float32", func(fs *pflag.FlagSet) { fs.Float32("x", 0, "") }, number},
		{"float64", func(fs *pflag.FlagSet) { fs.Float64("x", 0, "") }, number},
		{"string", func(fs *pflag.FlagSet) { fs.String("x", "", "") }, str},
		{"func", func(fs *pflag.FlagSet) { fs.Func("x", "", func(string) error { return nil }) }, str},
		{"time", func(fs *pflag.FlagSet) { fs.Time("x", time.Time{}, []string{time.RFC3339}, "") }, saying("time")},
		{"duration", func(fs *pflag.FlagSet) { fs.Duration("x", 0, "") }, saying("duration such as 1h30m")},
		{"ip", func(fs *pflag.FlagSet) { fs.IP("x", nil, "") }, saying("IP address")},
		{"ipMask", func(fs *pflag.FlagSet) { fs.IPMask("x", nil, "") }, saying("IPv4 mask such as 255.255.255.0")},
		{"ipNet", func(fs *pflag.FlagSet) { fs.IPNet("x", net.IPNet{}, "") }, saying("CIDR such as 10.0.0.0/8")},
		{"bytesHex", func(fs *pflag.FlagSet) { fs.BytesHex("x", nil, "") }, saying("hexadecimal bytes")},
		{"bytesBase64", func(fs *pflag.FlagSet) { fs.BytesBase64("x", nil, "") }, saying("base64 bytes")},
		{"text", func(fs *pflag.FlagSet) { fs.TextVar(new(big.Int), "x", new(big.Int), "") }, saying("big.Int")},
		{"text with a default", func(fs *pflag.FlagSet) {
			fs.TextVar(new(netip.Prefix), "x", netip.MustParsePrefix("::1/128"), "")
		}, `{"type":"string","description":"netip.Prefix","default":"::1/128"}`},

		{"stringSlice", func(fs *pflag.FlagSet) { fs.StringSlice("x", nil, "") }, strs},
		{"stringArray", func(fs *pflag.FlagSet) { fs.StringArray("x", nil, "") }, strs},
		{"boolSlice", func(fs *pflag.FlagSet) { fs.BoolSlice("x", nil, "") }, `{"type":"array","items":{"type":"boolean"}}`},
		{"intSlice", func(fs *pflag.FlagSet) { fs.IntSlice("x", nil, "") }, ints},
		{"int32Slice", func(fs *pflag.FlagSet) { fs.Int32Slice("x", nil, "") }, ints},
		{"int64Slice", func(fs *pflag.FlagSet) { fs.Int64Slice("x", nil, "") }, ints},
		{"uintSlice", func(fs *pflag.FlagSet) { fs.UintSlice("x", nil, "") }, `{"type":"array","items":{"type":"integer","minimum":0}}`},
		{"float32Slice", func(fs *pflag.FlagSet) { fs.Float32Slice("x", nil, "") }, numbers},
		{"float64Slice", func(fs *pflag.FlagSet) { fs.Float64Slice("x", nil, "") }, numbers},
		{"durationSlice", func(fs *pflag.FlagSet) { fs.DurationSlice("x", nil, "") }, list("duration such as 1h30m")},
		{"ipSlice", func(fs *pflag.FlagSet) { fs.IPSlice("x", nil, "") }, list("IP address")},
		{"ipNetSlice", func(fs *pflag.FlagSet) { fs.IPNetSlice("x", nil, "") }, list("CIDR such as 10.0.0.0/8")},
		{"stringToString", func(fs *pflag.FlagSet) { fs.StringToString("x", nil, "") }, object("string")},
		{"stringToInt", func(fs *pflag.FlagSet) { fs.StringToInt("x", nil, "") }, object("integer")},
		{"stringToInt64", func(fs *pflag.FlagSet) { fs.StringToInt64("x", nil, "") }, object("integer")},

		{"go bool", goFlag(func(fs *goflag.FlagSet) { fs.Bool("x", false, "") }), boolean},
		{"go int", goFlag(func(fs *goflag.FlagSet) { fs.Int("x", 0, "") }), integer},
		{"go int64", goFlag(func(fs *goflag.FlagSet) { fs.Int64("x", 0, "") }), integer},
		{"go uint", goFlag(func(fs *goflag.FlagSet) { fs.Uint("x", 0, "") }), natural},
		{"go uint64", goFlag(func(fs *goflag.FlagSet) { fs.Uint64("x", 0, "") }), natural},
		{"go float64", goFlag(func(fs *goflag.FlagSet) { fs.Float64("x", 0, "") }), number},
		{"go string", goFlag(func(fs *goflag.FlagSet) { fs.String("x", "", "") }), str},
		{"go duration", goFlag(func(fs *goflag.FlagSet) { fs.Duration("x", 0, "") }), saying("duration such as 1h30m")},
		{"go func", goFlag(func(fs *goflag.FlagSet) { fs.Func("x", "", func(string) error { return nil }) }), str},
		{
			"go boolFunc takes any text", goFlag(func(fs *goflag.FlagSet) { fs.BoolFunc("x", "", func(string) error { return nil }) }),
			`{"type":"string","description":"\"true\" when given without a value"}`,
		},
		{"go value of its own", goFlag(func(fs *goflag.FlagSet) { fs.Var(new(levelValue), "x", "") }), saying("level")},
		{"go value named like one of pflag's", goFlag(func(fs *goflag.FlagSet) { fs.Var(new(stringSliceValue), "x", "") }), strs},

		{"custom int", custom("int"), integer},
		{"custom int8", custom("int8"), `{"type":"integer","minimum":-128,"maximum":127}`},
		{"custom bool", custom("bool"), boolean},
		{"custom duration", custom("duration"), saying("duration")},
		{"custom string", custom("string"), str},
		{"custom name that says something", custom("SizeSuffix"), saying("SizeSuffix")},
		{"custom name in brackets", custom("<key>"), saying("key")},
		{"custom name that says nothing", custom("value"), str},
		{"custom name of many lines", custom("a\n\x1b[31mb\u202ec"), saying("a bc")},
		{"custom name of no end", custom(string(make([]byte, 50))), str},
		{"custom without a name", custom(""), str},
		{"list", custom("list"), strs},
		{"strings", custom("strings"), strs},
		{"filter", custom("filter"), strs},
		{"map", custom("map"), strs},
		{"filters", custom("filters"), strs},
		{"[]string", custom("[]string"), strs},
		{"string[]", custom("string[]"), strs},
		{"map[string]string", custom("map[string]string"), list("map[string]string")},
		{"array", custom("array"), strs},
		{"key=value list", custom("key=value list"), list("key=value list")},
		{"key-value-list", custom("key-value-list"), list("key-value-list")},
		{"mapStringString", custom("mapStringString"), list("mapStringString")},
		{"mapStringBool", custom("mapStringBool"), list("mapStringBool")},
		{"a custom stringToString", custom("stringToString"), list("stringToString")},
		{"listener is no list", custom("listener"), saying("listener")},
		{"checklistItem is no list", custom("checklistItem"), saying("checklistItem")},
		{"mapper is no map", custom("mapper"), saying("mapper")},
		{"roadmap is no map", custom("roadmap"), saying("roadmap")},
		{"stringTokenizer is no map", custom("stringTokenizer"), saying("stringTokenizer")},
		{"a list that is one token: SpaceSepList", custom("SpaceSepList"), saying("SpaceSepList")},
		{"a list that is one token: CommaSepList", custom("CommaSepList"), saying("CommaSepList")},
		{"a list that is one token: comma-separated list", custom("comma-separated list"), saying("comma-separated list")},
		{"a list that is one token: csvList", custom("csvList"), saying("csvList")},
		{"keySlice", custom("keySlice"), list("keySlice")},
		{"a custom stringSlice reads no CSV", custom("stringSlice"), strs},
		{"a SliceValue", func(fs *pflag.FlagSet) { fs.Var(sliceValue{}, "x", "") }, list("items")},
		{
			"may be repeated, it says", func(fs *pflag.FlagSet) { fs.Var(typed("kv"), "x", "Set (may be repeated)") },
			list("Set (may be repeated) (kv)"),
		},
		{"repeatable, the author says", annotated(typed("kv")), list("kv")},
		{"a number that is repeatable, the author says", annotated(typed("int")), ints},
		{"a function is repeatable, the author says", func(fs *pflag.FlagSet) {
			fs.Func("x", "", func(string) error { return nil })
			fs.Lookup("x").Annotations = map[string][]string{"nuru.repeatable": {"true"}}
		}, strs},
		{"a function that may be repeated", func(fs *pflag.FlagSet) {
			fs.Func("x", "May be repeated", func(string) error { return nil })
		}, list("May be repeated")},
		{"a Go function that may be repeated", goFlag(func(fs *goflag.FlagSet) {
			fs.Func("x", "May be repeated", func(string) error { return nil })
		}), list("May be repeated")},
		{"pflag's own string keeps the last value", func(fs *pflag.FlagSet) {
			fs.String("x", "", "")
			fs.Lookup("x").Annotations = map[string][]string{"nuru.repeatable": {"true"}}
		}, str},
		{"a switch is no list", func(fs *pflag.FlagSet) { fs.Var(typed("bool"), "x", "May be repeated") }, `{"type":"boolean","description":"May be repeated"}`},
		{"members in braces", custom("{pretty,json}"), `{"type":"string","description":"{pretty,json}","enum":["pretty","json"]}`},
		{"members with bars", custom("AUTO|NEVER|ALWAYS"), `{"type":"string","description":"AUTO|NEVER|ALWAYS","enum":["AUTO","NEVER","ALWAYS"]}`},
		{"a member twice", custom("a|b|a"), `{"type":"string","description":"a|b|a","enum":["a","b"]}`},
		{"no members", custom("a|b c"), saying("a|b c")},
		{"one member", custom("{a}"), saying("{a}")},
		{"a type that panics", func(fs *pflag.FlagSet) { fs.AddFlag(&pflag.Flag{Name: "x", Value: panics{}}) }, str},
		{"no value", func(fs *pflag.FlagSet) { fs.AddFlag(&pflag.Flag{Name: "x"}) }, str},
		{"a nil pointer", func(fs *pflag.FlagSet) { fs.AddFlag(&pflag.Flag{Name: "x", Value: (*pointer)(nil)}) }, str},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, flagSchema(t, schemagen.Options{}, tt.define))
		})
	}
}

// The usage text tells whether a value may stand several times.
func TestUsageSaysRepeatable(t *testing.T) {
	tests := []struct {
		usage string
		list  bool
	}{
		{"Set it (can be repeated)", true},
		{"May be specified multiple times", true},
		{"Set it. Can be used more than once", true},
		{"Set it; may be given several times", true},
		{"A label, repeatable", true},
		{"Repeat this flag for several labels", true},
		{"Set it (may be used one or more times)", true},
		{"Can be set multiple times, cannot be empty", true},
		{"Set it", false},
		{"Cannot be repeated", false},
		{"May not be specified multiple times", false},
		{"Must not be given more than once", false},
		{"Can't be repeated", false},
		{"Not repeatable", false},
		{"non-repeatable", false},
		{"How to retry multiple times", false},
		{"Repeat the test n times", false},
	}
	for _, tt := range tests {
		t.Run(tt.usage, func(t *testing.T) {
			f := &pflag.Flag{Name: "x", Value: typed("kv"), Usage: tt.usage}
			assert.Equal(t, tt.list, schemagen.TypeOf(f).Shape == schemagen.List)
		})
	}
}

func annotated(v pflag.Value) func(fs *pflag.FlagSet) {
	return func(fs *pflag.FlagSet) {
		fs.Var(v, "x", "")
		fs.Lookup("x").Annotations = map[string][]string{"nuru.repeatable": {"true"}}
	}
}

func goFlag(define func(fs *goflag.FlagSet)) func(fs *pflag.FlagSet) {
	return func(fs *pflag.FlagSet) {
		set := goflag.NewFlagSet("go", goflag.ContinueOnError)
		define(set)
		fs.AddGoFlagSet(set)
	}
}

func custom(name string) func(fs *pflag.FlagSet) {
	return func(fs *pflag.FlagSet) { fs.Var(typed(name), "x", "") }
}

// typed is a Value of the application's own that is no pointer.
type typed string

func (t typed) Type() string     { return string(t) }
func (t typed) String() string   { return "" }
func (t typed) Set(string) error { return nil }

// shown is a typed value with a default.
type shown struct {
	typed
	def string
}

func (s shown) String() string { return s.def }

type sliceValue struct{}

func (sliceValue) Type() string           { return "items" }
func (sliceValue) String() string         { return "" }
func (sliceValue) Set(string) error       { return nil }
func (sliceValue) Append(string) error    { return nil }
func (sliceValue) Replace([]string) error { return nil }
func (sliceValue) GetSlice() []string     { return nil }

type panics struct{}

func (panics) Type() string     { panic("Type") }
func (panics) String() string   { panic("String") }
func (panics) Set(string) error { panic("Set") }

type pointer struct{ text string }

func (p *pointer) Type() string     { return p.text }
func (p *pointer) String() string   { return p.text }
func (p *pointer) Set(string) error { return nil }

type levelValue int

func (*levelValue) String() string   { return "" }
func (*levelValue) Set(string) error { return nil }

type stringSliceValue int

func (*stringSliceValue) String() string   { return "" }
func (*stringSliceValue) Set(string) error { return nil }

// The author knows better than the name of a type, or its interface.
func TestTheAnnotationUndoesAList(t *testing.T) {
	for _, v := range []pflag.Value{typed("stringList"), typed("[]string"), sliceValue{}} {
		fs := pflag.NewFlagSet("do", pflag.ContinueOnError)
		fs.Var(v, "x", "May be repeated")
		f := fs.Lookup("x")
		assert.Equal(t, schemagen.List, schemagen.TypeOf(f).Shape, v.Type())
		f.Annotations = map[string][]string{"nuru.repeatable": {"false"}}
		assert.Equal(t, schemagen.One, schemagen.TypeOf(f).Shape, v.Type())
	}
}
