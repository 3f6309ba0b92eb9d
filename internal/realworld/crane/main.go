// Crane is the real crane with agent tools.
package main

import (
	"os"

	"github.com/google/go-containerregistry/cmd/crane/cmd"
	"github.com/google/go-containerregistry/pkg/logs"
	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/nurucobra"
)

func main() {
	logs.Warn.SetOutput(os.Stderr)
	logs.Progress.SetOutput(os.Stderr)
	cobra.CheckErr(nurucobra.Attach(cmd.Root))
	if cmd.Root.Execute() != nil {
		os.Exit(1)
	}
}
