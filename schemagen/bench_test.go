package schemagen_test

import (
	"fmt"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/schemagen"
)

// bigApp has commands in groups of the given size, each with flags of its own,
// below a root with globals.
func bigApp(commands, group, flags, globals int) *cobra.Command {
	root := &cobra.Command{Use: "big"}
	for i := range globals {
		root.PersistentFlags().String(fmt.Sprintf("global-flag-%d", i), "some", "What the global flag is for, in a few words")
	}
	var parent *cobra.Command
	for i := range commands {
		if i%group == 0 {
			parent = &cobra.Command{Use: fmt.Sprintf("group%d", i/group), Short: "A group", Aliases: []string{fmt.Sprintf("g%d", i/group)}}
			root.AddCommand(parent)
		}
		cmd := leaf(fmt.Sprintf("command%d NAME [TAG]", i))
		cmd.Aliases = []string{fmt.Sprintf("c%d", i)}
		cmd.Args = cobra.RangeArgs(1, 2)
		for j := range flags {
			name, usage := fmt.Sprintf("flag-number-%d", j), "What the flag is for. And some more about it that is not sent."
			switch j % 4 {
			case 0:
				cmd.Flags().Bool(name, false, usage)
			case 1:
				cmd.Flags().Int(name, 10, usage)
			case 2:
				cmd.Flags().StringSlice(name, nil, usage)
			default:
				cmd.Flags().String(name, "value", usage)
			}
		}
		parent.AddCommand(cmd)
	}
	return root
}

func benchmarkGenerate(b *testing.B, root *cobra.Command) {
	environ := make([]string, 60)
	for i := range environ {
		environ[i] = fmt.Sprintf("SOME_VARIABLE_%d=/some/value/%d", i, i)
	}
	b.ReportAllocs()
	for b.Loop() {
		_, err := schemagen.Generate(root, schemagen.Options{Environ: environ})
		require.NoError(b, err)
	}
}

func BenchmarkGenerate300(b *testing.B)       { benchmarkGenerate(b, bigApp(300, 20, 20, 27)) }
func BenchmarkGenerate10000(b *testing.B)     { benchmarkGenerate(b, bigApp(10_000, 50, 8, 5)) }
func BenchmarkGenerate10000Flat(b *testing.B) { benchmarkGenerate(b, bigApp(10_000, 10_000, 8, 5)) }

func BenchmarkExport300(b *testing.B) {
	tools, err := schemagen.Generate(bigApp(300, 20, 20, 27), schemagen.Options{})
	require.NoError(b, err)
	for b.Loop() {
		_, err := schemagen.Export(tools)
		require.NoError(b, err)
	}
}
