// Yq is the real yq with agent tools.
package main

import (
	"os"

	command "github.com/mikefarah/yq/v4/cmd"
	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/nurucobra"
)

func main() {
	root := command.New()
	cobra.CheckErr(attach(root))
	os.Exit(run(root))
}

// attach is all that nurucobra asks of the program.
func attach(root *cobra.Command) error {
	// What yq prints is data: it is passed on as it is.
	eval := annotate.Facts{Stdin: "the document that the file - stands for", RawOutput: annotate.Yes}
	err := annotate.Table(root, map[string]annotate.Facts{"": {RawOutput: annotate.Yes}, "eval": eval, "eval-all": eval})
	if err != nil {
		return err
	}
	return nurucobra.Attach(root)
}

// run does what yq's own main does: what is no command is an expression.
func run(root *cobra.Command) int {
	args := os.Args[1:]
	if _, _, err := root.Find(args); err != nil && args[0] != "__complete" {
		root.SetArgs(append([]string{"eval"}, args...))
	}
	if root.Execute() != nil {
		return 1
	}
	return 0
}
