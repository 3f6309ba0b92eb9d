package nurucobra

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/internal/engine"
	"github.com/nurucobra/nuru/internal/mcpserve"
	"github.com/nurucobra/nuru/internal/ordered"
	"github.com/nurucobra/nuru/internal/spool"
	"github.com/nurucobra/nuru/schemagen"
)

// serverFlags are what one start of the server asks for.
type serverFlags struct {
	readOnly  bool
	maxEffect string
	timeout   time.Duration
	maxOutput int
	maxSpool  int64
	rawOutput bool
	logFile   string
	logFormat string
}

// prepared is what a command of the server has read from the tree.
type prepared struct {
	tools []schemagen.Tool
	pins  []argv.Pin
}

// prepare reads the tools as this start of the program sees them.
func (a *app) prepare(cmd *cobra.Command, p *prepared) (err error) {
	if p.pins, err = pinned(cmd, os.Args[1:]); err != nil {
		return err
	}
	p.tools, err = a.generate(p.pins, cmd.ErrOrStderr(), a.prober(cmd))
	return err
}

func (a *app) serverCommand() *cobra.Command {
	f := &serverFlags{}
	var p prepared
	c := isolated(&cobra.Command{
		Use:   a.settings.names[ServerCommand],
		Short: "Serve the commands as MCP tools on standard input and output",
		Long: "Serves every runnable command as a tool of the Model Context Protocol.\n" +
			"Agents start it; it speaks the protocol on standard input and output and logs to standard error.\n" +
			"Global flags given to it hold for every call, and no call can change them.",
	}, func(cmd *cobra.Command) error {
		return a.prepare(cmd, &p)
	}, func(cmd *cobra.Command) error {
		return a.serve(cmd.Context(), f, p, commandStreams(cmd))
	})
	flags := c.PersistentFlags()
	flags.BoolVar(&f.readOnly, "read-only", false, "Serve nothing but commands that read")
	flags.StringVar(&f.maxEffect, "max-effect", "", "Serve nothing beyond this effect: read, write or destructive")
	flags.DurationVar(&f.timeout, "timeout", 0, "Time limit of a call whose command has none (default 10m0s)")
	flags.IntVar(&f.maxOutput, "max-output", 0, "Bytes of each output stream that a reply carries (default 32768)")
	flags.Int64Var(&f.maxSpool, "max-spool", spool.DefaultLimit, "Bytes of longer outputs that are kept on disk for the tool read_output; 0 keeps none")
	flags.BoolVar(&f.rawOutput, "raw-output", false, "Pass escape sequences and invisible characters in output on to agents")
	c.Flags().StringVar(&f.logFile, "log-file", "", "Append the log to this file instead of standard error")
	c.Flags().StringVar(&f.logFormat, "log-format", "text", "Format of the log: text or json")
	for _, sub := range []*cobra.Command{a.toolsCommand(f), a.callCommand(f)} {
		own(sub)
		c.AddCommand(sub)
	}
	return c
}

// generate describes the tools with the options of this application; flags that
// had to be left out are reported on w. p may be nil.
func (a *app) generate(pins []argv.Pin, w io.Writer, p *prober) ([]schemagen.Tool, error) {
	opts := a.settings.generate
	for _, p := range pins {
		opts.Pinned = append(opts.Pinned, p.Flag.Name)
	}
	opts.Report = func(note string) { fmt.Fprintln(w, note) }
	for _, note := range a.notes {
		opts.Report(note)
	}
	if p == nil {
		return schemagen.Generate(a.root, opts)
	}
	opts.BeforeProbe = p.ask
	tools, err := schemagen.Generate(a.root, opts)
	p.finish()
	for _, path := range p.unasked {
		opts.Report(unaskedNote(path))
	}
	return tools, err
}

// prober returns what keeps the application's validators from ending cmd, nil
// when none can, or when this process was not started for cmd.
func (a *app) prober(cmd *cobra.Command) *prober {
	if !startedFor(cmd) || a.settings.generate.NoArgsProbe || !mayEnd(a.root) {
		return nil
	}
	s := commandStreams(cmd)
	if os.Getenv(probeVar) != "" {
		return asking(s)
	}
	if f, ok := s.in.(*os.File); cmd == a.commands[0] && !(ok && isTerminal(f)) {
		return nil
	}
	return asked(cmd.Context())
}

// streams are what a command of ours talks to.
type streams struct {
	in       io.Reader
	out, log io.Writer
	process  bool // they are files, so the process was started for this command
}

func (f *serverFlags) limit() (annotate.Effect, error) {
	switch {
	case f.timeout < 0:
		return "", fmt.Errorf("--timeout is %s, expected more than 0", f.timeout)
	case f.maxOutput < 0:
		return "", fmt.Errorf("--max-output is %d, expected more than 0", f.maxOutput)
	case f.maxSpool < 0:
		return "", fmt.Errorf("--max-spool is %d, expected 0 or more", f.maxSpool)
	}
	limit := annotate.Effect(f.maxEffect)
	switch limit {
	case "", annotate.EffectRead, annotate.EffectWrite, annotate.EffectDestructive:
	default:
		return "", fmt.Errorf("--max-effect is %q, valid: read, write, destructive", f.maxEffect)
	}
	if f.readOnly {
		return annotate.EffectRead, nil
	}
	return limit, nil
}

