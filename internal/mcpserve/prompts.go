package mcpserve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nurucobra/nuru/internal/suggest"
)

// Prompt is a text that a person chooses in her client and that the model then
// reads as hers.
type Prompt struct {
	// Name identifies the prompt; it has the form of a tool's name.
	Name string
	// Title is the name shown to people; "" leaves it out.
	Title string
	// Description says what the prompt is for.
	Description string
	// Arguments are what the client asks the person for, in this order.
	Arguments []PromptArgument
	// Text returns the prompt for the arguments that were given, each of them
	// one of Arguments and every required one not empty. It is called
	// concurrently. An error is shown to the client.
	Text func(arguments map[string]string) (string, error)
}

// PromptArgument is one argument of a [Prompt].
type PromptArgument struct {
	Name, Description string
	Required          bool
}

// CheckPrompts says what is wrong with the prompts that it would be an error to
// serve.
func CheckPrompts(prompts []Prompt) error {
	names := map[string]bool{}
	for _, p := range prompts {
		if names[p.Name] {
			return fmt.Errorf("two prompts are named %q", p.Name)
		}
		names[p.Name] = true
		if err := p.check(); err != nil {
			return fmt.Errorf("prompt %q: %w", p.Name, err)
		}
	}
	return nil
}

// addPrompts checks the prompts and adds them to server.
func (s *session) addPrompts(server *mcp.Server, prompts []Prompt) error {
	if err := CheckPrompts(prompts); err != nil {
		return fmt.Errorf("mcpserve: %w", err)
	}
	for _, p := range prompts {
		server.AddPrompt(p.toSDK(), func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return s.getPrompt(p, req.Params.Arguments)
		})
	}
	return nil
}

func (p Prompt) check() error {
	if !validName(p.Name) {
		return errors.New("bad name: want a letter, then letters, digits, _, - and ., at most 64 bytes")
	}
	if p.Text == nil {
		return errors.New("it has no Text function")
	}
	names := map[string]bool{}
	for _, a := range p.Arguments {
		if !validName(a.Name) || names[a.Name] {
			return fmt.Errorf("argument %q: bad name, or there are two", a.Name)
		}
		names[a.Name] = true
	}
	return nil
}

func (p Prompt) toSDK() *mcp.Prompt {
	prompt := &mcp.Prompt{Name: p.Name, Title: p.Title, Description: p.Description}
	for _, a := range p.Arguments {
		prompt.Arguments = append(prompt.Arguments, &mcp.PromptArgument{Name: a.Name, Description: a.Description, Required: a.Required})
	}
	return prompt
}

func (s *session) getPrompt(p Prompt, arguments map[string]string) (*mcp.GetPromptResult, error) {
	if wrong := p.wrong(arguments); len(wrong) > 0 {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("prompt %q: %s", p.Name, strings.Join(wrong, "; "))}
	}
	text, err := p.Text(maps.Clone(arguments))
	if err != nil {
		s.log.Error("prompt failed", slog.String("prompt", p.Name))
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: fmt.Sprintf("prompt %q: %v", p.Name, err)}
	}
	return &mcp.GetPromptResult{
		Description: p.Description,
		Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: strings.ToValidUTF8(text, "\uFFFD")}}},
	}, nil
}

// wrong says what is wrong with the arguments, all of it.
func (p Prompt) wrong(arguments map[string]string) (wrong []string) {
	var known []string
	for _, a := range p.Arguments {
		known = append(known, a.Name)
		if a.Required && arguments[a.Name] == "" {
			wrong = append(wrong, fmt.Sprintf("the argument %q is missing", a.Name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		if !slices.Contains(known, name) {
			wrong = append(wrong, fmt.Sprintf("unknown argument %q%s", clip(name, maxEcho), suggest.DidYouMean(name, known)))
		}
	}
	return wrong
}
