// Package prompt checks the TOML files that code-scribe takes as prompts, by
// the rules of the program's own loader, before a model is paid for a run that
// the program would refuse.
//
// The program reads TOML 0.5 with Python's toml package, this package reads
// TOML 1.0: a file may be refused by one and taken by the other. So what is
// found is good for a warning.
package prompt

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/document"
)

const (
	user      = "user"
	assistant = "assistant"
)

// quoting is how a content must not begin: the program asks for ”'.
var quoting = regexp.MustCompile(`(?m)content[ \t]*=[ \t]*"""`)

// entry is one message of the conversation.
type entry struct {
	role string
	line int
}

// Check returns what the program would refuse about a prompt file, nil if
// nothing. Each text says what was found, where, and what is expected.
func Check(data []byte) []string {
	if at := quoting.FindIndex(data); at != nil {
		return []string{fmt.Sprintf(`line %d: a content begins with """; the program takes triple single quotes only ('''…''')`, lineOf(data, at[0]))}
	}
	doc, err := document.TOML(data)
	if err != nil {
		return []string{"no TOML: " + err.Error()}
	}
	chat := doc.Get("chat")
	if chat == nil {
		return []string{`there is no "chat": expected [[chat]] tables with role and content, or [[chat.user]] and [[chat.assistant]] tables with content`}
	}
	entries, problems := conversation(chat)
	if len(problems) > 0 {
		return problems
	}
	return order(entries)
}

func lineOf(data []byte, at int) int {
	line := 1
	for _, c := range data[:at] {
		if c == '\n' {
			line++
		}
	}
	return line
}

// conversation reads both forms of "chat".
func conversation(chat *document.Node) (entries []entry, problems []string) {
	wrong := func(n *document.Node, format string, args ...any) {
		problems = append(problems, fmt.Sprintf("line %d: ", n.Line)+fmt.Sprintf(format, args...))
	}
	content := func(n *document.Node) {
		switch c := n.Get("content"); {
		case c == nil:
			wrong(n, "an entry of the chat has no content")
		case c.Kind != document.String:
			wrong(c, "a content is a %s, expected a string", c.Kind)
		}
	}
	switch chat.Kind {
	case document.Array:
		for _, n := range chat.Items {
			role := n.Get("role")
			if role == nil || role.Text != user && role.Text != assistant {
				given := "missing"
				if role != nil {
					given = fmt.Sprintf("%q", role.Text)
				}
				wrong(n, "the role is %s, expected %q or %q", given, user, assistant)
				continue
			}
			content(n)
			entries = append(entries, entry{role.Text, n.Line})
		}
	case document.Object:
		for _, m := range chat.Members {
			if m.Key != user && m.Key != assistant || m.Value.Kind != document.Array {
				wrong(m.Value, "unexpected chat.%s, expected [[chat.user]] and [[chat.assistant]] tables", m.Key)
				continue
			}
			for _, n := range m.Value.Items {
				content(n)
				entries = append(entries, entry{m.Key, n.Line})
			}
		}
		slices.SortStableFunc(entries, func(a, b entry) int { return a.line - b.line })
	default:
		wrong(chat, `"chat" is a %s, expected tables`, chat.Kind)
	}
	return entries, problems
}

// order checks that user and assistant take turns, and that the user has the
// first and the last word.
func order(entries []entry) (problems []string) {
	if len(entries) == 0 {
		return []string{"the chat is empty"}
	}
	first, last := entries[0], entries[len(entries)-1]
	if first.role != user {
		problems = append(problems, fmt.Sprintf("line %d: the first entry is of the %s, expected the user", first.line, first.role))
	}
	if last.role != user {
		problems = append(problems, fmt.Sprintf("line %d: the last entry is of the %s, expected the user", last.line, last.role))
	}
	for i := 1; i < len(entries); i++ {
		if entries[i].role == entries[i-1].role {
			problems = append(problems, fmt.Sprintf("line %d: entries %d and %d are both of the %s, expected turns",
				entries[i].line, i, i+1, entries[i].role))
		}
	}
	return problems
}
