package argv_test

import (
	goflag "flag"
	"fmt"
	"math/big"
	"net"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
)

// kind is a type of flag: how it is defined, and which values it is asked for.
type kind struct {
	name   string
	define func(fs *pflag.FlagSet, name, short string) (show func() string)
	value  func(g *gen) value
	// text makes a value as it stands behind "=" among the globals; nil for
	// kinds that the globals test leaves out.
	text func(g *gen) (text, want string)
}

// value is a JSON value together with what must become of it, worked out from
// the JSON and never by the code under test.
type value struct {
	json string
	want string // what the bound variable shows afterwards
	bad  bool   // must be refused
	// perhaps: only the application can say whether it takes the text.
	perhaps bool
	// omittable: an empty list over an empty default needs no token.
	omittable bool
	secrets   []string
}

// variable defines a flag with a bound variable and shows that, never pflag's
// getter, which reads lists and floats back inexactly.
func variable[T any](define func(*pflag.FlagSet, *T, string, string, T, string), def T, show func(T) string) func(*pflag.FlagSet, string, string) func() string {
	return func(fs *pflag.FlagSet, name, short string) func() string {
		v := new(T)
		define(fs, v, name, short, def, "")
		return func() string { return show(*v) }
	}
}

func plain[T any](v T) string { return fmt.Sprint(v) }

func each[T any](show func(T) string) func([]T) string {
	return func(list []T) string {
		texts := make([]string, len(list))
		for i, e := range list {
			texts[i] = show(e)
		}
		return fmt.Sprintf("%q", texts)
	}
}

func withOptional(define func(*pflag.FlagSet, string, string) func() string, bare string) func(*pflag.FlagSet, string, string) func() string {
	return func(fs *pflag.FlagSet, name, short string) func() string {
		show := define(fs, name, short)
		fs.VisitAll(func(f *pflag.Flag) {
			if f.Shorthand == short && short != "" || f.Name == name && name != "" {
				f.NoOptDefVal = bare
			}
		})
		return show
	}
}

func same(s string) string { return s }

func shortFloat(bits int) func(float64) string {
	return func(f float64) string { return strconv.FormatFloat(f, 'g', -1, bits) }
}

func netText(n net.IPNet) string {
	if n.IP == nil {
		return ""
	}
	return n.String()
}

func hexText(b []byte) string { return fmt.Sprintf("%x", b) }

// recorded defines a flag whose value keeps what it was given.
func recorded(typ string, add func(fs *pflag.FlagSet, s *sets, name, short string)) func(*pflag.FlagSet, string, string) func() string {
	return func(fs *pflag.FlagSet, name, short string) func() string {
		s := &sets{typ: typ}
		if add == nil {
			fs.VarP(s, name, short, "")
		} else {
			add(fs, s, name, short)
		}
		return s.show
	}
}

// repeatable is recorded for a flag whose author says that it may be repeated.
func repeatable(typ string) func(*pflag.FlagSet, string, string) func() string {
	return recorded(typ, func(fs *pflag.FlagSet, s *sets, name, short string) {
		fs.VarP(s, name, short, "")
		fs.Lookup(name).Annotations = map[string][]string{annotate.KeyRepeatable: {"true"}}
	})
}

// stringSlice is what many programs wrote before there was pflag; wrapped as a
// Go flag, pflag calls its type "stringSlice" like its own.
type stringSlice []string

func (s *stringSlice) Set(v string) error { *s = append(*s, v); return nil }
func (s *stringSlice) String() string     { return "" }

func addGoFlag(fs *pflag.FlagSet, v goflag.Value, name, short string) {
	f := pflag.PFlagFromGoFlag(&goflag.Flag{Name: name, Value: v})
	f.Shorthand = short
	fs.AddFlag(f)
}

