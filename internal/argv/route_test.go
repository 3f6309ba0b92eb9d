package argv_test

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"github.com/nurucobra/nuru/internal/argv"
)

// cobra is the judge: it runs the target exactly when Route says so.
func TestRouteSeesWhetherTheTargetRuns(t *testing.T) {
	for _, own := range []bool{false, true} {
		for _, args := range [][]string{
			{"show"},
			{"show", "-h"},
			{"show", "--help"},
			{"show", "--help=false"},
			{"show", "--help", "--help=false"},
			{"show", "--", "--help"},
			{"show", "--name", "--help"},
			{"show", "--name=-h"},
			{"show", "--version"},
			{"help", "show"},
			{"--help", "show"},
			{"show", "--nothing"},
		} {
			ran := false
			root := &cobra.Command{Use: "app", SilenceErrors: true, SilenceUsage: true}
			show := &cobra.Command{Use: "show", Version: "1", Run: func(*cobra.Command, []string) { ran = true }}
			show.Flags().String("name", "", "")
			if own {
				show.Flags().BoolP("help", "h", false, "")
			}
			root.AddCommand(show)
			root.SetOut(t.Output())
			_, got := argv.Route(show, args)
			root.SetArgs(args)
			_ = root.Execute()
			assert.Equal(t, ran, got, "%q, own help flag: %t", args, own)
		}
	}
}
