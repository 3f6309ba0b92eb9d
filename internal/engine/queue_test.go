package engine_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/internal/engine"
)

// together makes n calls at once and returns their exit codes and the status
// lines of all.
func together(s server, n int, tool string, arguments args) (codes []int, lines []string) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range n {
		wg.Go(func() {
			r := s.do(context.Background(), tool, arguments, func(line string) {
				mu.Lock()
				defer mu.Unlock()
				lines = append(lines, line)
			})
			mu.Lock()
			defer mu.Unlock()
			codes = append(codes, r.ExitCode)
		})
	}
	wg.Wait()
	return codes, lines
}

func TestTheQueue(t *testing.T) {
	const turn, place = "waiting for another writing call", "waiting for other calls to end"
	tests := []struct {
		name   string
		config engine.Config
		tool   string
		count  int    // of those that meet; 0 for tools that must be alone
		want   string // the status line of those that wait
	}{
		{"reads run side by side", engine.Config{Parallel: 3}, "meet", 3, ""},
		{"reads up to the limit", engine.Config{Parallel: 1}, "alone", 0, place},
		{"writes take turns", engine.Config{Parallel: 3}, "alone_writing", 0, turn},
		{"what is unknown takes turns", engine.Config{Parallel: 3}, "alone_mystery", 0, turn},
		{"writes side by side", engine.Config{Parallel: 3, ParallelWrites: true}, "meet_writing", 3, ""},
		{"writes side by side up to the limit", engine.Config{Parallel: 1, ParallelWrites: true}, "alone_writing", 0, place},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			arguments := args{"dir": t.TempDir()}
			if tt.count > 0 {
				arguments["count"] = strings.Repeat("x", tt.count)
			}
			codes, lines := together(start(t, tt.config), 3, tt.tool, arguments)
			assert.Equal(t, []int{0, 0, 0}, codes)
			assert.Equal(t, tt.want != "", len(lines) > 0, "somebody waits")
			for _, line := range lines {
				assert.Equal(t, tt.want, line)
			}
		})
	}
}

// A read must not wait behind writes that wait for each other.
func TestReadsPassWaitingWrites(t *testing.T) {
	s := start(t, engine.Config{Parallel: 2})
	dir := t.TempDir()
	var wg sync.WaitGroup
	for _, tool := range []string{"meet_writing", "meet_writing", "meet"} {
		wg.Go(func() {
			r := s.do(context.Background(), tool, args{"dir": dir, "count": "xx"}, nil)
			assert.Equal(t, 0, r.ExitCode, "one of the writes and the read are there at once")
		})
	}
	wg.Wait()
}

func TestCancelledInTheQueue(t *testing.T) {
	tests := []struct {
		name   string
		config engine.Config
		tool   string
	}{
		{"waiting for a place", engine.Config{Parallel: 1}, "say"},
		{"a write waiting for a place", engine.Config{Parallel: 1}, "change"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := start(t, tt.config)
			hold, release := context.WithCancel(context.Background())
			defer release()
			ready := make(chan struct{})
			var wg sync.WaitGroup
			wg.Go(func() {
				s.do(hold, "hang", nil, func(line string) {
					if line == "ready" {
						close(ready)
					}
				})
			})
			<-ready
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			var lines []string
			r := s.do(ctx, tt.tool, nil, func(line string) {
				lines = append(lines, line)
				cancel()
			})
			assert.Equal(t, engine.Refusal("cancelled before it started"), r)
			assert.Equal(t, []string{"waiting for other calls to end"}, lines)
			assert.Contains(t, s.log.String(), `refused="cancelled in the queue"`)
			release()
			wg.Wait()
			assert.True(t, s.call("change", nil).Ran, "nobody holds the turn")
		})
	}
}

func TestAWriteThatIsCancelledWhileItWaitsForItsTurn(t *testing.T) {
	s := start(t, engine.Config{Parallel: 4})
	dir := t.TempDir()
	waiting, cancel := context.WithCancel(context.Background())
	defer cancel()
	var wg sync.WaitGroup
	first := make(chan struct{})
	wg.Go(func() {
		close(first)
		// It is there until somebody meets it.
		assert.Equal(t, 0, s.do(context.Background(), "meet_writing", args{"dir": dir, "count": "xx"}, nil).ExitCode)
	})
	<-first
	for {
		cancelled := false
		ctx, stop := context.WithCancel(waiting)
		r := s.do(ctx, "change", nil, func(string) { cancelled = true; stop() })
		stop()
		if cancelled {
			assert.Equal(t, engine.Refusal("cancelled before it started"), r)
			break
		}
	}
	assert.Equal(t, 0, s.do(context.Background(), "meet", args{"dir": dir, "count": "xx"}, nil).ExitCode)
	wg.Wait()
	assert.True(t, s.call("change", nil).Ran)
}
