//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

func newExit() *cobra.Command {
	c := &cobra.Command{Use: "exit", Short: "End with an exit code", Args: cobra.NoArgs}
	code := c.Flags().Int("code", 0, "Exit code")
	stdout := c.Flags().String("stdout", "", "Text for standard output")
	stderr := c.Flags().String("stderr", "", "Text for standard error")
	c.Run = func(*cobra.Command, []string) {
		fmt.Print(*stdout)
		fmt.Fprint(os.Stderr, *stderr)
		os.Exit(*code)
	}
	return reads(c)
}

func newPanic() *cobra.Command {
	c := &cobra.Command{Use: "panic", Short: "Crash", Args: cobra.NoArgs}
	how := c.Flags().String("how", "run", "run, goroutine, nil, overflow, error")
	annotate.Flag(c, "how").Enum("run", "goroutine", "nil", "overflow", "error")
	c.RunE = func(*cobra.Command, []string) error {
		switch *how {
		case "goroutine":
			go panic("a goroutine panics")
			time.Sleep(longest)
		case "nil":
			var none *cobra.Command
			none.Use = "crash"
		case "overflow":
			debug.SetMaxStack(1 << 20) // no gigabyte for a test
			return overflow(0)
		case "error":
			return errors.New("no crash at all")
		}
		panic("the command panics")
	}
	return reads(c)
}

// overflow uses up the stack.
func overflow(n int) error {
	if n < 0 {
		return nil
	}
	return errors.Join(overflow(n+1), nil)
}

func newSignal() *cobra.Command {
	c := &cobra.Command{Use: "signal", Short: "End by a signal", Args: cobra.NoArgs}
	n := c.Flags().Int("number", int(syscall.SIGKILL), "Number of the signal")
	c.Run = func(*cobra.Command, []string) {
		_ = syscall.Kill(os.Getpid(), syscall.Signal(*n))
		time.Sleep(longest)
	}
	return reads(c)
}

func newSleep() *cobra.Command {
	c := &cobra.Command{Use: "sleep", Short: "Sleep", Args: cobra.NoArgs}
	d := c.Flags().Duration("for", longest, "How long")
	word := c.Flags().String("say", "", "Text to print at the end")
	c.Run = func(*cobra.Command, []string) {
		ready("sleep")
		time.Sleep(*d)
		fmt.Print(*word)
	}
	return reads(c)
}

func newWork() *cobra.Command {
	c := &cobra.Command{Use: "work", Short: "Change something that nobody sees", Args: cobra.NoArgs}
	d := c.Flags().Duration("for", 0, "How long it takes")
	c.Run = func(*cobra.Command, []string) {
		ready("work")
		time.Sleep(*d)
		fmt.Println("worked")
	}
	annotate.Command(c).Access(annotate.Write)
	return c
}

func newWipe() *cobra.Command {
	c := &cobra.Command{Use: "wipe NAME", Short: "Destroy something that is not there", Args: cobra.ExactArgs(1)}
	c.Run = func(_ *cobra.Command, args []string) { fmt.Printf("wiped %q\n", args[0]) }
	annotate.Command(c).Access(annotate.Write).Destructive(true)
	return c
}
