//go:build unix

package e2e

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bridge makes a server on standard input and output reachable by streamable
// HTTP. It passes every message on as it is and answers none itself.
//
// An initialize starts a process, which is that session's until a DELETE or the
// end of the test. A message without a session has a process of its own. The
// status of an answer is the bridge's invention: standard output knows none.
type bridge struct {
	argv []string

	mu       sync.Mutex
	sessions map[string]*process
	running  []*process
	stderr   bytes.Buffer
	trouble  []string // what no server may do, whatever it is asked
}

// startBridge returns the bridge and the URL at which it serves argv until the
// test ends.
func startBridge(t *testing.T, argv ...string) (*bridge, string) {
	t.Helper()
	b := &bridge{argv: argv, sessions: map[string]*process{}}
	server := httptest.NewServer(b)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		b.stopAll()
		assert.Empty(t, b.trouble)
		if t.Failed() {
			t.Logf("the end of the servers' log:\n%s", tail(b.stderr.Bytes()))
		}
	})
	return b, server.URL + "/mcp"
}

// Write takes what the servers have to say on standard error.
func (b *bridge) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stderr.Write(p)
}

func (b *bridge) complain(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trouble = append(b.trouble, fmt.Sprintf(format, args...))
}

const sessionHeader = "Mcp-Session-Id"

func (b *bridge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	session := r.Header.Get(sessionHeader)
	b.mu.Lock()
	p := b.sessions[session]
	b.mu.Unlock()
	switch {
	case r.Method != http.MethodPost && r.Method != http.MethodDelete:
		w.Header().Set("Allow", "POST, DELETE")
		w.WriteHeader(http.StatusMethodNotAllowed)
	case p == nil && (session != "" || r.Method == http.MethodDelete):
		w.WriteHeader(http.StatusNotFound)
	case r.Method == http.MethodDelete:
		b.mu.Lock()
		delete(b.sessions, session)
		b.mu.Unlock()
		p.stop()
		w.WriteHeader(http.StatusNoContent)
	default:
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the client is gone
		}
		b.post(w, r, p, body)
	}
}

// envelope is what the bridge has to know of a message.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Error  *struct {
		Code int `json:"code"`
	} `json:"error"`
	Params struct {
		Token json.RawMessage `json:"progressToken"`
		Meta  struct {
			Token json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	} `json:"params"`
}

// post sends body to p, or to a new process when that is nil.
func (b *bridge) post(w http.ResponseWriter, r *http.Request, p *process, body []byte) {
	var m envelope
	// What is no message must be answered, too, and by the server.
	wantsAnswer := json.Unmarshal(body, &m) != nil || m.ID != nil && m.Method != ""
	opens := p == nil && m.Method == "initialize"
	if p == nil {
		if !wantsAnswer { // for nobody
			w.WriteHeader(http.StatusAccepted)
			return
		}
		var err error
		if p, err = b.start(); err != nil {
			b.complain("starting a server: %v", err)
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		if !opens {
			defer p.stop()
		}
	}
	if !wantsAnswer {
		p.send(body)
		w.WriteHeader(http.StatusAccepted)
		return
	}
	e := p.expect(m)
	defer p.forget(e)
	p.send(body)

	streaming := false
	for {
		var text []byte
		select {
		case <-r.Context().Done():
			return
		case text = <-e.texts:
		case <-p.ended:
			select {
			case text = <-e.texts: // what came just before the end
			default:
				b.complain("%s %s was not answered", m.Method, m.ID)
				w.WriteHeader(http.StatusBadGateway)
				return
			}
		}
		var got envelope
		_ = json.Unmarshal(text, &got) // read has done it before
		answer := got.Method == ""
		if opens && answer {
			b.open(w, p, got)
		}
		switch {
		case answer && !streaming:
			w.Header().Set("Content-Type", "application/json")
			if r.Header.Get(sessionHeader) == "" && got.Error != nil {
				w.WriteHeader(statusOf(got.Error.Code))
			}
			_, _ = w.Write(text)
		default:
			if !streaming {
				w.Header().Set("Content-Type", "text/event-stream")
				streaming = true
			}
			fmt.Fprintf(w, "event: message\ndata: %s\n\n", text)
			_ = http.NewResponseController(w).Flush()
		}
		if answer {
			return
		}
	}
}

// open makes p a session, unless it has refused to be one.
func (b *bridge) open(w http.ResponseWriter, p *process, answer envelope) {
	if answer.Error != nil {
		p.stop()
		return
	}
	id := rand.Text()
	b.mu.Lock()
	b.sessions[id] = p
	b.mu.Unlock()
	w.Header().Set(sessionHeader, id)
}

// statusOf is the HTTP status of an error to a message without a session.
func statusOf(code int) int {
	if code == -32601 {
		return http.StatusNotFound
	}
	return http.StatusBadRequest
}

// process is one run of the server.
type process struct {
	bridge *bridge
	cmd    *exec.Cmd
	ended  chan struct{} // closed when it has ended and its output is read
	stop   func()

	writing sync.Mutex
	in      io.WriteCloser

	mu      sync.Mutex
	waiting []*exchange
}

// exchange is a request and what comes back for it.
type exchange struct {
	id, token string
	texts     chan []byte
	forgotten chan struct{}
}

func (b *bridge) start() (*process, error) {
	cmd := exec.Command(b.argv[0], b.argv[1:]...)
	cmd.SysProcAttr = processGroup()
	cmd.Env = []string{"HOME=" + os.TempDir(), "PATH=/usr/bin:/bin"}
	cmd.Stderr = b
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{bridge: b, cmd: cmd, in: in, ended: make(chan struct{})}
	p.stop = sync.OnceFunc(p.end)
	b.mu.Lock()
	b.running = append(b.running, p)
	b.mu.Unlock()
	go func() {
		defer close(p.ended)
		p.read(out)
		if err := cmd.Wait(); err != nil {
			b.complain("a server ended: %v", err)
		}
	}()
	return p, nil
}

// end closes the server's input, which is its sign to end.
func (p *process) end() {
	p.writing.Lock()
	_ = p.in.Close()
	p.writing.Unlock()
	select {
	case <-p.ended:
	case <-time.After(5 * time.Second):
		p.bridge.complain("a server did not end when its input did")
		_ = p.cmd.Process.Kill()
		<-p.ended
	}
}

func (b *bridge) stopAll() {
	b.mu.Lock()
	running := slices.Clone(b.running)
	b.mu.Unlock()
	var all sync.WaitGroup
	for _, p := range running {
		all.Go(p.stop)
	}
	all.Wait()
}

// send writes body as a line.
func (p *process) send(body []byte) {
	line := append(bytes.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, body), '\n')
	p.writing.Lock()
	defer p.writing.Unlock()
	_, _ = p.in.Write(line) // where that fails, the process has ended
}

