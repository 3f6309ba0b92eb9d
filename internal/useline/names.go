package useline

import (
	"slices"
	"strings"
)

// nameOf makes a name of the first part of a word that has one: of the first
// alternative, and of what stands before an inner bracket.
func nameOf(word string) string {
	for member := range strings.SplitSeq(strip(word), "|") {
		member = strip(strings.TrimSpace(member))
		if strings.HasPrefix(member, "<") {
			// <name>{:tag|@digest}
			member = strings.TrimPrefix(member, "<")
			member, _, _ = strings.Cut(member, ">")
		} else if i := strings.IndexAny(member, "[{("); i > 0 {
			member = member[:i]
		}
		if name := camel(member); name != "" {
			return name
		}
	}
	return ""
}

// literal reports whether every member of word is written as it is given, as
// in on|off, so that none of them names what the positional is.
func literal(word string) bool {
	inner := strip(word)
	members := strings.Split(inner, "|")
	if len(members) < 2 {
		return false
	}
	known, some, plain := true, false, true
	for _, m := range members {
		m = strings.TrimSpace(m)
		isSwitch := slices.Contains(switches, strings.ToLower(m))
		known, some = known && isSwitch, some || isSwitch
		plain = plain && m != "" && m[0] != '-' && strings.Trim(m, literalLetters) == "" && !thing(m)
	}
	// In <> stand names, but for words that can only be given: two may be two
	// names of a thing, three that are no things are not.
	return known || plain && (inner == word || some || len(members) > 2)
}

const literalLetters = "abcdefghijklmnopqrstuvwxyz0123456789-_."

// switches are values in any spelling.
var switches = []string{
	"on", "off", "true", "false", "yes", "no", "enable", "disable", "enabled", "disabled",
	"start", "stop", "restart", "pause", "resume", "up", "down", "always", "never", "auto",
}

// nouns are lower-case words that name a thing rather than being a value.
var nouns = []string{
	"addr", "address", "arg", "args", "branch", "chart", "cluster", "command", "commit", "config",
	"container", "dest", "destination", "dir", "directory", "digest", "domain", "file", "filename",
	"folder", "function", "group", "host", "hostname", "id", "image", "index", "input", "ip", "key",
	"label", "name", "namespace", "node", "number", "output", "package", "path", "pattern", "pod",
	"port", "ref", "reference", "regexp", "remote", "repo", "repository", "resource", "service",
	"source", "src", "tag", "target", "type", "uri", "url", "user", "username", "uuid", "value", "version",
}

// thing reports whether a member ends like the name of a thing: file-name
// does, read-only does not.
func thing(member string) bool {
	words := strings.FieldsFunc(member, func(c rune) bool { return c == '-' || c == '_' || c == '.' })
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return slices.Contains(nouns, last) || slices.Contains(nouns, strings.TrimSuffix(last, "s"))
}

// camel turns "access key", "bbolt-file", "TYPE/NAME" into accessKey,
// bboltFile, typeName.
func camel(s string) string {
	var b strings.Builder
	words := strings.FieldsFunc(s, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9')
	})
	for i, w := range words {
		if w == strings.ToUpper(w) {
			w = strings.ToLower(w)
		}
		first, rest := w[:1], w[1:]
		if i == 0 {
			b.WriteString(strings.ToLower(first) + rest)
		} else {
			b.WriteString(strings.ToUpper(first) + rest)
		}
	}
	name := b.String()
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return ""
	}
	return name
}
