package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

// nameStyle is how the tools are called in lists. Calls may use both names.
type nameStyle string

const (
	underscore nameStyle = "underscore" // codescribe_run: every client takes it
	dotted     nameStyle = "dotted"     // codescribe.run: several clients refuse a server with a dot
)

// toolNames is the flag that renames the tools of one tree.
type toolNames struct {
	commands []*cobra.Command
	style    nameStyle
}

func (n *toolNames) Type() string   { return "string" }
func (n *toolNames) String() string { return string(n.style) }

func (n *toolNames) Set(s string) error {
	switch style := nameStyle(s); style {
	case underscore, dotted:
		n.apply(style)
		return nil
	}
	return fmt.Errorf("%q is no style, expected %s or %s", s, underscore, dotted)
}

func (n *toolNames) apply(style nameStyle) {
	n.style = style
	for _, c := range n.commands {
		plain, dots := toolName(c.Name())
		if style == dotted {
			plain, dots = dots, plain
		}
		annotate.Command(c).Name(plain).NameAliases(dots)
	}
}

// toolName returns the tool's name in both styles: codescribe_translate_bundle
// and codescribe.translateBundle for translate-bundle.
func toolName(command string) (plain, dots string) {
	words := strings.Split(command, "-")
	plain = "codescribe_" + strings.Join(words, "_")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return plain, "codescribe." + strings.Join(words, "")
}

func join(names []string) string { return strings.Join(names, ", ") }
