package argv_test

import (
	"encoding/json"
	goflag "flag"
	"fmt"
	"math/big"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/schemagen"
)

// vector is a measured row: a flag --f of a type, a JSON value, and what came
// of it. The rows caught: values split at commas and newlines, 1e+06, dropped
// false, values that became flags, maps that lost quotes.
type vector struct {
	Type, JSON, Default, Outcome, Parsed, Error string
	Argv                                        []string `json:"argv"`
}

func TestVectors(t *testing.T) {
	b, err := os.ReadFile("../../testdata/argv-vectors.json")
	require.NoError(t, err)
	var vectors []vector
	require.NoError(t, json.Unmarshal(b, &vectors))
	require.Len(t, vectors, 222)
	for i, v := range vectors {
		name := fmt.Sprintf("%03d_%s_%s", i, v.Type, v.JSON[:min(len(v.JSON), 40)])
		t.Run(name, func(t *testing.T) { checkVector(t, v) })
	}
}

func checkVector(t *testing.T, v vector) {
	app := newVectorApp(t, v)
	tools, err := schemagen.Generate(app.root, schemagen.Options{Environ: []string{}})
	require.NoError(t, err)
	require.Len(t, tools, 1)
	call, err := new(argv.Encoder).Encode(&tools[0], json.RawMessage(`{"f":`+v.JSON+`,"p":"P"}`))

	surrogate := strings.Contains(v.Parsed, "lone surrogate")
	if v.JSON == "null" {
		// null means absent here: the flag is not set.
		require.NoError(t, err)
		assert.Equal(t, []string{"run", "P"}, call.Args)
		return
	}
	if v.Outcome == "refused" || surrogate {
		var refused *argv.Error
		require.ErrorAs(t, err, &refused, "argv %q", call.Args)
		assert.Contains(t, err.Error(), `"f"`, "the error names the property")
		return
	}
	require.NoError(t, err)
	want := append([]string{"run"}, v.Argv...)
	assert.Equal(t, append(want, "P"), call.Args)

	fresh := newVectorApp(t, v)
	fresh.root.SetArgs(call.Args)
	err = fresh.root.Execute()
	if v.Outcome == "cobra-error" {
		require.Error(t, err, "the application itself reports the value")
		return
	}
	require.NoError(t, err)
	assert.Equal(t, []string{"P"}, fresh.positionals)
	assert.False(t, fresh.evil)
	parsed, _, _ := strings.Cut(v.Parsed, " (")
	if parsed != "" && !strings.HasPrefix(v.Parsed, "(") {
		assert.Equal(t, parsed, fresh.show())
	}
}

// vectorApp is "app run --f <type> --evil P".
type vectorApp struct {
	root        *cobra.Command
	show        func() string
	evil        bool
	positionals []string
}

func newVectorApp(t *testing.T, v vector) *vectorApp {
	t.Helper()
	app := &vectorApp{root: &cobra.Command{Use: "app", SilenceErrors: true, SilenceUsage: true}}
	run := &cobra.Command{Use: "run P", Args: cobra.ExactArgs(1), Run: func(_ *cobra.Command, args []string) { app.positionals = args }}
	annotate.Command(run).Args("{p}")
	run.Flags().BoolVar(&app.evil, "evil", false, "")
	make, ok := vectorFlags[v.Type]
	require.True(t, ok, "no flag of type %q in the test", v.Type)
	app.show = make(run.Flags(), v.Default)
	app.root.AddCommand(run)
	return app
}

type flagMaker func(fs *pflag.FlagSet, def string) func() string

// bound defines a flag with the Var form, sets its default the way the rows
// spell it, and shows the bound variable, never pflag's getter.
func bound[T any](define func(*pflag.FlagSet, *T, string, T, string), verb string, defaults map[string]T) flagMaker {
	return func(fs *pflag.FlagSet, def string) func() string {
		v := new(T)
		define(fs, v, "f", defaults[def], "")
		return func() string { return fmt.Sprintf(verb, *v) }
	}
}

func list[T any](s string, e ...T) map[string][]T { return map[string][]T{s: e} }

// sets records what a custom value was given.
type sets struct {
	typ  string
	list []string
}

