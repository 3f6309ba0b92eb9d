package tree_test

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/tree"
)

func alsoNamed(use string, aliases ...string) *cobra.Command {
	c := leaf(use)
	annotate.Command(c).NameAliases(aliases...)
	return c
}

func named(use, name string) *cobra.Command {
	c := leaf(use)
	annotate.Command(c).Name(name)
	return c
}

func TestNames(t *testing.T) {
	long := strings.Repeat("x", 39)
	tests := []struct {
		name string
		root *cobra.Command
		want map[string]string
	}{
		{"the path", branch("app", branch("db", branch("user", leaf("add")))), map[string]string{"db user add": "db_user_add"}},
		{"the root", leaf("my-App"), map[string]string{"": "my_app"}},
		{"a root without a name", leaf(""), map[string]string{"": "cmd_"}},
		{"upper case", branch("app", leaf("GetSrvVSchema")), map[string]string{"GetSrvVSchema": "getsrvvschema"}},
		{"other characters", branch("app", leaf("a.b-c:d+é世")), map[string]string{"a.b-c:d+é世": "a_b_c_d___"}},
		{"a digit first", branch("app", leaf("2fa")), map[string]string{"2fa": "cmd_2fa"}},
		{"an underscore first", branch("app", leaf("_x")), map[string]string{"_x": "cmd__x"}},
		{"40 characters", branch("app", leaf(long+"y")), map[string]string{long + "y": long + "y"}},
		{"41 characters", branch("app", leaf(long+"yz")), map[string]string{long + "yz": long[:33] + "_509f10"}},
		{"every one of a collision", branch("app", leaf("a-b"), branch("a", leaf("b")), leaf("a_b"), leaf("c")), map[string]string{
			"a-b": "a_b_d44362", "a b": "a_b_59b271", "a_b": "a_b_648fa9", "c": "c",
		}},
		{"upper and lower case collide", branch("app", leaf("Get"), leaf("get")), map[string]string{"Get": "get_5fb9c3", "get": "get_2998b3"}},
		{"the root's name below it", leaf("app", leaf("app [x]")), map[string]string{"app": "app"}},
		{"reserved", branch("app", leaf("run-read"), branch("search", leaf("commands"))), map[string]string{
			"run-read": "run_read_f8cbe8", "search commands": "search_commands_17502f",
		}},
		{"annotated", branch("app", named("a", "b"), leaf("c")), map[string]string{"a": "b", "c": "c"}},
		{"annotated with a dot", branch("app", named("a", "b.c"), leaf("d")), map[string]string{"a": "b.c", "d": "d"}},
		{"aliases", branch("app", alsoNamed("a-b", "a.b", "other")), map[string]string{"a-b": "a_b"}},
		{"the annotated name leaves its own free", branch("app", named("a", "x"), leaf("A")), map[string]string{"a": "x", "A": "a"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, toolsOf(load(t, tt.root)))
		})
	}
}

func TestReservedNamesAreNoTools(t *testing.T) {
	for _, name := range tree.Reserved {
		got := toolsOf(load(t, branch("app", leaf(name))))
		assert.Regexp(t, "^"+name+"_[0-9a-f]{6}$", got[name])
	}
}

// If the old command kept its name, a new one could take over the permission
// rules that were written for the old.
func TestANewCollidingCommandChangesTheOldName(t *testing.T) {
	before := toolsOf(load(t, branch("app", branch("db", leaf("drop")))))
	after := toolsOf(load(t, branch("app", branch("db", leaf("drop")), leaf("db-drop"))))
	assert.Equal(t, "db_drop", before["db drop"])
	assert.NotContains(t, []string{after["db drop"], after["db-drop"]}, "db_drop")
}

func TestNamesThatClash(t *testing.T) {
	tests := []struct {
		name string
		root *cobra.Command
		want string
	}{
		{
			"two annotations", branch("app", named("a", "x"), branch("g", named("b", "x"))),
			`commands "app a" and "app g b" are both annotated with the name "x": choose another for one of them`,
		},
		{
			"an annotation and a path", branch("app", named("b", "a"), leaf("a")),
			`command "app b" is annotated with the name "a", which command "app a" has by its path: choose another`,
		},
		{
			"an annotation and two paths", branch("app", named("b", "a_c"), leaf("a-c"), leaf("a.c")),
			`command "app b" is annotated with the name "a_c", which command "app a-c" has by its path: choose another`,
		},
		{
			"a reserved name", branch("app", named("a", "read_output")),
			`command "app a" is annotated with the reserved name "read_output": choose another`,
		},
		{
			"a reserved name with a dot", branch("app", named("a", "read.output")),
			`command "app a" is annotated with the reserved name "read.output": choose another`,
		},
		{
			"a dot and an underscore", branch("app", named("x", "a.b"), branch("a", leaf("b"))),
			`commands "app a b" and "app x" both get the tool name "a.b": annotate one of them with a name`,
		},
		{
			"upper and lower case", branch("app", named("x", "A_B"), branch("a", leaf("b"))),
			`commands "app a b" and "app x" both get the tool name "A_B": annotate one of them with a name`,
		},
		{
			"an alias and a path", branch("app", alsoNamed("x", "a.b"), branch("a", leaf("b"))),
			`command "app x" is annotated with "a.b" as an alias of its tool name, which command "app a b" has: choose another`,
		},
		{
			"two aliases", branch("app", alsoNamed("x", "y", "z"), alsoNamed("v", "z")),
			`command "app x" is annotated with "z" as an alias of its tool name, which command "app v" has: choose another`,
		},
		{
			"a reserved alias", branch("app", alsoNamed("x", "run.read")),
			`command "app x" is annotated with the reserved name "run.read" as an alias: choose another`,
		},
		{
			"an annotation that spells a hash", branch("app", leaf("a-b"), leaf("a_b"), named("x", "a_b_d44362")),
			`commands "app a-b" and "app x" both get the tool name "a_b_d44362": annotate one of them with a name`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tree.Load(tt.root)
			assert.EqualError(t, err, tt.want)
		})
	}
}

// A command that is no tool takes no name from one that is.
func TestOnlyToolsHaveNames(t *testing.T) {
	hidden := leaf("a-b")
	hidden.Hidden = true
	assert.Equal(t, map[string]string{"a_b": "a_b"}, toolsOf(load(t, branch("app", hidden, leaf("a_b")))))
}

// Siblings with one name are told apart by the words that lead to them.
func TestSiblingsWithOneName(t *testing.T) {
	got := load(t, branch("app", leaf("get"), aliased("get", "fetch")))
	var names []string
	for _, c := range got.Tools() {
		names = append(names, c.Tool+" "+strings.Join(c.Words, " "))
	}
	assert.ElementsMatch(t, []string{"get_2998b3 get", "get_e7d379 fetch"}, names)
}
