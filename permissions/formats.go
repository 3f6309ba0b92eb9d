package permissions

import (
	"fmt"
	"strings"
)

// A format prints rules for one client: the text, and notes about what the
// rules cannot stop, one sentence each.
type format func(rules []Rule, o Options) (out []byte, notes []string, err error)

// formats has one entry, and the package one file, for each client.
var formats = []struct {
	name  string
	write format
}{
	{"opencode", OpenCode},
}

// Formats returns the names that [Write] takes.
func Formats() []string {
	var all []string
	for _, f := range formats {
		all = append(all, f.name)
	}
	return all
}

// Write prints rules in the named format. out has no newline at its end. notes
// are for a person, one sentence each: what the rules cannot stop and where
// they belong. The error of an unknown format lists the valid ones. The same
// rules and options give the same bytes.
func Write(format string, rules []Rule, o Options) (out []byte, notes []string, err error) {
	for _, f := range formats {
		if f.name == format {
			return f.write(rules, o)
		}
	}
	return nil, nil, fmt.Errorf("unknown format %q, valid: %s", format, strings.Join(Formats(), ", "))
}