func (s *sets) Set(v string) error { s.list = append(s.list, v); return nil }
func (s *sets) Type() string       { return s.typ }
func (s *sets) String() string     { return "" }
func (s *sets) show() string       { return fmt.Sprintf("%q", s.list) }

func withNoOpt(m flagMaker, value string) flagMaker {
	return func(fs *pflag.FlagSet, def string) func() string {
		show := m(fs, def)
		fs.Lookup("f").NoOptDefVal = value
		return show
	}
}

// wrapped defines a flag of Go's flag package.
func wrapped(define func(*goflag.FlagSet) func() string) flagMaker {
	return func(fs *pflag.FlagSet, _ string) func() string {
		g := goflag.NewFlagSet("", goflag.ContinueOnError)
		show := define(g)
		fs.AddGoFlagSet(g)
		return show
	}
}

func wrappedVar[T any](define func(*goflag.FlagSet, *T, string, T, string), verb string) flagMaker {
	return wrapped(func(g *goflag.FlagSet) func() string {
		var v, zero T
		define(g, &v, "f", zero, "")
		return func() string { return fmt.Sprintf(verb, v) }
	})
}

var vectorFlags = map[string]flagMaker{
	"bool": bound((*pflag.FlagSet).BoolVar, "%v", map[string]bool{"true": true}),
	"count": func(fs *pflag.FlagSet, _ string) func() string {
		n := fs.Count("f", "")
		return func() string { return fmt.Sprint(*n) }
	},
	"int":     bound((*pflag.FlagSet).IntVar, "%v", map[string]int{}),
	"int8":    bound((*pflag.FlagSet).Int8Var, "%v", map[string]int8{}),
	"int16":   bound((*pflag.FlagSet).Int16Var, "%v", map[string]int16{}),
	"int32":   bound((*pflag.FlagSet).Int32Var, "%v", map[string]int32{}),
	"int64":   bound((*pflag.FlagSet).Int64Var, "%v", map[string]int64{}),
	"uint":    bound((*pflag.FlagSet).UintVar, "%v", map[string]uint{}),
	"uint8":   bound((*pflag.FlagSet).Uint8Var, "%v", map[string]uint8{}),
	"uint16":  bound((*pflag.FlagSet).Uint16Var, "%v", map[string]uint16{}),
	"uint32":  bound((*pflag.FlagSet).Uint32Var, "%v", map[string]uint32{}),
	"uint64":  bound((*pflag.FlagSet).Uint64Var, "%v", map[string]uint64{}),
	"float32": bound((*pflag.FlagSet).Float32Var, "%v", map[string]float32{}),
	"float64": bound((*pflag.FlagSet).Float64Var, "%v", map[string]float64{}),
	"string":  bound((*pflag.FlagSet).StringVar, "%q", map[string]string{}),

	"string + NoOptDefVal": withNoOpt(bound((*pflag.FlagSet).StringVar, "%q", map[string]string{"never": "never"}), "auto"),
	"int + NoOptDefVal":    withNoOpt(bound((*pflag.FlagSet).IntVar, "%v", map[string]int{}), "7"),

	"duration":    bound((*pflag.FlagSet).DurationVar, "%v", map[string]time.Duration{}),
	"ip":          bound((*pflag.FlagSet).IPVar, "%v", map[string]net.IP{}),
	"ipMask":      bound((*pflag.FlagSet).IPMaskVar, "%v", map[string]net.IPMask{}),
	"bytesHex":    bound((*pflag.FlagSet).BytesHexVar, "0x%x", map[string][]byte{}),
	"bytesBase64": bound((*pflag.FlagSet).BytesBase64Var, "0x%x", map[string][]byte{}),
	"ipNet": func(fs *pflag.FlagSet, _ string) func() string {
		_, def, _ := net.ParseCIDR("9.9.9.0/24")
		v := fs.IPNet("f", *def, "")
		return func() string { return v.String() }
	},
	"time": func(fs *pflag.FlagSet, _ string) func() string {
		v := fs.Time("f", time.Time{}, []string{time.RFC3339Nano, time.DateOnly}, "")
		return func() string { return v.Format(time.RFC3339Nano) }
	},

	"stringSlice":   bound((*pflag.FlagSet).StringSliceVar, "%q", map[string][]string{}),
	"stringArray":   bound((*pflag.FlagSet).StringArrayVar, "%q", list("[d1]", "d1")),
	"boolSlice":     bound((*pflag.FlagSet).BoolSliceVar, "%v", list("[true]", true)),
	"intSlice":      bound((*pflag.FlagSet).IntSliceVar, "%v", list("[9]", 9)),
	"int32Slice":    bound((*pflag.FlagSet).Int32SliceVar, "%v", list[int32]("[9]", 9)),
	"int64Slice":    bound((*pflag.FlagSet).Int64SliceVar, "%v", list[int64]("[9]", 9)),
	"uintSlice":     bound((*pflag.FlagSet).UintSliceVar, "%v", list[uint]("[9]", 9)),
	"float32Slice":  bound((*pflag.FlagSet).Float32SliceVar, "%v", map[string][]float32{}),
	"float64Slice":  bound((*pflag.FlagSet).Float64SliceVar, "%v", map[string][]float64{}),
	"durationSlice": bound((*pflag.FlagSet).DurationSliceVar, "%v", list[time.Duration]("[9ns]", 9)),
	"ipSlice":       bound((*pflag.FlagSet).IPSliceVar, "%v", map[string][]net.IP{}),
	"ipNetSlice": func(fs *pflag.FlagSet, _ string) func() string {
		var v []net.IPNet
		fs.IPNetSliceVar(&v, "f", nil, "")
		return func() string {
			texts := []string{}
			for _, n := range v {
				texts = append(texts, n.String())
			}
			return fmt.Sprint(texts)
		}
	},
	"stringToString": bound((*pflag.FlagSet).StringToStringVar, "%q", map[string]map[string]string{"[d=1]": {"d": "1"}}),
	"stringToInt":    bound((*pflag.FlagSet).StringToIntVar, "%v", map[string]map[string]int{"[d=1]": {"d": 1}}),
	"stringToInt64":  bound((*pflag.FlagSet).StringToInt64Var, "%v", map[string]map[string]int64{"[d=1]": {"d": 1}}),

	"boolfunc": func(fs *pflag.FlagSet, _ string) func() string {
		s := &sets{}
		fs.BoolFunc("f", "", s.Set)
		return s.show
	},
	"func": func(fs *pflag.FlagSet, _ string) func() string {
		s := &sets{}
		fs.Func("f", "", s.Set)
		return s.show
	},
	"level (custom Value)": func(fs *pflag.FlagSet, _ string) func() string {
		s := &sets{typ: "level"}
		fs.Var(s, "f", "")
		return s.show
	},
	"*big.Int (TextVar)": func(fs *pflag.FlagSet, _ string) func() string {
		v := new(big.Int)
		fs.TextVar(v, "f", new(big.Int), "")
		return func() string { return fmt.Sprintf("%q", v.String()) }
	},

	"goflag bool":    wrappedVar((*goflag.FlagSet).BoolVar, "%v"),
	"goflag int":     wrappedVar((*goflag.FlagSet).IntVar, "%v"),
	"goflag int64":   wrappedVar((*goflag.FlagSet).Int64Var, "%v"),
	"goflag uint":    wrappedVar((*goflag.FlagSet).UintVar, "%v"),
	"goflag float64": wrappedVar((*goflag.FlagSet).Float64Var, "%v"),
	"goflag string":  wrappedVar((*goflag.FlagSet).StringVar, "%q"),
	"goflag text": wrapped(func(g *goflag.FlagSet) func() string {
		v := new(big.Int)
		g.TextVar(v, "f", new(big.Int), "")
		return func() string { return fmt.Sprintf("%q", v.String()) }
	}),
	"goflag func": wrapped(func(g *goflag.FlagSet) func() string {
		s := &sets{}
		g.Func("f", "", s.Set)
		return s.show
	}),
	"goflag boolFunc": wrapped(func(g *goflag.FlagSet) func() string {
		s := &sets{}
		g.BoolFunc("f", "", s.Set)
		return s.show
	}),
}
