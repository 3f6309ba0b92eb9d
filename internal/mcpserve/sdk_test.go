package mcpserve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"math"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// These tests are about go-sdk 1.8.0 alone. Each shows a fault of it that this
// package works around. One that fails after an upgrade is good news: the fault
// is mended, and its workaround may go.

// bareSDK is a server of the sdk on its own transport for streams.
type bareSDK struct {
	t   *testing.T
	in  *io.PipeWriter
	out *bufio.Reader
}

func startSDK(t *testing.T, handler mcp.ToolHandler) *bareSDK {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	server := mcp.NewServer(&mcp.Implementation{Name: "app", Version: "1"},
		&mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}})
	server.AddTool(&mcp.Tool{Name: "echo", InputSchema: json.RawMessage(emptySchema)}, handler)
	session, err := server.Connect(context.Background(), &mcp.IOTransport{Reader: inR, Writer: outW}, nil)
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = inW.Close()
		_ = outR.Close()
		_ = session.Wait()
	})
	return &bareSDK{t: t, in: inW, out: bufio.NewReader(outR)}
}

func (s *bareSDK) send(text string) {
	s.t.Helper()
	_, err := io.WriteString(s.in, text+"\n")
	require.NoError(s.t, err)
}

func (s *bareSDK) ask(id, method, params string) (m message) {
	s.t.Helper()
	s.send(request(id, method, params))
	text, err := s.out.ReadString('\n')
	require.NoError(s.t, err)
	require.NoError(s.t, json.Unmarshal([]byte(text), &m))
	m.raw = text
	return m
}

func sdkEcho(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "hi"}}}, nil
}

// Worked around by a session for each era.
func TestSDK_eras_share_state(t *testing.T) {
	t.Run("initialize after a stateless request is a duplicate", func(t *testing.T) {
		s := startSDK(t, sdkEcho)
		require.Nil(t, s.ask("1", "tools/list", stateless("")).Error)
		m := s.ask("2", "initialize", initParams)
		require.NotNil(t, m.Error, m.raw)
		assert.Contains(t, m.Error.Message, "duplicate")
	})
	t.Run("a request without _meta after a stateless one is served", func(t *testing.T) {
		s := startSDK(t, sdkEcho)
		require.Nil(t, s.ask("1", "tools/list", stateless("")).Error)
		assert.Nil(t, s.ask("2", "tools/list", "{}").Error)
	})
	t.Run("initialize for the stateless revision makes the session stateless", func(t *testing.T) {
		s := startSDK(t, sdkEcho)
		m := s.ask("1", "initialize", `{"protocolVersion":"2026-07-28","capabilities":{},"clientInfo":{"name":"x","version":"1"}}`)
		require.Nil(t, m.Error, m.raw)
		require.Contains(t, string(m.Result), "2025-11-25")
		assert.Equal(t, "complete", s.ask("2", "tools/call", `{"name":"echo"}`).call(t).ResultType)
	})
}

// Worked around by the transport, which knows whether there was an initialize.
func TestSDK_error_without_code(t *testing.T) {
	m := startSDK(t, sdkEcho).ask("1", "tools/list", "{}")
	require.NotNil(t, m.Error)
	assert.Zero(t, m.Error.Code)
}

// Worked around by numbers of our own in place of the client's ids.
func TestSDK_ids_are_floats(t *testing.T) {
	s := startSDK(t, sdkEcho)
	assert.Equal(t, "9007199254740992", string(s.ask("9007199254740993", "ping", "").ID))
	assert.Equal(t, "1", string(s.ask("1.5", "ping", "").ID))
}

// Worked around by the list of ids in flight: the second request is refused.
func TestSDK_second_request_of_an_id_is_not_answered(t *testing.T) {
	release := make(chan struct{})
	s := startSDK(t, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		<-release
		return sdkEcho(ctx, r)
	})
	require.Nil(t, s.ask("1", "initialize", initParams).Error)
	s.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	s.send(request("7", "tools/call", `{"name":"echo"}`))
	s.send(request("7", "tools/call", `{"name":"echo"}`))
	s.send(request("8", "ping", "")) // answered once both are read
	lines := make(chan string, 4)
	go func() {
		defer close(lines)
		for {
			text, err := s.out.ReadString('\n')
			if err != nil {
				return
			}
			lines <- text
		}
	}()
	assert.Contains(t, <-lines, `"id":8`)
	close(release)
	<-lines
	select {
	case text, open := <-lines:
		assert.False(t, open, "%s", text)
	case <-time.After(200 * time.Millisecond):
	}
}

// Worked around by dropping the answer.
func TestSDK_cancelled_request_is_answered(t *testing.T) {
	started := make(chan struct{})
	s := startSDK(t, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		close(started)
		<-ctx.Done()
		return sdkEcho(ctx, r)
	})
	require.Nil(t, s.ask("1", "initialize", initParams).Error)
	s.send(request("7", "tools/call", `{"name":"echo"}`))
	<-started
	s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)
	text, err := s.out.ReadString('\n')
	require.NoError(t, err)
	assert.Contains(t, text, `"id":7`)
}

// Worked around by a page of 1<<30.
func TestSDK_page_of_MaxInt_overflows(t *testing.T) {
	server := mcp.NewServer(&mcp.Implementation{Name: "app", Version: "1"}, &mcp.ServerOptions{PageSize: math.MaxInt})
	server.AddTool(&mcp.Tool{Name: "echo", InputSchema: json.RawMessage(emptySchema)}, sdkEcho)
	a, b := mcp.NewInMemoryTransports()
	ss, err := server.Connect(t.Context(), a, nil)
	require.NoError(t, err)
	defer func() { _ = ss.Wait() }()
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(), b, nil)
	require.NoError(t, err)
	defer cs.Close()
	list, err := cs.ListTools(t.Context(), nil)
	require.NoError(t, err)
	assert.NotEmpty(t, list.NextCursor, "a cursor to a page that is not there")
}

// Worked around by a transport that reads lines itself.
func TestSDK_bad_line_ends_the_session(t *testing.T) {
	for _, text := range []string{"garbage", ping7 + " ", "42", `{"jsonrpc":"1.0","id":1,"method":"ping"}`} {
		s := startSDK(t, sdkEcho)
		s.send(text)
		ended := make(chan error, 1)
		go func() {
			for {
				if _, err := io.WriteString(s.in, request("1", "ping", "")+"\n"); err != nil {
					ended <- err
					return
				}
			}
		}()
		go func() { _, _ = io.Copy(io.Discard, s.out) }()
		select {
		case <-ended:
		case <-time.After(patience):
			assert.Fail(t, "session goes on", text)
			s.in.Close()
			<-ended
		}
	}
}
