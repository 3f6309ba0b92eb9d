//go:build linux

package attack_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// server is the application, started as a server, with nothing between it and
// the test but the pipes: no client library, no goroutine that reads ahead. Only
// its methods' own documentation limits who may call them when.
type server struct {
	t   testing.TB
	cmd *exec.Cmd

	in   *os.File // the server's standard input
	out  *os.File // the server's standard output
	held []byte   // what was read behind the last line

	mark   string // an environment entry of everything that the server starts
	dir    string // where processes announce themselves
	stderr *tail
	ids    atomic.Int64

	exited   chan struct{}
	err      error     // of the process, once exited is closed
	exitedAt time.Time // likewise
}

// start starts the application as a server and makes the handshake. change may
// alter the command before it is started: its arguments, environment, folder.
// The end of the test kills the server and everything that it started.
func start(t testing.TB, change ...func(*exec.Cmd)) *server {
	t.Helper()
	s := startSilent(t, change...)
	s.initialize()
	return s
}

// startSilent is start without the handshake.
func startSilent(t testing.TB, change ...func(*exec.Cmd)) *server {
	t.Helper()
	s := prepare(t, change...)
	theirIn, in, err := os.Pipe()
	require.NoError(t, err)
	out, theirOut, err := os.Pipe()
	require.NoError(t, err)
	s.in, s.out = in, out
	s.cmd.Stdin, s.cmd.Stdout = theirIn, theirOut
	t.Cleanup(func() { _ = in.Close(); _ = out.Close() })
	s.launch()
	// Nobody but the server may hold its ends.
	require.NoError(t, theirIn.Close())
	require.NoError(t, theirOut.Close())
	return s
}

var marks atomic.Int64

// prepare is a server that is not started; it has no standard streams but the
// error.
func prepare(t testing.TB, change ...func(*exec.Cmd)) *server {
	t.Helper()
	s := &server{t: t, dir: t.TempDir(), exited: make(chan struct{}), stderr: &tail{}}
	s.mark = fmt.Sprintf("ATTACK_MARK=%d-%d", os.Getpid(), marks.Add(1))
	s.cmd = exec.Command(hostile, "mcp-server")
	s.cmd.Env = append(os.Environ(), s.mark, "HOSTILE_READY="+s.dir)
	s.cmd.Stderr = s.stderr
	// A daemon of a call may hold standard error for longer than anybody waits.
	s.cmd.WaitDelay = time.Second
	for _, f := range change {
		f(s.cmd)
	}
	return s
}

// launch starts the prepared server.
func (s *server) launch() {
	s.t.Helper()
	require.NoError(s.t, s.cmd.Start())
	go func() {
		s.err = s.cmd.Wait()
		s.exitedAt = time.Now()
		close(s.exited)
	}()
	s.t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		<-s.exited
		killMarked(s.mark)
		if s.t.Failed() {
			s.t.Logf("standard error of the server:\n%s", s.stderr)
		}
	})
}

// with adds environment entries.
func with(entries ...string) func(*exec.Cmd) {
	return func(c *exec.Cmd) { c.Env = append(c.Env, entries...) }
}

// flags adds arguments.
func flags(args ...string) func(*exec.Cmd) {
	return func(c *exec.Cmd) { c.Args = append(c.Args, args...) }
}

// message is one line from the server.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
	raw string
}

// result is the answer to tools/call.
type result struct {
	Content           []struct{ Type, Text string }
	StructuredContent json.RawMessage
	IsError           bool
}

// envelope is the structured content of a call.
type envelope struct {
	OK             bool
	ExitCode       int
	DurationMs     int64
	Stdout, Stderr string
	Argv           []string
	Truncated      truncated
	TimedOut       bool
	Signal         string
	LeftBehind     bool
	Data           json.RawMessage
}

// truncated is what an envelope says about outputs that were cut.
type truncated struct {
	StdoutBytes, StdoutDropped, StderrBytes, StderrDropped int64
	Call                                                   string
}

// text is the text of the result.
func (r result) text() string {
	var b strings.Builder
	for _, c := range r.Content {
		b.WriteString(c.Text)
	}
	return b.String()
}

func (r result) envelope(t testing.TB) (e envelope) {
	t.Helper()
	require.NotNil(t, r.StructuredContent, "structured content beside %q", r.text())
	require.NoError(t, json.Unmarshal(r.StructuredContent, &e))
	return e
}

// write writes to the server's input; it fails the test when the server does
// not take it. It may be called while another goroutine reads.
func (s *server) write(text string) {
	s.t.Helper()
	require.NoError(s.t, s.in.SetWriteDeadline(time.Now().Add(patience)))
	_, err := s.in.WriteString(text)
	require.NoError(s.t, err)
}

// send writes one line.
func (s *server) send(line string) { s.t.Helper(); s.write(line + "\n") }

