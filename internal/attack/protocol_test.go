//go:build linux

package attack_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	lineParse   = -32700
	lineInvalid = -32600
	lineMethod  = -32601
	lineParams  = -32602
	lineVersion = -32022
	lineServed  = 0
)

// lineMeta are params of the stateless revision, or of what calls itself so.
func lineMeta(version, members string) string {
	return `{` + members + `"_meta":{"io.modelcontextprotocol/protocolVersion":` + version + `,"io.modelcontextprotocol/clientCapabilities":{}}}`
}

// lineCases are lines that no client should send, or that few do. ID and code
// are those of the answer, code [lineServed] a result; no id means silence. All
// go to one server, one after the other.
var lineCases = []struct {
	name, text, id string
	code           int
}{
	{"garbage", "hello", "null", lineParse},
	{"number", "42", "null", lineInvalid},
	{"huge number", strings.Repeat("9", 10_000), "null", lineInvalid},
	{"huge exponent", "1e999999", "null", lineInvalid},
	{"string", `"x"`, "null", lineInvalid},
	{"null", "null", "null", lineInvalid},
	{"object", "{}", "null", lineInvalid},
	{"batch", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, "null", lineInvalid},
	{"empty batch", "[]", "null", lineInvalid},
	{"truncated", `{"jsonrpc":"2.0","id":"t","method":"tools/call","par`, `"t"`, lineParse},
	{"truncated early", `{"jsonrpc`, "null", lineParse},
	{"two messages", `{"jsonrpc":"2.0","id":"a","method":"ping"}{"jsonrpc":"2.0","id":"b","method":"ping"}`, "null", lineParse},
	{"NUL", "\x00", "null", lineParse},
	{"NUL behind", requestLine(`"n"`, "ping", "") + "\x00", "null", lineParse},
	{"escaped NUL", requestLine(`"n"`, "tools/call", `{"name":"\u0000"}`), `"n"`, lineParams},
	{"BOM", "\ufeff" + requestLine(`"bom"`, "ping", ""), `"bom"`, lineServed},
	{"BOM in the middle", requestLine(`"bom"`, "ping", "") + "\ufeff", "null", lineParse},
	{"CRLF", requestLine(`"cr"`, "ping", "") + "\r", `"cr"`, lineServed},
	{"trailing blanks", requestLine(`"sp"`, "ping", "") + " \t ", `"sp"`, lineServed},
	{"leading blanks", "\t " + requestLine(`"sp"`, "ping", ""), `"sp"`, lineServed},
	{"form feed", "\f" + requestLine(`"ff"`, "ping", ""), "null", lineParse},
	{"empty", "", "", 0},
	{"blanks", " \t \r", "", 0},
	{"many empty lines", strings.Repeat("\n", 1000), "", 0},
	{"17 MiB", requestLine(`"big"`, "ping", `{"x":"`+strings.Repeat("x", 17<<20)+`"}`), `"big"`, lineInvalid},
	{"17 MiB of garbage", strings.Repeat("x", 17<<20), "null", lineInvalid},
	{"15 MiB", requestLine(`"fits"`, "ping", `{"x":"`+strings.Repeat("x", 15<<20)+`"}`), `"fits"`, lineServed},
	{"depth 2,000", requestLine(`"deep"`, "ping", `{"x":`+strings.Repeat("[", 2000)+strings.Repeat("]", 2000)+`}`), `"deep"`, lineInvalid},
	{"depth 100,000, open", strings.Repeat(`{"a":`, 100_000), "null", lineInvalid},
	{"integer id", requestLine("-0", "ping", ""), "-0", lineServed},
	{"fraction id", requestLine("0.5", "ping", ""), "0.5", lineServed},
	{"big id", requestLine("9007199254740993", "ping", ""), "9007199254740993", lineServed},
	{"very big id", requestLine("1e400", "ping", ""), "1e400", lineServed},
	{"empty id", requestLine(`""`, "ping", ""), `""`, lineServed},
	{"long id", requestLine(`"`+strings.Repeat("i", 100_000)+`"`, "ping", ""), `"` + strings.Repeat("i", 100_000) + `"`, lineServed},
	{"null id", requestLine("null", "ping", ""), "null", lineInvalid},
	{"boolean id", requestLine("false", "ping", ""), "null", lineInvalid},
	{"array id", requestLine("[1]", "ping", ""), "null", lineInvalid},
	{"object id", requestLine(`{"id":1}`, "ping", ""), "null", lineInvalid},
	{"unknown method", requestLine(`"m"`, "tools/destroy", ""), `"m"`, lineMethod},
	{"method of the client", requestLine(`"m"`, "sampling/createMessage", ""), `"m"`, lineMethod},
	{"method in upper case", requestLine(`"m"`, "PING", ""), `"m"`, lineMethod},
	{"method a number", `{"jsonrpc":"2.0","id":"m","method":7}`, `"m"`, lineInvalid},
	{"method an object", `{"jsonrpc":"2.0","id":"m","method":{"a":1}}`, `"m"`, lineInvalid},
	{"no method", `{"jsonrpc":"2.0","id":"m","params":{}}`, `"m"`, lineInvalid},
	{"notification with id", requestLine(`"n"`, "notifications/cancelled", `{"requestId":1}`), `"n"`, lineInvalid},
	{"initialized with id", requestLine(`"n"`, "notifications/initialized", ""), `"n"`, lineInvalid},
	{"request without id", `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"exit","arguments":{"stdout":"no"}}}`, "", 0},
	{"unknown notification", `{"jsonrpc":"2.0","method":"notifications/nothing"}`, "", 0},
	{"cancel of nothing", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nobody"}}`, "", 0},
	{"cancel of null", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}`, "", 0},
	{"answer to nothing", `{"jsonrpc":"2.0","id":99,"result":{}}`, "", 0},
	{"error to nothing", `{"jsonrpc":"2.0","id":99,"error":{"code":1,"message":"x"}}`, "", 0},
	{"not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":\"u\",\"method\":\"ping\",\"params\":{\"x\":\"\xff\xfe\"}}", `"u"`, lineParse},
	{"surrogate in UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":\"u\",\"method\":\"ping\",\"params\":{\"x\":\"\xed\xa0\x80\"}}", `"u"`, lineParse},
	{"lone surrogate", requestLine(`"s"`, "tools/call", `{"name":"\ud800"}`), `"s"`, lineParams},
	{"bad escape", requestLine(`"s"`, "tools/call", `{"name":"\x41"}`), `"s"`, lineParse},
	{"two ids", `{"jsonrpc":"2.0","id":"a","id":"b","method":"ping"}`, "null", lineInvalid},
	{"two methods", `{"jsonrpc":"2.0","id":"a","method":"ping","method":"ping"}`, `"a"`, lineInvalid},
	{"two params", `{"jsonrpc":"2.0","id":"a","method":"ping","params":{},"params":{}}`, `"a"`, lineInvalid},
	{"two names", requestLine(`"a"`, "tools/call", `{"name":"exit","name":"wipe"}`), `"a"`, lineParams},
	{"upper case", `{"JSONRPC":"2.0","ID":"a","Method":"ping"}`, "null", lineInvalid},
	{"name beside Name", requestLine(`"a"`, "tools/call", `{"Name":"wipe","name":"nothing"}`), `"a"`, lineParams},
	{"no jsonrpc", `{"id":"v","method":"ping"}`, `"v"`, lineInvalid},
	{"jsonrpc 1.0", `{"jsonrpc":"1.0","id":"v","method":"ping"}`, `"v"`, lineInvalid},
	{"jsonrpc a number", `{"jsonrpc":2.0,"id":"v","method":"ping"}`, `"v"`, lineInvalid},
	{"jsonrpc null", `{"jsonrpc":null,"id":"v","method":"ping"}`, `"v"`, lineInvalid},
	{"params an array", requestLine(`"p"`, "tools/call", `["exit"]`), `"p"`, lineParams},
	{"params a string", requestLine(`"p"`, "tools/call", `"exit"`), `"p"`, lineParams},
	{"params a number", requestLine(`"p"`, "tools/call", "1"), `"p"`, lineParams},
	{"params true", requestLine(`"p"`, "tools/call", "true"), `"p"`, lineParams},
	{"params null", requestLine(`"p"`, "tools/call", "null"), `"p"`, lineInvalid},
	{"name null", requestLine(`"p"`, "tools/call", `{"name":null}`), `"p"`, lineParams},
	{"name a number", requestLine(`"p"`, "tools/call", `{"name":1}`), `"p"`, lineParams},
	{"_meta a string", requestLine(`"p"`, "tools/list", `{"_meta":"x"}`), `"p"`, lineParams},
	{"cursor a number", requestLine(`"p"`, "tools/list", `{"cursor":1}`), `"p"`, lineParams},
	{"cursor that is none", requestLine(`"p"`, "tools/list", `{"cursor":"AAAA"}`), `"p"`, lineParams},
	{"discover", requestLine(`"d"`, "server/discover", lineMeta(`"2026-07-28"`, "")), `"d"`, lineServed},
	{"version of the future", requestLine(`"d"`, "tools/list", lineMeta(`"2099-01-01"`, "")), `"d"`, lineVersion},
	{"version that is none", requestLine(`"d"`, "tools/list", lineMeta(`"zzz"`, "")), `"d"`, lineVersion},
	{"no capabilities", requestLine(`"d"`, "tools/list", `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}`), `"d"`, lineParams},
	{"ping of the past", requestLine(`"d"`, "ping", lineMeta(`"2026-07-28"`, "")), `"d"`, lineMethod},
	{"second initialize", requestLine(`"i"`, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}`), `"i"`, lineInvalid},
	{"HTTP", "POST / HTTP/1.1", "null", lineParse},
	{"LSP header", "Content-Length: 2", "null", lineParse},
}

