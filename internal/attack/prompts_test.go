//go:build linux

package attack_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// promptEnds is how long a command that asks somebody may take to fail.
const promptEnds = 2 * time.Second

// waitsForPerson is a program that somebody would have to close: an editor, a
// pager, a browser, a window that asks for a password.
func waitsForPerson(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "window")
	require.NoError(t, os.WriteFile(file, []byte("#!/bin/sh\nexec sleep 60\n"), 0o700))
	return file
}

// desktop is the environment of somebody who sits in front of the machine.
func desktop(window string) []string {
	env := []string{"TERM=xterm-256color", "DISPLAY=:99", "GIT_TERMINAL_PROMPT=1", "GCM_INTERACTIVE=always", "CI="}
	for _, name := range []string{
		"EDITOR", "VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "PAGER", "GIT_PAGER", "MANPAGER", "BROWSER",
		"GIT_ASKPASS", "SSH_ASKPASS", "SUDO_ASKPASS",
	} {
		env = append(env, name+"="+window)
	}
	return env
}

// prompts are calls that ask somebody, and what the agent reads instead.
var prompts = []struct {
	name, tool, arguments string
	says                  string
	works                 bool // without anybody
}{
	{name: "standard input", tool: "prompt", says: "no answer: EOF"},
	{name: "terminal", tool: "prompt", arguments: `{"tty":true}`, says: "no terminal to ask on"},
	{name: "editor", tool: "edit", says: "exit status 1"},
	{name: "pager", tool: "page", says: "a long text", works: true},
	{name: "browser", tool: "browse", says: "exit status 1"},
	{name: "credential", tool: "credential", says: "terminal prompts disabled"},
}

// A server that was started from a terminal, by somebody whose environment is
// full of windows, asks nobody: what would wait for a person ends.
func TestPrompts(t *testing.T) {
	t.Parallel()
	window := waitsForPerson(t)
	tty := openTerminal(t)
	s := startOnTerminal(t, tty, desktop(window)...)
	for _, c := range prompts {
		began := time.Now()
		r := s.call(c.tool, c.arguments)
		assert.Less(t, time.Since(began), promptEnds, c.name)
		assert.Equal(t, !c.works, r.IsError, c.name)
		assert.Contains(t, r.text(), c.says, c.name)
		requireGone(t, time.Now(), s.started)
	}
	s.alive()
}

func startOnTerminal(t *testing.T, tty terminal, env ...string) *server {
	t.Helper()
	return start(t, with(env...), func(c *exec.Cmd) {
		c.Stderr = tty.slave
		c.SysProcAttr = controlling()
		go discard(tty.master)
	})
}

func discard(f *os.File) {
	for buf := make([]byte, 4096); ; {
		if _, err := f.Read(buf); err != nil {
			return
		}
	}
}

// The same commands do wait when they are started from that terminal by hand,
// so it is the server that keeps them from it.
func TestPrompts_by_hand(t *testing.T) {
	t.Parallel()
	window := waitsForPerson(t)
	for _, c := range prompts {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tty := openTerminal(t)
			args := []string{c.tool}
			if c.arguments != "" {
				args = append(args, "--tty")
			}
			cmd := exec.Command(hostile, args...)
			cmd.Env = append(os.Environ(), desktop(window)...)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = tty.slave, tty.slave, tty.slave
			cmd.SysProcAttr = controlling()
			require.NoError(t, cmd.Start())
			go discard(tty.master)
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			select {
			case err := <-ended:
				t.Error("it ended by itself:", err)
			case <-time.After(300 * time.Millisecond):
				require.NoError(t, syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL))
				<-ended
			}
		})
	}
}

// git itself, and a server that wants a name and a password.
func TestPrompts_git(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	asked := make(chan struct{}, 100)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked <- struct{}{}
		w.Header().Set("WWW-Authenticate", `Basic realm="attack"`)
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer web.Close()
	tty := openTerminal(t)
	env := append(desktop(waitsForPerson(t)), "HOME="+t.TempDir(), "GIT_CONFIG_NOSYSTEM=1", "no_proxy=127.0.0.1")
	s := startOnTerminal(t, tty, env...)
	began := time.Now()
	r := s.call("git", `{"url":"`+web.URL+`/repo.git"}`)
	assert.Less(t, time.Since(began), promptEnds)
	assert.True(t, r.IsError)
	assert.Contains(t, r.text(), "terminal prompts disabled")
	assert.NotEmpty(t, asked, "git has not come to the point: %s", r.text())
	requireGone(t, time.Now(), s.started)

	// An askpass program in the configuration has its say too.
	config := filepath.Join(t.TempDir(), "config")
	require.NoError(t, os.WriteFile(config, []byte("[core]\n\taskPass = "+waitsForPerson(t)+"\n"), 0o600))
	s = startOnTerminal(t, openTerminal(t), append(env, "GIT_CONFIG_GLOBAL="+config)...)
	began = time.Now()
	r = s.call("git", `{"url":"`+web.URL+`/repo.git"}`)
	assert.Less(t, time.Since(began), promptEnds)
	assert.True(t, r.IsError)
	assert.Contains(t, r.text(), "terminal prompts disabled")
}
