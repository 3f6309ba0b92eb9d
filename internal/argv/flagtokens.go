package argv

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/nurucobra/nuru/schemagen"
)

// flagValues turns the JSON value of a flag into the values that pflag must be
// given, one for each token.
func flagValues(p *schemagen.Param, raw json.RawMessage) ([]string, error) {
	switch p.Type.Shape {
	case schemagen.One:
		s, err := scalar(raw, p.Type, p.Enum())
		return []string{s}, err
	case schemagen.Map:
		return mapValues(p, raw)
	default:
		return listValues(p, raw)
	}
}

func listValues(p *schemagen.Param, raw json.RawMessage) ([]string, error) {
	list, err := elements(raw)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return emptyList(p)
	}
	values := make([]string, len(list))
	for i, e := range list {
		s, err := scalar(e, p.Type, p.Enum())
		if err == nil && p.Type.Shape == schemagen.CSV {
			s, err = csvField(s)
		}
		if err != nil {
			return nil, fmt.Errorf("element %d %w", i, err)
		}
		values[i] = s
	}
	return values, nil
}

// emptyList says "no elements" where the flag's reader understands that, and
// nothing where the default has none anyway.
func emptyList(p *schemagen.Param) ([]string, error) {
	switch {
	case p.Type.Shape == schemagen.CSV || p.Type.Shape == schemagen.Values:
		return []string{""}, nil
	case slices.Contains([]string{"", "[]", "map[]", "{}", "<nil>"}, p.Flag.DefValue):
		return nil, nil
	default:
		return nil, fmt.Errorf("cannot be empty: no command line clears its default; leave it out to keep that")
	}
}

// csvField quotes s for pflag's CSV reader, always: unquoted, a comma would
// split it and a newline would cut it off without a word.
func csvField(s string) (string, error) {
	if strings.Contains(s, "\r\n") {
		return "", fmt.Errorf("has CR LF, which the flag's CSV reader turns into LF")
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`, nil
}

func mapValues(p *schemagen.Param, raw json.RawMessage) ([]string, error) {
	if kindOf(raw) != "object" {
		return nil, fmt.Errorf("must be an object, got %s", describe(raw))
	}
	list, err := members(raw)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return emptyList(p)
	}
	slices.SortFunc(list, func(a, b member) int { return cmp.Compare(a.key, b.key) })
	values := make([]string, len(list))
	for i, m := range list {
		v, err := scalar(m.value, p.Type, nil)
		if err != nil {
			return nil, fmt.Errorf("key %q %w", m.key, err)
		}
		if values[i], err = pair(m.key, v, p.Type.Kind); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// pair writes key=value for pflag's map readers. The reader for texts takes one
// pair raw and parses CSV as soon as there is a second "=", and trims quotes at
// the ends of a raw pair.
func pair(key, value string, kind schemagen.Kind) (string, error) {
	switch {
	case strings.Contains(key, "="):
		return "", fmt.Errorf("key %q has %q, which ends a key", key, "=")
	case strings.ContainsRune(key, 0):
		return "", fmt.Errorf("key %q has a NUL byte, which no command line can carry", key)
	case kind == schemagen.Integer && strings.Contains(key, ","):
		return "", fmt.Errorf("key %q has a comma, which separates pairs", key)
	}
	plain := key + "=" + value
	if kind == schemagen.Integer {
		return plain, nil
	}
	edgeQuote := strings.HasPrefix(plain, `"`) || strings.HasSuffix(plain, `"`)
	secondEquals := strings.Contains(value, "=")
	if !edgeQuote && !secondEquals {
		return plain, nil
	}
	field, err := csvField(plain)
	if err != nil {
		return "", fmt.Errorf("key %q: the pair %w", key, err)
	}
	if secondEquals {
		return field, nil
	}
	// Twice, so that the second "=" makes the reader parse CSV; the map folds
	// the copy.
	return field + "," + field, nil
}

// tokens writes the values of a flag as tokens, each with its value attached:
// a value in a token of its own could become a positional or another flag.
func tokens(f *schemagen.FlagBinding, values []string) ([]string, error) {
	list := make([]string, 0, len(values))
	for _, v := range values {
		if !f.ByShorthand {
			list = append(list, "--"+f.Name+"="+v)
			continue
		}
		if v != "" {
			list = append(list, "-"+f.Shorthand+"="+v)
			continue
		}
		// pflag reads "-x=" as the value "=".
		if f.NoOptDefVal != "" {
			return nil, fmt.Errorf("cannot be empty: -%s has no spelling for that", f.Shorthand)
		}
		list = append(list, "-"+f.Shorthand, "")
	}
	return list, nil
}
