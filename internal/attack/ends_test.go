//go:build linux

package attack_test

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// trees are what a call leaves to be ended: the role of its own process, the
// children's, and how many of the group there are. They hold the output or not,
// go politely or not at all. Besides, each has two children that left on
// purpose, one of which holds the output.
var trees = []struct {
	role     string
	children []string
}{
	{"hang", []string{"hang", "hang,quiet/hang,quiet"}},
	{"stubborn", []string{"stubborn/stubborn", "hang"}},
	{"polite", []string{"stubborn/stubborn,quiet", "stopped"}},
	{"chatter", []string{"hopper", "stubborn,quiet/chatter"}},
	{"hang", []string{"stubborn,quiet/stubborn,quiet/stubborn,quiet"}},
}

var daemons = []string{"daemon", "daemon,quiet"}

// treeArguments are the arguments of the i-th tree; role replaces its own when
// it is not "".
func treeArguments(i int, role string) (arguments string, processes int) {
	tree := trees[i%len(trees)]
	if role == "" {
		role = tree.role
	}
	specs := slices.Concat(tree.children, daemons)
	processes = 1
	for j, spec := range specs {
		processes += 1 + strings.Count(spec, "/")
		specs[j] = fmt.Sprintf("%q", spec)
	}
	return fmt.Sprintf(`{"role":%q,"child":[%s]}`, role, strings.Join(specs, ",")), processes
}

// attacked is a server with a call in flight whose tree of processes is ready.
type attacked struct {
	*server
	id      string
	began   time.Time // the call
	ended   time.Time // by the attack, from when on nothing may live for long
	group   []int     // processes that must end
	daemons []int     // processes that must not
	lived   chan lifetime
}

// lifetime is how long what was ended has lived, and by how much the watcher
// itself came late meanwhile.
type lifetime struct{ lived, late time.Duration }

// attackedServer returns a server that runs the i-th tree, after prelude.
func attackedServer(t *testing.T, i int, role string, prelude func(*server), change ...func(*exec.Cmd)) *attacked {
	t.Helper()
	a := &attacked{server: start(t, change...)}
	if prelude != nil {
		prelude(a.server)
	}
	arguments, processes := treeArguments(i, role)
	a.began = time.Now()
	a.id = a.begin("tree", arguments)
	a.found(a.awaitReady(processes))
	return a
}

// found sorts processes into those that must end and those that must not.
func (a *attacked) found(processes map[int]string) {
	for pid, role := range processes {
		if slices.Contains(strings.Split(role, ","), "daemon") {
			a.daemons = append(a.daemons, pid)
		} else {
			a.group = append(a.group, pid)
		}
	}
	slices.Sort(a.daemons)
}

// living returns what lives and should not: of the group, and then of whatever
// else the server has started, announced or not.
func (a *attacked) living() (left []process) {
	for _, pid := range a.group {
		if p, ok := lookUp(pid); ok && p.alive() {
			left = append(left, p)
		}
	}
	if len(left) > 0 {
		return left // the closer look is for later: it costs too much
	}
	return slices.DeleteFunc(a.started(), func(p process) bool { return slices.Contains(a.daemons, p.pid) })
}

// hasEnded says that the call ends from a moment on, and begins to watch.
func (a *attacked) hasEnded(at time.Time) {
	a.ended, a.lived = at, make(chan lifetime, 1)
	go func() {
		for late := time.Duration(0); ; late += nap() {
			lived := time.Since(at) // before the look, which takes its time
			if len(a.living()) == 0 || lived-late > 2*second {
				a.lived <- lifetime{max(lived, 0), late}
				return
			}
		}
	}()
}

// requireEnded demands that no group has lived for a second after its end, and
// returns how long they have. Who left on purpose must live.
func requireEnded(t *testing.T, some ...*attacked) (took []time.Duration) {
	t.Helper()
	for _, a := range some {
		l := <-a.lived
		require.Less(t, l.lived-l.late, second, "living: %v", a.living())
		took = append(took, l.lived)
	}
	for _, a := range some {
		for _, pid := range a.daemons {
			require.True(t, alivePID(pid), "who left on purpose lives")
			require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
		}
	}
	return took
}

// logTimes logs how long what ended has lived.
func logTimes(t *testing.T, times []time.Duration) {
	t.Helper()
	slices.Sort(times)
	n := len(times)
	t.Logf("%d of %d gone; median %v, longest %v", n, n, times[n/2].Round(time.Millisecond), times[n-1].Round(time.Millisecond))
}

// batch is how many servers are attacked side by side. All are ready before
// the first is ended: the starts of some must not delay the ends of others.
const batch = 5

// drain is how long calls may go on after the end of input.
const drain = 1500 * time.Millisecond

