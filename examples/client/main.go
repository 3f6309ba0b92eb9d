// Client is the agent's side of it: it starts an application's MCP server,
// lists its tools and calls some of them, with the official Go SDK.
//
//	go run ./examples/client
//
// runs examples/tasks; a command line of its own says what else to start, as in
//
//	go run ./examples/client app mcp-server
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "client:", err)
		os.Exit(1)
	}
}

// run talks to the server that the command line starts, or to that of
// examples/tasks with a list of its own.
func run(ctx context.Context, command []string, w io.Writer) error {
	if len(command) > 0 {
		return talk(ctx, exec.CommandContext(ctx, command[0], command[1:]...), nil, w)
	}
	dir, err := os.MkdirTemp("", "nuru-client-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "tasks")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "github.com/nurucobra/nuru/examples/tasks")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("building examples/tasks: %w", err)
	}
	server := exec.CommandContext(ctx, program, "mcp-server")
	server.Env = append(os.Environ(), "TASKS_FILE="+filepath.Join(dir, "tasks.json"))
	return talk(ctx, server, []call{
		{"add", `{"title": "--water the plants", "priority": "high", "points": 100}`},
		{"list", `{}`},
		{"show", `{"id": "one"}`},
		{"delete", `{"ids": [1]}`},
	}, w)
}

type call struct{ tool, arguments string }

func talk(ctx context.Context, server *exec.Cmd, calls []call, w io.Writer) error {
	client := mcp.NewClient(&mcp.Implementation{Name: "example-client", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: server}, nil)
	if err != nil {
		return err
	}
	defer session.Close()
	list, err := session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TOOL\tREADS ONLY\tDESTROYS\tWHAT IT DOES")
	for _, t := range list.Tools {
		fmt.Fprintf(table, "%s\t%t\t%t\t%s\n", t.Name, t.Annotations.ReadOnlyHint, *t.Annotations.DestructiveHint, t.Description)
	}
	table.Flush()
	for _, c := range calls {
		fmt.Fprintf(w, "\n> %s %s\n", c.tool, c.arguments)
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: c.tool, Arguments: json.RawMessage(c.arguments)})
		if err != nil {
			return err
		}
		for _, content := range result.Content {
			if text, ok := content.(*mcp.TextContent); ok {
				fmt.Fprintln(w, text.Text)
			}
		}
	}
	return nil
}
