package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// fakeFile, in the working folder, says what the fake code-scribe does. A
// variable would not reach it: the server passes on only those it knows.
const fakeFile = "fake.json"

// fake is what the fake code-scribe is told to do, in this order.
type fake struct {
	Commands []string // does it only for these; empty: for all
	Log      string   // appends a line with its arguments to this file
	Argv     bool     // prints argv and environment as JSON
	Leak     bool     // prints every value of its environment that it can find a form for
	Stdout   string
	Stderr   string
	Lines    int               // prints so many lines, 10 ms apart
	Flood    int               // prints so many KiB
	Write    map[string]string // files
	Child    string            // starts a child that hangs, ignores SIGTERM and writes its number to this file
	Stubborn bool              // ignores SIGTERM
	PID      string            // writes its number to this file
	Sleep    time.Duration
	Exit     int
}

// fakeCodeScribe is the program that the tests run as code-scribe.
func fakeCodeScribe() {
	if len(os.Args) > 1 && os.Args[1] == "--help" {
		fmt.Print("Usage: code-scribe [OPTIONS] COMMAND [ARGS]...\n\nCommands:\n  draft\n  format\n  generate\n  index\n  inspect\n  translate\n  update\n")
		return
	}
	if len(os.Args) > 1 && os.Args[1] == "--version" {
		fmt.Println("code-scribe, version 2025.dev")
		return
	}
	var f fake
	if b, err := os.ReadFile(fakeFile); err == nil {
		if err := json.Unmarshal(b, &f); err != nil {
			panic(err)
		}
	}
	command := ""
	if len(os.Args) > 1 {
		command = os.Args[1]
	}
	if f.Log != "" {
		appendLine(f.Log, strings.Join(os.Args[1:], " "))
	}
	if len(f.Commands) > 0 && !slices.Contains(f.Commands, command) {
		fmt.Println("done", command)
		return
	}
	f.run()
}

func (f fake) run() {
	if f.Stubborn {
		signal.Ignore(syscall.SIGTERM)
	}
	if f.Argv {
		_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"argv": os.Args, "env": os.Environ()})
	}
	if f.Leak {
		leak()
	}
	fmt.Print(f.Stdout)
	fmt.Fprint(os.Stderr, f.Stderr)
	for i := range f.Lines {
		fmt.Fprintf(os.Stderr, "line %d\n", i)
		time.Sleep(10 * time.Millisecond)
	}
	kib := strings.Repeat("0123456789abcde\n", 64)
	for range f.Flood {
		fmt.Print(kib)
	}
	for name, text := range f.Write {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			panic(err)
		}
	}
	if f.Child != "" {
		child := exec.Command(os.Args[0], "hang")
		child.Env = append(os.Environ(), "FAKE_HANG="+f.Child)
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		for {
			if _, err := os.Stat(f.Child); err == nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
	}
	if f.PID != "" {
		writePID(f.PID)
	}
	time.Sleep(f.Sleep)
	os.Exit(f.Exit)
}

// hang is the child of the fake.
func hang(file string) {
	signal.Ignore(syscall.SIGTERM)
	writePID(file)
	time.Sleep(time.Minute)
}

func writePID(file string) {
	_ = os.WriteFile(file+".new", fmt.Append(nil, os.Getpid()), 0o600)
	_ = os.Rename(file+".new", file)
}

func appendLine(file, line string) {
	out, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(out, line)
	_ = out.Close()
}
