//go:build linux

package attack_test

import (
	"fmt"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// inFlight are the numbers of calls that run side by side.
var inFlight = []int{1, 8, 64}

// BenchmarkCalls shows what a call costs beside the plain start of the same
// command, in the same run, with as many at once. The server starts as many
// programs as it is asked for, so that only what it adds makes the difference.
//
//	go test ./internal/attack -run '^$' -bench Calls -benchtime 2000x
func BenchmarkCalls(b *testing.B) {
	for _, n := range inFlight {
		b.Run(fmt.Sprintf("exec/%d", n), func(b *testing.B) { benchmarkExec(b, n) })
		b.Run(fmt.Sprintf("call/%d", n), func(b *testing.B) { benchmarkCalls(b, n) })
	}
}

// benchmarkExec keeps n plain starts going.
func benchmarkExec(b *testing.B, n int) {
	work := make(chan struct{})
	took := make([][]time.Duration, n)
	var workers sync.WaitGroup
	for i := range n {
		workers.Go(func() {
			for range work {
				began := time.Now()
				out, err := exec.Command(hostile, "exit", "--stdout=word").Output()
				if err != nil || string(out) != "word" {
					b.Errorf("%q, %v", out, err)
				}
				took[i] = append(took[i], time.Since(began))
			}
		})
	}
	began := time.Now()
	for b.Loop() {
		work <- struct{}{}
	}
	close(work)
	workers.Wait()
	reportTimes(b, time.Since(began), slices.Concat(took...))
}

// benchmarkCalls keeps n calls going.
func benchmarkCalls(b *testing.B, n int) {
	s := start(b, with(fmt.Sprintf("HOSTILE_PARALLEL=%d", n)))
	arguments := `{"stdout":"word"}`
	s.call("exit", arguments)
	sent := map[string]time.Time{}
	var took []time.Duration
	receive := func() {
		m := s.next()
		require.Equal(b, "word", m.result(b).text())
		took = append(took, time.Since(sent[string(m.ID)]))
		delete(sent, string(m.ID))
	}
	began := time.Now()
	for b.Loop() {
		if len(sent) == n {
			receive()
		}
		at := time.Now()
		sent[s.begin("exit", arguments)] = at
	}
	for len(sent) > 0 {
		receive()
	}
	reportTimes(b, time.Since(began), took)
}

func reportTimes(b *testing.B, all time.Duration, took []time.Duration) {
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(float64(len(took))/all.Seconds(), "calls/s")
	b.ReportMetric(ms(took[len(took)/2]), "p50-ms")
	b.ReportMetric(ms(took[len(took)*99/100]), "p99-ms")
}
