// Package engine makes tool calls: it encodes the arguments, checks what the
// call may do, queues it, runs the program and puts the result into words.
// Every surface of an application's tools calls through it, so all of them
// have the same rules.
package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/internal/runner"
	"github.com/nurucobra/nuru/internal/spool"
	"github.com/nurucobra/nuru/schemagen"
)

// DefaultTimeout is the time limit of a call when nothing else is said.
const DefaultTimeout = 10 * time.Minute

// Config says what an engine runs and within which limits. The zero value of a
// field means its default.
type Config struct {
	// Tools are what [Restrict] left of the application's tools.
	Tools []schemagen.Tool
	// Encoder encodes the calls.
	Encoder argv.Encoder
	// Program runs a command line.
	Program Program
	// Func runs it in this process, when it is not nil. Of Program only the
	// name, Raw and the secrets of the environment count then.
	Func Func
	// MaxEffect is the strongest effect that a call may have; "" for any.
	MaxEffect annotate.Effect
	// Timeout limits a call whose command has no timeout of its own;
	// 0 is [DefaultTimeout].
	Timeout time.Duration
	// MaxOutput is how many bytes of each stream a reply carries at most;
	// 0 is the runner's default.
	MaxOutput int
	// Spool keeps what a reply has no room for; nil keeps nothing.
	Spool *spool.Spool
	// Parallel is how many programs run at once; 0 is four for each CPU.
	Parallel int
	// ParallelWrites lets calls that do more than read run side by side.
	ParallelWrites bool
	// Logger gets one line a call, without values; nil discards it.
	Logger *slog.Logger
}

// Program is what a call starts.
type Program struct {
	Path string   // the file
	Name string   // argv[0]; results name the program by its base
	Env  []string // the complete environment
	Dir  string   // "" for the current folder
	Raw  bool     // output is passed on uncleaned
	// Lifeline is true for a program that holds it, see [runner.HoldLifeline].
	Lifeline bool
}

// Engine makes calls. It is safe for concurrent use.
type Engine struct {
	config  Config
	tools   map[string]*schemagen.Tool
	secrets []string // of the environment, in all spellings

	slots chan struct{}
	turn  chan struct{} // held by the one writing call
}

