package schemagen

import (
	"reflect"
	"strings"

	"github.com/spf13/pflag"
)

// Kind is the JSON shape of a value.
type Kind string

// The values of [Kind].
const (
	Boolean Kind = "boolean"
	Integer Kind = "integer"
	Number  Kind = "number"
	String  Kind = "string"
)

// Format refines a Kind: how the text of a value must look. The zero value is
// plain.
type Format string

// The values of [Format].
const (
	Duration    Format = "duration"
	IP          Format = "ip"
	IPMask      Format = "ipMask"
	IPNet       Format = "ipNet"
	BytesHex    Format = "bytesHex"
	BytesBase64 Format = "bytesBase64"
	UUID        Format = "uuid"
	URL         Format = "url"
)

// Shape says how many values there are and how they are written on a command
// line.
type Shape int

// The values of [Shape].
const (
	One    Shape = iota
	List         // one token an element, as it is
	CSV          // one token an element, quoted for pflag's CSV reader
	Values       // one token an element; an empty token is the empty list
	Map          // one token a key, key=value
)

// ValueType is the type of a flag's or a positional's value.
type ValueType struct {
	Kind   Kind
	Bits   int  // width of an integer or a number; 0 for others
	Signed bool // of an integer
	Format Format
	Shape  Shape
	// Name is what the flag's Value calls its type, such as "stringSlice".
	Name string
	// Custom is true for a Value that is not pflag's own: what it accepts is
	// known to the application alone.
	Custom bool
}

// builtin lists every type name of pflag 1.1 and of the Go flags it wraps.
var builtin = map[string]ValueType{
	"bool":           {Kind: Boolean},
	"boolfunc":       {Kind: Boolean},
	"boolFunc":       {Kind: String}, // a Go flag's: takes any text
	"count":          {Kind: Integer, Bits: 64, Signed: true},
	"int":            {Kind: Integer, Bits: 64, Signed: true},
	"int8":           {Kind: Integer, Bits: 8, Signed: true},
	"int16":          {Kind: Integer, Bits: 16, Signed: true},
	"int32":          {Kind: Integer, Bits: 32, Signed: true},
	"int64":          {Kind: Integer, Bits: 64, Signed: true},
	"uint":           {Kind: Integer, Bits: 64},
	"uint8":          {Kind: Integer, Bits: 8},
	"uint16":         {Kind: Integer, Bits: 16},
	"uint32":         {Kind: Integer, Bits: 32},
	"uint64":         {Kind: Integer, Bits: 64},
	"float32":        {Kind: Number, Bits: 32},
	"float64":        {Kind: Number, Bits: 64},
	"string":         {Kind: String},
	"func":           {Kind: String},
	"time":           {Kind: String},
	"duration":       {Kind: String, Format: Duration},
	"ip":             {Kind: String, Format: IP},
	"ipMask":         {Kind: String, Format: IPMask},
	"ipNet":          {Kind: String, Format: IPNet},
	"bytesHex":       {Kind: String, Format: BytesHex},
	"bytesBase64":    {Kind: String, Format: BytesBase64},
	"stringSlice":    {Kind: String, Shape: CSV},
	"stringArray":    {Kind: String, Shape: List},
	"boolSlice":      {Kind: Boolean, Shape: Values},
	"intSlice":       {Kind: Integer, Bits: 64, Signed: true, Shape: List},
	"int32Slice":     {Kind: Integer, Bits: 32, Signed: true, Shape: List},
	"int64Slice":     {Kind: Integer, Bits: 64, Signed: true, Shape: List},
	"uintSlice":      {Kind: Integer, Bits: 64, Shape: List},
	"float32Slice":   {Kind: Number, Bits: 32, Shape: List},
	"float64Slice":   {Kind: Number, Bits: 64, Shape: List},
	"durationSlice":  {Kind: String, Format: Duration, Shape: List},
	"ipSlice":        {Kind: String, Format: IP, Shape: Values},
	"ipNetSlice":     {Kind: String, Format: IPNet, Shape: Values},
	"stringToString": {Kind: String, Shape: Map},
	"stringToInt":    {Kind: Integer, Bits: 64, Signed: true, Shape: Map},
	"stringToInt64":  {Kind: Integer, Bits: 64, Signed: true, Shape: Map},
}

