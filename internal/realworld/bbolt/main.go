// Bbolt is the real bbolt with agent tools: the one line and nothing else.
package main

import (
	"os"

	"github.com/spf13/cobra"
	"go.etcd.io/bbolt/cmd/bbolt/command"

	"github.com/nurucobra/nuru/nurucobra"
)

func main() {
	root := command.NewRootCommand()
	cobra.CheckErr(nurucobra.Attach(root))
	if root.Execute() != nil {
		os.Exit(1)
	}
}
