// Exits has Args validators that end the process.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/nurucobra"
)

func main() {
	root := &cobra.Command{Use: "exits"}
	for name, validate := range map[string]func(cmd *cobra.Command, args []string) error{
		"cobra": cobra.ExactArgs(2),
		"custom": func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return errors.New("two words, please")
			}
			return nil
		},
		"silent": func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				os.Exit(0)
			}
			return nil
		},
		"check": cobra.MatchAll(cobra.ExactArgs(1), func(_ *cobra.Command, args []string) error {
			if args[0] == "a" {
				cobra.CheckErr("not a")
			}
			return nil
		}),
		"fatal": func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				log.Fatal("no words")
			}
			return nil
		},
	} {
		root.AddCommand(&cobra.Command{
			Use: name + " WORD...", Short: "Ends", Args: validate,
			Run: func(_ *cobra.Command, args []string) { fmt.Println(strings.Join(args, ",")) },
		})
	}
	if os.Getenv("ALL_EXIT") != "" { // a helper that all commands share
		for i := range 25 {
			root.AddCommand(&cobra.Command{
				Use: fmt.Sprintf("all%02d [WORD]", i), Short: "Ends", Run: func(*cobra.Command, []string) {},
				Args: func(cmd *cobra.Command, args []string) error {
					if len(args) != 1 {
						os.Exit(0)
					}
					return nil
				},
			})
		}
	}
	var opts []nurucobra.Option
	if os.Getenv("UNASKED") != "" {
		opts = append(opts, nurucobra.WithoutArgsProbe())
	}
	cobra.CheckErr(nurucobra.Attach(root, opts...))
	cobra.CheckErr(root.Execute())
}
