package permissions_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/permissions"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The golden files are what a person pastes into her configuration. They guard
// the order above all: in it a parent's pattern must not come behind its child's,
// nor anything behind a deny.
func TestGolden(t *testing.T) {
	for _, format := range permissions.Formats() {
		for name, o := range map[string]permissions.Options{
			"both":   {},
			"mcp":    {Kind: permissions.MCP},
			"shell":  {Kind: permissions.Shell},
			"strict": {Strict: true},
			"named":  {CommandName: "./bin/app", ServerName: "my app"},
		} {
			t.Run(format+"/"+name, func(t *testing.T) {
				rules, err := permissions.Rules(richTree())
				require.NoError(t, err)
				out, notes, err := permissions.Write(format, rules, o)
				require.NoError(t, err)
				golden(t, format+"-"+name+".json", string(out)+"\n")
				golden(t, format+"-"+name+".notes", strings.Join(notes, "\n")+"\n")
				parseNode(t, out) // no key stands twice
			})
		}
	}
}

// The model itself, as a table.
func TestGoldenRules(t *testing.T) {
	rules, err := permissions.Rules(richTree())
	require.NoError(t, err)
	var b strings.Builder
	for _, r := range rules {
		fmt.Fprintf(&b, "%s | tool %q | %s | %s: %s (%s) | shell %s: %s\n",
			r.CommandPath(), r.Tool, r.Effect, r.Decision, r.Reason, r.Source.Command, r.Shell, r.ShellReason)
	}
	golden(t, "rules.txt", b.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got, "%s differs: review it, then run with -update", file)
}

// The same tree gives the same bytes, whatever order the rules come in.
func TestDeterministic(t *testing.T) {
	var first string
	for range 20 {
		rules, err := permissions.Rules(richTree())
		require.NoError(t, err)
		slices.Reverse(rules)
		out, notes, err := permissions.OpenCode(rules, permissions.Options{Strict: true})
		require.NoError(t, err)
		text := string(out) + strings.Join(notes, "\n")
		if first == "" {
			first = text
		}
		require.Equal(t, first, text)
	}
}
