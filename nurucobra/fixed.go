package nurucobra

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/internal/argv"
	"github.com/nurucobra/nuru/internal/text"
)

// Many applications build defaults and texts from the machine they run on: the
// home folder, the number of CPUs, the language, variables that hold secrets.
// What is exported must hold on every machine, so it is made by a child process
// of the application in a fixed environment. What a program learns without its
// environment, such as its process number, the time or random bytes, differs
// between two such children: schemas are made by two, and the second leaves out
// what the first had otherwise. What both find alike on this machine alone,
// such as the user's name, package schemagen takes out.

// fixedVar marks these children and says what they are to do.
const fixedVar = "NURUCOBRA_FIXED"

const (
	fixedOnly   = "1"     // what the command line says
	fixedTexts  = "texts" // print what [schemagen.TextsOf] returns
	fixedAgreed = "agree" // leave out what differs from the texts on standard input
)

// noHome is a folder that is on no machine and that nobody can make.
const noHome = "/dev/null/home"

// fixedChild is what children are told, and what differs between two of them.
type fixedChild struct {
	role  string
	procs string // a number that defaults are computed from
	dir   string
	stdin []byte
	// other starts the process as another user on another host, where the
	// system lets us.
	other bool
	// unasked are commands whose Args validators end a process.
	unasked []string
}

func fixedEnviron(c fixedChild) []string {
	env := []string{
		fixedVar + "=" + c.role,
		"GOMAXPROCS=" + c.procs,
		"HOME=" + noHome,
		"LANG=C",
		"LANGUAGE=C",
		"LC_ALL=C",
		"LOGNAME=user",
		"NO_COLOR=1",
		"PATH=/usr/local/bin:/usr/bin:/bin",
		"SHELL=/bin/sh",
		"TERM=dumb",
		"TMPDIR=/tmp",
		"TZ=UTC",
		"USER=user",
	}
	// Windows programs do not start without these.
	for _, name := range []string{"SystemRoot", "SystemDrive", "windir", "COMSPEC", "PATHEXT"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// output is what a command prints, and what it says on standard error.
type output struct{ out, notes []byte }

func (o output) print(cmd *cobra.Command) error {
	s := commandStreams(cmd)
	_, _ = s.log.Write(o.notes)
	_, err := s.out.Write(o.out)
	return err
}

// fixed returns what cmd prints in the fixed environment, run by start. Where
// the application does not start there, it returns what make says here, with a
// note.
func (a *app) fixed(cmd *cobra.Command, start func(*cobra.Command) (output, error), make func() (output, error)) (output, error) {
	if !a.mayRerun(cmd) {
		return make()
	}
	o, failed := start(cmd)
	if failed == nil {
		return o, nil
	}
	o, err := make()
	if err != nil {
		return output{}, err // the child said the same
	}
	o.notes = fmt.Appendf(o.notes, "made in this environment, so it may hold values of this machine: %v\n", failed)
	return o, nil
}

// mayRerun reports whether this process was started for cmd and is not the
// child that it would start.
func (a *app) mayRerun(cmd *cobra.Command) bool {
	return os.Getenv(fixedVar) == "" && os.Getenv(probeVar) == "" && startedFor(cmd)
}

// startedFor reports whether this process was really started for cmd, and is no
// test binary, which must not run itself.
func startedFor(cmd *cobra.Command) bool {
	if inTest() {
		return false
	}
	_, ok := argv.Route(cmd, os.Args[1:])
	return ok
}

func inTest() bool { return flag.Lookup("test.v") != nil }

const fixedTime = 30 * time.Second

// once runs this very command line in the fixed environment.
func once(cmd *cobra.Command) (output, error) {
	return rerun(cmd, fixedChild{role: fixedOnly, procs: "2"})
}

// twice runs it in two processes, of which the second leaves out what is not
// the same in both.
func twice(cmd *cobra.Command) (output, error) {
	first := fixedChild{role: fixedTexts, procs: "2"}
	texts, err := rerun(cmd, first)
	if (err != nil || !json.Valid(texts.out)) && mayEnd(cmd.Root()) {
		// A validator may have ended it, whatever its exit code.
		if first.unasked = askInChild(cmd.Context(), fixedEnviron(first), nil); len(first.unasked) > 0 {
			texts, err = rerun(cmd, first)
		}
	}
	if err != nil {
		return output{}, err
	}
	second := fixedChild{role: fixedAgreed, procs: "3", stdin: texts.out, unasked: first.unasked}
	if info, err := os.Stat("/usr"); err == nil && info.IsDir() {
		second.dir = "/usr"
	}
	second.other = true
	if o, err := rerun(cmd, second); err == nil {
		return o, nil
	}
	second.other = false // that user may not run it
	return rerun(cmd, second)
}

func rerun(cmd *cobra.Command, c fixedChild) (output, error) {
	_, image, err := executable()
	if err != nil {
		return output{}, err
	}
	ctx := cmd.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithTimeout(ctx, fixedTime)
	defer cancel()
	child := exec.CommandContext(ctx, image)
	child.Args = append([]string{filepath.Base(os.Args[0])}, os.Args[1:]...)
	child.Env = append(fixedEnviron(c), unaskedEnv(c.unasked))
	child.Dir = cmp.Or(c.dir, filepath.VolumeName(image)+string(filepath.Separator))
	child.Stdin = bytes.NewReader(c.stdin)
	child.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	child.Stdout, child.Stderr = &stdout, &stderr
	start := func() error { return onOneCPU(child.Start) }
	if c.other {
		err = asOther(child, start)
	} else {
		err = start()
	}
	if err == nil {
		err = child.Wait()
	}
	if err != nil {
		said := text.Clean(strings.TrimSpace(stderr.String() + stdout.String()))
		said, _, _ = strings.Cut(said, "\n")
		return output{}, fmt.Errorf("%s does not run in the fixed environment of exports: %w: %s", cmd.Root().Name(), err, said)
	}
	notes := stderr.Bytes()
	if len(notes) > 0 && notes[len(notes)-1] != '\n' {
		notes = append(notes, '\n') // the application's own word, before ours
	}
	return output{stdout.Bytes(), notes}, nil
}