// Whatever line comes, the server answers as it should, or not at all, and the
// next call works.
func TestLines(t *testing.T) {
	t.Parallel()
	require.GreaterOrEqual(t, len(lineCases), 60)
	s := start(t)
	// One process a case would be slow: a call follows only now and then.
	for i, c := range lineCases {
		s.send(c.text)
		if c.id != "" {
			m := s.answer(c.id)
			switch {
			case c.code == lineServed:
				assert.Nil(t, m.Error, "%s: %.300s", c.name, m.raw)
			case assert.NotNil(t, m.Error, "%s: %.300s", c.name, m.raw):
				assert.Equal(t, c.code, m.Error.Code, "%s: %.300s", c.name, m.raw)
				assert.Less(t, len(m.Error.Message), 600, c.name)
			}
		}
		require.NotNil(t, s.ask("tools/call", `{"name":"nothing"}`).Error, c.name)
		if i%10 == 0 {
			s.alive()
		}
	}
	s.alive()
	s.closeInput()
	_, err := s.line(patience)
	assert.ErrorContains(t, err, "EOF", "nothing more is said")
	require.NoError(t, s.wait())
}

// A server that is asked for server/discover first serves both eras.
func TestLines_discover_first(t *testing.T) {
	t.Parallel()
	s := startSilent(t)
	require.Nil(t, s.ask("server/discover", lineMeta(`"2026-07-28"`, "")).Error)
	require.NotNil(t, s.ask("tools/list", "").Error, "no _meta, no handshake")
	s.initialize()
	s.alive()
}