// errNoLine means that no line came in time.
var errNoLine = errors.New("no line from the server")

// line returns the next line of the server's output, without its end. It is
// [errNoLine] when none comes within d, io.EOF at the end; an unfinished last
// line is an error too. Only one goroutine may read.
func (s *server) line(d time.Duration) (string, error) {
	if err := s.out.SetReadDeadline(time.Now().Add(d)); err != nil {
		return "", err
	}
	var buf [32 << 10]byte
	for searched := 0; ; {
		if i := bytes.IndexByte(s.held[searched:], '\n'); i >= 0 {
			text := string(s.held[:searched+i])
			s.held = s.held[searched+i+1:]
			return text, nil
		}
		searched = len(s.held)
		n, err := s.out.Read(buf[:])
		s.held = append(s.held, buf[:n]...)
		switch {
		case n > 0:
		case errors.Is(err, os.ErrDeadlineExceeded):
			return "", errNoLine
		case err != nil && len(s.held) > 0:
			return "", fmt.Errorf("unfinished line %q: %w", s.held, err)
		case err != nil:
			return "", err
		}
	}
}

// next returns the next message; a line that is none fails the test.
func (s *server) next() message {
	s.t.Helper()
	text, err := s.line(patience)
	require.NoError(s.t, err)
	return s.parse(text)
}

func (s *server) parse(text string) (m message) {
	s.t.Helper()
	require.NoError(s.t, json.Unmarshal([]byte(text), &m), "%q on standard output", text)
	require.Equal(s.t, "2.0", m.JSONRPC, text)
	m.raw = text
	return m
}

// answer returns the next message that is an answer, which must have that id,
// as JSON.
func (s *server) answer(id string) message {
	s.t.Helper()
	for {
		if m := s.next(); m.Method == "" {
			require.Equal(s.t, id, string(m.ID), m.raw)
			return m
		}
	}
}

// ask sends a request and returns its answer. params may be "".
func (s *server) ask(method, params string) message {
	s.t.Helper()
	id := s.request(method, params)
	return s.answer(id)
}

// request sends a request and returns its id.
func (s *server) request(method, params string) (id string) {
	s.t.Helper()
	id = strconv.FormatInt(s.ids.Add(1), 10)
	s.send(requestLine(id, method, params))
	return id
}

func requestLine(id, method, params string) string {
	if params == "" {
		params = "{}"
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, params)
}

func (s *server) initialize() {
	s.t.Helper()
	m := s.ask("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"attack","version":"1"}}`)
	require.Nil(s.t, m.Error, m.raw)
	s.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

// callParams are the params of tools/call. arguments is a JSON object, "" for
// none.
func callParams(tool, arguments string) string {
	if arguments == "" {
		arguments = "{}"
	}
	return fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments)
}

// begin sends a call and returns its id.
func (s *server) begin(tool, arguments string) (id string) {
	s.t.Helper()
	return s.request("tools/call", callParams(tool, arguments))
}

// call makes a call and waits for its result.
func (s *server) call(tool, arguments string) result {
	s.t.Helper()
	return s.result(s.begin(tool, arguments))
}

// result returns the result of the call with that id, which must be the next
// answer.
func (s *server) result(id string) result {
	s.t.Helper()
	return s.answer(id).result(s.t)
}

func (m message) result(t testing.TB) (r result) {
	t.Helper()
	require.Nil(t, m.Error, m.raw)
	require.NoError(t, json.Unmarshal(m.Result, &r), m.raw)
	return r
}

// cancel sends the notification that a call is not wanted any more.
func (s *server) cancel(id string) {
	s.t.Helper()
	s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`)
}

// alive makes a small call, to see that the session goes on.
func (s *server) alive() {
	s.t.Helper()
	r := s.call("exit", `{"stdout":"still here"}`)
	require.Equal(s.t, "still here", r.text())
	require.False(s.t, r.IsError)
}

// closeInput ends the server's input.
func (s *server) closeInput() { s.t.Helper(); require.NoError(s.t, s.in.Close()) }

// wait waits for the end of the server.
func (s *server) wait() error {
	s.t.Helper()
	select {
	case <-s.exited:
		return s.err
	case <-time.After(patience):
		require.FailNow(s.t, "the server does not end")
		panic("unreachable")
	}
}

// tail keeps the end of what is written to it.
type tail struct {
	mu sync.Mutex
	b  []byte
}

func (w *tail) Write(p []byte) (int, error) {
	const keep = 8 << 10
	w.mu.Lock()
	defer w.mu.Unlock()
	w.b = append(w.b, p...)
	if len(w.b) > 2*keep {
		w.b = append(w.b[:0], w.b[len(w.b)-keep:]...)
	}
	return len(p), nil
}

func (w *tail) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return string(w.b)
}
