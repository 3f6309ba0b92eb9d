package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// app is what the commands share: the persistent flags and the outside world,
// which tests replace.
type app struct {
	file    string
	verbose bool

	now        func() time.Time
	getenv     func(string) string
	isTerminal func(io.Reader) bool
}

func newApp() *app {
	return &app{now: time.Now, getenv: os.Getenv, isTerminal: isTerminal}
}

// clock returns the time as tasks keep it: UTC, whole seconds.
func (a *app) clock() time.Time { return a.now().UTC().Truncate(time.Second) }

// store returns the store of this call. The default path is worked out here
// and not at the flag's definition, so that help and schemas are the same on
// every machine.
func (a *app) store(cmd *cobra.Command) (*store, error) {
	path := a.file
	if path == "" {
		path = a.getenv("TASKS_FILE")
	}
	if path == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return nil, fmt.Errorf("finding the tasks file: %w; name one with --file or TASKS_FILE", err)
		}
		path = filepath.Join(dir, "tasks", "tasks.json")
	}
	logf := func(string, ...any) {}
	if a.verbose {
		logf = func(format string, args ...any) { fmt.Fprintf(cmd.ErrOrStderr(), format+"\n", args...) }
	}
	return newStore(path, logf), nil
}

// load reads the tasks of this call.
func (a *app) load(cmd *cobra.Command) (*document, error) {
	s, err := a.store(cmd)
	if err != nil {
		return nil, err
	}
	return s.load()
}

// task reads the task whose number was given as text.
func (a *app) task(cmd *cobra.Command, number string) (*Task, error) {
	id, err := parseID(number)
	if err != nil {
		return nil, err
	}
	d, err := a.load(cmd)
	if err != nil {
		return nil, err
	}
	return d.task(id)
}

// update changes the tasks of this call, see [store.update].
func (a *app) update(cmd *cobra.Command, change func(*document) error) error {
	s, err := a.store(cmd)
	if err != nil {
		return err
	}
	return s.update(cmd.Context(), change)
}

// confirm asks question and returns an error unless a person says yes. Where
// nobody can answer it fails at once.
func (a *app) confirm(cmd *cobra.Command, question string) error {
	if !a.isTerminal(cmd.InOrStdin()) {
		return errors.New("cannot ask for confirmation: standard input is not a terminal; pass --yes to go on without the question")
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s [y/N] ", question)
	answer, err := bufio.NewReader(input(cmd)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("reading the answer: %w", err)
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	default:
		return errors.New("not confirmed, nothing was removed")
	}
}

// input returns the command's standard input. Its Read gives up when the
// command is interrupted.
func input(cmd *cobra.Command) io.Reader { return ctxReader{cmd.Context(), cmd.InOrStdin()} }

type ctxReader struct {
	ctx context.Context
	r   io.Reader
}

func (c ctxReader) Read(p []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	buf := make([]byte, len(p)) // not p: an abandoned read may still write to it
	go func() {
		n, err := c.r.Read(buf)
		done <- result{n, err}
	}()
	select {
	case <-c.ctx.Done():
		return 0, context.Cause(c.ctx)
	case r := <-done:
		return copy(p, buf[:r.n]), r.err
	}
}