// However a call or a server ends, nothing of the call's group lives a second
// later.
func TestEnds(t *testing.T) {
	signal := func(sig syscall.Signal) func(*attacked) {
		return func(a *attacked) { require.NoError(a.t, a.cmd.Process.Signal(sig)) }
	}
	closeInput := func(a *attacked) { a.closeInput() }
	for _, c := range []struct {
		name    string
		flags   []string      // of the server
		prelude func(*server) // before the call
		role    string        // of the call's own process; "" for the tree's
		end     func(*attacked)
		lasts   time.Duration // what the call may live after end
		after   func(*attacked)
	}{
		{name: "normal end", role: "exit=0", after: hasAnswer("it left processes behind", false)},
		{name: "exit code", role: "exit=3", after: hasAnswer("exit code 3; it left processes behind", true)},
		{name: "panic", role: "panic", after: hasAnswer("exit code 2; it left processes behind", true)},
		{name: "killed by a stranger", role: "kill=9", after: hasAnswer("exit code 137 (SIGKILL); it left processes behind", true)},
		{name: "cancel", end: func(a *attacked) { a.cancel(a.id) }, after: (*attacked).stillServes},
		{
			name: "timeout", flags: []string{"--timeout=2s"},
			end:   func(a *attacked) { time.Sleep(time.Until(a.began.Add(2 * time.Second))) },
			lasts: 200 * time.Millisecond, // its time is counted from the start of its process
			after: hasAnswer("timed out after 2s and was ended", true),
		},
		{name: "SIGTERM", end: signal(syscall.SIGTERM), after: (*attacked).serverEnds},
		{name: "SIGINT", end: signal(syscall.SIGINT), after: (*attacked).serverEnds},
		{name: "SIGHUP", end: signal(syscall.SIGHUP), after: (*attacked).serverEnds},
		{name: "SIGKILL", end: signal(syscall.SIGKILL), after: (*attacked).serverEnds},
		{name: "crash", end: signal(syscall.SIGQUIT), after: (*attacked).serverEnds},
		{
			name:  "SIGKILL of a stopped server",
			end:   func(a *attacked) { signal(syscall.SIGSTOP)(a); signal(syscall.SIGKILL)(a) },
			after: (*attacked).serverEnds,
		},
		{name: "end of input", end: closeInput, lasts: drain, after: (*attacked).serverEnds},
		{
			name: "client closes its read end", end: func(a *attacked) { require.NoError(t, a.out.Close()) },
			after: (*attacked).serverEnds,
		},
		{
			name: "client does not read, normal end", prelude: fillPipe, role: "exit=0",
			after: func(a *attacked) { a.readsAll(); a.stillServes() },
		},
		{
			name: "client does not read, cancel", prelude: fillPipe, end: func(a *attacked) { a.cancel(a.id) },
			after: func(a *attacked) { a.ended = time.Now(); signal(syscall.SIGTERM)(a); a.serverEnds() },
		},
		{name: "client does not read, SIGTERM", prelude: fillPipe, end: signal(syscall.SIGTERM), after: (*attacked).serverEnds},
		{name: "client does not read, SIGKILL", prelude: fillPipe, end: signal(syscall.SIGKILL), after: (*attacked).serverEnds},
		{name: "client does not read, end of input", prelude: fillPipe, end: closeInput, lasts: drain, after: (*attacked).serverEnds},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var took []time.Duration
			size := batch
			if c.end == nil {
				size = 1 // it ends by itself as soon as it is ready
			}
			for first := 0; first < times(5, 100); first += size {
				var some []*attacked
				for i := range size {
					some = append(some, attackedServer(t, first+i, c.role, c.prelude, flags(c.flags...)))
				}
				for _, a := range some {
					if c.end != nil {
						c.end(a)
					}
					a.hasEnded(time.Now().Add(c.lasts))
				}
				took = append(took, requireEnded(t, some...)...)
				for _, a := range some {
					c.after(a)
				}
			}
			logTimes(t, took)
		})
	}
}

// hasAnswer demands that the call is answered with a text that ends so.
func hasAnswer(note string, isError bool) func(*attacked) {
	return func(a *attacked) {
		a.t.Helper()
		r := a.result(a.id)
		assert.True(a.t, strings.HasSuffix(r.text(), note), "%q ends with %q", r.text(), note)
		assert.Equal(a.t, isError, r.IsError)
		a.stillServes()
	}
}

func (a *attacked) stillServes() { a.t.Helper(); a.alive() }

func (a *attacked) serverEnds() {
	a.t.Helper()
	_ = a.wait()
	assert.Less(a.t, a.exitedAt.Sub(a.ended), 4*time.Second)
}

// filling is how many answers fill the pipe to a client that does not read.
const (
	filling       = 8
	fillArguments = `{"escaped":"0123456789abcdef","repeat":2000}`
)

func fillPipe(s *server) {
	for range filling {
		s.begin("print", fillArguments)
	}
	s.awaitReady(filling)
}

// readsAll reads the answers of fillPipe and that of the call.
func (a *attacked) readsAll() {
	a.t.Helper()
	seen := map[string]bool{}
	for range filling + 1 {
		m := a.next()
		m.result(a.t)
		seen[string(m.ID)] = true
	}
	assert.Len(a.t, seen, filling+1)
	assert.True(a.t, seen[a.id])
}
