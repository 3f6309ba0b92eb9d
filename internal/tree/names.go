package tree

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// maxName is the longest tool name: server and tool together stay within the
// 57 characters of the narrowest client for a server name of up to 16.
const maxName = 40

// Reserved are the names of this module's own tools, on whatever surface they
// are offered. An application's tool of the same name gets a hash.
var Reserved = []string{
	"complete_values", "describe_command", "read_output",
	"run_destructive", "run_read", "run_write", "search_commands",
}

// nameTools gives each tool its name. Where made-up names collide, every one of
// them gets a hash: if the first kept the plain name, a new command could
// inherit the permission rules of an old one.
func (l *loader) nameTools() error {
	byName := map[string][]*Command{}
	claimed := map[string]*Command{}
	for _, c := range l.tree.Commands {
		if c.Why != "" {
			continue
		}
		if name := c.Info.Name; name != "" {
			if other := claimed[name]; other != nil {
				return fmt.Errorf("commands %q and %q are both annotated with the name %q: choose another for one of them", other.CommandPath(), c.CommandPath(), name)
			}
			if slices.Contains(Reserved, plain(name)) {
				return fmt.Errorf("command %q is annotated with the reserved name %q: choose another", c.CommandPath(), name)
			}
			claimed[name] = c
			c.Tool = name
			continue
		}
		name := plainName(l.tree.Root.Name(), c.Path)
		byName[name] = append(byName[name], c)
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		commands := byName[name]
		if other := claimed[name]; other != nil {
			return fmt.Errorf("command %q is annotated with the name %q, which command %q has by its path: choose another", other.CommandPath(), name, commands[0].CommandPath())
		}
		for _, c := range commands {
			c.Tool = name
			if len(commands) > 1 || len(name) > maxName || slices.Contains(Reserved, name) {
				// The words tell siblings of one name apart; usually they are the path.
				c.Tool = hashed(name, c.Words)
			}
		}
	}
	return l.unique()
}

// unique refuses what hashes leave open: two of them alike, one that another
// command's path or annotation spells, and names that annotations add. Names
// that differ only in case, or in a dot and an underscore, are alike, for some
// clients write the one for the other and their rules mean both.
func (l *loader) unique() error {
	seen := map[string]*Command{}
	take := func(name string, c *Command) *Command {
		key := plain(name)
		if other := seen[key]; other != nil && other != c {
			return other
		}
		seen[key] = c
		return nil
	}
	for _, c := range l.tree.Tools() {
		if other := take(c.Tool, c); other != nil {
			return fmt.Errorf("commands %q and %q both get the tool name %q: annotate one of them with a name", other.CommandPath(), c.CommandPath(), c.Tool)
		}
	}
	for _, c := range l.tree.Tools() {
		for _, alias := range c.Info.NameAliases {
			if slices.Contains(Reserved, plain(alias)) {
				return fmt.Errorf("command %q is annotated with the reserved name %q as an alias: choose another", c.CommandPath(), alias)
			}
			if other := take(alias, c); other != nil {
				return fmt.Errorf("command %q is annotated with %q as an alias of its tool name, which command %q has: choose another", c.CommandPath(), alias, other.CommandPath())
			}
		}
	}
	return nil
}

func plain(name string) string { return strings.ToLower(strings.ReplaceAll(name, ".", "_")) }

// plainName joins the path below the root with underscores; the root's own tool
// is called like the application.
func plainName(root string, path []string) string {
	if len(path) == 0 {
		path = []string{root}
	}
	name := strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			return c
		case c >= 'A' && c <= 'Z':
			return c - 'A' + 'a'
		default:
			return '_'
		}
	}, strings.Join(path, "_"))
	if name == "" || name[0] < 'a' || name[0] > 'z' {
		name = "cmd_" + name
	}
	return name
}

func hashed(name string, words []string) string {
	sum := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	suffix := "_" + hex.EncodeToString(sum[:3])
	return name[:min(len(name), maxName-len(suffix))] + suffix
}
