package argv

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/schemagen"
)

// A typed value is a fresh flag of one of pflag's types, together with a look
// at what it holds, in the form in which JSON says it: []string for lists,
// map[string]string for maps, a string for the rest.
type typed struct {
	flag *pflag.Flag
	read func() any
}

// makers build typed values. Types whose text only the application can read
// (time has hidden formats, func runs code) are not among them.
var makers = map[string]func(fs *pflag.FlagSet) func() any{
	"bool":    maker((*pflag.FlagSet).BoolVar, strconv.FormatBool),
	"count":   countMaker,
	"int":     maker((*pflag.FlagSet).IntVar, decimal[int]),
	"int8":    maker((*pflag.FlagSet).Int8Var, decimal[int8]),
	"int16":   maker((*pflag.FlagSet).Int16Var, decimal[int16]),
	"int32":   maker((*pflag.FlagSet).Int32Var, decimal[int32]),
	"int64":   maker((*pflag.FlagSet).Int64Var, decimal[int64]),
	"uint":    maker((*pflag.FlagSet).UintVar, decimal[uint]),
	"uint8":   maker((*pflag.FlagSet).Uint8Var, decimal[uint8]),
	"uint16":  maker((*pflag.FlagSet).Uint16Var, decimal[uint16]),
	"uint32":  maker((*pflag.FlagSet).Uint32Var, decimal[uint32]),
	"uint64":  maker((*pflag.FlagSet).Uint64Var, decimal[uint64]),
	"float32": maker((*pflag.FlagSet).Float32Var, float32Text),
	"float64": maker((*pflag.FlagSet).Float64Var, float64Text),
	"string":  maker((*pflag.FlagSet).StringVar, verbatim),

	"duration": maker((*pflag.FlagSet).DurationVar, time.Duration.String),
	"ip":       maker((*pflag.FlagSet).IPVar, net.IP.String),
	"ipMask":   maker((*pflag.FlagSet).IPMaskVar, net.IPMask.String),
	"ipNet":    maker((*pflag.FlagSet).IPNetVar, func(n net.IPNet) string { return n.String() }),
	"bytesHex": maker((*pflag.FlagSet).BytesHexVar, hex.EncodeToString),
	"bytesBase64": maker((*pflag.FlagSet).BytesBase64Var, func(b []byte) string {
		return base64.StdEncoding.EncodeToString(b)
	}),

	"stringSlice":   listMaker((*pflag.FlagSet).StringSliceVar, verbatim),
	"stringArray":   listMaker((*pflag.FlagSet).StringArrayVar, verbatim),
	"boolSlice":     listMaker((*pflag.FlagSet).BoolSliceVar, strconv.FormatBool),
	"intSlice":      listMaker((*pflag.FlagSet).IntSliceVar, decimal[int]),
	"int32Slice":    listMaker((*pflag.FlagSet).Int32SliceVar, decimal[int32]),
	"int64Slice":    listMaker((*pflag.FlagSet).Int64SliceVar, decimal[int64]),
	"uintSlice":     listMaker((*pflag.FlagSet).UintSliceVar, decimal[uint]),
	"float32Slice":  listMaker((*pflag.FlagSet).Float32SliceVar, float32Text),
	"float64Slice":  listMaker((*pflag.FlagSet).Float64SliceVar, float64Text),
	"durationSlice": listMaker((*pflag.FlagSet).DurationSliceVar, time.Duration.String),
	"ipSlice":       listMaker((*pflag.FlagSet).IPSliceVar, net.IP.String),
	"ipNetSlice":    listMaker((*pflag.FlagSet).IPNetSliceVar, func(n net.IPNet) string { return n.String() }),

	"stringToString": mapMaker((*pflag.FlagSet).StringToStringVar, verbatim),
	"stringToInt":    mapMaker((*pflag.FlagSet).StringToIntVar, decimal[int]),
	"stringToInt64":  mapMaker((*pflag.FlagSet).StringToInt64Var, decimal[int64]),
}

func maker[T any](define func(*pflag.FlagSet, *T, string, T, string), text func(T) string) func(*pflag.FlagSet) func() any {
	return func(fs *pflag.FlagSet) func() any {
		var v, zero T
		define(fs, &v, "f", zero, "")
		return func() any { return text(v) }
	}
}

func countMaker(fs *pflag.FlagSet) func() any {
	var v int
	fs.CountVar(&v, "f", "")
	return func() any { return decimal(v) }
}

