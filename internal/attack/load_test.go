//go:build linux

package attack_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// limit is how many programs the server under load may run at once.
const limit = 4

// All calls are in flight at once: none is lost, none gets another's answer, no
// more programs run than may, and the server stays small.
func TestLoad_in_flight(t *testing.T) {
	t.Parallel()
	n := times(1000, 10_000)
	s := start(t, with(fmt.Sprintf("HOSTILE_PARALLEL=%d", limit)))

	// The first ones hang, so that all others wait for them.
	var hanging []string
	for range limit {
		hanging = append(hanging, s.begin("sleep", ""))
	}
	s.awaitReady(limit)
	want := make(map[string]string, n)
	for i := range n {
		word := fmt.Sprintf("word-%d", i)
		id := fmt.Sprintf(`"call-%d"`, i)
		want[id] = word
		s.send(requestLine(id, "tools/call", callParams("exit", `{"stdout":"`+word+`"}`)))
	}
	ping := s.ask("ping", "") // what was sent before has been received now
	require.Nil(t, ping.Error)
	t.Logf("%d calls wait; server %+v", n, s.usage())
	began := time.Now()
	for _, id := range hanging {
		s.cancel(id)
	}

	most := 0
	for i := range n {
		m := s.next()
		require.Equal(t, "", m.Method, m.raw)
		word, asked := want[string(m.ID)]
		require.True(t, asked, "answered twice or unasked: %s", m.raw)
		delete(want, string(m.ID))
		r := m.result(t)
		require.Equal(t, word, r.text())
		require.False(t, r.IsError)
		if i%10 == 0 {
			running := 0
			for _, p := range children(s.cmd.Process.Pid) {
				if p.alive() {
					running++
				}
			}
			most = max(most, running)
		}
	}
	took := time.Since(began)
	assert.Empty(t, want)
	assert.LessOrEqual(t, most, limit, "programs at once")
	u := s.usage()
	assert.Less(t, u.peak, int64(300<<10), "KiB of memory at the most")
	t.Logf("%d of %d answered, none crossed, in %v (%.0f/s); at most %d programs at once; %+v", n, n, took.Round(time.Millisecond), float64(n)/took.Seconds(), most, u)
	_, err := s.line(50 * time.Millisecond)
	assert.ErrorIs(t, err, errNoLine, "nothing more is said")
	s.alive()
}

// Calls one after the other, of each kind, leave nothing in the server: no
// descriptor, no child, no zombie, no memory.
func TestLoad_in_sequence(t *testing.T) {
	t.Parallel()
	n := times(1000, 100_000)
	s := start(t)
	one := func(i int) {
		switch {
		case i%200 == 100:
			id := s.begin("sleep", "")
			s.awaitReady(1)
			s.cancel(id)
		case i%200 == 10:
			r := s.call("tree", `{"role":"exit=0","child":["quiet"]}`)
			require.True(t, r.envelope(t).LeftBehind)
			s.awaitReady(2)
		case i%50 == 25:
			require.True(t, s.call("exit", `{"code":3}`).IsError)
		case i%50 == 26:
			require.True(t, s.call("exit", `{"cod":3}`).IsError)
		case i%50 == 27:
			require.NotNil(t, s.ask("tools/call", `{"name":"nothing"}`).Error)
		case i%50 == 28:
			require.Equal(t, "in", s.call("cat", `{"stdin":"in"}`).text())
		case i%50 == 29:
			require.False(t, s.call("flood", `{"stdout":100000}`).IsError)
		default:
			word := fmt.Sprintf("word-%d", i)
			require.Equal(t, word, s.call("exit", `{"stdout":"`+word+`"}`).text())
		}
	}
	for i := range times(230, 2000) { // so that what is made once is there
		one(i)
	}
	before := s.usage()
	began := time.Now()
	for i := range n {
		one(i)
	}
	took := time.Since(began)
	t.Logf("%d calls in %v (%.0f/s)", n, took.Round(time.Millisecond), float64(n)/took.Seconds())
	s.requireUsage(before)
	assert.Less(t, s.usage().resident, before.resident+16<<10, "KiB of memory")
	assert.Empty(t, s.started())
}

// The server's list of what is in flight forgets: the same id serves again and
// again, and calls that are cancelled in the queue leave no trace.
func TestLoad_cancelled_in_the_queue(t *testing.T) {
	t.Parallel()
	s := start(t, with("HOSTILE_PARALLEL=1"))
	first := s.begin("sleep", "")
	s.awaitReady(1)
	before := s.usage()
	for round := range times(3, 30) {
		var lines strings.Builder
		for i := range 300 {
			fmt.Fprintln(&lines, requestLine(fmt.Sprint(1000+i), "tools/call", callParams("exit", "")))
		}
		for i := range 300 {
			fmt.Fprintf(&lines, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d,"reason":"round %d"}}`+"\n", 1000+i, round)
		}
		s.write(lines.String())
		require.Nil(t, s.ask("ping", "").Error)
	}
	s.requireUsage(before)
	s.cancel(first)
	s.alive()
	_, err := s.line(50 * time.Millisecond)
	assert.ErrorIs(t, err, errNoLine, "no cancelled call is answered")
	var list struct{ Tools []json.RawMessage }
	require.NoError(t, json.Unmarshal(s.ask("tools/list", "").Result, &list))
	assert.NotEmpty(t, list.Tools)
}
