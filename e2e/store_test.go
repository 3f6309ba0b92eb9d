//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// tasksFile has one task of each status. Whatever a purge, a delete or an add
// would do to it shows.
const tasksFile = `{
  "version": 1,
  "nextId": 3,
  "tasks": [
    {"id": 1, "title": "buy milk", "priority": "normal", "labels": ["shop"], "created": "2026-01-02T03:04:05Z"},
    {"id": 2, "title": "call Ada", "priority": "normal", "labels": ["home"], "created": "2026-01-02T03:04:05Z", "done": "2026-01-03T03:04:05Z"}
  ]
}
`

// newStore writes tasksFile and returns its path.
func newStore(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tasks.json")
	require.NoError(t, os.WriteFile(path, []byte(tasksFile), 0o600))
	return path
}