func listMaker[T any](define func(*pflag.FlagSet, *[]T, string, []T, string), text func(T) string) func(*pflag.FlagSet) func() any {
	return func(fs *pflag.FlagSet) func() any {
		var v []T
		define(fs, &v, "f", nil, "")
		return func() any {
			texts := []string{}
			for _, e := range v {
				texts = append(texts, text(e))
			}
			return texts
		}
	}
}

func mapMaker[T any](define func(*pflag.FlagSet, *map[string]T, string, map[string]T, string), text func(T) string) func(*pflag.FlagSet) func() any {
	return func(fs *pflag.FlagSet) func() any {
		var v map[string]T
		define(fs, &v, "f", nil, "")
		return func() any {
			texts := map[string]string{}
			for k, e := range v {
				texts[k] = text(e)
			}
			return texts
		}
	}
}

type integerType interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

func decimal[T integerType](n T) string { return fmt.Sprint(n) }

func verbatim(s string) string { return s }

func float64Text(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

func float32Text(f float32) string { return strconv.FormatFloat(float64(f), 'g', -1, 32) }

func newTyped(t schemagen.ValueType) (typed, bool) {
	make, ok := makers[t.Name]
	if !ok || t.Custom {
		return typed{}, false
	}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	read := make(fs)
	return typed{fs.Lookup("f"), read}, true
}

// freshValue is a new flag value of type t, nil when only the application has
// such values.
func freshValue(t schemagen.ValueType) pflag.Value {
	v, ok := newTyped(t)
	if !ok {
		return nil
	}
	return v.flag.Value
}

// sameValue reports, as an error, when the values given to pflag one after the
// other do not make what the JSON says.
func sameValue(t schemagen.ValueType, values []string, raw json.RawMessage) error {
	v, ok := newTyped(t)
	if !ok {
		return nil
	}
	if err := set(v.flag.Value, values); err != nil {
		return err
	}
	want, err := jsonValue(t, raw)
	if err != nil {
		return err
	}
	if got := v.read(); !equal(got, want) {
		return fmt.Errorf("it would be read as %q", got)
	}
	return nil
}

func jsonValue(t schemagen.ValueType, raw json.RawMessage) (any, error) {
	switch t.Shape {
	case schemagen.One:
		return canonical(t, raw)
	case schemagen.Map:
		list, err := members(raw)
		m := map[string]string{}
		for _, e := range list {
			if m[e.key], err = canonical(t, e.value); err != nil {
				return nil, err
			}
		}
		return m, err
	default:
		list, err := elements(raw)
		texts := []string{}
		for _, e := range list {
			s, err := canonical(t, e)
			if err != nil {
				return nil, err
			}
			texts = append(texts, s)
		}
		return texts, err
	}
}

// canonical is the JSON scalar in the spelling in which typed values print.
func canonical(t schemagen.ValueType, raw json.RawMessage) (string, error) {
	switch t.Kind {
	case schemagen.Boolean:
		return string(raw), nil
	case schemagen.Integer:
		rat, ok := new(big.Rat).SetString(string(raw))
		if !ok {
			return "", fmt.Errorf("not a number: %s", raw)
		}
		return rat.Num().String(), nil
	case schemagen.Number:
		f, err := strconv.ParseFloat(string(raw), t.Bits)
		if t.Bits == 32 {
			return float32Text(float32(f)), err
		}
		return float64Text(f), err
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", err
	}
	return canonicalText(t.Format, s)
}

func canonicalText(format schemagen.Format, s string) (string, error) {
	trimmed := strings.TrimSpace(s)
	switch format {
	case schemagen.Duration:
		d, err := time.ParseDuration(s)
		return d.String(), err
	case schemagen.IP:
		return net.ParseIP(trimmed).String(), nil
	case schemagen.IPNet:
		_, n, err := net.ParseCIDR(trimmed)
		if err != nil {
			return "", err
		}
		return n.String(), nil
	case schemagen.IPMask:
		if ip := net.ParseIP(trimmed).To4(); ip != nil {
			return net.IPMask(ip).String(), nil
		}
		return strings.ToLower(trimmed), nil
	case schemagen.BytesHex:
		b, err := hex.DecodeString(trimmed)
		return hex.EncodeToString(b), err
	case schemagen.BytesBase64:
		b, err := base64.StdEncoding.DecodeString(trimmed)
		return base64.StdEncoding.EncodeToString(b), err
	default:
		return s, nil
	}
}

func equal(got, want any) bool {
	switch got := got.(type) {
	case string:
		w, ok := want.(string)
		return ok && got == w
	case []string:
		w, ok := want.([]string)
		return ok && slices.Equal(got, w)
	case map[string]string:
		w, ok := want.(map[string]string)
		return ok && maps.Equal(got, w)
	default:
		return false
	}
}
