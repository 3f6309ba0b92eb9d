package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/config"
	"github.com/nurucobra/nuru/cmd/code-scribe-mcp/internal/scribe"
	"github.com/nurucobra/nuru/nurucobra"
)

// app is what all calls of one process share: the configuration that was read,
// and the service, which lets one model run at a time into a folder.
type app struct {
	environ []string

	mu       sync.Mutex
	services map[string]*scribe.Service // by the value of --config
}

func newApp(environ []string) *app {
	return &app{environ: environ, services: map[string]*scribe.Service{}}
}

// service returns the service for a configuration file, "" to look for one.
func (a *app) service(file string) (*scribe.Service, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s := a.services[file]; s != nil {
		return s, nil
	}
	c, err := a.load(file)
	if err != nil {
		return nil, err // next time the file may be better
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("the working folder: %w", err)
	}
	s := scribe.New(scribe.Options{Config: c, Environ: a.environ, Root: dir, Runner: runProgram})
	a.services[file] = s
	return s, nil
}

// load finds and reads the configuration.
func (a *app) load(file string) (*config.Config, error) {
	path, err := a.find(file)
	if err != nil {
		return nil, err
	}
	return config.Load(path)
}

func (a *app) find(file string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("the working folder: %w", err)
	}
	user, _ := os.UserConfigDir() // without a home there is none
	return config.Find(config.Places{Flag: file, Env: config.Getenv(a.environ, config.FileVar), Dir: dir, UserDir: user})
}

// options are how the application is served.
func (a *app) options() []nurucobra.Option {
	return []nurucobra.Option{
		nurucobra.WithInProcess(func(in io.Reader, out, err io.Writer) *cobra.Command {
			return a.newRoot(streams{in: in, out: out, err: err})
		}),
		// The service itself keeps model runs in one folder apart.
		nurucobra.WithParallelWrites(),
		nurucobra.WithPrompts(prompts()...),
		nurucobra.WithServerInfo("code-scribe", version(), instructions),
	}
}

const instructions = "Runs CodeScribe, which translates Fortran to C++ and generates, inspects and updates code with a model. " +
	"Call codescribe_validate before a run that uses a model; paths are relative to the server's folder or to cwd, and patterns are not expanded. " +
	"Base URLs and keys come from the server's configuration alone."

// version is that of the module, as it was built.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// streams are what a command talks to.
type streams struct {
	in       io.Reader
	out, err io.Writer
	live     bool // err is a person's terminal: she sees the program's lines as they come
}

// newRoot returns the whole tree for one call or process.
func (a *app) newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "code-scribe-mcp",
		Short:         "Use CodeScribe from AI agents, and from here",
		Long:          "An MCP server for the code-scribe program. Every tool is a command that can be tried out here.\nWithout a command and with a pipe on standard input it serves, as mcp-server does.",
		Version:       version(),
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	file := root.PersistentFlags().String("config", "", "Configuration `file` (default: $"+config.FileVar+", codescribe-mcp.config.json or .toml here, then the user's)")
	annotate.Flag(root, "config").HiddenFromAgents()
	names := &toolNames{}
	root.PersistentFlags().Var(names, "tool-names", "How the tools are called: underscore or dotted")
	annotate.Flag(root, "tool-names").HiddenFromAgents().Enum(string(underscore), string(dotted))

	c := &commands{app: a, streams: s, file: file}
	tools := []*cobra.Command{c.run(), c.validate(), c.providers(), c.models(), c.translateBundle()}
	names.commands = tools
	names.apply(underscore)
	root.AddCommand(tools...)
	root.AddCommand(c.doctor(), c.configuration())
	return root
}

// serveIfBare makes "code-scribe-mcp" with a pipe on standard input, as clients'
// configurations have it, mean "code-scribe-mcp mcp-server". The rest of the
// process reads args as if the word had been there.
func serveIfBare(args []string, stdin *os.File) []string {
	if isTerminal(stdin) || !bare(args[1:]) {
		return args
	}
	return append(slices.Clone(args), string(nurucobra.ServerCommand))
}

// bare reports whether args are nothing but our global flags. One whose value
// is missing is not: the next word would become its value.
func bare(args []string) bool {
	for i := 0; i < len(args); i++ {
		name, _, hasValue := strings.Cut(args[i], "=")
		if name != "--config" && name != "--tool-names" {
			return false
		}
		if !hasValue {
			if i++; i == len(args) {
				return false
			}
		}
	}
	return true
}

// isTerminal also takes the null device for one: nobody speaks there.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
