package main

import (
	"bytes"
	"context"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWatch(t *testing.T) {
	f := newFixture(t)
	f.must("add", "one")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var out, log bytes.Buffer
		ended := make(chan error, 1)
		go func() {
			root := newRoot(f.app)
			root.SetArgs([]string{"watch", "--interval", "1s"})
			root.SetOut(&out)
			root.SetErr(&log)
			ended <- root.ExecuteContext(ctx)
		}()
		step := func(do func()) {
			time.Sleep(time.Second) // of the bubble's clock
			synctest.Wait()
			do()
		}
		update := func(change func(*document)) {
			d, err := f.store().load()
			require.NoError(t, err)
			change(d)
			var data bytes.Buffer
			require.NoError(t, writeJSON(&data, d))
			require.NoError(t, writeFile(f.path, data.Bytes()))
		}
		step(func() { update(func(d *document) { _ = add("two")(d) }) })
		step(func() { update(func(d *document) { d.Tasks[0].Done = today }) })
		good, err := os.ReadFile(f.path)
		require.NoError(t, err)
		step(func() { require.NoError(t, os.WriteFile(f.path, []byte("{"), 0o600)) })
		step(func() {})
		step(func() { require.NoError(t, os.WriteFile(f.path, good, 0o600)) })
		step(func() { update(func(d *document) { d.Tasks = d.Tasks[1:] }) })
		cancel() // before the next tick: the last change must not be lost
		require.NoError(t, <-ended)
		assert.Equal(t, "+ 2 two\n~ 1 one (done)\n- 1 one\n", out.String())
		assert.Equal(t, "watching "+f.path+"\ntasks: reading tasks from \""+f.path+"\": unexpected EOF\n", log.String())
	})
}

func TestWatchFor(t *testing.T) {
	f := newFixture(t)
	synctest.Test(t, func(t *testing.T) {
		root := newRoot(f.app)
		root.SetArgs([]string{"watch", "--for", "1h"})
		root.SetErr(new(bytes.Buffer))
		start := time.Now()
		require.NoError(t, root.ExecuteContext(t.Context()))
		assert.Equal(t, time.Hour, time.Since(start))
	})
}
