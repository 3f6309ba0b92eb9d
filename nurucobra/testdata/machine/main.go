// Machine takes its defaults and texts from the machine it runs on, in every way
// that the export of a schema can hide.
package main

import (
	"crypto/rand"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/nurucobra"
)

func main() {
	host, _ := os.Hostname()
	dir, _ := os.Getwd()
	home, _ := os.UserHomeDir()
	file, _ := os.Executable()
	config, _ := os.ReadFile("config")
	me, err := user.Current()
	if err != nil {
		me = &user.User{Username: "nameless"}
	}
	now := time.Now()
	root := &cobra.Command{Use: "machine"}
	show := &cobra.Command{Use: "show", Short: "Show " + filepath.Base(dir), Run: func(*cobra.Command, []string) {}}
	flags := show.Flags()
	flags.String("kept", "json", "Output (default json)")
	flags.Int("parallel", runtime.NumCPU(), "parallel")
	flags.Int("procs", runtime.GOMAXPROCS(0), "procs")
	for name, value := range map[string]string{
		"folder":  filepath.Base(dir),
		"cwd":     dir,
		"home":    home,
		"host":    host,
		"config":  string(config),
		"program": os.Args[0],
		"user":    os.Getenv("USER"),
		"me":      me.Username,
		"name":    me.Name,
		"mine":    me.HomeDir,
		"work":    me.Username + "@" + host,
		"file":    file,
		"temp":    os.TempDir(),
		"today":   now.Format(time.DateOnly),
		"stamp":   now.Format(time.RFC1123),
		"backup":  "backup-" + now.Format("20060102-150405") + ".tar",
		"random":  rand.Text(),
	} {
		flags.String(name, value, fmt.Sprintf("The %s (default %s). Not else", name, value))
	}
	for name, value := range map[string]int64{
		"uid":  int64(os.Getuid()),
		"gid":  int64(os.Getgid()),
		"pid":  int64(os.Getpid()),
		"unix": now.Unix(),
		"ms":   now.UnixMilli(),
	} {
		flags.Int64(name, value, fmt.Sprintf("The %s (default %d). Not else", name, value))
	}
	show.Long = fmt.Sprintf("Shows it.\n\nProcess %d of uid %d, at %s, with %s.\nIn %s, at home in %s.",
		os.Getpid(), os.Getuid(), now.Format(time.RFC3339Nano), rand.Text(), dir, me.HomeDir)
	say := &cobra.Command{
		Use:   "say",
		Short: "Say it as " + me.Username + " on " + host + " on " + now.Format(time.DateOnly) + " from " + strconv.Itoa(os.Getpid()),
		Run:   func(*cobra.Command, []string) {},
	}
	say.Flags().String("words", "", "Nothing of the machine. Made by "+rand.Text())
	root.AddCommand(show, say)
	cobra.CheckErr(nurucobra.Attach(root))
	cobra.CheckErr(root.Execute())
}
