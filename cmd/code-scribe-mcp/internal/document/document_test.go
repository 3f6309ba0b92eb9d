package document_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/document"
)

// show writes a tree on one line, with the line of each value.
func show(n *document.Node) string {
	var parts []string
	switch n.Kind {
	case document.Object:
		for _, m := range n.Members {
			parts = append(parts, m.Key+": "+show(m.Value))
		}
		return fmt.Sprintf("{%s}@%d", strings.Join(parts, ", "), n.Line)
	case document.Array:
		for _, i := range n.Items {
			parts = append(parts, show(i))
		}
		return fmt.Sprintf("[%s]@%d", strings.Join(parts, ", "), n.Line)
	default:
		return fmt.Sprintf("%s(%s)@%d", n.Kind, n.Text, n.Line)
	}
}

func TestJSON(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"scalars", `[1, -2.5e3, true, false, null, "a\nb"]`, "[number(1)@1, number(-2.5e3)@1, boolean(true)@1, boolean(false)@1, null()@1, string(a\nb)@1]@1"},
		{"order and lines", "{\n\"b\": 1,\n\n\"a\": {\"x\": []}}", "{b: number(1)@2, a: {x: []@4}@4}@1"},
		{"comments", "// one\n{ /* two\n */ \"a\": 1 // three\n}", "{a: number(1)@3}@2"},
		{"comment signs in strings", `{"u": "http://h/*x*/", "q": "\"//"}`, `{u: string(http://h/*x*/)@1, q: string("//)@1}@1`},
		{"trailing commas", "{\"a\": [1, 2, // two\n], }", "{a: [number(1)@1, number(2)@1]@1}@1"},
		{"byte order mark", "\xef\xbb\xbf{}", "{}@1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n, err := document.JSON([]byte(tt.in))
			require.NoError(t, err)
			assert.Equal(t, tt.want, show(n))
		})
	}
}

func TestJSONErrors(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", "line 1: the document ends too early"},
		{"not closed", "{\n\"a\": 1,\n", "line 2: the document ends too early"},
		{"key only", "{\"a\"", "line 1: the document ends too early"},
		{"bad character", "{\n\"a\": x}", "line 2: invalid character 'x' looking for beginning of value"},
		{"bad key", "{\n1: 2}", "line 2: invalid character '1'"},
		{"bad item", "[1, }", "line 1: invalid character '}' "},
		{"twice", "{\"a\": 1,\n\"a\": 2}", `line 2: the key "a" stands there twice`},
		{"two documents", "{}\n{}", "line 2: text after the end of the document"},
		{"open comment", "{}\n/* x", "line 2: a comment is not closed with */"},
		{"only commas", "[,]", "line 1: invalid character ','"},
		{"two commas", "[1,,]", "line 1: invalid character ','"},
		{"a comma first", "{,}", "line 1: invalid character ','"},
		{"deep", strings.Repeat("[", 100), "line 1: nested more than 64 deep"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := document.JSON([]byte(tt.in))
			require.ErrorContains(t, err, tt.want)
			var syntax *document.SyntaxError
			require.ErrorAs(t, err, &syntax)
		})
	}
}

func TestTOML(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", "{}@1"},
		{
			"scalars",
			"a = 1\nb = 1.5\nc = true\nd = 2020-01-02\ne = 'x'\nf = \"\"\"\ny\"\"\"\n",
			"{a: number(1)@1, b: number(1.5)@2, c: boolean(true)@3, d: date(2020-01-02)@4, e: string(x)@5, f: string(y)@6}@1",
		},
		{
			"tables and order",
			"[z.y]\nb = 1\n\n[a]\n\"c d\" = 2\n[z]\nk.l = 3",
			"{z: {y: {b: number(1)@2}@1, k: {l: number(3)@7}@7}@1, a: {c d: number(2)@5}@4}@1",
		},
		{
			"arrays and inline tables",
			"a = [\n 'x',\n 'y' ]\nb = { c = 1, d.e = 2 }",
			"{a: [string(x)@2, string(y)@3]@1, b: {c: number(1)@4, d: {e: number(2)@4}@4}@4}@1",
		},
		{
			"arrays of tables",
			"[[c.user]]\nx = 1\n[[c.bot]]\nx = 2\n[[c.user]]\nx = 3\n[c.user.more]\ny = 4",
			"{c: {user: [{x: number(1)@2}@1, {x: number(3)@6, more: {y: number(4)@8}@7}@5]@1, bot: [{x: number(2)@4}@3]@3}@1}@1",
		},
		{"byte order mark", "\xef\xbb\xbfa = 1", "{a: number(1)@1}@1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n, err := document.TOML([]byte(tt.in))
			require.NoError(t, err)
			assert.Equal(t, tt.want, show(n))
		})
	}
}

func TestTOMLErrors(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"syntax", "a = 1\nb = = 2", "line 2: toml: "},
		{"twice", "a = 1\na = 2", "line 2: toml: key a is already defined"},
		{"secret", "a = 1\napiKey = \"sk-secretsecret\n", "line 2: toml: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := document.TOML([]byte(tt.in))
			require.ErrorContains(t, err, tt.want)
			assert.NotContains(t, err.Error(), "secretsecret")
		})
	}
}

func TestGet(t *testing.T) {
	var none *document.Node
	assert.Nil(t, none.Get("x"))
	assert.Nil(t, (&document.Node{}).Get("x"))
}

func FuzzDocuments(f *testing.F) {
	f.Add([]byte(`{"a": [1, /* x */ "b",],}`))
	f.Add([]byte("[[a]]\nb.c = {d = [1, 'x']}\n[a.e]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := document.JSON(data); err == nil {
			require.NotNil(t, n)
		}
		if n, err := document.TOML(data); err == nil {
			require.NotNil(t, n)
		}
	})
}
