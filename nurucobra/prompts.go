package nurucobra

import (
	"fmt"

	"github.com/nurucobra/nuru/internal/mcpserve"
)

// A Prompt is a text that a person chooses in her client, such as a slash
// command, and that the model then reads as hers. It tells the model how to go
// about a task with the application's tools.
type Prompt struct {
	// Name identifies the prompt: a letter, then letters, digits, "_" and "-",
	// at most 64.
	Name string
	// Title is the name for people; "" means none.
	Title string
	// Description says in one sentence what the prompt is for.
	Description string
	// Arguments are what the client asks the person for, in this order.
	Arguments []PromptArgument
	// Text returns the prompt. arguments holds those that were given; required
	// ones are there and not empty. It is called concurrently. An error is
	// shown to the client.
	Text func(arguments map[string]string) (string, error)
}

// A PromptArgument is one argument of a [Prompt]. Its value is always a string.
type PromptArgument struct {
	Name        string
	Description string
	Required    bool
}

// WithPrompts adds prompts to the server. Several of these options add up. The
// error says that a name is bad or taken, or that a prompt has no Text.
func WithPrompts(prompts ...Prompt) Option {
	return func(s *settings) error {
		for _, p := range prompts {
			served := mcpserve.Prompt{Name: p.Name, Title: p.Title, Description: p.Description, Text: p.Text}
			for _, a := range p.Arguments {
				served.Arguments = append(served.Arguments, mcpserve.PromptArgument(a))
			}
			s.prompts = append(s.prompts, served)
		}
		if err := mcpserve.CheckPrompts(s.prompts); err != nil {
			return fmt.Errorf("nurucobra.WithPrompts: %w", err)
		}
		return nil
	}
}
