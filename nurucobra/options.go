package nurucobra

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/internal/mcpserve"
	"github.com/nurucobra/nuru/schemagen"
)

// An Option changes what [Attach] and [Serve] do.
type Option func(*settings) error

// CommandKind names one of the commands that Attach adds.
type CommandKind string

// The commands, with the names they have unless [WithCommandName] says
// otherwise.
const (
	ServerCommand      CommandKind = "mcp-server"
	ExportCommand      CommandKind = "export-schema"
	PermissionsCommand CommandKind = "permissions"
)

type settings struct {
	names          map[CommandKind]string
	parent         string
	hidden         bool
	group          string
	rootFlags      bool
	name           string
	version        string
	instructions   string
	timeout        time.Duration
	maxOutput      int
	parallel       int
	parallelWrites bool
	plainEnv       bool
	rawOutput      bool
	prompts        []mcpserve.Prompt
	newRoot        func(in io.Reader, out, err io.Writer) *cobra.Command // nil: calls are processes
	generate       schemagen.Options
}

func newSettings(opts []Option) (*settings, error) {
	s := &settings{names: map[CommandKind]string{}}
	for _, kind := range []CommandKind{ServerCommand, ExportCommand, PermissionsCommand} {
		s.names[kind] = string(kind)
	}
	var errs []error
	for _, opt := range opts {
		if opt == nil {
			continue
		}
		if err := opt(s); err != nil {
			errs = append(errs, err)
		}
	}
	return s, errors.Join(errs...)
}

// WithCommandName gives one of the commands another name.
func WithCommandName(kind CommandKind, name string) Option {
	return func(s *settings) error {
		if _, ok := s.names[kind]; !ok {
			return fmt.Errorf("nurucobra.WithCommandName: unknown command %q, valid: %s, %s, %s", kind, ServerCommand, ExportCommand, PermissionsCommand)
		}
		if err := checkName(name); err != nil {
			return fmt.Errorf("nurucobra.WithCommandName(%q, %q): %w", kind, name, err)
		}
		s.names[kind] = name
		return nil
	}
}

// WithParent puts the commands below a command of this name, which is added:
// "app agent mcp-server" for WithParent("agent").
func WithParent(name string) Option {
	return func(s *settings) error {
		if err := checkName(name); err != nil {
			return fmt.Errorf("nurucobra.WithParent(%q): %w", name, err)
		}
		s.parent = name
		return nil
	}
}

func checkName(name string) error {
	if name == "" || strings.HasPrefix(name, "-") || strings.ContainsAny(name, " \t\n=") {
		return errors.New("a command's name is one word without blanks that begins with no dash")
	}
	return nil
}

// WithHidden keeps the commands out of help and completion.
func WithHidden() Option {
	return func(s *settings) error { s.hidden = true; return nil }
}

// WithGroup lists the commands under the command group of that ID, which the
// root must have.
func WithGroup(id string) Option {
	return func(s *settings) error { s.group = id; return nil }
}

// WithRootFlags also gives the root the flags --mcp-server and --export-schema,
// which do what the commands of these names do, with their defaults. The root
// need not be runnable.
func WithRootFlags() Option {
	return func(s *settings) error { s.rootFlags = true; return nil }
}

// WithServerInfo says how the MCP server introduces itself. Empty values mean
// the defaults: the root's name; its Version or the version of the module that
// was built; a short text about the application and its global flags.
func WithServerInfo(name, version, instructions string) Option {
	return func(s *settings) error {
		s.name, s.version, s.instructions = name, version, instructions
		return nil
	}
}

// WithTimeout limits calls of commands that have no timeout annotation.
// Without it the limit is ten minutes.
func WithTimeout(d time.Duration) Option {
	return func(s *settings) error {
		if d <= 0 {
			return fmt.Errorf("nurucobra.WithTimeout(%s): must be more than 0", d)
		}
		s.timeout = d
		return nil
	}
}

// WithMaxOutput limits how many bytes of each output stream a reply carries.
// Without it the limit is 32 KiB.
func WithMaxOutput(bytes int) Option {
	return func(s *settings) error {
		if bytes <= 0 {
			return fmt.Errorf("nurucobra.WithMaxOutput(%d): must be more than 0", bytes)
		}
		s.maxOutput = bytes
		return nil
	}
}

// WithParallel limits how many calls run at once; the others queue. Without it
// the limit is four for each CPU.
func WithParallel(n int) Option {
	return func(s *settings) error {
		if n <= 0 {
			return fmt.Errorf("nurucobra.WithParallel(%d): must be more than 0", n)
		}
		s.parallel = n
		return nil
	}
}

// WithParallelWrites lets calls that do more than read run side by side.
// Without it they take turns.
func WithParallelWrites() Option {
	return func(s *settings) error { s.parallelWrites = true; return nil }
}

// WithPlainEnvironment gives calls the server's environment as it is, without
// the variables that keep programs from waiting for a person (CI, PAGER,
// EDITOR, GIT_TERMINAL_PROMPT and others).
func WithPlainEnvironment() Option {
	return func(s *settings) error { s.plainEnv = true; return nil }
}

// WithRawOutput passes escape sequences and invisible characters in the output
// of commands on to agents.
func WithRawOutput() Option {
	return func(s *settings) error { s.rawOutput = true; return nil }
}

// WithPropertyNames chooses how flags and positionals are spelt as properties of
// tools; the default is [schemagen.CamelCase].
func WithPropertyNames(style schemagen.PropertyNames) Option {
	return func(s *settings) error { s.generate.PropertyNames = style; return nil }
}

// WithoutArgsProbe keeps the Args validators of commands from being called
// with made-up words to learn how many positionals they take. An application
// needs it whose validators change something or end the process: one that does
// so ends the server at its start. "export-schema" and "mcp-server tools" name
// such commands.
func WithoutArgsProbe() Option {
	return func(s *settings) error { s.generate.NoArgsProbe = true; return nil }
}