var kinds = []kind{
	{"string", variable((*pflag.FlagSet).StringVarP, "", strconv.Quote), stringValue(strconv.Quote), rawText(strconv.Quote)},
	{"string with a default", variable((*pflag.FlagSet).StringVarP, "dflt", strconv.Quote), stringValue(strconv.Quote), rawText(strconv.Quote)},
	{"string, value optional", withOptional(variable((*pflag.FlagSet).StringVarP, "never", strconv.Quote), "auto"), stringValue(strconv.Quote), rawText(strconv.Quote)},
	{"bool", variable((*pflag.FlagSet).BoolVarP, false, plain[bool]), boolValue(same), boolText},
	{"bool, true", variable((*pflag.FlagSet).BoolVarP, true, plain[bool]), boolValue(same), boolText},
	{"count", func(fs *pflag.FlagSet, name, short string) func() string {
		n := fs.CountP(name, short, "")
		return func() string { return strconv.Itoa(*n) }
	}, intValue(-1000, 1000), nil},
	{"int", variable((*pflag.FlagSet).IntVarP, 0, plain[int]), intValue(-1<<63, 1<<63-1), intText},
	{"int, value optional", withOptional(variable((*pflag.FlagSet).IntVarP, 3, plain[int]), "7"), intValue(-1<<63, 1<<63-1), intText},
	{"int8", variable((*pflag.FlagSet).Int8VarP, 5, plain[int8]), intValue(-128, 127), nil},
	{"int16", variable((*pflag.FlagSet).Int16VarP, 0, plain[int16]), intValue(-1<<15, 1<<15-1), nil},
	{"int32", variable((*pflag.FlagSet).Int32VarP, 0, plain[int32]), intValue(-1<<31, 1<<31-1), nil},
	{"int64", variable((*pflag.FlagSet).Int64VarP, 0, plain[int64]), intValue(-1<<63, 1<<63-1), intText},
	{"uint8", variable((*pflag.FlagSet).Uint8VarP, 0, plain[uint8]), intValue(0, 255), nil},
	{"uint32", variable((*pflag.FlagSet).Uint32VarP, 0, plain[uint32]), intValue(0, 1<<32-1), nil},
	{"uint64", variable((*pflag.FlagSet).Uint64VarP, 9, plain[uint64]), intValue(0, 1<<63-1), nil},
	{"float64", variable((*pflag.FlagSet).Float64VarP, 0.5, shortFloat(64)), floatValue(64), nil},
	{"float32", variable((*pflag.FlagSet).Float32VarP, 0, func(f float32) string { return shortFloat(32)(float64(f)) }), floatValue(32), nil},
	{"duration", variable((*pflag.FlagSet).DurationVarP, time.Second, time.Duration.String), textValue((*gen).duration), nil},
	{"time", func(fs *pflag.FlagSet, name, short string) func() string {
		var v time.Time
		fs.TimeVarP(&v, name, short, time.Time{}, []string{time.RFC3339Nano}, "")
		return func() string { return v.Format(time.RFC3339Nano) }
	}, timeValue, nil},
	{"ip", variable((*pflag.FlagSet).IPVarP, nil, net.IP.String), textValue((*gen).ip), nil},
	{"ipMask", variable((*pflag.FlagSet).IPMaskVarP, nil, net.IPMask.String), textValue((*gen).ipMask), nil},
	{"ipNet", variable((*pflag.FlagSet).IPNetVarP, net.IPNet{}, netText), textValue((*gen).ipNet), nil},
	{"bytesHex", variable((*pflag.FlagSet).BytesHexVarP, nil, hexText), textValue((*gen).hex), nil},
	{"bytesBase64", variable((*pflag.FlagSet).BytesBase64VarP, nil, hexText), textValue((*gen).base64), nil},

	{"stringSlice", variable((*pflag.FlagSet).StringSliceVarP, nil, each(same)), csvValue, nil},
	{"stringSlice with a default", variable((*pflag.FlagSet).StringSliceVarP, []string{"a", "b"}, each(same)), csvValue, nil},
	{"stringArray", variable((*pflag.FlagSet).StringArrayVarP, nil, each(same)), listValue((*gen).stringElement, emptyOmitted), rawText(quoteOne)},
	{"stringArray with a default", variable((*pflag.FlagSet).StringArrayVarP, []string{"d1"}, each(same)), listValue((*gen).stringElement, emptyBad), rawText(quoteOne)},
	{"boolSlice", variable((*pflag.FlagSet).BoolSliceVarP, []bool{true}, each(strconv.FormatBool)), listValue((*gen).boolElement, emptySent), nil},
	{"intSlice", variable((*pflag.FlagSet).IntSliceVarP, nil, each(plain[int])), listValue((*gen).intElement, emptyOmitted), nil},
	{"intSlice with a default", variable((*pflag.FlagSet).IntSliceVarP, []int{9}, each(plain[int])), listValue((*gen).intElement, emptyBad), nil},
	{"int64Slice", variable((*pflag.FlagSet).Int64SliceVarP, nil, each(plain[int64])), listValue((*gen).intElement, emptyOmitted), nil},
	{"float64Slice", variable((*pflag.FlagSet).Float64SliceVarP, nil, each(shortFloat(64))), listValue((*gen).floatElement, emptyOmitted), nil},
	{"durationSlice", variable((*pflag.FlagSet).DurationSliceVarP, nil, each(time.Duration.String)), listValue(textElement((*gen).duration), emptyOmitted), nil},
	{"ipSlice", variable((*pflag.FlagSet).IPSliceVarP, nil, each(net.IP.String)), listValue(textElement((*gen).ip), emptySent), nil},
	{"ipNetSlice", variable((*pflag.FlagSet).IPNetSliceVarP, nil, each(netText)), listValue(textElement((*gen).ipNet), emptySent), nil},
	{"stringToString", variable((*pflag.FlagSet).StringToStringVarP, nil, mapText[string]), mapValue(false, emptyOmitted), nil},
	{"stringToString with a default", func(fs *pflag.FlagSet, name, short string) func() string {
		def := map[string]string{"d": "1"} // pflag may write into it
		return variable((*pflag.FlagSet).StringToStringVarP, def, mapText[string])(fs, name, short)
	}, mapValue(false, emptyBad), nil},
	{"stringToInt", variable((*pflag.FlagSet).StringToIntVarP, nil, mapText[int]), mapValue(true, emptyOmitted), nil},

	{"custom", recorded("level", nil), stringValue(quoteOne), rawText(quoteOne)},
	{"custom called bool", recorded("bool", nil), boolValue(quoteOne), nil},
	{"custom list", recorded("list", nil), listValue((*gen).stringElement, emptyOmitted), rawText(quoteOne)},
	{"custom, repeatable", repeatable("kv"), listValue((*gen).stringElement, emptyOmitted), nil},
	{"custom int, repeatable", repeatable("int"), listValue((*gen).intElement, emptyOmitted), nil},
	{"func, repeatable", recorded("", func(fs *pflag.FlagSet, s *sets, name, short string) {
		fs.FuncP(name, short, "Can be repeated", s.Set)
	}), listValue((*gen).stringElement, emptyOmitted), nil},
	{"func", recorded("", func(fs *pflag.FlagSet, s *sets, name, short string) { fs.FuncP(name, short, "", s.Set) }), stringValue(quoteOne), nil},
	{"boolfunc", recorded("", func(fs *pflag.FlagSet, s *sets, name, short string) { fs.BoolFuncP(name, short, "", s.Set) }), boolValue(quoteOne), nil},
	{"text", func(fs *pflag.FlagSet, name, short string) func() string {
		v := new(big.Int)
		fs.TextVarP(v, name, short, new(big.Int), "")
		return v.String
	}, textValue((*gen).bigInt), nil},
	{"Go stringSlice", func(fs *pflag.FlagSet, name, short string) func() string {
		v := new(stringSlice)
		addGoFlag(fs, v, name, short)
		return func() string { return fmt.Sprintf("%q", []string(*v)) }
	}, listValue((*gen).stringElement, emptyOmitted), nil},
	{"Go string", func(fs *pflag.FlagSet, name, short string) func() string {
		g := goflag.NewFlagSet("", goflag.ContinueOnError)
		v := g.String("f", "", "")
		addGoFlag(fs, g.Lookup("f").Value, name, short)
		return func() string { return strconv.Quote(*v) }
	}, stringValue(strconv.Quote), nil},
	{"Go bool", func(fs *pflag.FlagSet, name, short string) func() string {
		g := goflag.NewFlagSet("", goflag.ContinueOnError)
		v := g.Bool("f", true, "")
		addGoFlag(fs, g.Lookup("f").Value, name, short)
		fs.Lookup(name).NoOptDefVal = "true"
		return func() string { return plain(*v) }
	}, boolValue(same), nil},
}

func quoteOne(s string) string { return fmt.Sprintf("%q", []string{s}) }

func mapText[T any](m map[string]T) string {
	texts := map[string]string{}
	for k, v := range m {
		texts[k] = fmt.Sprint(v)
	}
	return fmt.Sprintf("%q", texts)
}
