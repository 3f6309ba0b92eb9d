package mcpserve_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcpserve"
)

func BenchmarkCall(b *testing.B) {
	for name, params := range map[string]string{
		"handshake": `{"name":"echo","arguments":{"env":"prod","dryRun":true}}`,
		"stateless": stateless(`"name":"echo","arguments":{"env":"prod","dryRun":true},`),
	} {
		b.Run(name, func(b *testing.B) {
			p := startOnPipes(b, config(echo))
			p.initialize()
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n++
				id := fmt.Sprint(n)
				p.send(request(id, "tools/call", params))
				if m := <-p.lines; string(m.ID) != id {
					b.Fatal(m.raw)
				}
			}
			b.StopTimer()
			p.close()
		})
	}
}

// manyTools are n tools of about 1 KB each on the wire.
func manyTools(n int) []mcpserve.Tool {
	properties := map[string]any{}
	for i := range 8 {
		properties[fmt.Sprint("property", i)] = map[string]any{"type": "string", "description": "What the property means to the command, in one sentence."}
	}
	schema, err := json.Marshal(map[string]any{"type": "object", "properties": properties, "additionalProperties": false})
	if err != nil {
		panic(err)
	}
	tools := make([]mcpserve.Tool, n)
	for i := range tools {
		tools[i] = mcpserve.Tool{Name: fmt.Sprintf("tool_%d", i), Description: "does something", InputSchema: schema}
	}
	return tools
}

func BenchmarkList1000(b *testing.B) {
	cfg := config(echo)
	cfg.Tools = manyTools(1000)
	p := startOnPipes(b, cfg)
	p.initialize()
	b.ReportAllocs()
	n, size := 0, 0
	for b.Loop() {
		n++
		p.send(request(fmt.Sprint(n), "tools/list", ""))
		size = len((<-p.lines).raw)
	}
	b.StopTimer()
	b.ReportMetric(float64(size), "bytes/list")
	p.close()
}

// BenchmarkStart1000 is a whole session of 1,000 tools without a request.
func BenchmarkStart1000(b *testing.B) {
	cfg := config(echo)
	cfg.Tools = manyTools(1000)
	for b.Loop() {
		require.Empty(b, serveAll(b, cfg, ""))
	}
}

// One page holds all tools, in stable order.
func TestList_is_one_page(t *testing.T) {
	cfg := config(echo)
	cfg.Tools = manyTools(1100) // more than a page of the sdk has by default
	p := start(t, cfg)
	p.initialize()
	first := p.ask("1", "tools/list", "")
	var list struct {
		Tools      []struct{ Name string }
		NextCursor *string
	}
	require.NoError(t, json.Unmarshal(first.Result, &list))
	require.Len(t, list.Tools, 1100)
	require.Nil(t, list.NextCursor)
	require.Equal(t, string(first.Result), string(p.ask("2", "tools/list", "").Result))
	p.close()
}
