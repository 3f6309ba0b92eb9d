package schemagen_test

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/schemagen"
)

func TestFlagDescriptions(t *testing.T) {
	words := strings.TrimSpace(strings.Repeat("word ", 300))
	sentences := strings.TrimSpace(strings.Repeat("This is a sentence of forty characters. ", 40))
	tests := []struct {
		name, usage string
		full, brief string
	}{
		{"as it is", "Which one", "Which one", "Which one"},
		{"the value's name", "Write to `file`", "Write to file", "Write to file"},
		{"values in quotes", "One of `a`, `b` or `c`", "One of a, b or c", "One of a, b or c"},
		{"a lone quote", "A ` quote", "A quote", "A quote"},
		{"white space", "  a\n\tb \r\n c  ", "a b c", "a b c"},
		{"escape sequences", "\x1b[1mbold\x1b[0m \x1b]8;;http://x\x07link", "bold link", "bold link"},
		{"control characters", "a\x00\x07b\u0085c", "abc", "abc"},
		{"invisible characters", "a\u200bb\u200dc\ufeffd\u00ade\U000E0041", "abcde", "abcde"},
		{"characters that turn the text", "a\u202eb\u2066c\u2069", "abc", "abc"},
		{"line separators", "a\u2028b\u2029c", "a b c", "a b c"},
		{"invalid UTF-8", "a\xffb", "a\ufffdb", "a\ufffdb"},
		{"HTML", "<b> & c", "<b> & c", "<b> & c"},
		{"the first sentence", "Wait for it. Then go on.", "Wait for it. Then go on.", "Wait for it"},
		{"an abbreviation", "A level, e.g. info. Or so.", "A level, e.g. info. Or so.", "A level, e.g. info"},
		{"a version", "Since v1.2 only. See there.", "Since v1.2 only. See there.", "Since v1.2 only"},
		{"one sentence", "Wait for it.", "Wait for it.", "Wait for it"},
		{"1024 bytes at a sentence", sentences, sentences[:999], "This is a sentence of forty characters"},
		{"1024 bytes between words", words, words[:1019] + "…", words[:94] + "…"},
		{"1024 bytes of one word", strings.Repeat("é", 600), strings.Repeat("é", 510) + "…", strings.Repeat("é", 48) + "…"},
		{"nothing", "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := leaf("do")
			cmd.Flags().String("x", "", tt.usage)
			p := only(t, cmd, schemagen.Options{}).Params[0]
			assert.Equal(t, tt.full, p.Schema.Description)
			assert.Equal(t, tt.brief, p.Brief())
			assert.LessOrEqual(t, len(p.Schema.Description), 1024)
			assert.LessOrEqual(t, len(p.Brief()), 100)
		})
	}
}

func TestTheFormOfAValue(t *testing.T) {
	tests := []struct {
		name, usage string
		full, brief string
	}{
		{"none", "", "duration such as 1h30m", "duration such as 1h30m"},
		{"added", "How long. Or not.", "How long. Or not. (duration such as 1h30m)", "How long (duration such as 1h30m)"},
		{"said already", "A Duration such as 1h30m", "A Duration such as 1h30m", "A Duration such as 1h30m"},
		{"the example is there", "How long (1h30m)", "How long (1h30m)", "How long (1h30m)"},
		{"no room", strings.Repeat("a", 2000), strings.Repeat("a", 996) + "… (duration such as 1h30m)", strings.Repeat("a", 72) + "… (duration such as 1h30m)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := leaf("do")
			cmd.Flags().Duration("x", 0, tt.usage)
			p := only(t, cmd, schemagen.Options{}).Params[0]
			assert.Equal(t, tt.full, p.Schema.Description)
			assert.Equal(t, tt.brief, p.Brief())
		})
	}
}

func TestAnnotatedFlagDescriptions(t *testing.T) {
	cmd := leaf("do")
	cmd.Flags().String("x", "", "For people")
	annotate.Flag(cmd, "x").Description("For agents.\nTwo lines.").Examples("a\u202e", "b\x1b[1m")
	p := only(t, cmd, schemagen.Options{}).Params[0]
	assert.Equal(t, "For agents. Two lines. Examples: a, b", p.Schema.Description)
	assert.Equal(t, "For agents", p.Brief())
}

func TestToolDescriptions(t *testing.T) {
	tests := []struct {
		name string
		cmd  cobra.Command
		want string
	}{
		{"Short", cobra.Command{Use: "do", Short: "Do it.\nNow.", Long: "Long"}, "Do it. Now."},
		{"the first paragraph of Long", cobra.Command{Use: "do", Long: "\nIt does\nit.\n\nMore"}, "It does it."},
		{"a Short that shows nothing", cobra.Command{Use: "do", Short: "\u200b", Long: "Long"}, "Long"},
		{"the Use line", cobra.Command{Use: "do NAME"}, "app do NAME"},
		{"annotated", cobra.Command{Use: "do", Short: "For people", Annotations: map[string]string{annotate.KeyDescription: "For agents"}}, "For agents"},
		{"no more than 1024 bytes", cobra.Command{Use: "do", Short: strings.Repeat("a", 2000)}, strings.Repeat("a", 1021) + "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := tt.cmd
			cmd.Run = run
			assert.Equal(t, tt.want, only(t, &cmd, schemagen.Options{}).Description)
		})
	}
	t.Run("a root with nothing at all", func(t *testing.T) {
		tools := generate(t, &cobra.Command{Run: run}, schemagen.Options{})
		require.Len(t, tools, 1)
		assert.Equal(t, "cmd_", tools[0].Description)
	})
}

func TestTitles(t *testing.T) {
	cmd := leaf("do")
	annotate.Command(cmd).Title("Do\u202e\nit")
	tool := only(t, cmd, schemagen.Options{})
	assert.Equal(t, "Do it", tool.Title)
	assert.Contains(t, export(t, []schemagen.Tool{*tool}), `"title": "Do it"`)
}

func TestCharactersInTheExport(t *testing.T) {
	cmd := leaf("do")
	cmd.Short = "A <b> & \"c\""
	cmd.Flags().String("x", "<a&b>", "")
	cmd.Flags().StringSlice("y", []string{"<", "&"}, "")
	cmd.Flags().String("z", "", "")
	annotate.Flag(cmd, "z").Enum("a\u2028b", "<")
	out := export(t, generate(t, app(cmd), schemagen.Options{}))
	for _, want := range []string{`"A <b> & \"c\""`, `"default": "<a&b>"`, `"default": ["<","&"]`, `["a\u2028b", "<"]`} {
		assert.Contains(t, out, want)
	}
	assert.NotContains(t, out, "\u2028")
	assert.NotContains(t, out, `\u003c`)
}
