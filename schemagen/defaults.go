package schemagen

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"net/netip"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/nurucobra/nuru/internal/ordered"
)

// zeroDefaults are the texts of defaults that say nothing.
var zeroDefaults = []string{"", "0", "0s", "false", "[]", "{}", "map[]", "<nil>", "null"}

// defaultOf returns the default of f as JSON, or nil when it says nothing, is
// secret, is not valid, or comes from this machine.
func (g *generator) defaultOf(f *pflag.Flag, t ValueType, secret bool, enum []string) json.RawMessage {
	if secret || slices.Contains(zeroDefaults, f.DefValue) || showsSecret(f.DefValue) || g.quotesPrivate(f.DefValue) || g.fromMachine(f) {
		return nil
	}
	switch {
	case t.Shape == Map:
		return nil
	case t.Shape != One:
		return listDefault(f, t, enum)
	default:
		return scalarDefault(f.DefValue, t, enum)
	}
}

func scalarDefault(value string, t ValueType, enum []string) json.RawMessage {
	if len(enum) > 0 && !slices.Contains(enum, value) {
		return nil
	}
	switch t.Kind {
	case Boolean:
		if value != "true" {
			return nil
		}
	case Integer:
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n == 0 || !fitsBits(n, t) {
			return nil
		}
		value = strconv.FormatInt(n, 10) // "007" and "+7" are no JSON
	case Number:
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || n == 0 || math.IsInf(n, 0) || math.IsNaN(n) || !json.Valid([]byte(value)) {
			return nil
		}
	default:
		if oneLine(value) != value {
			return nil // a default that had to be cleaned would not be it
		}
		b, _ := ordered.Compact(value) // a text never fails, and HTML stays as it is
		return b
	}
	return json.RawMessage(value)
}

func fitsBits(n int64, t ValueType) bool {
	if t.Bits >= 64 {
		return t.Signed || n >= 0
	}
	if t.Signed {
		return n >= -1<<(t.Bits-1) && n < 1<<(t.Bits-1)
	}
	return n >= 0 && n < 1<<t.Bits
}

// listDefault reads the bracketed CSV form in which pflag prints lists.
func listDefault(f *pflag.Flag, t ValueType, enum []string) json.RawMessage {
	inner, ok := strings.CutPrefix(f.DefValue, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !ok || !closed || t.Custom {
		return nil
	}
	elements, err := csv.NewReader(strings.NewReader(inner)).Read()
	if err != nil {
		return nil
	}
	items := make([]string, len(elements))
	for i, e := range elements {
		// An element may be zero or false, which alone would say nothing.
		if t.Kind == Boolean && e == "false" || (t.Kind == Integer || t.Kind == Number) && e == "0" {
			items[i] = e
			continue
		}
		item := scalarDefault(e, t, enum)
		if item == nil {
			return nil
		}
		items[i] = string(item)
	}
	return json.RawMessage("[" + strings.Join(items, ",") + "]")
}

// fromMachine reports whether the default probably depends on the machine, the
// user, the time or the environment: a path, or the value of a variable whose
// name ends in the flag's name, as HELM_KUBETOKEN is the default of --kube-token.
func (g *generator) fromMachine(f *pflag.Flag) bool {
	value := f.DefValue
	if pathLike(value) || privateAddress(value) || g.machine.tells(value, g.ordinary) || g.fromClock(f) || isNumber(value) && aboutID(f) {
		return true
	}
	name := squash(f.Name)
	return name != "" && slices.ContainsFunc(g.environ, func(v variable) bool {
		return strings.HasSuffix(v.name, name) || len(v.value) >= 4 && strings.Contains(value, v.value)
	})
}

// variable is a variable of the environment that has a value; the name is
// squashed.
type variable struct{ name, value string }

func variables(environ []string) []variable {
	var list []variable
	for _, entry := range environ {
		if name, value, _ := strings.Cut(entry, "="); value != "" {
			list = append(list, variable{squash(name), value})
		}
	}
	return list
}

// squash drops everything but letters and digits.
func squash(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			return c
		case c >= 'A' && c <= 'Z':
			return c - 'A' + 'a'
		}
		return -1
	}, s)
}

// pathLike reports whether some part of value is an absolute or home path.
func pathLike(value string) bool {
	for part := range strings.FieldsFuncSeq(value, func(c rune) bool { return strings.ContainsRune(" ,;[]=:\"'()", c) }) {
		if strings.HasPrefix(part, "~") || filepath.IsAbs(part) && len(part) > 1 && !strings.HasPrefix(part, "//") {
			return true
		}
		if strings.Contains(part, `:\`) || strings.HasPrefix(part, `\\`) {
			return true
		}
	}
	return strings.Contains(value, `:\`)
}

// privateAddress reports whether value is an address of some local network.
func privateAddress(value string) bool {
	addr, err := netip.ParseAddr(value)
	return err == nil && addr.IsPrivate()
}

func isNumber(value string) bool {
	if value == "" || value[0] > '9' {
		return false
	}
	_, err := strconv.ParseFloat(value, 64)
	return err == nil
}

// hideDefault takes a default that must not show out of a usage text that
// quotes it. One that is short or an ordinary word is taken out only where the
// text says that it is the default: it may mean something else elsewhere.
func (g *generator) hideDefault(f *pflag.Flag, usage string, secret bool) string {
	if !secret && !g.fromMachine(f) {
		return usage
	}
	values := []string{asDescribed(f.DefValue), asDescribed(strings.Trim(f.DefValue, "[]"))}
	for i, value := range slices.Compact(values) {
		word := g.ordinary(value) || len(value) < 4
		switch zero := slices.Contains(zeroDefaults, value); {
		case value == "", zero && !aboutID(f), zero && i > 0:
		case !word && (secret || pathLike(value)):
			usage = strings.ReplaceAll(usage, value, "…")
		case !word, secret && !zero && isNumber(value):
			usage = replaceWord(usage, value)
		default:
			usage = replaceWhere(usage, value, asDefault)
		}
	}
	return usage
}

// privateValues are values of the environment that no text may quote: home
// folders, everything named like a secret, and the passwords in URLs.
func privateValues(environ []string) []string {
	var values []string
	for _, entry := range environ {
		key, v, _ := strings.Cut(entry, "=")
		for _, password := range passwordsOf(v) {
			values = append(values, password, asDescribed(password))
		}
		if len(v) < 4 || v == "root" {
			continue
		}
		if key == "HOME" || key == "USERPROFILE" || key == "XDG_CONFIG_HOME" || key == "XDG_CACHE_HOME" || key == "XDG_DATA_HOME" || SecretName(key) {
			values = append(values, v, asDescribed(v))
		}
	}
	// Longest first: a folder below home before home itself.
	slices.SortFunc(values, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	values = slices.Compact(values)
	return slices.DeleteFunc(values, func(v string) bool { return len(v) < 4 }) // cleaned away
}

func (g *generator) quotesPrivate(s string) bool {
	return slices.ContainsFunc(g.private, func(v string) bool { return strings.Contains(s, v) })
}

// asDescribed is a value as it stands in a description that quotes it.
func asDescribed(value string) string { return oneLine(unquote(value)) }

// hidePrivate takes what is the environment's, the machine's or the clock's, or
// has the form of a secret, out of a text.
func (g *generator) hidePrivate(s string) string {
	for _, v := range g.private {
		s = strings.ReplaceAll(s, v, "…")
	}
	s = hideForms(s)
	return g.hideClock(g.machine.hide(s, g.ordinary))
}