// New returns an engine for c.
func New(c Config) *Engine {
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.Parallel <= 0 {
		c.Parallel = 4 * runtime.NumCPU()
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	e := &Engine{
		config:  c,
		tools:   make(map[string]*schemagen.Tool, len(c.Tools)),
		secrets: spellings(secretValues(c.Program.Env)),
		slots:   make(chan struct{}, c.Parallel),
		turn:    make(chan struct{}, 1),
	}
	for i := range c.Tools {
		t := &c.Tools[i]
		e.tools[t.ID] = t
		for _, alias := range t.Info.NameAliases {
			e.tools[alias] = t
		}
	}
	return e
}

// Call is a request to run a tool.
type Call struct {
	Tool      string
	Arguments json.RawMessage   // a JSON object, null or nil
	Status    func(line string) // takes the newest line of what the call is doing; nil for none
	// Room is asked when the call's turn has come, and waits until its answer
	// will be taken; nil for always.
	Room func(context.Context) error
}

// Do makes one call. It never fails: a call that is refused, or whose program
// cannot be started, is a result with IsError set and a text that says why.
// When ctx ends, the program and its process group end.
func (e *Engine) Do(ctx context.Context, c Call) Result {
	started := time.Now()
	tool := e.tools[c.Tool]
	if tool == nil {
		return Refusal(fmt.Sprintf("unknown tool %q", c.Tool))
	}
	call, err := e.config.Encoder.Encode(tool, c.Arguments)
	if err != nil {
		e.log(ctx, tool, tool.Info.Effect, started, slog.String("refused", "arguments"))
		return Refusal(e.withoutSecrets(err))
	}
	if err := e.permit(tool, call.Effect); err != nil {
		e.log(ctx, tool, call.Effect, started, slog.String("refused", "policy"))
		return Refusal(err.Error())
	}
	status := c.Status
	if status == nil {
		status = func(string) {}
	}
	release, err := e.queue(ctx, call.Effect, status)
	if err == nil && c.Room != nil {
		if err = c.Room(ctx); err != nil {
			release()
		}
	}
	if err != nil {
		e.log(ctx, tool, call.Effect, started, slog.String("refused", "cancelled in the queue"))
		return Refusal("cancelled before it started")
	}
	// A call that was given up but still runs keeps its places: the next one
	// must not meet it in the application's data.
	running := nothing
	defer func() {
		select {
		case <-running:
			release()
		default:
			go func() { <-running; release() }()
		}
	}()
	var r Result
	r, running = e.run(ctx, tool, call, status, started)
	return r
}

// withoutSecrets is the text of an encoder's error: what an agent gave as one
// property's value may be another's secret, or one of the environment.
func (e *Engine) withoutSecrets(err error) string {
	secrets := e.secrets
	var refused *argv.Error
	if errors.As(err, &refused) {
		secrets = slices.Concat(spellings(refused.Secrets()), secrets)
	}
	return runner.Redact(err.Error(), secrets)
}

// nothing is closed: of a call that ended nothing runs.
var nothing = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// permit holds the call against the limits. The effect is that of this very
// call, flags included.
func (e *Engine) permit(tool *schemagen.Tool, effect annotate.Effect) error {
	switch {
	case tool.ToolInfo.Decision == annotate.Deny:
		return fmt.Errorf("%s: denied by the application's author", tool.ID)
	case e.config.MaxEffect != "" && !effect.Within(e.config.MaxEffect):
		return fmt.Errorf("%s: this call is %s, and this server runs nothing beyond %s", tool.ID, effect, e.config.MaxEffect)
	}
	return nil
}

// queue waits for a place. Calls that do more than read take turns, so that
// two of them never meet in the application's data.
func (e *Engine) queue(ctx context.Context, effect annotate.Effect, status func(string)) (release func(), err error) {
	leave := func() {}
	if effect != annotate.EffectRead && !e.config.ParallelWrites {
		if err := enter(ctx, e.turn, status, "waiting for another writing call"); err != nil {
			return nil, err
		}
		leave = func() { <-e.turn }
	}
	if err := enter(ctx, e.slots, status, "waiting for other calls to end"); err != nil {
		leave()
		return nil, err
	}
	release = func() { <-e.slots; leave() }
	if ctx.Err() != nil { // there was a place, but nobody waits any more
		release()
		return nil, ctx.Err()
	}
	return release, nil
}

// enter takes a place; while there is none, the status says why the call waits.
func enter(ctx context.Context, places chan struct{}, status func(string), why string) error {
	select {
	case places <- struct{}{}:
		return nil
	default:
	}
	status(why)
	select {
	case places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (e *Engine) run(ctx context.Context, tool *schemagen.Tool, call argv.Call, status func(string), started time.Time) (Result, <-chan struct{}) {
	timeout := tool.Info.Timeout
	if timeout == 0 {
		timeout = e.config.Timeout
	}
	program := e.config.Program
	keep := e.config.MaxOutput
	if tool.Info.JSON != nil {
		keep = max(keep, maxJSON)
	}
	secrets := slices.Concat(spellings(call.Redact), e.secrets)
	raw := tool.Info.RawOutput.Or(program.Raw)
	hide := newHider(secrets)
	rest := e.rest(hide)
	spec := runner.Spec{
		Path:       program.Path,
		Argv0:      program.Name,
		Args:       call.Args,
		Env:        program.Env,
		Dir:        program.Dir,
		Stdin:      call.Stdin,
		Timeout:    timeout,
		MaxOutput:  keep,
		OnOverflow: rest.writer,
		Secrets:    secrets,
		Raw:        raw,
		Lifeline:   program.Lifeline,
		KeepGroup:  tool.Info.KeepProcesses == annotate.Yes,
		OnLine:     withoutSecrets(status, hide),
	}
	running := nothing
	var res runner.Result
	var own *Outcome
	if e.config.Func != nil {
		res, own, running = e.runFunc(ctx, spec, hide)
	} else {
		var err error
		if res, err = runner.Run(ctx, spec); err != nil {
			e.log(ctx, tool, call.Effect, started, slog.String("refused", "not started"))
			return Refusal(tool.ID + ": " + startError(err)), nothing
		}
	}
	e.log(ctx, tool, call.Effect, started,
		slog.Int("exit", res.ExitCode),
		slog.Int64("stdout", res.Stdout.Total),
		slog.Int64("stderr", res.Stderr.Total))
	redactOutput(&res.Stdout, hide, raw, tool.Info.JSON != nil)
	redactOutput(&res.Stderr, hide, raw, false)
	stdout, stderr := rest.reply(res)
	r := Result{
		Ran:      true,
		TimedOut: res.TimedOut,
		Canceled: res.Canceled,
		ExitCode: res.ExitCode,
		Stdout:   stdout.text,
		Stderr:   stderr.text,
	}
	d := details{res: res, stdout: stdout, stderr: stderr, id: rest.call.ID, line: e.commandLine(call)}
	if stdout.kept > 0 || stderr.kept > 0 {
		r.Cut = &Cut{ID: d.id, Stdout: stdout.cut(), Stderr: stderr.cut()}
	}
	if value, isError, ok := own.result(); ok && !res.Unfinished {
		return r.own(d, redactObject(value, hide), isError, timeout), running
	}
	return r.ran(tool, call, d, timeout), running
}

// withoutSecrets is tell for lines in which the bytes of secrets have been
// replaced, and those are not that escapes hide.
func withoutSecrets(tell func(string), hide hider) func(string) {
	if hide == nil {
		return tell
	}
	return func(line string) {
		if strings.Contains(line, `\`) {
			line = hide().escaped(line)
		}
		tell(line)
	}
}

func startError(err error) string {
	var bad *runner.ArgError
	if errors.As(err, &bad) {
		return "the command line cannot be started: " + bad.Error()
	}
	return "the program could not be started: " + err.Error()
}

func (e *Engine) log(ctx context.Context, tool *schemagen.Tool, effect annotate.Effect, started time.Time, attrs ...slog.Attr) {
	attrs = append([]slog.Attr{
		slog.String("tool", tool.ID),
		slog.String("effect", string(effect)),
		slog.String("decision", string(tool.ToolInfo.Decision)),
		slog.Int64("ms", time.Since(started).Milliseconds()),
	}, attrs...)
	e.config.Logger.LogAttrs(ctx, slog.LevelInfo, "call", attrs...)
}
