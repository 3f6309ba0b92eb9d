// Command hello teaches the smallest use: say what a command does to the world,
// call nurucobra.Attach, and "hello mcp-server" offers the command to agents.
package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/nurucobra"
)

func newRoot() *cobra.Command {
	root := &cobra.Command{Use: "hello", Short: "Say hello", SilenceErrors: true}
	greet := &cobra.Command{Use: "greet <name>", Short: "Greet somebody", Args: cobra.ExactArgs(1)}
	greeting := greet.Flags().String("greeting", "Hello", "word to greet with")
	greet.Run = func(cmd *cobra.Command, args []string) {
		fmt.Fprintf(cmd.OutOrStdout(), "%s, %s!\n", *greeting, args[0])
	}
	annotate.Command(greet).Access(annotate.Read).OpenWorld(false)
	root.AddCommand(greet)
	cobra.CheckErr(nurucobra.Attach(root))
	return root
}

func main() { cobra.CheckErr(newRoot().Execute()) }
