package mcpserve_test

import (
	"context"
	"encoding/json"
	"io"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcpserve"
)

// connect runs a server and connects the sdk's own client in one era.
func connect(t *testing.T, c mcpserve.Config, version string) *mcp.ClientSession {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- mcpserve.ServeStdio(context.Background(), c, inR, outW) }()
	client := mcp.NewClient(&mcp.Implementation{Name: "sdk", Version: "3"}, nil)
	cs, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: outR, Writer: inW}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, cs.Close())
		assert.NoError(t, <-ended)
	})
	return cs
}

func TestClient(t *testing.T) {
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			clients := make(chan string, 1)
			cs := connect(t, config(func(ctx context.Context, c mcpserve.Call) mcpserve.Result {
				clients <- c.Client
				return echo(ctx, c)
			}), version)
			assert.Equal(t, version, cs.InitializeResult().ProtocolVersion)
			assert.Equal(t, "be nice", cs.InitializeResult().Instructions)
			caps := cs.InitializeResult().Capabilities
			assert.Equal(t, &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}, caps)

			list, err := cs.ListTools(t.Context(), nil)
			require.NoError(t, err)
			require.Len(t, list.Tools, 2)
			assert.Equal(t, "deploy", list.Tools[0].Name)
			assert.Equal(t, "echo", list.Tools[1].Name)
			assert.Equal(t, "Echo", list.Tools[1].Title)
			assert.Equal(t, "says <it> & again", list.Tools[1].Description)
			assert.Equal(t, mcp.Meta{"example.com/effect": "read"}, list.Tools[1].Meta)
			assert.Empty(t, list.NextCursor)

			res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "echo", Arguments: map[string]any{"a": "b"}})
			require.NoError(t, err)
			assert.False(t, res.IsError)
			assert.Equal(t, []mcp.Content{&mcp.TextContent{Text: `{"a":"b"}`}}, res.Content)
			assert.Equal(t, map[string]any{"a": "b"}, res.StructuredContent)
			assert.Equal(t, "sdk/3", <-clients)
		})
	}
}

// The hints are written out even when false, in both eras.
func TestList_hints(t *testing.T) {
	p := start(t, config(echo))
	p.initialize()
	for _, m := range []message{p.ask("1", "tools/list", ""), p.ask("2", "tools/list", stateless(""))} {
		var list struct {
			Tools []struct {
				Annotations, InputSchema json.RawMessage
			}
			TTLMs      int    `json:"ttlMs"`
			CacheScope string `json:"cacheScope"`
		}
		require.NoError(t, json.Unmarshal(m.Result, &list))
		require.Len(t, list.Tools, 2)
		assert.JSONEq(t, `{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":true}`, string(list.Tools[0].Annotations))
		assert.JSONEq(t, `{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}`, string(list.Tools[1].Annotations))
		assert.Equal(t, emptySchema, string(list.Tools[0].InputSchema), "the schema keeps its order")
		assert.Equal(t, 300000, list.TTLMs)
		assert.Equal(t, "public", list.CacheScope)
	}
	p.close()
}

// What clients ask for whatever was declared is answered empty.
func TestLists_of_nothing(t *testing.T) {
	p := start(t, config(echo))
	p.initialize()
	for method, member := range map[string]string{
		"resources/list": "resources", "resources/templates/list": "resourceTemplates", "prompts/list": "prompts",
	} {
		for _, params := range []string{"", "{}", stateless("")} {
			m := p.ask("1", method, params)
			require.Nil(t, m.Error, m.raw)
			var fields map[string]json.RawMessage
			require.NoError(t, json.Unmarshal(m.Result, &fields))
			assert.Equal(t, "[]", string(fields[member]), m.raw)
			p.allowAgain("1")
		}
	}
	assert.Equal(t, "{}", string(p.ask("2", "ping", "").Result))
	assert.Equal(t, "{}", string(p.ask("3", "logging/setLevel", `{"level":"info"}`).Result))
	p.close()
}

