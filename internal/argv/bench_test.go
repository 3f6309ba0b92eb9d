package argv_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/schemagen"
)

// bigTree has 300 commands in 20 groups, 27 persistent flags and 20 local ones
// at each command: the size of a large client of a cluster.
func bigTree() *cobra.Command {
	run := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "app"}
	for i := range 27 {
		root.PersistentFlags().String(fmt.Sprintf("global-%d", i), "", "a flag that all commands take")
	}
	for g := range 20 {
		group := &cobra.Command{Use: fmt.Sprintf("group%d", g)}
		root.AddCommand(group)
		for c := range 14 {
			cmd := &cobra.Command{Use: fmt.Sprintf("command%d NAME", c), Args: cobra.ExactArgs(1), Run: run}
			annotate.Command(cmd).Access(annotate.Write)
			for i := range 20 {
				switch i % 4 {
				case 0:
					cmd.Flags().String(fmt.Sprintf("text-%d", i), "", "")
				case 1:
					cmd.Flags().Int(fmt.Sprintf("number-%d", i), 0, "")
				case 2:
					cmd.Flags().Bool(fmt.Sprintf("switch-%d", i), false, "")
				default:
					cmd.Flags().StringSlice(fmt.Sprintf("list-%d", i), nil, "")
				}
			}
			group.AddCommand(cmd)
		}
	}
	return root
}

const bigCall = `{"name":"web","text0":"some text","number1":5,"switch2":true,"list3":["a,b","c"],"globals":["--global-3=prod"]}`

// BenchmarkEncode shows what the read-back costs; the target of its median is
// half a millisecond.
func BenchmarkEncode(b *testing.B) {
	tools, err := schemagen.Generate(bigTree(), schemagen.Options{Environ: []string{}})
	require.NoError(b, err)
	require.Len(b, tools, 280)
	tool := &tools[140]
	e := &argv.Encoder{}
	_, err = e.Encode(tool, json.RawMessage(bigCall))
	require.NoError(b, err)

	b.Run("encode only", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _, _ = e.Split(tool, json.RawMessage(bigCall))
		}
	})
	b.Run("with read-back", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = e.Encode(tool, json.RawMessage(bigCall))
		}
	})
	b.Run("read-back alone", func(b *testing.B) {
		var times []time.Duration
		for b.Loop() {
			_, readBack, err := e.Split(tool, json.RawMessage(bigCall))
			if err != nil {
				b.Fatal(err)
			}
			start := time.Now()
			if err := readBack(); err != nil {
				b.Fatal(err)
			}
			times = append(times, time.Since(start))
		}
		slices.Sort(times)
		b.ReportMetric(float64(times[len(times)/2].Microseconds()), "p50-µs")
		b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-µs")
	})
}
