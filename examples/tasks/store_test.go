package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func add(title string) func(*document) error {
	return func(d *document) error {
		_, err := d.add(Task{Title: title, Priority: normalPriority, Created: today})
		return err
	}
}

func TestStore(t *testing.T) {
	quiet := func(string, ...any) {}

	t.Run("missing file holds no tasks", func(t *testing.T) {
		d, err := newStore(filepath.Join(t.TempDir(), "none.json"), quiet).load()
		require.NoError(t, err)
		assert.Equal(t, newDocument(), d)
	})

	t.Run("concurrent adders lose nothing", func(t *testing.T) {
		const adders, each = 8, 5
		path := filepath.Join(t.TempDir(), "new", "tasks.json")
		var wg sync.WaitGroup
		for i := range adders {
			wg.Go(func() {
				for j := range each { // a store of its own: its own descriptor for the lock
					assert.NoError(t, newStore(path, quiet).update(t.Context(), add(fmt.Sprint(i, "-", j))))
				}
			})
		}
		wg.Wait()
		d, err := newStore(path, quiet).load()
		require.NoError(t, err)
		seen := map[string]bool{}
		for i, task := range d.Tasks {
			assert.Equal(t, i+1, task.ID)
			seen[task.Title] = true
		}
		assert.Len(t, seen, adders*each)
	})

	t.Run("failed change leaves the file alone", func(t *testing.T) {
		dir := t.TempDir()
		s := newStore(filepath.Join(dir, "tasks.json"), quiet)
		require.NoError(t, s.update(t.Context(), add("one")))
		before, err := os.ReadFile(s.path)
		require.NoError(t, err)
		boom := errors.New("boom")
		err = s.update(t.Context(), func(d *document) error {
			d.Tasks = nil
			return boom
		})
		require.ErrorIs(t, err, boom)
		after, err := os.ReadFile(s.path)
		require.NoError(t, err)
		assert.Equal(t, string(before), string(after))
		left, err := filepath.Glob(filepath.Join(dir, "*.tmp"))
		require.NoError(t, err)
		assert.Empty(t, left)
	})

	t.Run("change of nothing does not write", func(t *testing.T) {
		s := newStore(filepath.Join(t.TempDir(), "tasks.json"), quiet)
		require.NoError(t, s.update(t.Context(), add("one")))
		before, err := os.Stat(s.path)
		require.NoError(t, err)
		require.NoError(t, s.update(t.Context(), func(*document) error { return nil }))
		after, err := os.Stat(s.path)
		require.NoError(t, err)
		assert.True(t, os.SameFile(before, after))
	})

	t.Run("waiting for the lock ends with the context", func(t *testing.T) {
		s := newStore(filepath.Join(t.TempDir(), "tasks.json"), quiet)
		unlock, err := s.lock(t.Context())
		require.NoError(t, err)
		defer unlock()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		err = s.update(ctx, add("one"))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.ErrorContains(t, err, "tasks.json.lock")
	})

	t.Run("mode and link are kept", func(t *testing.T) {
		if runtime.GOOS == "windows" {
			t.Skip("no such modes, links need a privilege")
		}
		dir := t.TempDir()
		target, link := filepath.Join(dir, "real.json"), filepath.Join(dir, "link.json")
		require.NoError(t, newStore(target, quiet).update(t.Context(), add("one")))
		require.NoError(t, os.Chmod(target, 0o640))
		require.NoError(t, os.Symlink(target, link))
		require.NoError(t, newStore(link, quiet).update(t.Context(), add("two")))
		info, err := os.Lstat(target)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o640), info.Mode())
		d, err := newStore(target, quiet).load()
		require.NoError(t, err)
		assert.Equal(t, []string{"1 one", "2 two"}, titles(d.Tasks))
	})
}

func TestDecodeDocument(t *testing.T) {
	const one = `{"id":1,"title":"one","priority":"low","created":"2026-03-01T09:00:00Z"}`
	tests := []struct{ name, content, wantErr string }{
		{"good", `{"version":1,"nextId":2,"tasks":[` + one + `]}`, ""},
		{"no tasks", `{"version":1,"nextId":1,"tasks":null}`, ""},
		{"empty", " \n", "the file is empty"},
		{"other JSON", `{}`, "format version 0, this program knows 1"},
		{"newer", `{"version":2}`, "format version 2, this program knows 1"},
		{"unknown field", `{"version":1,"colour":"red"}`, `unknown field "colour"`},
		{"more behind it", `{"version":1}{}`, "something follows"},
		{"same id twice", `{"version":1,"tasks":[` + one + `,` + one + `]}`, "task 1 stands twice"},
		{"bad id", `{"version":1,"tasks":[{"id":-1}]}`, "task id -1: expected 1 to"},
		{"bad task", `{"version":1,"tasks":[{"id":1,"title":"a\nb"}]}`, `task 1: title "a\nb": expected one line`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := decodeDocument([]byte(tt.content))
			if tt.wantErr != "" {
				require.ErrorContains(t, err, tt.wantErr)
				return
			}
			require.NoError(t, err)
			assert.NotNil(t, d.Tasks)
			assert.Equal(t, len(d.Tasks)+1, d.NextID)
		})
	}
}

func TestIDsAreNeverUsedTwice(t *testing.T) {
	d := newDocument()
	require.NoError(t, add("one")(d))
	require.NoError(t, add("two")(d))
	d.remove(func(t Task) bool { return t.ID == 2 })
	require.NoError(t, add("three")(d))
	assert.Equal(t, []string{"1 one", "3 three"}, titles(d.Tasks))
}
