//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package runner_test

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/runner"
)

func TestRunFunc(t *testing.T) {
	var lines []string
	res, returned := runner.RunFunc(t.Context(), runner.Spec{
		Stdin:   []byte("input"),
		Secrets: []string{"hunter22"},
		OnLine:  func(line string) { lines = append(lines, line) },
	}, func(_ context.Context, in io.Reader, out, errs io.Writer) int {
		text, _ := io.ReadAll(in)
		fmt.Fprintf(out, "\x1b[31mread %s, hunter", text)
		fmt.Fprint(out, "22")
		fmt.Fprintln(errs, "working")
		fmt.Fprint(errs, "done")
		return 3
	})
	<-returned
	assert.Equal(t, 3, res.ExitCode)
	assert.Equal(t, "read input, [redacted]", res.Stdout.String())
	assert.Equal(t, "working\ndone", res.Stderr.String())
	assert.Equal(t, []string{"working", "done"}, lines)
	assert.False(t, res.TimedOut || res.Canceled || res.Unfinished || res.LeftBehind)
}

func TestRunFunc_cuts(t *testing.T) {
	res, _ := runner.RunFunc(t.Context(), runner.Spec{MaxOutput: 10}, func(_ context.Context, _ io.Reader, out, _ io.Writer) int {
		n, err := io.WriteString(out, strings.Repeat("0123456789", 100_000))
		assert.NoError(t, err)
		assert.Equal(t, 1_000_000, n)
		return 0
	})
	assert.Equal(t, runner.Output{Head: "01234", Tail: "56789", Total: 1_000_000, Dropped: 999_990}, res.Stdout)
}

func TestRunFunc_ends_its_context(t *testing.T) {
	obey := func(ctx context.Context, _ io.Reader, out, _ io.Writer) int {
		<-ctx.Done()
		fmt.Fprint(out, "stopped")
		return 9
	}
	res, returned := runner.RunFunc(t.Context(), runner.Spec{Timeout: time.Millisecond}, obey)
	<-returned
	assert.True(t, res.TimedOut && !res.Canceled && !res.Unfinished)
	assert.Equal(t, 9, res.ExitCode)
	assert.Equal(t, "stopped", res.Stdout.String())

	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(time.Millisecond, cancel)
	res, returned = runner.RunFunc(ctx, runner.Spec{}, obey)
	<-returned
	assert.True(t, res.Canceled && !res.TimedOut && !res.Unfinished)

	res, returned = runner.RunFunc(ctx, runner.Spec{}, func(context.Context, io.Reader, io.Writer, io.Writer) int {
		panic("started though nobody waits")
	})
	<-returned
	assert.True(t, res.Canceled)
	assert.NotZero(t, res.ExitCode)
}

func TestRunFunc_gives_up(t *testing.T) {
	release := make(chan struct{})
	var after sync.WaitGroup
	after.Add(1)
	res, returned := runner.RunFunc(t.Context(), runner.Spec{Timeout: time.Millisecond, Grace: time.Millisecond},
		func(_ context.Context, _ io.Reader, out, errs io.Writer) int {
			defer after.Done()
			fmt.Fprint(out, "before")
			<-release
			n, err := fmt.Fprint(errs, "too late")
			assert.NoError(t, err)
			assert.Equal(t, 8, n)
			return 0
		})
	require.True(t, res.TimedOut && res.Unfinished)
	assert.NotZero(t, res.ExitCode)
	assert.Equal(t, "before", res.Stdout.String())
	select {
	case <-returned:
		t.Fatal("it cannot have returned")
	default:
	}
	close(release)
	<-returned
	after.Wait()
	assert.Empty(t, res.Stderr.String())
}

// A function that ends a program when its context ends has the time for that.
func TestRunFunc_has_the_grace_of_what_it_runs(t *testing.T) {
	assert.Greater(t, runner.DefaultFuncGrace, runner.DefaultGrace+100*time.Millisecond)
	res, _ := runner.RunFunc(t.Context(), runner.Spec{Timeout: 300 * time.Millisecond}, func(ctx context.Context, _ io.Reader, out, _ io.Writer) int {
		inner := helper("stubborn")
		inner.StdoutTo = out
		res, err := runner.Run(ctx, inner)
		assert.NoError(t, err)
		assert.True(t, res.Canceled)
		return res.ExitCode
	})
	assert.True(t, res.TimedOut)
	assert.False(t, res.Unfinished)
	assert.Equal(t, 128+9, res.ExitCode)
}

func TestRunFunc_that_ends_its_goroutine(t *testing.T) {
	res, returned := runner.RunFunc(t.Context(), runner.Spec{}, func(context.Context, io.Reader, io.Writer, io.Writer) int {
		runtime.Goexit()
		return 0
	})
	<-returned
	assert.Equal(t, 1, res.ExitCode)
}

func TestRunFunc_many_writers(t *testing.T) {
	res, _ := runner.RunFunc(t.Context(), runner.Spec{}, func(_ context.Context, _ io.Reader, out, errs io.Writer) int {
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				for range 100 {
					fmt.Fprintln(out, "line")
					fmt.Fprintln(errs, "line")
				}
			})
		}
		wg.Wait()
		return 0
	})
	assert.Equal(t, strings.Repeat("line\n", 2000), res.Stdout.String())
	assert.Equal(t, strings.Repeat("line\n", 2000), res.Stderr.String())
}
