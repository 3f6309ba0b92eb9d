package permissions

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// Options change what a format prints. The zero value is what most want. It is
// not kept or changed.
type Options struct {
	// CommandName is how the application is called in a shell, such as "app",
	// "./bin/app" or "go run ."; "" is the name of the root command.
	CommandName string
	// ServerName is the name of the MCP server in the client's configuration;
	// "" is the name of the root command in lower-case letters, digits and
	// dashes.
	ServerName string
	// Kind leaves out the rules for the shell or those for the tools; the zero
	// value prints both.
	Kind Kind
	// Strict also asks, or denies, where a text may only hide a command of the
	// application. It asks about harmless commands too.
	Strict bool
}

// Kind says which calls the rules are for.
type Kind int

// The values of [Kind].
const (
	Both  Kind = iota // tools and shell commands
	MCP               // tools of the MCP server
	Shell             // commands typed into a shell
)

var kindNames = []string{Both: "both", MCP: "mcp", Shell: "shell"}

// ParseKind reads "both", "mcp" or "shell"; "" is [Both]. The error lists the
// valid ones.
func ParseKind(s string) (Kind, error) {
	for k, name := range kindNames {
		if s == name {
			return Kind(k), nil
		}
	}
	if s == "" {
		return Both, nil
	}
	return Both, fmt.Errorf("unknown kind %q, valid: %s", s, strings.Join(kindNames, ", "))
}

// String returns the word that [ParseKind] reads.
func (k Kind) String() string {
	if k < 0 || int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", int(k))
	}
	return kindNames[k]
}

func (k Kind) shell() bool { return k == Both || k == Shell }
func (k Kind) mcp() bool   { return k == Both || k == MCP }

// names are the two names that every format needs.
type names struct {
	command string // in a shell
	base    string // command without its folder
	server  string // in the client's configuration
}

// names fills in what the options leave to the root's name.
func (o Options) names(rules []Rule) (names, error) {
	if o.Kind < Both || o.Kind > Shell {
		return names{}, fmt.Errorf("unknown kind %d, valid: %s", int(o.Kind), strings.Join(kindNames, ", "))
	}
	root := ""
	if len(rules) > 0 {
		root = rules[0].App
	}
	n := names{command: o.CommandName, server: o.ServerName}
	if n.command == "" {
		n.command = root
	}
	if n.server == "" {
		n.server = safeServer(root)
	}
	switch {
	case o.Kind.shell() && n.command == "":
		return n, errors.New("the application has no name: set the command name")
	case o.Kind.mcp() && n.server == "":
		return n, errors.New("the application has no name that could be a server name: set the server name")
	case o.Kind.shell() && !validCommand(n.command):
		return n, fmt.Errorf("command name %q: expected it as typed into a shell, without *, ?, quotes and control characters", n.command)
	}
	n.base = path.Base(n.command)
	return n, nil
}

// validCommand refuses what a pattern would read as something else. Blanks are
// fine between words: "go run .".
func validCommand(s string) bool {
	for word := range strings.SplitSeq(s, " ") {
		if word == "" || strings.ContainsFunc(word, func(c rune) bool { return !plainRune(c) && c != '~' && c != '$' }) {
			return false
		}
	}
	return true
}

// safeServer makes a server name that every client takes: some split the name
// of a tool at the first underscore.
func safeServer(s string) string {
	s = strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return '-'
	}, strings.ToLower(s))
	return strings.Trim(s, "-")
}
