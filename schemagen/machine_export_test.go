package schemagen

import (
	"testing"
	"time"
)

// OnMachine lets Generate see a machine with these names, folders and numbers
// of users until the test ends.
func OnMachine(t *testing.T, names, paths, ids []string) {
	before := thisMachine
	t.Cleanup(func() { thisMachine = before })
	m := machine{names: names, ids: ids}
	m.addPaths(paths...)
	thisMachine = func() machine { return m }
}

// AtTime lets Generate see this time until the test ends.
func AtTime(t *testing.T, now time.Time) {
	before := clock
	t.Cleanup(func() { clock = before })
	clock = func() time.Time { return now }
}
