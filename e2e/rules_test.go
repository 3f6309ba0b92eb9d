//go:build unix

package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// printedRules is what "permissions --format opencode" prints, to the byte.
func printedRules(t *testing.T, app string, flags ...string) []byte {
	t.Helper()
	return printed(t, app, append([]string{"permissions", "--format", "opencode"}, flags...)...)
}

// toolRules are the printed rules for tools, by the tool's name in OpenCode.
func toolRules(t *testing.T, rules []byte) map[string]string {
	t.Helper()
	var config struct{ Permission map[string]json.RawMessage }
	require.NoError(t, json.Unmarshal(rules, &config))
	found := map[string]string{}
	for name, value := range config.Permission {
		var decision string
		if json.Unmarshal(value, &decision) == nil && !strings.Contains(name, "*") {
			found[name] = decision
		}
	}
	return found
}

// checkOffered compares the tools that a client was offered, as server_tool,
// with what the application exports and with what its rules name: every served
// tool is there, none is that is denied, and none is without a rule.
func checkOffered(t *testing.T, app, server string, rules []byte, offered []string) {
	t.Helper()
	decisions := toolRules(t, rules)
	var ours []string
	for _, name := range offered {
		if !strings.HasPrefix(name, server+"_") {
			continue
		}
		ours = append(ours, name)
		assert.Contains(t, []string{allow, ask}, decisions[name], "%s is offered, and the rule for it is another", name)
	}
	for _, name := range servedNames(t, app) {
		assert.Contains(t, ours, server+"_"+name)
	}
}

// edited is rules with one text in place of another, which must be there once.
func edited(t *testing.T, rules []byte, old, replacement string) []byte {
	t.Helper()
	require.Equal(t, 1, strings.Count(string(rules), old), "%s in the printed rules", old)
	return []byte(strings.Replace(string(rules), old, replacement, 1))
}
