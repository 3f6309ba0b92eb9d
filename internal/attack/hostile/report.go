//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/nurucobra/nuru/annotate"
)

// report is what the command show prints about its process.
type report struct {
	PID, Parent, Group, Session int
	DeathSignal                 int // what it gets when its parent dies; Linux
	Image, Cwd                  string
	Argv                        []string
	Env                         map[string]string
	Word                        string
}

func newShow() *cobra.Command {
	c := &cobra.Command{Use: "show", Short: "Show the process of the call as JSON", Args: cobra.NoArgs}
	word := c.Flags().String("word", "", "A word to show too")
	bare := c.Flags().Bool("bare", false, "Leave the environment out")
	c.RunE = func(*cobra.Command, []string) error {
		r := report{PID: os.Getpid(), Parent: os.Getppid(), Argv: os.Args, Word: *word, Env: map[string]string{}}
		r.Group = syscall.Getpgrp()
		r.Session, _ = unix.Getsid(0)
		r.DeathSignal = deathSignal()
		r.Image, _ = os.Readlink("/proc/self/exe")
		r.Cwd, _ = os.Getwd()
		for _, entry := range os.Environ() {
			if name, value, _ := strings.Cut(entry, "="); !*bare {
				r.Env[name] = value
			}
		}
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	annotate.Command(reads(c)).JSON(annotate.JSONOutput{})
	return c
}

// newAgain starts this program once more as a server, below itself.
func newAgain() *cobra.Command {
	c := &cobra.Command{Use: "again", Short: "Serve once more, inside a call", Args: cobra.NoArgs}
	c.RunE = func(*cobra.Command, []string) error {
		ready("again")
		path, err := os.Executable()
		if err != nil {
			return err
		}
		server := exec.Command(path, "mcp-server")
		server.Stdin = io.NopCloser(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"again","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"again"}}
`))
		server.Stdout, server.Stderr = os.Stdout, os.Stderr
		err = server.Run()
		fmt.Println("the server inside ended:", err)
		return err
	}
	return reads(c)
}
