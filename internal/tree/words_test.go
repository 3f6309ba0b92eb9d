package tree_test

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/tree"
)

func TestWords(t *testing.T) {
	tests := []struct {
		name string
		path string
		root *cobra.Command
		want []string // nil: it cannot be reached
	}{
		{"the root", "", leaf("app"), []string{}},
		{"the path", "a b", branch("app", branch("a", leaf("b"))), []string{"a", "b"}},
		{"an alias where a sibling takes the name", "b", branch("app", aliased("a", "b"), aliased("b", "a", "c")), []string{"c"}},
		{"on every level", "b d", branch("app", aliased("a", "b"), with(branch("b", aliased("c", "d"), aliased("d", "e")), func(c *cobra.Command) {
			c.Aliases = []string{"bb"}
		})), []string{"bb", "e"}},
		{"a later sibling takes nothing", "b", branch("app", leaf("b"), aliased("a", "b")), []string{"b"}},
		{"no name, but an alias", "", branch("app", aliased("", "x")), []string{}},
		{"a name like a flag, but an alias", "-x", branch("app", aliased("-x", "x")), []string{"x"}},
		{"a name like a flag", "-x", branch("app", leaf("-x")), nil},
		{"all taken", "b", branch("app", aliased("a", "b", "c"), aliased("b", "c")), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := at(t, load(t, tt.root), tt.path)
			assert.Equal(t, tt.want, c.Words)
			if len(tt.want) > 0 {
				found, rest, err := tt.root.Find(tt.want)
				require.NoError(t, err)
				assert.Same(t, c.Cmd, found, "cobra goes the same way")
				assert.Empty(t, rest)
			}
		})
	}
}

func TestWordsWithoutRegardToCase(t *testing.T) {
	cobra.EnableCaseInsensitive = true
	defer func() { cobra.EnableCaseInsensitive = false }()
	got := load(t, branch("app", leaf("Get"), aliased("get", "fetch"), leaf("GET")))
	assert.Equal(t, []string{"Get"}, at(t, got, "Get").Words)
	assert.Equal(t, []string{"fetch"}, at(t, got, "get").Words)
	assert.Nil(t, at(t, got, "GET").Words)
}

// A command that would be a tool but cannot be reached is worth a note, once;
// one that is no tool anyway is not.
func TestUnreachableCommandsAreNoted(t *testing.T) {
	hidden := leaf("h")
	hidden.Hidden = true
	got := load(t, branch("app", aliased("a", "b", "h"), leaf("b"), hidden, branch("g", aliased("x", "y"), branch("y", leaf("z")))))
	assert.Equal(t, []string{
		`command "app b": a sibling takes its name and all its aliases: it is left out`,
		`command "app g y z": below a command whose name and aliases a sibling takes: it is left out`,
	}, got.Notes)
}

func TestAliases(t *testing.T) {
	alias := func(c *cobra.Command, aliases ...string) *cobra.Command {
		c.Aliases = aliases
		return c
	}
	tests := []struct {
		name string
		path string
		root *cobra.Command
		want string
	}{
		{"none", "a", branch("app", leaf("a")), ""},
		{"its own, sorted", "list", branch("app", aliased("list", "ls", "dir", "ls")), "dir, ls"},
		{"its own name again", "a", branch("app", aliased("a", "a")), ""},
		{"across levels", "a b", branch("app", alias(branch("a", aliased("b", "bb")), "aa")), "a bb, aa b, aa bb"},
		{
			"across three levels", "a b c", branch("app", alias(branch("a", alias(branch("b", aliased("c", "z")), "y")), "x")),
			"a b z, a y c, a y z, x b c, x b z, x y c, x y z",
		},
		{"shared: the first added has it", "zebra", branch("app", aliased("zebra", "x"), aliased("ape", "x", "y")), "x"},
		{"shared: the second has not", "ape", branch("app", aliased("zebra", "x"), aliased("ape", "x", "y")), "y"},
		{"a sibling's name", "a", branch("app", leaf("b"), aliased("a", "b", "c")), "c"},
		{"the name is taken", "b", branch("app", aliased("a", "b"), aliased("b", "c")), "c"},
		{"of the root: they lead nowhere", "a", alias(branch("app", leaf("a")), "application"), ""},
		{"none without a word", "a", branch("app", aliased("a", "", "-a")), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := at(t, load(t, tt.root), tt.path)
			var got []string
			for _, path := range c.Aliases() {
				got = append(got, strings.Join(path, " "))
				found, rest, err := tt.root.Find(path)
				require.NoError(t, err)
				assert.Same(t, c.Cmd, found, "cobra goes the same way")
				assert.Empty(t, rest)
			}
			assert.Equal(t, tt.want, strings.Join(got, ", "))
		})
	}
}

func TestLineage(t *testing.T) {
	root := branch("app", branch("a", leaf("b")))
	var names []string
	for _, c := range at(t, load(t, root), "a b").Lineage() {
		names = append(names, c.Name())
	}
	assert.Equal(t, []string{"app", "a", "b"}, names)
	assert.Equal(t, "app a b", at(t, load(t, root), "a b").CommandPath())
}

func TestAliasesOfAWideTreeStayFew(t *testing.T) {
	many := func() (aliases []string) {
		for _, c := range "abcdefghij" {
			aliases = append(aliases, string(c))
		}
		return aliases
	}
	c := aliased("leaf", many()...)
	for range 8 {
		parent := branch("parent", c)
		parent.Aliases = many()
		c = parent
	}
	got, err := tree.Load(branch("app", c))
	require.NoError(t, err)
	tool := got.Tools()[0]
	assert.LessOrEqual(t, len(tool.Aliases()), tree.MaxAliases)
	assert.NotEmpty(t, tool.Aliases())
}
