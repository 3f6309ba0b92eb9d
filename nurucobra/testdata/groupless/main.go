// Groupless has a command in a group that nobody defined, on which cobra panics.
package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/nurucobra"
)

func main() {
	root := &cobra.Command{Use: "groupless"}
	fine := &cobra.Command{Use: "fine", Short: "Fine", Run: func(*cobra.Command, []string) { fmt.Println("ran fine") }}
	odd := &cobra.Command{Use: "odd", Short: "Odd", GroupID: "nobody", Run: func(*cobra.Command, []string) { fmt.Println("ran odd") }}
	root.AddCommand(fine, odd)
	cobra.CheckErr(nurucobra.Attach(root))
	cobra.CheckErr(root.Execute())
}
