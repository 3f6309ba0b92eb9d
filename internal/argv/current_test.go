package argv_test

import (
	"net"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/argv"
)

// pflagTypes has a flag of every type whose value can be spelt, named after it.
func pflagTypes() *pflag.FlagSet {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	fs.Bool("bool", false, "")
	fs.Count("count", "")
	fs.Int8("int8", 0, "")
	fs.Uint64("uint64", 0, "")
	fs.Float32("float32", 0, "")
	fs.Float64("float64", 0, "")
	fs.String("string", "", "")
	fs.Duration("duration", 0, "")
	fs.IP("ip", nil, "")
	fs.IPMask("ipMask", nil, "")
	fs.IPNet("ipNet", net.IPNet{}, "")
	fs.BytesHex("bytesHex", nil, "")
	fs.BytesBase64("bytesBase64", nil, "")
	fs.StringSlice("stringSlice", []string{"d"}, "")
	fs.StringArray("stringArray", nil, "")
	fs.BoolSlice("boolSlice", nil, "")
	fs.IntSlice("intSlice", nil, "")
	fs.Float64Slice("float64Slice", nil, "")
	fs.Float32Slice("float32Slice", nil, "")
	fs.DurationSlice("durationSlice", nil, "")
	fs.IPSlice("ipSlice", nil, "")
	fs.IPNetSlice("ipNetSlice", nil, "")
	fs.StringToString("stringToString", nil, "")
	fs.StringToInt("stringToInt", nil, "")
	fs.StringToInt64("stringToInt64", nil, "")
	return fs
}

func TestValuesOf(t *testing.T) {
	for _, tt := range []struct {
		name  string
		given []string
		want  []string
	}{
		{"bool", []string{"1"}, []string{"true"}},
		{"count", []string{"3"}, []string{"3"}},
		{"int8", []string{"-0x10"}, []string{"-16"}},
		{"uint64", []string{"18446744073709551615"}, []string{"18446744073709551615"}},
		{"float32", []string{"0.1"}, []string{"0.1"}},
		{"float64", []string{"0.12345678901234567"}, []string{"0.12345678901234566"}},
		{"string", []string{"a=b,\"c\"\r\n"}, []string{"a=b,\"c\"\r\n"}},
		{"duration", []string{"90m"}, []string{"1h30m0s"}},
		{"ip", []string{"192.0.2.1"}, []string{"192.0.2.1"}},
		{"ipMask", []string{"255.255.255.0"}, []string{"ffffff00"}},
		{"ipNet", []string{"10.1.2.3/8"}, []string{"10.0.0.0/8"}},
		{"bytesHex", []string{"ab"}, []string{"AB"}},
		{"bytesBase64", []string{"AP8="}, []string{"AP8="}},
		{"stringSlice", []string{`a,"b,c"`, `"x""y"`}, []string{`"a"`, `"b,c"`, `"x""y"`}},
		{"stringSlice", []string{""}, []string{""}},
		{"stringArray", []string{"a,b", "\r\n"}, []string{"a,b", "\r\n"}},
		{"boolSlice", []string{"true,false"}, []string{"true", "false"}},
		{"boolSlice", []string{""}, []string{""}},
		{"intSlice", []string{"1,2"}, []string{"1", "2"}},
		{"float64Slice", []string{"0.123456789012,1e-9"}, []string{"0.123456789012", "1e-09"}},
		{"float32Slice", []string{"0.1"}, []string{"0.1"}},
		{"durationSlice", []string{"1s,2m"}, []string{"1s", "2m0s"}},
		{"ipSlice", []string{"192.0.2.1,2001:db8::1"}, []string{"192.0.2.1", "2001:db8::1"}},
		{"ipNetSlice", []string{"10.0.0.0/8"}, []string{"10.0.0.0/8"}},
		{"stringToString", []string{"b=2,a=1", `"k=x=y, z"`, `c="q"r`, "d=", "e=[1]"}, []string{"a=1", "b=2", "c=\"q\"r", "d=", "e=[1]", `"k=x=y, z"`}},
		{"stringToInt", []string{"b=2,a=1"}, []string{"a=1", "b=2"}},
		{"stringToInt64", []string{"b=2,a=1"}, []string{"a=1", "b=2"}},
	} {
		fs := pflagTypes()
		for _, v := range tt.given {
			require.NoError(t, fs.Set(tt.name, v), tt.name)
		}
		values, err := argv.ValuesOf(fs.Lookup(tt.name))
		require.NoError(t, err, tt.name)
		assert.Equal(t, tt.want, values, tt.name)
		again := pflagTypes()
		for _, v := range values {
			require.NoError(t, again.Set(tt.name, v), tt.name)
		}
		if !strings.HasPrefix(tt.name, "stringTo") { // which show their keys in any order
			assert.Equal(t, fs.Lookup(tt.name).Value.String(), again.Lookup(tt.name).Value.String(), tt.name)
		}
		back, err := argv.ValuesOf(again.Lookup(tt.name))
		require.NoError(t, err, tt.name)
		assert.Equal(t, values, back, tt.name)
	}
}

type strangeList struct{ pflag.Value }

func (strangeList) Type() string   { return "stringList" }
func (strangeList) String() string { return "[a b]" }

type panics struct {
	pflag.Value
	armed bool
}

func (*panics) Type() string { return "panics" }

func (p *panics) String() string {
	if p.armed {
		panic("no")
	}
	return ""
}

func TestValuesOfWhatCannotBeSpelt(t *testing.T) {
	fs := pflagTypes()
	fs.Time("time", time.Time{}, []string{time.DateOnly}, "")
	fs.Func("func", "", func(string) error { return nil })
	fs.Var(strangeList{}, "custom", "")
	armed := &panics{}
	fs.Var(armed, "panics", "")
	armed.armed = true
	fs.StringToString("full", map[string]string{"a": "b"}, "")
	fs.StringToString("token", map[string]string{"a=77123": "b"}, "")
	_ = fs.Set("string", "a\x00b")
	_ = fs.Set("stringSlice", "x")
	require.NoError(t, fs.Lookup("stringSlice").Value.(pflag.SliceValue).Replace([]string{"a\r\nb"}))
	require.NoError(t, fs.Lookup("full").Value.Set("k=v"))
	full := fs.Lookup("full")
	m, err := fs.GetStringToString("full")
	require.NoError(t, err)
	delete(m, "k") // newer versions of pflag share it
	for name, want := range map[string]string{
		"time":        "a flag of type time does not say how it was given",
		"func":        "a flag of type func does not say how it was given",
		"custom":      "a list of type stringList does not show its elements",
		"panics":      "its value cannot be read",
		"string":      "NUL byte",
		"stringSlice": "CR LF",
		"ip":          "must be an IP address",
		"token":       "its value cannot be put on a command line",
	} {
		_, err := argv.ValuesOf(fs.Lookup(name))
		if assert.Error(t, err, name) {
			assert.ErrorContains(t, err, want, name)
			assert.NotContains(t, err.Error(), "77123", "a secret")
		}
	}
	if full.Value.String() == "[]" {
		_, err = argv.ValuesOf(full)
		assert.ErrorContains(t, err, "cannot be empty")
	}
}
