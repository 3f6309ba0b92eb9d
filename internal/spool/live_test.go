package spool

import (
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keeping returns a spool that keeps two lines of one call, and its parent.
func keeping(t *testing.T) (*Spool, *Call, string) {
	t.Helper()
	parent := t.TempDir()
	s := New(parent, DefaultLimit, slog.New(slog.DiscardHandler))
	t.Cleanup(s.Close)
	c := s.Begin()
	_, _ = c.Stream("stdout").Write([]byte("one\ntwo\n"))
	c.End()
	return s, c, parent
}

// Whoever tidies up temporary folders by age takes the lock first: it is never
// written to.
func TestSweepSparesALiveSpoolThatLostItsLock(t *testing.T) {
	if !removesOpenFiles {
		t.Skip("an open lock cannot be removed here")
	}
	s, c, parent := keeping(t)
	require.NoError(t, os.Remove(filepath.Join(s.dir, lockName)))
	old := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(s.dir, old, old))
	Sweep(parent)
	p, err := s.Read(c.ID, "stdout", Range{Limit: 100})
	require.NoError(t, err)
	assert.Equal(t, "one\ntwo\n", p.Text)
}

func TestReadWithAnyLimit(t *testing.T) {
	s, c, _ := keeping(t)
	for _, r := range []Range{{Limit: math.MaxInt64}, {Limit: math.MaxInt64, FromLine: 1}} {
		p, err := s.Read(c.ID, "stdout", r)
		require.NoError(t, err)
		assert.Equal(t, "one\ntwo\n", p.Text)
	}
}
