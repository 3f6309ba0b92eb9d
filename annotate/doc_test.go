package annotate_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
)

// keyTables are the two tables of the package documentation: the value column
// by the key.
type keyTables struct{ command, flag map[string]string }

func docTables(t *testing.T) keyTables {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	require.NoError(t, err)
	text := f.Doc.Text()
	start, flags := strings.Index(text, "On commands:"), strings.Index(text, "On flags:")
	require.True(t, 0 < start && start < flags, "doc.go has both tables")
	return keyTables{keyTable(t, text[start:flags]), keyTable(t, text[flags:])}
}

// keyTable reads the rows of one table; the columns begin where its heading says.
func keyTable(t *testing.T, text string) map[string]string {
	t.Helper()
	rows := map[string]string{}
	value, meaning := -1, -1
	for line := range strings.SplitSeq(text, "\n") {
		switch line = strings.TrimPrefix(line, "\t"); {
		case strings.HasPrefix(line, "key "):
			value, meaning = strings.Index(line, "value"), strings.Index(line, "meaning")
		case strings.HasPrefix(line, "nuru."):
			require.True(t, 0 < value && value < meaning && meaning < len(line), "row outside of a table: %s", line)
			key := strings.TrimSpace(line[:value])
			require.NotContains(t, rows, key, "documented twice")
			rows[key] = strings.TrimSpace(line[value:meaning])
		}
	}
	require.NotEmpty(t, rows)
	return rows
}

// constantKeys are the values of the Key constants in keys.go, all of the form
// prefix + "name".
func constantKeys(t *testing.T) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "keys.go", nil, 0)
	require.NoError(t, err)
	var keys []string
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(spec.Names[0].Name, "Key") {
			return true
		}
		sum, ok := spec.Values[0].(*ast.BinaryExpr)
		require.True(t, ok, spec.Names[0].Name)
		name, err := strconv.Unquote(sum.Y.(*ast.BasicLit).Value)
		require.NoError(t, err)
		keys = append(keys, "nuru."+name)
		return true
	})
	slices.Sort(keys)
	return keys
}

func TestEveryKeyIsDocumented(t *testing.T) {
	doc := docTables(t)
	documented := maps.Clone(doc.command)
	maps.Copy(documented, doc.flag)
	assert.Equal(t, constantKeys(t), slices.Sorted(maps.Keys(documented)))
}

func TestReadersKnowTheDocumentedKeys(t *testing.T) {
	doc := docTables(t)
	for _, key := range constantKeys(t) {
		_, err := annotate.Of(&cobra.Command{Use: "app", Annotations: map[string]string{key: "\x00"}})
		_, documented := doc.command[key]
		assert.Equal(t, documented, !isUnknown(err), "command key %s: %v", key, err)

		_, err = annotate.OfFlag(&pflag.Flag{Name: "f", Annotations: map[string][]string{key: {"\x00"}}})
		_, documented = doc.flag[key]
		assert.Equal(t, documented, !isUnknown(err), "flag key %s: %v", key, err)
	}
}

func isUnknown(err error) bool {
	return err != nil && strings.Contains(err.Error(), "unknown annotation")
}

// The documented values are those that the readers accept.
func TestDocumentedValues(t *testing.T) {
	doc := docTables(t)
	checked := 0
	for key, column := range doc.command {
		for _, value := range documentedWords(column) {
			checked++
			_, err := annotate.Of(&cobra.Command{Use: "app", Annotations: map[string]string{key: value}})
			assert.NoError(t, err)
		}
	}
	for key, column := range doc.flag {
		for _, value := range documentedWords(column) {
			checked++
			_, err := annotate.OfFlag(&pflag.Flag{Name: "f", Annotations: map[string][]string{key: {value}}})
			assert.NoError(t, err)
		}
	}
	assert.Greater(t, checked, 30)
}

func documentedWords(column string) []string {
	switch {
	case column == "boolean":
		return []string{"true", "false"}
	case strings.Contains(column, " | "):
		return strings.Split(column, " | ")
	default:
		return nil
	}
}