// The eras share a process but no state, whatever their order.
func TestEras_do_not_mix(t *testing.T) {
	t.Run("initialize after a stateless request", func(t *testing.T) {
		p := start(t, config(echo))
		assert.Equal(t, "complete", p.ask("1", "tools/call", stateless(`"name":"echo",`)).call(t).ResultType)
		p.initialize()
		assert.Empty(t, p.ask("2", "tools/call", `{"name":"echo"}`).call(t).ResultType)
		assert.Equal(t, "complete", p.ask("3", "tools/call", stateless(`"name":"echo",`)).call(t).ResultType)
		p.close()
	})
	t.Run("no _meta after a stateless request", func(t *testing.T) {
		p := start(t, config(echo))
		require.Nil(t, p.ask("1", "server/discover", stateless("")).Error)
		require.Nil(t, p.ask("2", "tools/list", stateless("")).Error)
		for i, method := range []string{"tools/list", "tools/call", "server/discover", "prompts/list"} {
			m := p.ask(string(rune('3'+i)), method, `{"name":"echo"}`)
			require.NotNil(t, m.Error, m.raw)
			assert.Equal(t, invalidParams, m.Error.Code)
		}
		p.close()
	})
	t.Run("initialize for the stateless revision", func(t *testing.T) {
		for _, version := range []string{"2026-07-28", "2099-01-01", "newest"} {
			p := start(t, config(echo))
			m := p.ask("1", "initialize", `{"protocolVersion":"`+version+`","capabilities":{},"clientInfo":{"name":"x","version":"1"}}`)
			require.Nil(t, m.Error, m.raw)
			assert.Contains(t, string(m.Result), `"protocolVersion":"2025-11-25"`)
			assert.Empty(t, p.ask("2", "tools/call", `{"name":"echo"}`).call(t).ResultType, "session stays one of the handshake")
			p.close()
		}
	})
	t.Run("tools/list before initialize", func(t *testing.T) {
		p := start(t, config(echo))
		m := p.ask("1", "tools/list", "")
		require.NotNil(t, m.Error)
		assert.Equal(t, invalidParams, m.Error.Code)
		assert.Contains(t, m.Error.Message, "initialize")
		require.Nil(t, p.ask("2", "ping", "").Error)
		p.initialize()
		require.Nil(t, p.ask("3", "tools/list", "").Error)
		p.close()
	})
	t.Run("initialize and the next request in one write", func(t *testing.T) {
		p := start(t, config(echo))
		p.write(request("1", "initialize", initParams) + "\n" + request("2", "tools/list", "") + "\n")
		require.Nil(t, p.answer("1").Error)
		require.Nil(t, p.answer("2").Error)
		p.close()
	})
}

// A second initialize is an error, as documented; a failed one may be repeated.
func TestInitialize_twice(t *testing.T) {
	p := start(t, config(echo))
	for i, bad := range []string{"", "null", "{\"protocolVersion\":5}", "[]"} {
		m := p.ask(string(rune('1'+i)), "initialize", bad)
		require.NotNil(t, m.Error)
		assert.Equal(t, invalidParams, m.Error.Code, m.raw)
	}
	m := p.ask("5", "tools/list", "")
	require.NotNil(t, m.Error)
	assert.Equal(t, invalidRequest, m.Error.Code)
	p.initialize()
	m = p.ask("6", "initialize", initParams)
	require.NotNil(t, m.Error)
	assert.Equal(t, invalidRequest, m.Error.Code)
	require.Nil(t, p.ask("7", "tools/list", "").Error)
	p.close()
}

func TestStateless_errors(t *testing.T) {
	p := start(t, config(echo))
	m := p.ask("1", "tools/list", `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}`)
	require.NotNil(t, m.Error)
	assert.Equal(t, invalidParams, m.Error.Code, "no client capabilities")
	m = p.ask("2", "tools/list", `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01","io.modelcontextprotocol/clientCapabilities":{}}}`)
	require.NotNil(t, m.Error)
	assert.Equal(t, -32022, m.Error.Code)
	assert.Contains(t, string(m.Error.Data), `"supported":["2026-07-28"`)
	for i, removed := range []string{"initialize", "ping", "logging/setLevel"} {
		m = p.ask(string(rune('3'+i)), removed, stateless(""))
		require.NotNil(t, m.Error)
		assert.Equal(t, noMethod, m.Error.Code)
	}
	p.close()
}

// A subscription ends at once, for nothing changes here, and names itself by
// the client's own id.
func TestSubscription(t *testing.T) {
	p := start(t, config(echo))
	p.send(request(`"sub-1"`, "subscriptions/listen", stateless(`"notifications":{"toolsListChanged":true},`)))
	ack, end := p.next(), p.next()
	assert.Equal(t, "notifications/subscriptions/acknowledged", ack.Method)
	assert.Contains(t, string(ack.Params), `"io.modelcontextprotocol/subscriptionId":"sub-1"`)
	assert.Equal(t, `"sub-1"`, string(end.ID))
	assert.Contains(t, string(end.Result), `"io.modelcontextprotocol/subscriptionId":"sub-1"`)
	p.close()
}
