//go:build linux

package attack_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The fixture misbehaves as it says; or else the attacks prove nothing.
func TestFixture(t *testing.T) {
	t.Parallel()
	s := start(t, with("HOSTILE_WORD=hunter"))
	for _, c := range []struct {
		tool, arguments string
		text            string // the result's, nothing when ""
		isError         bool
	}{
		{"exit", `{"code":3,"stdout":"a","stderr":"b"}`, "a\nb\nexit code 3", true},
		{"signal", `{"number":15}`, "exit code 143 (SIGTERM)", true},
		{"sleep", `{"for":"1ms","say":"slept"}`, "slept", false},
		{"print", `{"hex":"61","escaped":"\\x62\\n","repeat":2}`, "ab\nab\n", false},
		{"print", `{"escaped":"abc","piece":1,"pause":"1ms"}`, "abc", false},
		{"cat", `{"stdin":"in"}`, "in", false},
		{"flood", `{"stdout":32,"fill":"numbered"}`, "000000000000000\n000000000000001\n", false},
		{"tree", `{"role":"exit=4"}`, "exit code 4", true},
		{"tree", `{"role":"kill=9"}`, "exit code 137 (SIGKILL)", true},
		{"tree", `{"role":"hang,for=1ms"}`, "(no output, exit code 0)", false},
		{"secret", `{"variable":"HOSTILE_WORD","encoding":"base64"}`, "secret=aHVudGVy\n", false},
		{"work", "", "worked\n", false},
		{"wipe", `{"name":"x"}`, "wiped \"x\"\n", false},
		{"picky", `{"word":["a"]}`, "[\"a\"]\n", false},
	} {
		r := s.call(c.tool, c.arguments)
		assert.Equal(t, c.text, r.text(), c.tool+c.arguments)
		assert.Equal(t, c.isError, r.IsError, c.tool+c.arguments)
	}
	for _, how := range []string{"run", "goroutine", "nil", "overflow"} {
		e := s.call("panic", `{"how":"`+how+`"}`).envelope(t)
		assert.Equal(t, 2, e.ExitCode, how)
		assert.Contains(t, e.Stderr, "goroutine ", how)
	}
	var show struct {
		Group, Session, PID int
		Cwd, Image          string
		Word                string
		Env                 map[string]string
	}
	require.NoError(t, json.Unmarshal(s.call("show", `{"word":"w"}`).envelope(t).Data, &show))
	assert.Equal(t, []int{show.PID, show.PID}, []int{show.Group, show.Session}, "a session of its own")
	assert.Equal(t, "w", show.Word)
	assert.Equal(t, "1", show.Env["CI"])
	assert.Equal(t, hostile, show.Image)
}

// TestFixture_tree looks at a tree of processes: who is where.
func TestFixture_tree(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.begin("tree", `{"child":["stubborn/daemon","group,quiet","hang"]}`)
	roles := s.awaitReady(5)
	pids := map[string]process{}
	for pid, role := range roles {
		p, ok := lookUp(pid)
		require.True(t, ok)
		if role == "hang" && p.parent == s.cmd.Process.Pid {
			role = "leader"
		}
		pids[role] = p
	}
	leader := pids["leader"]
	assert.Equal(t, leader.pid, leader.group)
	assert.Equal(t, leader.pid, pids["stubborn"].group)
	assert.Equal(t, leader.pid, pids["hang"].group)
	assert.Equal(t, pids["daemon"].pid, pids["daemon"].session)
	assert.Equal(t, pids["stubborn"].pid, pids["daemon"].parent)
	assert.Equal(t, pids["group,quiet"].pid, pids["group,quiet"].group)
	assert.Equal(t, leader.pid, pids["group,quiet"].session)
	assert.Len(t, s.started(), 5)
	assert.Len(t, groupMembers(leader.pid), 3)
	s.cancel(id)
	requireGone(t, time.Now(), func() []process { return groupMembers(leader.pid) })
	assert.Len(t, s.started(), 2, "those that left live on")
}

// Switches of the environment make every start of the program rude.
func TestFixture_switches(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"HOSTILE_PRINT_EARLY", "HOSTILE_PRINT_INIT", "HOSTILE_PRINT_PRERUN", "HOSTILE_PRINT_RAW", "HOSTILE_PRINT_CHILD",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, with(name+"=noise"))
			s.call("sleep", `{"for":"30ms"}`) // the server's noise, if any, would come meanwhile
			r := s.call("sleep", `{"for":"30ms","say":"slept"}`)
			assert.Contains(t, r.text(), "noise")
			assert.Contains(t, r.text(), "slept")
			s.closeInput()
			require.NoError(t, s.wait())
		})
	}
}

// What the application reads and prints at its start is kept from the protocol,
// however the server is started: nothing in the way of the first message, and
// none of it lost.
func TestStreams_are_the_protocols(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change []func(*exec.Cmd)
	}{
		{"a validator prints and reads", []func(*exec.Cmd){with("HOSTILE_PRINT_ARGS=noise")}},
		{"the start reads", []func(*exec.Cmd){with("HOSTILE_READ_EARLY=1")}},
		{"all at once", []func(*exec.Cmd){with(
			"HOSTILE_PRINT_EARLY=a", "HOSTILE_PRINT_INIT=b", "HOSTILE_PRINT_PRERUN=c", "HOSTILE_PRINT_RAW=d", "HOSTILE_PRINT_CHILD=e",
			"HOSTILE_PRINT_ARGS=f", "HOSTILE_READ_EARLY=1",
		)}},
		{"a root flag", []func(*exec.Cmd){with("HOSTILE_ROOT_FLAGS=1", "HOSTILE_PRINT_INIT=noise", "HOSTILE_READ_EARLY=1"), args("--mcp-server")}},
		{"a root flag with a value", []func(*exec.Cmd){with("HOSTILE_ROOT_FLAGS=1", "HOSTILE_PRINT_INIT=noise", "HOSTILE_READ_EARLY=1"), args("--mcp-server=1")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := startSilent(t, c.change...)
			// Before the program can have read anything of it.
			s.initialize()
			assert.Contains(t, s.call("sleep", `{"for":"30ms","say":"slept"}`).text(), "slept")
			s.closeInput()
			require.NoError(t, s.wait())
		})
	}
}

// args replaces the server's arguments.
func args(list ...string) func(*exec.Cmd) {
	return func(cmd *exec.Cmd) { cmd.Args = append(cmd.Args[:1:1], list...) }
}

// A process that is ready says so once, and is found by its environment.
func TestFixture_announces(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.begin("sleep", "")
	roles := s.awaitReady(1)
	assert.Len(t, roles, 1)
	left, err := filepath.Glob(s.dir + "/*")
	require.NoError(t, err)
	assert.Empty(t, left)
	pids := s.started()
	require.Len(t, pids, 1)
	assert.Equal(t, "sleep", roles[pids[0].pid])
	assert.False(t, slices.Contains(os.Environ(), s.mark))
}
