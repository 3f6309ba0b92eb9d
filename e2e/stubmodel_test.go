//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// script is what a test wants the model to do. It travels as JSON in the
// prompt, so one stubModel serves any number of sessions and keeps no state.
type script struct {
	Calls []call `json:"calls"`
}

// call is one use of a tool, by the name that the client gave it.
type call struct {
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
}

// stubModel is an OpenAI-compatible model on the loopback address. It plays
// the script in the last prompt that has one: a call at a time, then a word.
type stubModel struct {
	*httptest.Server

	mu      sync.Mutex
	offered []string
	trouble []string
}

func newStubModel(t *testing.T) *stubModel {
	t.Helper()
	m := &stubModel{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", m.complete)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		m.complain("the client asked the model for %s %s", r.Method, r.URL)
		http.NotFound(w, r)
	})
	m.Server = httptest.NewServer(mux)
	t.Cleanup(m.Close)
	return m
}

// tools are the names of the tools that the client offered last.
func (m *stubModel) tools() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.offered
}

func (m *stubModel) complain(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.trouble = append(m.trouble, fmt.Sprintf(format, args...))
}

// completion is the part of a request for a chat completion that matters here.
type completion struct {
	Model    string    `json:"model"`
	Stream   bool      `json:"stream"`
	Messages []message `json:"messages"`
	Tools    []struct {
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	} `json:"tools"`
}

type message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

func (m *stubModel) complete(w http.ResponseWriter, r *http.Request) {
	var c completion
	if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
		m.complain("reading the client's request: %v", err)
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if len(c.Tools) > 0 {
		var names []string
		for _, tool := range c.Tools {
			names = append(names, tool.Function.Name)
		}
		m.mu.Lock()
		m.offered = names
		m.mu.Unlock()
	}
	next, played, ok := c.next()
	answer, reason := map[string]any{"role": "assistant", "content": "That is all."}, "stop"
	if ok && len(c.Tools) > 0 {
		if next.Arguments == nil {
			next.Arguments = map[string]any{}
		}
		arguments, err := json.Marshal(next.Arguments)
		if err != nil {
			m.complain("writing the arguments of %s: %v", next.Tool, err)
		}
		answer, reason = map[string]any{"role": "assistant", "tool_calls": []any{map[string]any{
			"index": 0, "id": fmt.Sprintf("call_%d", played), "type": "function",
			"function": map[string]any{"name": next.Tool, "arguments": string(arguments)},
		}}}, "tool_calls"
	}
	write(w, c, answer, reason)
}

// next is the call to make now, and how many of its script were made.
func (c completion) next() (call, int, bool) {
	var s script
	played := 0
	for _, m := range c.Messages {
		switch m.Role {
		case "user":
			if found, ok := m.script(); ok {
				s, played = found, 0
			}
		case "tool":
			played++
		}
	}
	if played >= len(s.Calls) {
		return call{}, played, false
	}
	return s.Calls[played], played, true
}

// script finds the script among the texts of a message.
func (m message) script() (script, bool) {
	var text string
	var parts []struct{ Text string }
	if json.Unmarshal(m.Content, &text) != nil {
		_ = json.Unmarshal(m.Content, &parts)
	}
	texts := []string{text}
	for _, p := range parts {
		texts = append(texts, p.Text)
	}
	for _, text := range texts {
		var s script
		if strings.HasPrefix(text, `{"calls":`) && json.Unmarshal([]byte(text), &s) == nil {
			return s, true
		}
	}
	return script{}, false
}

// write sends the answer the way it was asked for: whole, or as a stream.
func write(w http.ResponseWriter, c completion, answer map[string]any, reason string) {
	body := func(object, part string, value map[string]any, finish any) []byte {
		data, _ := json.Marshal(map[string]any{
			"id": "stub", "object": object, "created": 1, "model": c.Model,
			"choices": []any{map[string]any{"index": 0, part: value, "finish_reason": finish}},
			"usage":   map[string]any{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
		})
		return data
	}
	if !c.Stream {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body("chat.completion", "message", answer, reason))
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprintf(w, "data: %s\n\n", body("chat.completion.chunk", "delta", answer, nil))
	fmt.Fprintf(w, "data: %s\n\n", body("chat.completion.chunk", "delta", map[string]any{}, reason))
	fmt.Fprint(w, "data: [DONE]\n\n")
}
