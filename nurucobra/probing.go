package nurucobra

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/internal/cobrax"
	"github.com/nurucobra/nuru/internal/tree"
)

// A validator that is asked with made-up words may end the process, by os.Exit
// or log.Fatal, and nothing in Go can stop that. Most cannot: those that are
// cobra's own. For the others:
//
//   - Exports, trials and a server that a person starts in a terminal first have
//     a child ask them, and again without the one that ended it. The commands
//     concerned are left unasked, and one line names each.
//   - A server that an agent starts asks them itself: a child would double the
//     time that every start takes, for the sake of an author who has not yet
//     tried his application out.

const (
	// probeVar marks the child that asks all validators and does nothing else.
	probeVar = "NURUCOBRA_PROBE"
	// unaskedVar lists the commands whose validators must not be asked.
	unaskedVar = "NURUCOBRA_UNASKED"
)

// probesDone is what a process writes, behind the commands that it asks, when
// it has survived them all.
const probesDone = "done"

// maxUnasked bounds how many validators may end a process before none is asked
// any more: each costs a start of the application to find.
const maxUnasked = 20

// everyCommand stands for all commands in a list of those to leave unasked.
const everyCommand = "*"

func leaveUnasked(list []string, cmd *cobra.Command) bool {
	return slices.Contains(list, cmd.CommandPath()) || slices.Contains(list, everyCommand)
}

// unasked are the paths of commands that this process was told not to ask.
var unasked = takeUnasked()

// takeUnasked also takes the list out of the environment: calls do not need it.
func takeUnasked() []string {
	list := os.Getenv(unaskedVar)
	if list == "" {
		return nil
	}
	os.Unsetenv(unaskedVar)
	return slices.DeleteFunc(strings.Split(list, "\n"), func(path string) bool { return path == "" })
}

func unaskedEnv(list []string) string { return unaskedVar + "=" + strings.Join(list, "\n") }

func unaskedNote(path string) string {
	if path == everyCommand {
		return fmt.Sprintf("more than %d Args validators end the program when they are asked with made-up words, so none was asked and the Use lines alone were read: "+
			"nurucobra.WithoutArgsProbe() says so in advance", maxUnasked)
	}
	return fmt.Sprintf("command %q: its Args validator ends the program when it is asked with made-up words, so its Use line alone was read: "+
		"nurucobra.WithoutArgsProbe() or annotate.Command(cmd).ArgsProbe(false) leaves it unasked", path)
}

// askingLine begins the lines of a child that asks validators: what else it
// prints is the application's.
const askingLine = "nurucobra asks "

// culprit reads what such a child has written: the command that ended it, ""
// when none did.
func culprit(written []byte) string {
	last := ""
	for line := range strings.Lines(string(written)) {
		if path, ok := strings.CutPrefix(strings.TrimSpace(line), askingLine); ok {
			last = path
		}
	}
	if last == probesDone {
		return ""
	}
	return last
}

// prober keeps validators from ending this process, or its work, while tools
// are described.
type prober struct {
	ask     func(cmd *cobra.Command) bool // for [schemagen.Options]
	finish  func()                        // when they are described
	unasked []string
}

// mayEnd reports whether a command below cmd has a validator that may end the
// process.
func mayEnd(cmd *cobra.Command) bool {
	_, own := cmd.Annotations[tree.OwnKey]
	return !own && (cmd.Args != nil && !cobrax.OwnArgs(cmd.Args) || slices.ContainsFunc(cobrax.Children(cmd), mayEnd))
}

// asking is the prober of the child that asks validators.
func asking(s streams) *prober {
	return &prober{
		ask: func(cmd *cobra.Command) bool {
			if leaveUnasked(unasked, cmd) {
				return false
			}
			fmt.Fprintln(s.out, askingLine+cmd.CommandPath())
			return true
		},
		finish: func() {
			fmt.Fprintln(s.out, askingLine+probesDone)
			os.Exit(0)
		},
	}
}

// asked is the prober of commands that have a child ask before.
func asked(ctx context.Context) *prober {
	p := &prober{finish: func() {}, unasked: unasked}
	begun := false
	p.ask = func(cmd *cobra.Command) bool {
		if !begun && os.Getenv(fixedVar) == "" { // the parent of those has asked
			begun = true
			p.unasked = askInChild(ctx, os.Environ(), p.unasked)
		}
		return !leaveUnasked(p.unasked, cmd)
	}
	return p
}

// probeTime is how long a child may take. One that takes longer leaves
// validators to this process.
const probeTime = 10 * time.Second

// askInChild adds the commands to unasked whose validators end a process with
// the environment env.
func askInChild(ctx context.Context, env, unasked []string) []string {
	if ctx == nil {
		ctx = context.Background()
	}
	for len(unasked) < maxUnasked {
		_, image, err := executable()
		if err != nil {
			return unasked
		}
		ctx, cancel := context.WithTimeout(ctx, probeTime)
		child := exec.CommandContext(ctx, image)
		child.Args = append([]string{filepath.Base(os.Args[0])}, os.Args[1:]...)
		child.Env = append(slices.Clone(env), probeVar+"=1", unaskedEnv(unasked))
		child.WaitDelay = time.Second
		var stdout bytes.Buffer
		child.Stdout = &stdout
		_ = child.Run() // what it wrote says more than how it ended
		timedOut := ctx.Err() != nil
		cancel()
		path := culprit(stdout.Bytes())
		if path == "" || timedOut || slices.Contains(unasked, path) {
			return unasked
		}
		unasked = append(slices.Clone(unasked), path)
	}
	return []string{everyCommand}
}
