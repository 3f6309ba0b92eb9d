//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

// roleEnv makes this program a process of the tree that its value describes,
// and nothing else.
//
// A generation is a list of words, separated by commas; a slash comes between a
// process and its child. "stubborn/daemon,quiet" is a process that resists
// signals, with a child that has left by setsid and holds no output.
//
// How a process is started:
//
//	daemon    in a session of its own
//	group     in a process group of its own
//	quiet     without the output of its parent
//
// What it does when it is ready:
//
//	hang      waits (the default)
//	stubborn  waits, and ignores whatever asks it to end
//	polite    waits, and exits with code 7 when asked to end
//	chatter   writes lines to standard output without end
//	hopper    resists, and moves on: starts itself anew and exits, again and again
//	stopped   stops itself (SIGSTOP)
//	exit=N    exits with that code, once its child is ready
//	kill=N    ends by that signal, once its child is ready
//	panic     panics, once its child is ready
//
// With for=D it does so for that time and exits with code 0.
const roleEnv = "HOSTILE_ROLE"

const roleHelp = "words hang, stubborn, polite, chatter, hopper, stopped, exit=N, kill=N, panic, for=DURATION, daemon, group, quiet; comma between words, slash before a child"

// live is the life of a process with that role; it does not return.
func live(spec string) {
	switch spec {
	case "chatterer":
		chatter()
	case "hop":
		hop()
	}
	words, child, hasChild := strings.Cut(spec, "/")
	if hasChild {
		spawn(child)
	}
	behave(strings.Split(words, ","))
}

// self is a child of this program in that role.
func self(spec string) *exec.Cmd {
	c := exec.Command("/proc/self/exe")
	if _, err := os.Stat(c.Path); err != nil {
		c.Path, err = os.Executable()
		cobra.CheckErr(err)
	}
	c.Args[0] = os.Args[0]
	c.Env = append(os.Environ(), roleEnv+"="+spec)
	return c
}

// spawn starts a tree of processes and returns when its root is ready.
func spawn(spec string) {
	words, _, _ := strings.Cut(spec, "/")
	is := func(word string) bool { return slices.Contains(strings.Split(words, ","), word) }
	c := self(spec)
	if !is("quiet") {
		c.Stdout, c.Stderr = os.Stdout, os.Stderr
	}
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: is("daemon"), Setpgid: is("group")}
	r, w, err := os.Pipe()
	cobra.CheckErr(err)
	c.ExtraFiles = []*os.File{w}
	c.Env = append(c.Env, "HOSTILE_TELL=1")
	cobra.CheckErr(c.Start())
	_ = w.Close()
	_, _ = r.Read(make([]byte, 1)) // the end comes when the child is ready
	_ = r.Close()
	go func() { _ = c.Wait() }() // no zombies of the fixture's own
}

// hop leaves this process for a new one. It ends after some time, as everything
// here does.
func hop() {
	signal.Notify(make(chan os.Signal, 1), asksToEnd...)
	const until = "HOSTILE_HOPS_UNTIL"
	end, err := time.Parse(time.RFC3339, os.Getenv(until))
	if err != nil {
		end = time.Now().Add(longest)
	}
	if time.Now().After(end) {
		os.Exit(98)
	}
	// Moving faster would take the machine from those who look.
	time.Sleep(2 * between)
	next := self("hop")
	next.Env = append(next.Env, until+"="+end.Format(time.RFC3339))
	next.Stdout, next.Stderr = os.Stdout, os.Stderr
	cobra.CheckErr(next.Start())
	os.Exit(0)
}

// tellParent is how a child says that it is ready.
var tellParent = func() {}

func init() {
	if _, ok := os.LookupEnv("HOSTILE_TELL"); ok {
		_ = os.Unsetenv("HOSTILE_TELL")
		syscall.CloseOnExec(3)
		tellParent = func() { _ = syscall.Close(3) }
	}
}

// asksToEnd are the signals that a program may resist.
var asksToEnd = []os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGPIPE, syscall.SIGALRM}

// behave does what the words say and does not return.
func behave(words []string) {
	end := func() { os.Exit(99) }
	var asked chan os.Signal
	limit := longest
	what := func() { time.Sleep(longest); os.Exit(98) }
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		switch name {
		case "", "hang", "daemon", "group", "quiet":
		case "stubborn":
			// Caught, not ignored: children would inherit that.
			signal.Notify(make(chan os.Signal, 1), asksToEnd...)
		case "polite":
			asked = make(chan os.Signal, 1)
			signal.Notify(asked, syscall.SIGTERM)
		case "chatter":
			what = func() {
				for {
					fmt.Println("chatter chatter chatter")
					time.Sleep(between)
				}
			}
		case "hopper":
			what = hop
		case "stopped":
			what = func() { _ = syscall.Kill(os.Getpid(), syscall.SIGSTOP); time.Sleep(longest) }
		case "exit":
			what = func() { os.Exit(toInt(value)) }
		case "kill":
			what = func() { _ = syscall.Kill(os.Getpid(), syscall.Signal(toInt(value))); time.Sleep(longest) }
		case "panic":
			what = func() { panic("as asked") }
		case "for":
			d, err := time.ParseDuration(value)
			cobra.CheckErr(err)
			limit, end = d, func() { os.Exit(0) }
		default:
			cobra.CheckErr(fmt.Errorf("no such word: %q", word))
		}
	}
	ready(strings.Join(words, ","))
	tellParent()
	go what()
	select {
	case <-asked:
		fmt.Println("bye")
		os.Exit(7)
	case <-time.After(limit):
		end()
	}
}

func toInt(s string) int {
	n, err := strconv.Atoi(s)
	cobra.CheckErr(err)
	return n
}

func newTree() *cobra.Command {
	c := &cobra.Command{Use: "tree", Short: "Become a tree of processes", Args: cobra.NoArgs}
	role := c.Flags().String("role", "hang", "What the command itself does: "+roleHelp)
	children := c.Flags().StringArray("child", nil, "What a child does; as for the role")
	c.Run = func(*cobra.Command, []string) {
		for _, child := range *children {
			spawn(child)
		}
		behave(strings.Split(*role, ","))
	}
	return reads(c)
}

// reads says that a command changes nothing.
func reads(c *cobra.Command) *cobra.Command {
	annotate.Command(c).Access(annotate.Read).OpenWorld(false)
	return c
}
