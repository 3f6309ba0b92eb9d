package schemagen

import (
	"slices"
	"testing"
	"time"
)

// OnMachine lets Generate see a machine with these names, folders and numbers
// of users until the test ends.
func OnMachine(t *testing.T, names, paths, ids []string) {
	before := thisMachine
	t.Cleanup(func() { thisMachine = before })
	slices.SortFunc(names, longestFirst)
	m := machine{names: names, ids: ids, line: "app export-schema"}
	m.addPaths(paths...)
	thisMachine = func() machine { return m }
}

// AtTime lets Generate see this time until the test ends.
func AtTime(t *testing.T, now time.Time) {
	before := clock
	t.Cleanup(func() { clock = before })
	clock = func() time.Time { return now }
}
