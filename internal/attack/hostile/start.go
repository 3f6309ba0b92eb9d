//go:build unix

package main

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// What the environment switches on, for every start of the program, as a server
// and as a call. All of it writes to standard output, where a server must keep
// it from the protocol. Each is a text that is written as it is, with a line
// break.
const (
	// printEarly is written between Attach and Execute.
	printEarly = "HOSTILE_PRINT_EARLY"
	// printInit is written by an initialiser of cobra's.
	printInit = "HOSTILE_PRINT_INIT"
	// printPreRun is written by the root's PersistentPreRun, in three ways.
	printPreRun = "HOSTILE_PRINT_PRERUN"
	// printRaw is written to descriptor 1 by system call, at start and then
	// every few milliseconds.
	printRaw = "HOSTILE_PRINT_RAW"
	// printChild is written every few milliseconds by a child that has
	// inherited descriptor 1. The child ends when its parent does.
	printChild = "HOSTILE_PRINT_CHILD"
	// readEarly is no text: if it is set, everything that is to be had from
	// descriptor 0 within a moment is read, between Attach and Execute and by
	// an initialiser.
	readEarly = "HOSTILE_READ_EARLY"
	// printArgs is written by the Args validator of the command picky, which
	// is called while schemas are made.
	printArgs = "HOSTILE_PRINT_ARGS"
)

const between = 5 * time.Millisecond

func misbehaveAtStart() {
	say(printEarly)
	swallow()
	cobra.OnInitialize(func() {
		say(printInit)
		swallow()
	})
	if text := os.Getenv(printRaw); text != "" {
		sayRaw(text)
		go func() {
			for range time.Tick(between) {
				sayRaw(text)
			}
		}()
	}
	if text := os.Getenv(printChild); text != "" {
		startChatterer()
	}
}

func misbehaveBeforeRun(cmd *cobra.Command) {
	say(printPreRun)
	if text := os.Getenv(printPreRun); text != "" {
		fmt.Fprintln(cmd.OutOrStdout(), text)
		sayRaw(text)
	}
}

func say(name string) {
	if text := os.Getenv(name); text != "" {
		fmt.Println(text)
	}
}

// swallow takes what a client has sent, where nobody keeps it away.
func swallow() {
	if os.Getenv(readEarly) == "" {
		return
	}
	taken := make(chan struct{})
	go func() {
		defer close(taken)
		_, _ = syscall.Read(0, make([]byte, 1<<16))
	}()
	select {
	case <-taken:
	case <-time.After(50 * time.Millisecond):
	}
}

func sayRaw(text string) { _, _ = syscall.Write(1, []byte(text+"\n")) }

// startChatterer starts a child with this program's own descriptor 1.
func startChatterer() {
	c := self("chatterer")
	c.Stdout = os.NewFile(1, "stdout")
	cobra.CheckErr(c.Start())
}

func chatter() {
	text, parent := os.Getenv(printChild), os.Getppid()
	for end := time.Now().Add(longest); os.Getppid() == parent && time.Now().Before(end); time.Sleep(between) {
		sayRaw(text)
	}
	os.Exit(0)
}

// newPicky has a validator that is as rude as the start.
func newPicky() *cobra.Command {
	c := &cobra.Command{Use: "picky [WORD...]", Short: "Judge the words", Run: func(_ *cobra.Command, args []string) { fmt.Printf("%q\n", args) }}
	c.Args = func(_ *cobra.Command, args []string) error {
		say(printArgs)
		if text := os.Getenv(printArgs); text != "" {
			sayRaw(text)
			_, _ = os.Stdin.Read(make([]byte, 1)) // the protocol's, were it not kept away
		}
		return cobra.MaximumNArgs(3)(nil, args)
	}
	return reads(c)
}
