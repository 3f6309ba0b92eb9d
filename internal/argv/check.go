package argv

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nurucobra/nuru/schemagen"
)

// checkText reports, as an error, what a flag of type t would refuse of a text
// in pflag's own spelling, and what it would lose of it without a word. A type
// that only the application knows is left to the application.
func checkText(t schemagen.ValueType, enum []string, value string) error {
	if strings.ContainsRune(value, 0) {
		return errors.New("it has a NUL byte")
	}
	if check := formats[t.Format]; t.Shape == schemagen.One && check != nil && !check(value) {
		return fmt.Errorf("must be %s", formatNames[t.Format])
	}
	if v := freshValue(t); v != nil {
		if err := v.Set(value); err != nil {
			return err
		}
		if err := checkKept(t, value); err != nil {
			return err
		}
	}
	if len(enum) == 0 {
		return nil
	}
	for _, member := range parts(t, []string{value}) {
		if !inEnum(t, enum, member) {
			return fmt.Errorf("must be one of %s, got %.60q", quoted(enum), member)
		}
	}
	return nil
}

func inEnum(t schemagen.ValueType, enum []string, value string) bool {
	return slices.ContainsFunc(enum, func(e string) bool {
		canonical, err := canonicalText(t.Format, e)
		return e == value || err == nil && canonical == value
	})
}

// parts returns what the texts hold once pflag has read them: the elements of
// a list, the values of a map. What only the application can read is returned
// as it is.
func parts(t schemagen.ValueType, values []string) []string {
	v, ok := newTyped(t)
	if !ok || set(v.flag.Value, values) != nil {
		return values
	}
	switch got := v.read().(type) {
	case []string:
		return got
	case map[string]string:
		var list []string
		for _, e := range got {
			list = append(list, e)
		}
		slices.Sort(list)
		return list
	case string:
		return []string{got}
	}
	return values
}

// checkKept refuses what pflag takes and does not keep: records of CSV behind
// the first, line breaks around it, quotes at one end of a pair, and keys that
// stand twice.
func checkKept(t schemagen.ValueType, value string) error {
	switch {
	case t.Shape == schemagen.CSV || t.Shape == schemagen.Values:
		return oneRecord(value)
	case t.Shape != schemagen.Map:
		return nil
	}
	pairs := strings.Split(value, ",")
	if t.Kind == schemagen.String {
		if strings.Count(value, "=") == 1 { // pflag reads no CSV then
			trimmed := strings.Trim(value, `"`)
			if value != trimmed && value != `"`+trimmed+`"` {
				return errors.New("it has a quote at one end, which would be lost")
			}
			return nil
		}
		if err := oneRecord(value); err != nil {
			return err
		}
		pairs, _ = csv.NewReader(strings.NewReader(value)).Read() // the flag has read it as well
	}
	keys := map[string]bool{}
	for _, pair := range pairs {
		key, _, _ := strings.Cut(pair, "=")
		if keys[key] {
			return fmt.Errorf("key %q stands twice", key)
		}
		keys[key] = true
	}
	return nil
}

func oneRecord(value string) error {
	lost := errors.New("it has a line break outside of quotes, or CR LF, which would be lost")
	if strings.Contains(value, "\r\n") || value != strings.Trim(value, "\r\n") {
		return lost
	}
	r := csv.NewReader(strings.NewReader(value))
	_, err := r.Read()
	if err == nil {
		_, err = r.Read()
	}
	if err != io.EOF {
		return lost // the flag has read the first record
	}
	return nil
}
