// Machine takes its defaults and texts from the machine it runs on, in every way
// that the export of a schema can hide.
package main

import (
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/nurucobra"
)

func main() {
	host, _ := os.Hostname()
	dir, _ := os.Getwd()
	home, _ := os.UserHomeDir()
	config, _ := os.ReadFile("config")
	root := &cobra.Command{Use: "machine"}
	show := &cobra.Command{Use: "show", Short: "Show " + filepath.Base(dir), Run: func(*cobra.Command, []string) {}}
	show.Flags().Int("parallel", runtime.NumCPU(), "parallel")
	show.Flags().String("folder", filepath.Base(dir), "folder")
	show.Flags().String("home", home, "home")
	show.Flags().String("host", host, "host")
	show.Flags().String("config", string(config), "config")
	show.Flags().String("program", os.Args[0], "program")
	show.Flags().String("user", os.Getenv("USER"), "user")
	root.AddCommand(show)
	cobra.CheckErr(nurucobra.Attach(root))
	cobra.CheckErr(root.Execute())
}
