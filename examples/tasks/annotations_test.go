package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
)

// What agents may do unasked changes only together with this table.
func TestEffects(t *testing.T) {
	const want = `add: write, ask
delete: destructive, ask
diff: read, allow
done: write, ask
edit: write, ask
edit-notes: write, ask, interactive
export: read, allow
import: write, ask, destructive with --replace
label list: read, allow
label rename: write, ask
list: read, allow
purge: destructive, deny
reopen: write, ask
show: read, allow
sync push: write, ask
sync status: read, allow
watch: read, allow
`
	var got strings.Builder
	walk(newRoot(newApp()), func(cmd *cobra.Command) {
		info, err := annotate.Of(cmd)
		require.NoError(t, err)
		fmt.Fprintf(&got, "%s: %s, %s", strings.TrimPrefix(cmd.CommandPath(), "tasks "), info.Effect, info.Decision)
		if info.Interactive == annotate.Yes {
			got.WriteString(", interactive")
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			facts, err := annotate.OfFlag(f)
			require.NoError(t, err)
			if facts.Effect != "" {
				fmt.Fprintf(&got, ", %s with --%s", facts.Effect, f.Name)
			}
		})
		got.WriteString("\n")
	})
	assert.Equal(t, want, got.String())
}

// walk calls f for every command that does something, in the order of help.
func walk(cmd *cobra.Command, f func(*cobra.Command)) {
	for _, c := range cmd.Commands() {
		if c.HasSubCommands() {
			walk(c, f)
		} else {
			f(c)
		}
	}
}

func TestOutputFitsItsSchema(t *testing.T) {
	f := newFixture(t)
	f.must("add", "one", "--priority", "high", "--due", "48h", "--label", "a", "--estimate", "1h", "--points", "3")
	f.must("edit", "1", "--notes", "by card")
	f.must("done", "1")
	f.must("add", "two")
	lines := map[string][]string{
		"list":        {"list", "--status=all", "--output=json"},
		"show":        {"show", "1", "--output=json"},
		"export":      {"export"},
		"sync status": {"sync", "status", "--output=json"},
	}
	walk(newRoot(newApp()), func(cmd *cobra.Command) {
		info, err := annotate.Of(cmd)
		require.NoError(t, err)
		if info.JSON == nil {
			return
		}
		path := strings.TrimPrefix(cmd.CommandPath(), "tasks ")
		t.Run(path, func(t *testing.T) {
			line, ok := lines[path]
			require.True(t, ok, "no example of the output")
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(f.must(line...)))
			require.NoError(t, err)
			assert.NoError(t, compile(t, info.JSON.Schema).Validate(value))
		})
	})
}

func compile(t *testing.T, schema []byte) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("schema.json", doc))
	s, err := c.Compile("schema.json")
	require.NoError(t, err)
	return s
}