// A session written as a whole, with the input closed behind it, gets all its
// answers; those of cancelled calls are left out.
func TestLines_answers_at_the_end_of_input(t *testing.T) {
	t.Parallel()
	for range times(3, 100) {
		const n, kind = 101, 4
		s := start(t)
		var b strings.Builder
		want := map[string]bool{}
		for i := range n {
			method, params := "tools/call", `{"name":"nothing"}`
			switch i % kind {
			case 1:
				method, params = "ping", ""
			case 2:
				method, params = "tools/list", ""
			case 3:
				if i%(5*kind) == 3 { // some real ones, as far as they fit into the time that is left
					params = callParams("exit", `{"stdout":"x"}`)
				}
			}
			id := fmt.Sprintf(`"%d"`, i)
			want[id] = true
			b.WriteString(requestLine(id, method, params) + "\n")
		}
		s.begin("sleep", "")
		cancelled := s.begin("sleep", "")
		s.cancel(cancelled)
		s.write(b.String())
		s.closeInput()
		other := 0
		for {
			text, err := s.line(patience)
			if err != nil {
				require.ErrorContains(t, err, "EOF")
				break
			}
			m := s.parse(text)
			require.NotEqual(t, cancelled, string(m.ID), "a cancelled call is answered")
			if !want[string(m.ID)] {
				other++
				continue
			}
			delete(want, string(m.ID))
		}
		require.Empty(t, want, "not answered, of %d", n)
		require.LessOrEqual(t, other, 1, "answers nobody asked for; the sleeping call may have one")
		require.NoError(t, s.wait())
	}
}

