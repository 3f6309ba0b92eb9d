//go:build linux

package runner_test

import (
	"flag"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/runner"
)

var floodMiB = flag.Int("flood", 64, "MiB that the flood benchmark writes")

// BenchmarkTrue compares a run with the standard library's.
func BenchmarkTrue(b *testing.B) {
	b.Run("exec", func(b *testing.B) {
		for b.Loop() {
			if _, err := exec.Command("/bin/true").CombinedOutput(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("runner", func(b *testing.B) {
		for b.Loop() {
			if _, err := runner.Run(b.Context(), runner.Spec{Path: "/bin/true"}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkFlood measures reading; go test -bench Flood -flood 1024 is the
// long form. /dev/zero shows what no line, and nothing worth keeping, costs.
func BenchmarkFlood(b *testing.B) {
	size := int64(*floodMiB) << 20
	mib := strconv.Itoa(*floodMiB)
	zeros := runner.Spec{Path: "/bin/sh", Args: []string{"-c", "exec head -c " + mib + "M /dev/zero"}}
	secret := helper("flood", mib)
	secret.Secrets = []string{"hunter2", "correct horse", "0123456789abcdef"}
	for _, c := range []struct {
		name string
		spec runner.Spec
	}{{"lines", helper("flood", mib)}, {"zeros", zeros}, {"three secrets", secret}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				res, err := runner.Run(b.Context(), c.spec)
				if err != nil || res.Stdout.Total != size {
					b.Fatal(err, res.Stdout.Total)
				}
			}
		})
	}
}

// TestRun_memory_is_flat: what a run allocates does not depend on how much the
// program writes.
func TestRun_memory_is_flat(t *testing.T) {
	allocated := func(mib int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		res, err := runner.Run(t.Context(), helper("flood", strconv.Itoa(mib)))
		require.NoError(t, err)
		require.EqualValues(t, mib<<20, res.Stdout.Total)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(1)
	assert.Less(t, allocated(64), uint64(2<<20))
}

// TestRun_thread_of_the_starter: the parent death signal follows the thread
// that started a program. Threads come and go here while one runs.
func TestRun_thread_of_the_starter(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			done := make(chan struct{})
			go func() { runtime.LockOSThread(); close(done) }() // its thread ends with it
			<-done
		}
	}()
	for range 20 {
		res, err := runner.Run(t.Context(), runner.Spec{Path: "/bin/sleep", Args: []string{"0.02"}, Timeout: 10 * time.Second})
		require.NoError(t, err)
		require.Zero(t, res.ExitCode, res.Signal)
	}
}