func (p *process) expect(m envelope) *exchange {
	e := &exchange{
		id: compact(m.ID), token: compact(m.Params.Meta.Token),
		texts: make(chan []byte, 16), forgotten: make(chan struct{}),
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = append(p.waiting, e)
	return e
}

func (p *process) forget(e *exchange) {
	close(e.forgotten)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = slices.DeleteFunc(p.waiting, func(o *exchange) bool { return o == e })
}

// read hands the lines of the server to those who wait for them.
func (p *process) read(out io.Reader) {
	lines := bufio.NewReader(out)
	for {
		text, err := lines.ReadBytes('\n')
		if err != nil {
			if len(text) > 0 {
				p.bridge.complain("half a line on standard output: %q", text)
			}
			return
		}
		text = bytes.TrimSuffix(text, []byte("\n"))
		var m envelope
		if err := json.Unmarshal(text, &m); err != nil {
			p.bridge.complain("no message on standard output: %v: %q", err, text)
			continue
		}
		if m.Method != "" && m.ID != nil {
			p.bridge.complain("a request, which this server has none of: %q", text)
			continue
		}
		e := p.find(m)
		if e == nil {
			p.bridge.complain("nobody has asked for %q", text)
			continue
		}
		select {
		case e.texts <- text:
		case <-e.forgotten:
		}
	}
}

// find returns the request that m is about: by its id, by the token of its
// progress, and else the newest one.
func (p *process) find(m envelope) *exchange {
	id, token := compact(m.ID), compact(m.Params.Token)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.waiting {
		if id != "" && e.id == id || token != "" && e.token == token {
			return e
		}
	}
	if len(p.waiting) == 0 || id != "" || token != "" {
		return nil
	}
	return p.waiting[len(p.waiting)-1]
}

// compact is raw in one spelling, "" for null.
func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil || b.String() == "null" {
		return ""
	}
	return b.String()
}

// The suite could not tell a fault of the bridge from one of the server.
func TestBridge(t *testing.T) {
	_, url := startBridge(t, binary(t, "conformance"), "mcp-server")
	session := ""
	send := func(method, body string) (*http.Response, string) {
		req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
		require.NoError(t, err)
		if session != "" {
			req.Header.Set(sessionHeader, session)
		}
		resp, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		return resp, string(text)
	}
	exchange := func(method, body string, status int, kind, answer string) {
		t.Helper()
		resp, text := send(method, body)
		assert.Equal(t, status, resp.StatusCode, body)
		assert.Equal(t, kind, resp.Header.Get("Content-Type"), body)
		assert.Contains(t, text, answer, body)
	}
	const plain, stream = "application/json", "text/event-stream"

	const modern = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	exchange("POST", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+modern+`}}`, 200, plain, `"supportedVersions"`)
	exchange("POST", `{"jsonrpc":"2.0","id":1,"method":"nope","params":{`+modern+`}}`, 404, plain, `-32601`)
	exchange("POST", "{\n]", 400, plain, `-32700`)
	exchange("POST", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202, "", "")
	exchange("GET", "", 405, "", "")
	exchange("DELETE", "", 404, "", "")

	resp, text := send("POST", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`)
	assert.Contains(t, text, `"serverInfo"`)
	session = resp.Header.Get(sessionHeader)
	require.NotEmpty(t, session)
	exchange("POST", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202, "", "")
	exchange("POST", `{"jsonrpc":"2.0","id":1,"result":{}}`, 202, "", "")
	exchange("POST", "{\"jsonrpc\":\"2.0\",\r\n\"id\":\"a\",\"method\":\"ping\"}", 200, plain, `"id":"a"`)
	exchange("POST", `{"jsonrpc":"2.0","id":2,"method":"nope"}`, 200, plain, `-32601`)
	var calls sync.WaitGroup
	for _, id := range []string{"3", `"3"`} {
		calls.Go(func() {
			call := `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"test_tool_with_progress","_meta":{"progressToken":` + id + `}}}`
			resp, text := send("POST", call)
			assert.Equal(t, stream, resp.Header.Get("Content-Type"))
			assert.Equal(t, 3, strings.Count(text, `"progressToken":`+id+`,`), text)
			assert.Equal(t, 1, strings.Count(text, `"id":`+id+`,"result"`), text)
		})
	}
	calls.Wait()
	exchange("DELETE", "", 204, "", "")
	exchange("POST", `{"jsonrpc":"2.0","id":4,"method":"ping"}`, 404, "", "")
}
