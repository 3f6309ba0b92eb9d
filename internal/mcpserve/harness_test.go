package mcpserve_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/nurucobra/nuru/internal/mcpserve"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a test waits for what must come.
const patience = 10 * time.Second

const emptySchema = `{"type":"object","properties":{},"additionalProperties":false}`

// echo answers with its arguments as text and, if they are an object, as
// structured content.
func echo(_ context.Context, c mcpserve.Call) mcpserve.Result {
	r := mcpserve.Result{Text: string(c.Arguments)}
	if bytes.HasPrefix(bytes.TrimSpace(c.Arguments), []byte("{")) {
		r.Structured = c.Arguments
	}
	return r
}

// config is a server with the tools echo and deploy, both calling call.
func config(call func(context.Context, mcpserve.Call) mcpserve.Result) mcpserve.Config {
	return mcpserve.Config{
		Name: "app", Title: "The App", Version: "1.2.3", Instructions: "be nice",
		Tools: []mcpserve.Tool{
			{
				Name: "echo", Title: "Echo", Description: "says <it> & again", InputSchema: json.RawMessage(emptySchema), ReadOnly: true,
				Meta: map[string]any{"example.com/effect": "read"},
			},
			{Name: "deploy", Description: "deploys", InputSchema: json.RawMessage(emptySchema), Destructive: true, OpenWorld: true},
		},
		Call: call,
	}
}

// peer is the client's end of a running server, without any knowledge of the
// protocol but this: it checks that each line it gets is one JSON-RPC message,
// and that no id is answered more often than it was used.
type peer struct {
	t      testing.TB
	in     io.WriteCloser
	lines  chan message
	ended  chan error
	cancel context.CancelFunc

	mu   sync.Mutex
	sent map[string]int // how often an id was used, when more than once
}

// message is a line from the server.
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

// start runs a server on in-memory pipes, which work in a synctest bubble.
func start(t testing.TB, c mcpserve.Config) *peer {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	return startOn(t, c, inR, inW, outR, outW)
}

// startOnPipes runs a server on pipes of the operating system.
func startOnPipes(t testing.TB, c mcpserve.Config) *peer {
	inR, inW, err := os.Pipe()
	require.NoError(t, err)
	outR, outW, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { inR.Close(); outR.Close() })
	return startOn(t, c, inR, inW, outR, outW)
}

func startOn(t testing.TB, c mcpserve.Config, inR io.Reader, inW io.WriteCloser, outR io.Reader, outW io.WriteCloser) *peer {
	ctx, cancel := context.WithCancel(context.Background())
	p := &peer{t: t, in: inW, lines: make(chan message, 4000), ended: make(chan error, 1), cancel: cancel, sent: map[string]int{}}
	go func() {
		err := mcpserve.ServeStdio(ctx, c, inR, outW)
		outW.Close()
		p.ended <- err
	}()
	go p.receive(outR)
	return p
}

// receive reads and checks all lines.
func (p *peer) receive(r io.Reader) {
	defer close(p.lines)
	answered := map[string]int{}
	lines := bufio.NewReader(r)
	for {
		text, err := lines.ReadString('\n')
		if err != nil {
			if text != "" {
				p.t.Errorf("unfinished line %q", text)
			}
			return
		}
		m, problem := check(strings.TrimSuffix(text, "\n"))
		if problem != "" {
			p.t.Errorf("%s: %s", problem, text)
		}
		if m.Method == "" && string(m.ID) != "null" {
			answered[string(m.ID)]++
			p.mu.Lock()
			if answered[string(m.ID)] > max(p.sent[string(m.ID)], 1) {
				p.t.Errorf("id %s answered %d times", m.ID, answered[string(m.ID)])
			}
			p.mu.Unlock()
		}
		p.lines <- m
	}
}

// check says what is wrong with a line from the server, if anything.
func check(text string) (m message, problem string) {
	m.raw = text
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return m, err.Error()
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		return m, "no object"
	}
	kinds := 0
	for _, kind := range []string{"method", "result", "error"} {
		if fields[kind] != nil {
			kinds++
		}
	}
	m.ID = fields["id"] // null stays visible
	switch {
	case m.JSONRPC != "2.0":
		return m, "not JSON-RPC 2.0"
	case kinds != 1:
		return m, "neither notification nor answer"
	case m.Method != "" && fields["id"] != nil:
		return m, "a request to the client"
	case m.Method == "" && fields["id"] == nil:
		return m, "an answer without id"
	case m.Error != nil && (m.Error.Code == 0 || m.Error.Message == ""):
		return m, "an error without code or message"
	case strings.ContainsAny(text, "\u2028\u2029\r"):
		return m, "a character that cuts lines"
	}
	return m, ""
}

// send writes lines as they are, each with a line break.
func (p *peer) send(lines ...string) {
	p.t.Helper()
	for _, l := range lines {
		p.write(l + "\n")
	}
}

func (p *peer) write(text string) {
	p.t.Helper()
	_, err := p.in.Write([]byte(text))
	require.NoError(p.t, err)
}

// next returns the next line from the server.
func (p *peer) next() message {
	p.t.Helper()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case m, ok := <-p.lines:
		require.True(p.t, ok, "server has closed its output")
		return m
	case <-timer.C:
		require.FailNow(p.t, "no line from the server")
		panic("unreachable")
	}
}

// answer returns the next line that is no notification, and demands its id.
func (p *peer) answer(id string) message {
	p.t.Helper()
	for {
		if m := p.next(); m.Method == "" {
			require.Equal(p.t, id, string(m.ID), m.raw)
			return m
		}
	}
}

// ask sends a request and returns the answer.
func (p *peer) ask(id, method, params string) message {
	p.t.Helper()
	p.send(request(id, method, params))
	return p.answer(id)
}

func request(id, method, params string) string {
	if params == "" {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q}`, id, method)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, params)
}

const initParams = `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"probe","version":"9"}}`

// initialize makes the handshake of the older revisions.
func (p *peer) initialize() {
	p.t.Helper()
	m := p.ask(`"init"`, "initialize", initParams)
	require.Nil(p.t, m.Error, m.raw)
	p.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

// stateless are params of a request of the revision 2026-07-28, with members
// of the caller before them.
func stateless(members string) string {
	return `{` + members + `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"new","version":"2"}}}`
}

// close ends the input and demands that the server ends without error, with
// nothing more to say. It returns the lines that had not been read.
func (p *peer) close() (rest []message) {
	p.t.Helper()
	require.NoError(p.t, p.in.Close())
	require.NoError(p.t, p.end())
	for m := range p.lines {
		rest = append(rest, m)
	}
	return rest
}

// end waits for the end of the server.
func (p *peer) end() error {
	p.t.Helper()
	defer p.cancel()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case err := <-p.ended:
		return err
	case <-timer.C:
		require.FailNow(p.t, "server does not end")
		panic("unreachable")
	}
}

// text is the content of a tools/call answer.
func (m message) text(t testing.TB) string {
	t.Helper()
	return m.call(t).Content[0].Text
}

type callResult struct {
	Content           []struct{ Type, Text string }
	StructuredContent json.RawMessage
	IsError           bool
	ResultType        string
}

func (m message) call(t testing.TB) callResult {
	t.Helper()
	require.Nil(t, m.Error, m.raw)
	var r callResult
	require.NoError(t, json.Unmarshal(m.Result, &r), m.raw)
	require.Len(t, r.Content, 1, m.raw)
	return r
}

// allowAgain lets an id be used and answered once more.
func (p *peer) allowAgain(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent[id] = max(p.sent[id], 1) + 1
}