// TypeOf returns the type of a flag's value. pflag's own values are known
// exactly. A value of the application's own is judged by the name of its type
// and, for lists, by its interface, its annotation and its usage text; what
// says nothing is a string.
func TypeOf(f *pflag.Flag) ValueType {
	name := typeName(f.Value)
	t, known := builtin[name]
	switch {
	case known && isPflag(f.Value):
		if name == "func" && saysList(f) {
			t.Shape = List // what becomes of the values is the application's affair
		}
	case known && t.Shape == One && t.Kind != String:
		// An own "int" or "bool" takes what its name says.
		t.Custom = true
		if t.Kind != Boolean && saysList(f) {
			t.Shape = List
		}
	default:
		t = ValueType{Kind: String, Custom: true}
		if _, said := annotatedList(f); saysList(f) || !said && namesList(name) {
			t.Shape = List
		}
	}
	t.Name = name
	return t
}

func typeName(v pflag.Value) (name string) {
	// Type is the application's code and may be called on a nil receiver.
	defer func() { _ = recover() }()
	return v.Type()
}

// isPflag reports whether v is one of pflag's own values, or a Go flag's own
// that pflag wraps. A Go flag of the application's that pflag wraps is named
// after its Go type, which may be "stringSlice" without reading CSV.
func isPflag(v pflag.Value) bool {
	t := reflect.ValueOf(v)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if !t.IsValid() || !definedIn(t.Type(), "github.com/spf13/pflag") {
		return false
	}
	if t.Kind() != reflect.Struct {
		return true
	}
	inner := t.FieldByName("inner")
	if !inner.IsValid() || inner.Kind() != reflect.Interface || inner.IsNil() {
		return true
	}
	wrapped := inner.Elem().Type()
	for wrapped.Kind() == reflect.Pointer {
		wrapped = wrapped.Elem()
	}
	return definedIn(wrapped, "flag")
}

func definedIn(t reflect.Type, pkg string) bool {
	return t.PkgPath() == pkg || strings.HasSuffix(t.PkgPath(), "/vendor/"+pkg)
}

// schema returns the schema of a value of type t.
func (t ValueType) schema() *Schema {
	s := &Schema{Type: string(t.Kind)}
	if t.Kind == Integer {
		s.Minimum, s.Maximum = t.bounds()
	}
	switch t.Shape {
	case One:
		return s
	case Map:
		return &Schema{Type: "object", Values: s}
	default:
		return &Schema{Type: "array", Items: s}
	}
}

// bounds keeps to what all model APIs take, numbers below 2,000; wider ones are
// left to the check at call time.
func (t ValueType) bounds() (lo, hi *int64) {
	if !t.Signed {
		lo = new(int64)
	}
	if t.Bits != 8 {
		return lo, nil
	}
	least, most := int64(0), int64(255)
	if t.Signed {
		least, most = -128, 127
	}
	return &least, &most
}

// form describes the text of a value for the description, "" when the JSON
// type says all.
func (t ValueType) form() string {
	switch t.Format {
	case Duration:
		return "duration such as 1h30m"
	case IP:
		return "IP address"
	case IPMask:
		return "IPv4 mask such as 255.255.255.0"
	case IPNet:
		return "CIDR such as 10.0.0.0/8"
	case BytesHex:
		return "hexadecimal bytes"
	case BytesBase64:
		return "base64 bytes"
	case UUID:
		return "UUID"
	case URL:
		return "URL"
	}
	if name := oneLine(strings.Trim(t.Name, "<>*")); t.Custom && t.Kind == String && sayingName(name) {
		return name
	}
	if t.Name == "time" {
		return "time"
	}
	return ""
}

// sayingName reports whether a custom type's name tells a reader something.
func sayingName(name string) bool {
	switch strings.ToLower(name) {
	case "", "string", "value", "var", "custom", "func", "strings", "list", "map", "filter", "filters", "array",
		"stringslice", "stringarray", "[]string", "string[]":
		return false
	}
	return len(name) <= 40
}