// serve runs the server until its input ends, its context ends or a signal
// comes.
func (a *app) serve(ctx context.Context, f *serverFlags, p prepared, s streams) error {
	logger, closeLog, err := openLog(f, s.log)
	if err != nil {
		return err
	}
	defer closeLog()
	kept := spool.New(os.TempDir(), f.maxSpool, logger)
	defer kept.Close()
	e, o, err := a.engine(f, p, kept, logger)
	if err != nil {
		return err
	}
	go spool.Sweep(os.TempDir())
	greet(s)
	ctx, stop := untilSignal(ctx)
	defer stop()
	defer catchBrokenPipe()()
	defer parentHooks.lend()()
	do := o.answering(e.Do)
	call := func(ctx context.Context, c mcpserve.Call) mcpserve.Result {
		r := do(ctx, engine.Call{Tool: c.Tool, Arguments: c.Arguments, Status: c.Status, Room: c.Room})
		return mcpserve.Result{Text: r.Text, Structured: r.Structured, IsError: r.IsError}
	}
	return mcpserve.ServeStdio(ctx, mcpserve.Config{
		Name:         cmp.Or(a.settings.name, a.root.Name()),
		Version:      a.version(),
		Instructions: cmp.Or(a.settings.instructions, a.instructions(o.described, o.shared)),
		Tools:        o.tools,
		Prompts:      a.settings.prompts,
		Logger:       logger,
		Call:         call,
	}, s.in, s.out)
}

// engine makes the engine for one start, and what it offers. What replies have
// no room for goes to kept, which may be nil.
func (a *app) engine(f *serverFlags, p prepared, kept *spool.Spool, logger *slog.Logger) (*engine.Engine, offer, error) {
	limit, err := f.limit()
	if err != nil {
		return nil, offer{}, err
	}
	path, image, err := executable()
	if err != nil {
		return nil, offer{}, err
	}
	if engine.Inside(path) {
		return nil, offer{}, fmt.Errorf("%s runs inside a call of %s: not serving it once more", a.root.Name(), path)
	}
	tools := engine.Restrict(p.tools, limit, p.pins)
	maxOutput := cmp.Or(f.maxOutput, a.settings.maxOutput)
	o, err := newOffer(tools, outputReader{kept, maxOutput})
	if err != nil {
		return nil, offer{}, err
	}
	return engine.New(engine.Config{
		Tools:          tools,
		Func:           a.settings.inProcess(),
		Encoder:        argv.Encoder{Lenient: true, Pins: p.pins, InProcess: a.settings.newRoot != nil},
		MaxEffect:      limit,
		Timeout:        cmp.Or(f.timeout, a.settings.timeout),
		MaxOutput:      maxOutput,
		Spool:          kept,
		Parallel:       a.settings.parallel,
		ParallelWrites: a.settings.parallelWrites,
		Logger:         logger,
		Program: engine.Program{
			Path:     image,
			Name:     os.Args[0],
			Env:      engine.Environ(os.Environ(), path, a.settings.plainEnv),
			Raw:      a.settings.rawOutput || f.rawOutput,
			Lifeline: true,
		},
	}), o, nil
}

// metaKey is where a tool's _meta holds what this module knows about it.
const metaKey = "io.github.nurucobra/tool"

// mcpTools puts the tools into the protocol's form, with short descriptions:
// every conversation pays for them.
func mcpTools(tools []schemagen.Tool) ([]mcpserve.Tool, error) {
	served := make([]mcpserve.Tool, len(tools))
	for i := range tools {
		t := &tools[i]
		schema, err := json.Marshal(t.CompactSchema())
		if err != nil {
			return nil, fmt.Errorf("schema of tool %q: %w", t.ID, err)
		}
		h := t.ToolInfo.Hints()
		served[i] = mcpserve.Tool{
			Name: t.ID, Aliases: t.Info.NameAliases, Title: t.Title, Description: t.Description, InputSchema: schema,
			ReadOnly: h.ReadOnly, Destructive: h.Destructive, Idempotent: h.Idempotent, OpenWorld: h.OpenWorld,
			Meta: map[string]any{metaKey: meta(t)},
		}
		if o := t.Info.JSON; o != nil && o.Whole && len(o.Schema) > 0 {
			served[i].OutputSchema = o.Schema
		}
	}
	return served, nil
}

func meta(t *schemagen.Tool) ordered.Object {
	o := ordered.Object{
		{Key: "effect", Value: string(t.ToolInfo.Effect)},
		{Key: "decision", Value: string(t.ToolInfo.Decision)},
		{Key: "kind", Value: string(t.ToolInfo.ToolKind())},
	}
	if len(t.Info.Tags) > 0 {
		o = append(o, ordered.Member{Key: "tags", Value: t.Info.Tags})
	}
	if t.Info.Category != "" {
		o = append(o, ordered.Member{Key: "category", Value: t.Info.Category})
	}
	return o
}

// version is the application's own, or that of the main module as it was built.
func (a *app) version() string {
	if v := cmp.Or(a.settings.version, a.root.Version); v != "" {
		return v
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// greet tells a person who started the server by hand what it waits for.
func greet(s streams) {
	if f, ok := s.in.(*os.File); ok && isTerminal(f) {
		fmt.Fprintln(s.log, "This is an MCP server: it waits for an agent's messages on standard input. Ctrl-D ends it.")
	}
}

// untilSignal ends ctx, which may be nil, when the process is asked to end.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx == nil {
		ctx = context.Background()
	}
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}

// catchBrokenPipe keeps a client that closes its end from killing the server
// before it has ended its calls. Ignoring the signal would do so too, but
// children inherit that.
func catchBrokenPipe() (stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGPIPE)
	return func() { signal.Stop(c) }
}
