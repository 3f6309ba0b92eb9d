//go:build unix

// Hostile is an application for tests: a cobra tree whose commands misbehave in
// every way that a served application might. They hang, resist signals, leave
// processes behind, crash, flood, ask questions and print what they should
// not. Package attack, one folder up, serves it and looks what comes of it.
//
// Some of its misbehaviour is not a command's but the program's. Environment
// variables switch that on, see start.go. What is started by a command
// inherits the environment, so a test finds it by a variable of its own
// choosing. If HOSTILE_READY names a folder, every process puts a file there,
// named after its process number, once it is ready to misbehave.
//
// Everything here ends by itself after a while, in case a test does not end it.
package main

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/nurucobra"
)

// longest bounds the life of whatever hangs.
const longest = 3 * time.Minute

func main() {
	if spec, ok := os.LookupEnv(roleEnv); ok {
		_ = os.Unsetenv(roleEnv)
		live(spec)
	}
	root := newRoot()
	cobra.CheckErr(nurucobra.Attach(root, options()...))
	misbehaveAtStart()
	if root.Execute() != nil {
		os.Exit(1)
	}
}

func newRoot() *cobra.Command {
	root := &cobra.Command{Use: "hostile", Short: "Misbehave in every way", Version: "6.6.6", SilenceUsage: true}
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) { misbehaveBeforeRun(cmd) }
	root.AddCommand(
		newExit(), newPanic(), newSignal(), newSleep(), newWork(), newWipe(), newTree(),
		newFlood(), newPrint(), newSecret(), newCat(),
		newPrompt(), newEdit(), newPage(), newCredential(), newGit(), newBrowse(),
		newShow(), newAgain(), newPicky(),
	)
	return root
}

// options are what the environment asks of Attach.
func options() (opts []nurucobra.Option) {
	if n := number("HOSTILE_PARALLEL"); n > 0 {
		opts = append(opts, nurucobra.WithParallel(n))
	}
	if os.Getenv("HOSTILE_PARALLEL_WRITES") != "" {
		opts = append(opts, nurucobra.WithParallelWrites())
	}
	if os.Getenv("HOSTILE_PLAIN_ENVIRONMENT") != "" {
		opts = append(opts, nurucobra.WithPlainEnvironment())
	}
	if os.Getenv("HOSTILE_ROOT_FLAGS") != "" {
		opts = append(opts, nurucobra.WithRootFlags())
	}
	if os.Getenv("HOSTILE_RAW_OUTPUT") != "" {
		opts = append(opts, nurucobra.WithRawOutput())
	}
	return opts
}

// number is the value of a variable, 0 when it is not set.
func number(name string) int {
	v := os.Getenv(name)
	if v == "" {
		return 0
	}
	n, err := strconv.Atoi(v)
	cobra.CheckErr(err)
	return n
}

// ready tells the test that this process is about to do what it is for.
func ready(as string) {
	dir := os.Getenv("HOSTILE_READY")
	if dir == "" {
		return
	}
	name := fmt.Sprintf("%s/%d", dir, os.Getpid())
	// Renamed into place, so that a file that is seen is a whole one.
	cobra.CheckErr(os.WriteFile(name+".tmp", []byte(as), 0o600))
	cobra.CheckErr(os.Rename(name+".tmp", name))
}
