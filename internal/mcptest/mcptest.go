// Package mcptest talks to MCP servers in tests, with the client of the
// official Go SDK over real pipes.
package mcptest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"
)

// timeout bounds one conversation.
const timeout = 60 * time.Second

// Connect starts cmd as a server and connects to it; the end of the test stops
// it. The server's standard error goes to that of the test unless cmd has its
// own.
func Connect(t testing.TB, cmd *exec.Cmd) *mcp.ClientSession {
	t.Helper()
	if cmd.Stderr == nil {
		cmd.Stderr = os.Stderr
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	t.Cleanup(cancel)
	session, err := connect(ctx, cmd)
	if err != nil {
		t.Fatalf("connecting to %v: %v", cmd.Args, err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

func connect(ctx context.Context, cmd *exec.Cmd) (*mcp.ClientSession, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "mcptest", Version: "1"}, nil)
	return client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
}

// Call calls a tool with arguments in JSON.
func Call(ctx context.Context, s *mcp.ClientSession, tool, arguments string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: tool}
	if arguments != "" {
		params.Arguments = json.RawMessage(arguments)
	}
	return s.CallTool(ctx, params)
}

// Text is the text content of a result.
func Text(r *mcp.CallToolResult) string {
	var b strings.Builder
	for _, c := range r.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			b.WriteString(text.Text)
		}
	}
	return b.String()
}

// Script is the testscript command
//
//	mcp CALLS PROGRAM [ARG...]
//
// It starts the program as a server, makes the calls that the file CALLS lists,
// one a line, and prints the answers:
//
//	list                     name and hints of every tool
//	schema NAME              the tool's input schema
//	call NAME {arguments}    the text, and "(error)" when isError is set
//	structured NAME {…}      the structured content, with a duration of 0
//	prompts                  name and arguments of every prompt
//	prompt NAME {arguments}  the text of the prompt
//	instructions             what the server says about itself
func Script(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: mcp CALLS PROGRAM [ARG...]")
	}
	program, err := lookPath(ts, args[1])
	ts.Check(err)
	cmd := exec.Command(program, args[2:]...)
	cmd.Args[0] = args[1]
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = environ(ts)
	cmd.Stderr = ts.Stderr()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	session, err := connect(ctx, cmd)
	ts.Check(err)
	defer session.Close()
	for line := range strings.SplitSeq(ts.ReadFile(args[0]), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			ts.Check(answer(ctx, session, line, ts.Stdout()))
		}
	}
}

func answer(ctx context.Context, s *mcp.ClientSession, line string, w io.Writer) error {
	verb, rest, _ := strings.Cut(line, " ")
	name, arguments, _ := strings.Cut(rest, " ")
	switch verb {
	case "instructions":
		fmt.Fprintln(w, s.InitializeResult().Instructions)
	case "list", "schema":
		list, err := s.ListTools(ctx, nil)
		if err != nil {
			return err
		}
		for _, t := range list.Tools {
			if verb == "list" {
				fmt.Fprintf(w, "%s readOnly=%t destructive=%t\n", t.Name, t.Annotations.ReadOnlyHint, *t.Annotations.DestructiveHint)
			} else if t.Name == name {
				return json.NewEncoder(w).Encode(t.InputSchema)
			}
		}
	case "prompts":
		list, err := s.ListPrompts(ctx, nil)
		if err != nil {
			return err
		}
		for _, p := range list.Prompts {
			fmt.Fprint(w, p.Name)
			for _, a := range p.Arguments {
				fmt.Fprintf(w, " %s required=%t", a.Name, a.Required)
			}
			fmt.Fprintln(w)
		}
	case "prompt":
		return prompt(ctx, s, name, arguments, w)
	case "call", "structured":
		r, err := Call(ctx, s, name, arguments)
		if err != nil {
			fmt.Fprintln(w, "protocol error:", err)
			return nil
		}
		if verb == "structured" {
			if m, ok := r.StructuredContent.(map[string]any); ok && m["durationMs"] != nil {
				m["durationMs"] = 0 // so that answers can be compared
			}
			return json.NewEncoder(w).Encode(r.StructuredContent)
		}
		fmt.Fprint(w, Text(r))
		if r.IsError {
			fmt.Fprint(w, "(error)")
		}
		fmt.Fprintln(w)
	default:
		return fmt.Errorf("mcp: unknown line %q", line)
	}
	return nil
}

func prompt(ctx context.Context, s *mcp.ClientSession, name, arguments string, w io.Writer) error {
	params := &mcp.GetPromptParams{Name: name}
	if arguments != "" {
		if err := json.Unmarshal([]byte(arguments), &params.Arguments); err != nil {
			return err
		}
	}
	r, err := s.GetPrompt(ctx, params)
	if err != nil {
		fmt.Fprintln(w, "protocol error:", err)
		return nil
	}
	for _, m := range r.Messages {
		if text, ok := m.Content.(*mcp.TextContent); ok {
			fmt.Fprintln(w, text.Text)
		}
	}
	return nil
}

func environ(ts *testscript.TestScript) []string {
	var env []string
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "WORK", "GOCOVERDIR", "GORACE", "SystemRoot"} {
		if v := ts.Getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	for entry := range strings.SplitSeq(ts.Getenv("MCP_ENV"), " ") {
		if entry != "" {
			env = append(env, entry)
		}
	}
	return env
}

func lookPath(ts *testscript.TestScript, name string) (string, error) {
	for dir := range strings.SplitSeq(ts.Getenv("PATH"), string(os.PathListSeparator)) {
		path := dir + string(os.PathSeparator) + name
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path, nil
		}
	}
	return "", fmt.Errorf("mcp: no program %q", name)
}
