package prompt_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/prompt"
)

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"roles", "[[chat]]\nrole = 'user'\ncontent = '''hi'''\n", nil},
		{"turns", "[[chat]]\nrole='user'\ncontent='a'\n[[chat]]\nrole='assistant'\ncontent='b'\n[[chat]]\nrole='user'\ncontent='c'", nil},
		{"tables by role", "[[chat.user]]\ncontent='a'\n[[chat.assistant]]\ncontent='b'\n[[chat.user]]\ncontent='c'", nil},
		{"tools of newer programs", "[[chat.user]]\ncontent='a'\n[tools]\nbash=['ls']", nil},
		{"no chat", "x = 1", []string{`there is no "chat": expected [[chat]] tables with role and content, or [[chat.user]] and [[chat.assistant]] tables with content`}},
		{"empty file", "", []string{`there is no "chat": expected [[chat]] tables with role and content, or [[chat.user]] and [[chat.assistant]] tables with content`}},
		{"empty chat", "chat = []", []string{"the chat is empty"}},
		{"assistant first", "[[chat.assistant]]\ncontent='a'\n[[chat.user]]\ncontent='b'", []string{"line 1: the first entry is of the assistant, expected the user"}},
		{"assistant last", "[[chat.user]]\ncontent='a'\n[[chat.assistant]]\ncontent='b'", []string{"line 3: the last entry is of the assistant, expected the user"}},
		{"two of the user", "[[chat.user]]\ncontent='a'\n[[chat.user]]\ncontent='b'", []string{"line 3: entries 1 and 2 are both of the user, expected turns"}},
		{"role", "[[chat]]\nrole='system'\ncontent='a'\n[[chat]]\ncontent='a'", []string{
			`line 1: the role is "system", expected "user" or "assistant"`, `line 4: the role is missing, expected "user" or "assistant"`,
		}},
		{"content", "[[chat.user]]\n[[chat.assistant]]\ncontent=1", []string{
			"line 1: an entry of the chat has no content", "line 3: a content is a number, expected a string",
		}},
		{"quoting", "[[chat.user]]\ncontent = \"\"\"a\"\"\"", []string{`line 2: a content begins with """; the program takes triple single quotes only ('''…''')`}},
		{"structure", "[chat]\nbot = 1", []string{"line 2: unexpected chat.bot, expected [[chat.user]] and [[chat.assistant]] tables"}},
		{"structure of a role", "[chat.user]\ncontent = 'a'", []string{"line 1: unexpected chat.user, expected [[chat.user]] and [[chat.assistant]] tables"}},
		{"scalar", "chat = 'hi'", []string{`line 1: "chat" is a string, expected tables`}},
		{"array of scalars", "chat = ['hi']", []string{`line 1: the role is missing, expected "user" or "assistant"`}},
		{"syntax", "[[chat]\n", []string{"no TOML: line 1: toml: expected ']]' to close array table name"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, prompt.Check([]byte(tt.in)))
		})
	}
}
