package annotate_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
)

// tree has app, app db, app db migrate (alias up), app db status and app get.
func tree() *cobra.Command {
	root := &cobra.Command{Use: "app"}
	db := &cobra.Command{Use: "db"}
	db.AddCommand(&cobra.Command{Use: "status"}, &cobra.Command{Use: "migrate [to]", Aliases: []string{"up"}})
	root.AddCommand(db, &cobra.Command{Use: "get NAME"})
	return root
}

// annotations returns the annotations of the whole tree by command path.
func annotations(cmd *cobra.Command) map[string]map[string]string {
	all := map[string]map[string]string{}
	if cmd.Annotations != nil {
		all[cmd.CommandPath()] = cmd.Annotations
	}
	for _, c := range cmd.Commands() {
		for path, a := range annotations(c) {
			all[path] = a
		}
	}
	return all
}

func TestAt(t *testing.T) {
	tests := []struct{ path, want string }{
		{"", "app"},
		{"  ", "app"},
		{"db", "app db"},
		{"db migrate", "app db migrate"},
		{" db\tmigrate ", "app db migrate"},
		{"get", "app get"},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			root := tree()
			annotate.At(root, tt.path).Access(annotate.Write)
			assert.Equal(t, map[string]map[string]string{tt.want: {"nuru.access": "write"}}, annotations(root))
		})
	}
}

var badPaths = []struct{ path, want string }{
	{"nope", `no command "nope" below "app" (looking for "nope"): it has db, get`},
	{"db nope", `no command "nope" below "app db" (looking for "db nope"): it has migrate, status`},
	{"db up", `no command "up" below "app db" (looking for "db up"): it has migrate, status`},
	{"app db", `no command "app" below "app" (looking for "app db"): it has db, get`},
	{"get x", `no command "x" below "app get" (looking for "get x"): it has no subcommands`},
}

func TestAtPanics(t *testing.T) {
	for _, tt := range badPaths {
		assert.PanicsWithValue(t, "annotate: "+tt.want, func() { annotate.At(tree(), tt.path) })
	}
}

func TestTable(t *testing.T) {
	root := tree()
	annotate.At(root, "db").Title("Database").Access(annotate.Execute)
	err := annotate.Table(root, map[string]annotate.Facts{
		"":           {Safety: annotate.Ask},
		"db":         {Access: annotate.Write},
		"db migrate": {Destructive: annotate.Yes, ExitCodes: map[int]string{2: "pending"}},
		"get":        {},
	})
	require.NoError(t, err)
	assert.Equal(t, map[string]map[string]string{
		"app":            {"nuru.safety": "ask"},
		"app db":         {"nuru.title": "Database", "nuru.access": "write"},
		"app db migrate": {"nuru.destructive": "true", "nuru.exit-codes": `{"2":"pending"}`},
	}, annotations(root))
}

func TestTableNil(t *testing.T) {
	root := tree()
	require.NoError(t, annotate.Table(root, nil))
	assert.Empty(t, annotations(root))
}

// One bad entry, whatever is wrong with it, keeps the good ones from being
// written.
func TestTableWritesAllOrNothing(t *testing.T) {
	tests := []struct {
		name  string
		path  string
		facts annotate.Facts
		want  string
	}{
		{"access", "db status", annotate.Facts{Access: "reed"}, `command "app db status": annotation nuru.access is "reed", valid: read, write, execute`},
		{"root", "", annotate.Facts{Safety: "never"}, `command "app": annotation nuru.safety is "never", valid: allow, ask, deny`},
		{"name", "db status", annotate.Facts{Name: "X-Y"}, `command "app db status": annotation nuru.name is "X-Y", valid: letters, digits, underscores and single dots, a letter first, at most 40`},
		{"timeout", "db status", annotate.Facts{Timeout: -time.Second}, `command "app db status": annotation nuru.timeout is "-1s", valid: a positive Go duration such as "90s" or "5m"`},
		{"args", "db status", annotate.Facts{Args: "{*a} {b}"}, `command "app db status": annotation nuru.args: positional pattern "{*a} {b}": {b}: nothing can follow {*a}, which takes the rest`},
		{"schema that is no JSON", "db status", annotate.Facts{JSON: &annotate.JSONOutput{Schema: json.RawMessage("{]")}}, `command "app db status": annotation nuru.json is "{]", valid: a JSON object such as {} or {"flag":"output","value":"json"} with flag, value, schema, whole`},
		{"exit code", "db status", annotate.Facts{ExitCodes: map[int]string{0: "fine"}}, `command "app db status": annotation nuru.exit-codes is "{\"0\":\"fine\"}", valid: a JSON object of codes 1 to 255, such as {"1":"differences found"}`},
		{"dash", "db status", annotate.Facts{Dash: ptr(-1)}, `command "app db status": annotation nuru.dash is "-1", valid: an integer, 0 or more`},
		{"tag with a comma", "db status", annotate.Facts{Tags: []string{"a", "b,c"}}, `command "app db status": tag "b,c", valid: text without commas`},
		{"empty tag", "db status", annotate.Facts{Tags: []string{""}}, `command "app db status": tag "", valid: text without commas`},
		{"the same command twice", " db  migrate", annotate.Facts{Title: "x"}, `command "app db migrate" stands twice, as " db  migrate" and "db migrate"`},
	}
	for _, tt := range badPaths {
		tests = append(tests, struct {
			name  string
			path  string
			facts annotate.Facts
			want  string
		}{"path " + tt.path, tt.path, annotate.Facts{}, tt.want})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := tree()
			err := annotate.Table(root, map[string]annotate.Facts{
				"db":         {Access: annotate.Read},
				tt.path:      tt.facts,
				"db migrate": {Access: annotate.Write},
			})
			require.EqualError(t, err, tt.want)
			assert.Empty(t, annotations(root))
		})
	}
}

func TestTableNamesEveryBadEntry(t *testing.T) {
	err := annotate.Table(tree(), map[string]annotate.Facts{
		"db":   {Access: "x", Dash: ptr(-1)},
		"get":  {Kind: "x"},
		"nope": {},
	})
	require.EqualError(t, err, strings.Join([]string{
		`command "app db": annotation nuru.access is "x", valid: read, write, execute`,
		`command "app db": annotation nuru.dash is "-1", valid: an integer, 0 or more`,
		`command "app get": annotation nuru.kind is "x", valid: read, edit, delete, move, search, execute, think, fetch, other`,
		`no command "nope" below "app" (looking for "nope"): it has db, get`,
	}, "\n"))
}

// Looking for a command must not sort its siblings: cobra takes the first one
// that has an alias.
func TestAtKeepsTheOrder(t *testing.T) {
	root := &cobra.Command{Use: "app"}
	root.AddCommand(&cobra.Command{Use: "zip", Aliases: []string{"x"}}, &cobra.Command{Use: "add", Aliases: []string{"x"}})
	annotate.At(root, "add").Access(annotate.Write)
	require.NoError(t, annotate.Table(root, map[string]annotate.Facts{"zip": {Access: annotate.Read}}))
	require.Error(t, annotate.Table(root, map[string]annotate.Facts{"nope": {}}))
	found, _, err := root.Find([]string{"x"})
	require.NoError(t, err)
	assert.Equal(t, "zip", found.Name())
}