// Nobody reads standard error, or nobody can, or the log's disk is full: calls
// go on.
func TestLog_blocks_nothing(t *testing.T) {
	t.Parallel()
	fifo := t.TempDir() + "/fifo"
	require.NoError(t, exec.Command("mkfifo", fifo).Run())
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	closedR, closedW, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, closedR.Close())
	for name, change := range map[string]func(*exec.Cmd){
		"never read":          func(c *exec.Cmd) { c.Stderr = w },
		"read end closed":     func(c *exec.Cmd) { c.Stderr = closedW },
		"full disk":           flags("--log-file=/dev/full"),
		"FIFO without reader": flags("--log-file=" + fifo),
		"descriptor 2 closed": func(c *exec.Cmd) {
			c.Path, c.Args = "/bin/sh", append([]string{"sh", "-c", `exec "$0" "$@" 2>&-`, hostile}, c.Args[1:]...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, change)
			// Refused calls are quick and logged too, with some 100 bytes: more
			// than a pipe and the server's own buffer hold.
			for range 2500 {
				s.call("exit", `{"nothing":1}`)
			}
			s.alive()
			if name == "never read" {
				requireLostLines(t, s, r)
			}
			s.closeInput()
			require.NoError(t, s.wait())
		})
	}
	require.NoError(t, w.Close())
	require.NoError(t, closedW.Close())
}

// requireLostLines begins to read the log and demands that it says, with the
// next calls, how many lines were lost.
func requireLostLines(t *testing.T, s *server, log *os.File) {
	t.Helper()
	var text strings.Builder
	buf := make([]byte, 64<<10)
	for range 100 {
		s.call("exit", `{"nothing":1}`)
		require.NoError(t, log.SetReadDeadline(time.Now().Add(patience)))
		n, err := log.Read(buf)
		require.NoError(t, err)
		text.Write(buf[:n])
		if strings.Contains(text.String(), "log lines lost)") {
			return
		}
	}
	assert.Fail(t, "no word of lost lines", "%d bytes of log", text.Len())
}

// A call says that it lives also while it waits for its turn; the token comes
// back as it was sent, the count rises, and nothing follows the answer.
func TestProgress_in_the_queue(t *testing.T) {
	t.Parallel()
	s := start(t, with("HOSTILE_PARALLEL=1"))
	hanging := s.begin("sleep", "")
	s.awaitReady(1)
	const token = "12345678901234567890123"
	s.send(requestLine(`"queued"`, "tools/call", `{"name":"exit","arguments":{"stdout":"x"},"_meta":{"progressToken":`+token+`}}`))
	began, last := time.Now(), 0.0
	for n := range 2 {
		m := s.next()
		require.Equal(t, "notifications/progress", m.Method, m.raw)
		require.Contains(t, m.raw, `"progressToken":`+token+`,`)
		var progress float64
		_, err := fmt.Sscanf(m.raw[strings.Index(m.raw, `"progress":`):], `"progress":%f`, &progress)
		require.NoError(t, err)
		require.Greater(t, progress, last)
		last = progress
		t.Logf("progress %d after %v: %s", n, time.Since(began).Round(time.Millisecond), m.raw)
	}
	s.cancel(hanging)
	for m := s.next(); ; m = s.next() {
		if m.Method == "" {
			require.Equal(t, `"queued"`, string(m.ID), m.raw)
			break
		}
	}
	_, err := s.line(100 * time.Millisecond)
	require.ErrorIs(t, err, errNoLine, "nothing follows the answer")
}

// Ten thousand lists in a row leave nothing in memory.
func TestList_does_not_grow(t *testing.T) {
	t.Parallel()
	s := start(t)
	list := func(n int) {
		for range n {
			s.ask("tools/list", "")
		}
	}
	list(500)
	before := s.usage()
	n := times(1000, 10_000)
	list(n)
	after := s.usage()
	t.Logf("%d lists: %d KiB before, %d KiB after, %d KiB at the most", n, before.resident, after.resident, after.peak)
	assert.Less(t, after.resident, before.resident+16<<10, "KiB")
}
