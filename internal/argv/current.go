package argv

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"reflect"
	"slices"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/schemagen"
)

// ValuesOf spells the value that f has now as the values of its tokens, so that
// the flag would have it again. The error does not show the value of a secret.
func ValuesOf(f *pflag.Flag) (values []string, err error) {
	facts, _ := annotate.OfFlag(f) // what is wrong with them is an error of the tree
	defer func() {
		if r := recover(); r != nil { // the application's own code
			values, err = nil, errors.New("its value cannot be read")
		}
		if err != nil && (facts.Secret || schemagen.SecretName(f.Name)) {
			values, err = nil, errors.New("its value cannot be put on a command line")
		}
	}()
	t := schemagen.TypeOf(f)
	values, err = spelt(f, t)
	if err != nil {
		return nil, fmt.Errorf("its value cannot be put on a command line: %w", err)
	}
	for _, v := range values {
		if err := checkText(t, nil, v); err != nil {
			return nil, fmt.Errorf("its value cannot be put on a command line: %w", err)
		}
	}
	return values, nil
}

func spelt(f *pflag.Flag, t schemagen.ValueType) ([]string, error) {
	var list []string
	switch {
	case t.Shape == schemagen.Map:
		m, err := mapOf(f.Value)
		if err != nil {
			return nil, err
		}
		for _, key := range slices.Sorted(maps.Keys(m)) {
			p, err := pair(key, m[key], t.Kind)
			if err != nil {
				return nil, err
			}
			list = append(list, p)
		}
	case t.Shape == schemagen.One:
		if !t.Custom && (t.Name == "time" || t.Name == "func" || t.Name == "boolfunc" || t.Name == "boolFunc") {
			return nil, fmt.Errorf("a flag of type %s does not say how it was given", t.Name)
		}
		return []string{f.Value.String()}, nil
	case t.Name == "ipNetSlice" && !t.Custom:
		list = netsOf(f.Value)
	default:
		slice, ok := f.Value.(pflag.SliceValue)
		if !ok {
			return nil, fmt.Errorf("a list of type %s does not show its elements", t.Name)
		}
		list = slices.Clone(slice.GetSlice())
		if t.Kind == schemagen.Number {
			list = floatsOf(f.Value, t.Bits, list)
		}
	}
	if len(list) == 0 {
		return emptyList(&schemagen.Param{Type: t, Flag: &schemagen.FlagBinding{Flag: f}})
	}
	if t.Shape == schemagen.CSV {
		for i, e := range list {
			field, err := csvField(e)
			if err != nil {
				return nil, fmt.Errorf("element %d %w", i, err)
			}
			list[i] = field
		}
	}
	return list, nil
}

// inside returns what one of pflag's own lists and maps points to; their texts
// are no way back to it.
func inside(v pflag.Value) reflect.Value {
	return reflect.ValueOf(v).Elem().FieldByName("value").Elem()
}

func mapOf(v pflag.Value) (map[string]string, error) {
	m := map[string]string{}
	for entries := inside(v).MapRange(); entries.Next(); {
		switch e := entries.Value(); e.Kind() {
		case reflect.String:
			m[entries.Key().String()] = e.String()
		case reflect.Int, reflect.Int64:
			m[entries.Key().String()] = strconv.FormatInt(e.Int(), 10)
		default:
			return nil, fmt.Errorf("a map of %s cannot be read", e.Type())
		}
	}
	return m, nil
}

// floatsOf are the numbers of a list, which shows them with six digits.
func floatsOf(v pflag.Value, bits int, shown []string) []string {
	for i := range shown {
		shown[i] = strconv.FormatFloat(inside(v).Index(i).Float(), 'g', -1, bits)
	}
	return shown
}

// netsOf are the networks of a list, which shows them only together.
func netsOf(v pflag.Value) []string {
	var list []string
	for _, n := range inside(v).Seq2() {
		list = append(list, (&net.IPNet{IP: n.FieldByName("IP").Bytes(), Mask: n.FieldByName("Mask").Bytes()}).String())
	}
	return list
}
