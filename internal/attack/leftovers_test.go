//go:build linux

package attack_test

import (
	"encoding/json"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// answerWithin is how long after the end of a command its answer may take,
// whoever holds its output: the grace and what a busy machine needs.
const answerWithin = 1200 * time.Millisecond

// Whoever holds the output of a command that has ended, the answer comes.
func TestHolders(t *testing.T) {
	for _, c := range []struct {
		name, child string
		lives       bool
	}{
		{"child", "hang", false},
		{"child that resists", "stubborn", false},
		{"child that writes without end", "chatter", false},
		{"grandchild that resists", "hang/stubborn", false},
		{"stopped child", "stopped", false},
		{"daemon", "daemon", true},
		{"daemon that resists", "stubborn,daemon", true},
		{"daemon's child", "daemon,exit=0/stubborn", true},
		{"child in a group of its own", "group", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			id := s.begin("tree", `{"role":"exit=0","child":["`+c.child+`"]}`)
			processes := 2
			if c.child == "hang/stubborn" || c.child == "daemon,exit=0/stubborn" {
				processes++
			}
			s.awaitReady(processes) // the command itself is ready last, and ends
			ended := time.Now()
			r := s.result(id)
			assert.Less(t, time.Since(ended), answerWithin)
			assert.False(t, r.IsError)
			assert.Equal(t, "it left processes behind", lastLine(r.text()))
			assert.True(t, r.envelope(t).LeftBehind)
			if !c.lives {
				requireGone(t, time.Now(), s.started)
				return
			}
			left := s.started()
			require.Len(t, left, 1)
			s.closeInput()
			_ = s.wait()
			require.True(t, alivePID(left[0].pid), "who left outlives the server too")
			require.NoError(t, syscall.Kill(left[0].pid, syscall.SIGKILL))
		})
	}
}

func lastLine(text string) string {
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == '\n' {
			return text[i+1:]
		}
	}
	return text
}

// A process that left and holds the output costs the session nothing: no
// descriptor, no thread stays with it.
func TestHolders_cost_nothing(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.alive()
	before := s.usage()
	n := times(5, 100)
	for range n {
		r := s.call("tree", `{"role":"exit=0","child":["daemon"]}`)
		require.True(t, r.envelope(t).LeftBehind)
	}
	require.Len(t, s.started(), n)
	s.requireUsage(before)
}

// The lifeline does its work alone: no parent death signal, which would kill a
// command before it could end its children.
func TestLifeline_alone(t *testing.T) {
	t.Parallel()
	s := start(t)
	var show struct {
		DeathSignal *int
		Env         map[string]string
	}
	require.NoError(t, json.Unmarshal(s.call("show", "").envelope(t).Data, &show))
	require.NotNil(t, show.DeathSignal)
	assert.Zero(t, *show.DeathSignal)
	assert.NotContains(t, show.Env, "NURUCOBRA_LIFELINE", "it is for the command, not for its children")

	// A polite command hears of the server's death and ends in its own way, in
	// the middle of a tree that would be killed without warning otherwise.
	a := &attacked{server: s}
	s.begin("tree", `{"role":"stubborn","child":["hang","stubborn,quiet"]}`)
	a.found(a.awaitReady(3))
	require.NoError(t, s.cmd.Process.Kill())
	a.hasEnded(time.Now())
	took := requireEnded(t, a)
	assert.Greater(t, took[0], 400*time.Millisecond, "it had its grace")
}

// The end of one server is no business of another of the same program.
func TestSecond_server(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		first := attackedServer(t, 0, "", nil)
		second := attackedServer(t, 1, "", nil)
		require.NoError(t, first.cmd.Process.Signal(sig))
		first.hasEnded(time.Now())
		requireEnded(t, first)
		_ = first.wait()
		assert.Len(t, second.living(), len(second.group), "nobody of the other server's call is hurt")
		second.alive()
		second.cancel(second.id)
		second.hasEnded(time.Now())
		requireEnded(t, second)
	}
}

// The command that makes one call by hand ends with its call, too.
func TestEnds_of_a_single_call(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL} {
		arguments, processes := treeArguments(0, "")
		a := &attacked{server: prepare(t, flags("call", "tree", arguments))}
		a.launch()
		a.found(a.awaitReady(processes))
		a.group = append(a.group, a.cmd.Process.Pid)
		require.NoError(t, a.cmd.Process.Signal(sig))
		a.hasEnded(time.Now())
		requireEnded(t, a)
	}
}
