//go:build !race

package argv_test

// raceEnabled makes the tests that count cases content with fewer.
const raceEnabled = false
