//go:build linux

package attack_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// without takes variables away.
func without(names ...string) func(*exec.Cmd) {
	return func(c *exec.Cmd) {
		c.Env = slices.DeleteFunc(c.Env, func(entry string) bool {
			name, _, _ := strings.Cut(entry, "=")
			return slices.Contains(names, name)
		})
	}
}

// inShell starts the server from a shell that runs script first.
func inShell(script string) func(*exec.Cmd) {
	return func(c *exec.Cmd) {
		c.Args = append([]string{"sh", "-c", script + `; exec "$@"`, "sh", c.Path}, c.Args[1:]...)
		c.Path = "/bin/sh"
	}
}

// The server works wherever it is started, and with whatever is missing there.
func TestPlaces(t *testing.T) {
	gone := filepath.Join(t.TempDir(), "gone")
	require.NoError(t, os.Mkdir(gone, 0o700))
	for name, change := range map[string]func(*exec.Cmd){
		"root folder":         func(c *exec.Cmd) { c.Dir = "/" },
		"deleted folder":      inShell(`cd "` + gone + `" && rmdir "` + gone + `"`),
		"no HOME":             without("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"),
		"HOME that is a file": with("HOME=/dev/null"),
		"missing TMPDIR":      with("TMPDIR=/no/such/folder"),
		"unwritable TMPDIR":   with("TMPDIR=/proc"), // also for the superuser
		"no PATH":             without("PATH"),
		"nothing but ours":    func(c *exec.Cmd) { c.Env = slices.Clone(c.Env[len(c.Env)-2:]) },
		"closed descriptors":  inShell("exec 3>&- 4>&- 5>&- 6>&-"),
		"no standard error":   inShell("exec 2>&-"),
		"full disk":           inShell("exec 2>/dev/full"),
		"odd umask":           inShell("umask 777"),
		"ignored signals":     inShell("trap '' PIPE TERM HUP INT CHLD"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, change)
			m := s.ask("tools/list", "")
			require.Nil(t, m.Error, m.raw)
			s.alive()
			e := s.call("flood", `{"stdout":200000,"stderr":200000}`).envelope(t)
			assert.True(t, e.OK)
			assert.EqualValues(t, 200000, e.Truncated.StdoutBytes)
			s.beginAndCancel()
			s.alive()
			s.closeInput()
			assert.NoError(t, s.wait())
		})
	}
}

// beginAndCancel runs a tree and cancels it.
func (s *server) beginAndCancel() {
	s.t.Helper()
	id := s.begin("tree", `{"child":["stubborn"]}`)
	s.awaitReady(2)
	s.cancel(id)
	requireGone(s.t, time.Now(), s.started)
}

// The folder may go while the server runs.
func TestPlaces_folder_goes(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "dir")
	require.NoError(t, os.Mkdir(dir, 0o700))
	s := start(t, func(c *exec.Cmd) { c.Dir = dir })
	s.alive()
	require.NoError(t, os.Remove(dir))
	s.alive()
}

// A server that runs out of descriptors refuses calls and goes on.
func TestPlaces_few_descriptors(t *testing.T) {
	t.Parallel()
	s := start(t, inShell("ulimit -n 40"), with("HOSTILE_PARALLEL=50"))
	const n = 40
	var ids []string
	for range n {
		ids = append(ids, s.begin("sleep", `{"for":"500ms","say":"slept"}`))
	}
	refused := 0
	for range ids {
		r := s.next().result(t)
		if r.IsError {
			refused++
			assert.Contains(t, r.text(), "too many open files")
		} else {
			assert.Equal(t, "slept", r.text())
		}
	}
	assert.Positive(t, refused)
	assert.Less(t, refused, n)
	s.alive()
}

// image is the file of the program that a call runs, as the system sees it.
func (s *server) image() string {
	s.t.Helper()
	var show struct{ Image string }
	require.NoError(s.t, json.Unmarshal(s.call("show", `{"bare":true}`).envelope(s.t).Data, &show))
	return show.Image
}

// A program that is replaced while its server runs serves on as what it was.
func TestUpgrade(t *testing.T) {
	for name, c := range map[string]struct {
		replace func(t *testing.T, program string)
		image   string // what follows the program's own path
	}{
		"renamed over": {func(t *testing.T, program string) {
			newer := program + ".new"
			copyFile(t, hostile, newer)
			require.NoError(t, os.Rename(newer, program))
		}, " (deleted)"},
		"removed":   {func(t *testing.T, program string) { require.NoError(t, os.Remove(program)) }, " (deleted)"},
		"moved":     {func(t *testing.T, program string) { require.NoError(t, os.Rename(program, program+".old")) }, ".old"},
		"forbidden": {func(t *testing.T, program string) { require.NoError(t, os.Chmod(program, 0)) }, ""},
		"written over": {func(t *testing.T, program string) {
			// The system itself stands in the way of this one.
			_, err := os.OpenFile(program, os.O_WRONLY|os.O_TRUNC, 0)
			require.True(t, errors.Is(err, syscall.ETXTBSY), err)
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program := filepath.Join(t.TempDir(), "app")
			copyFile(t, hostile, program)
			s := start(t, func(c *exec.Cmd) { c.Path = program })
			require.Equal(t, program, s.image())
			c.replace(t, program)
			if name == "forbidden" { // the superuser too needs one bit to run it
				r := s.call("show", "")
				require.True(t, r.IsError)
				assert.Contains(t, r.text(), "permission denied")
				require.NoError(t, os.Chmod(program, 0o700))
			}
			assert.Equal(t, program+c.image, s.image())
			s.alive()
			s.beginAndCancel()
			// Recursion ends, whichever file is started then. A program that was
			// moved goes by another name, and gets one level deeper.
			if name != "removed" {
				assert.Contains(t, s.call("again", "").text(), "not serving it once more")
			}
		})
	}
}

// copyFile has another process make the copy: no process that this one starts
// meanwhile may inherit a descriptor that writes to a program.
func copyFile(t *testing.T, from, to string) {
	t.Helper()
	out, err := exec.Command("cp", from, to).CombinedOutput()
	require.NoError(t, err, string(out))
}

// A server does not serve inside its own calls, by whatever name it is started.
func TestRecursion(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink(hostile, link))
	for name, program := range map[string]string{"itself": hostile, "by a link": link} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, func(c *exec.Cmd) { c.Path = program })
			began := time.Now()
			r := s.call("again", "")
			assert.True(t, r.IsError)
			assert.Contains(t, r.text(), "not serving it once more")
			assert.NotContains(t, r.text(), `"jsonrpc"`, "the server inside has answered")
			assert.Less(t, time.Since(began), 5*time.Second)
			requireGone(t, time.Now(), s.started)
			s.alive()
		})
	}
}
