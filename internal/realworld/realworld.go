// Package realworld holds programs that somebody else wrote against
// themselves: the same command started by an agent through MCP and by a person
// in a shell must do the same, byte for byte, and with nurucobra attached the
// program must stay what it was. The programs are in nested modules below, so
// that what they need is nobody else's dependency.
package realworld

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The programs under test are built, not the test binary in disguise: that one
// has flags of its own, which some programs take over, and nurucobra does not
// start it a second time.
var attached, plain string

// asPlain is set where the test binary is the program without nurucobra.
const asPlain = "REALWORLD_PLAIN"

// Main builds the program in the current folder, which has nurucobra attached,
// and runs the tests. Original is the main package of the same program as its
// authors ship it; where that is in no module, it is "", and without is that
// program.
func Main(m *testing.M, original string, without func()) {
	if os.Getenv(asPlain) != "" {
		without()
		return
	}
	code, err := buildAndRun(m, original)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func buildAndRun(m *testing.M, original string) (code int, err error) {
	dir, err := os.MkdirTemp("", "realworld")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // another user starts them too
		return 0, err
	}
	if attached, err = build(dir, "attached", "."); err != nil {
		return 0, err
	}
	if original == "" {
		plain, err = os.Executable()
	} else {
		plain, err = build(dir, "plain", original)
	}
	if err != nil {
		return 0, err
	}
	return m.Run(), nil
}

func build(dir, name, pkg string) (string, error) {
	path := filepath.Join(dir, name+".exe")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", path, pkg).CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", pkg, err, out)
	}
	return path, nil
}

// A Program is how the programs that Main built are started.
type Program struct {
	Name string
	Env  []string                 // besides PATH and HOME; DIR is the folder it runs in
	Fold func(text string) string // hides what differs from run to run; nil hides nothing
	// Words stand in calls for what must be one thing for the agent and another
	// in the shell, such as a server that both write to.
	Words []Word
}

// A Word is a placeholder in calls.
type Word struct{ Name, Agent, Shell string }

// Command is the program with nurucobra attached, in dir.
func (p Program) Command(dir string, args ...string) *exec.Cmd {
	return p.command(attached, dir, args)
}

func (p Program) command(path, dir string, args []string) *exec.Cmd {
	cmd := exec.Command(path, args...)
	cmd.Args[0] = p.Name
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + filepath.Join(dir, "home"), "PATH=" + os.Getenv("PATH")}
	for _, e := range p.Env {
		cmd.Env = append(cmd.Env, strings.ReplaceAll(e, "DIR", dir))
	}
	if path == plain {
		cmd.Env = append(cmd.Env, asPlain+"=1")
	}
	return cmd
}

// words puts in what the words of a call stand for.
func (p Program) words(c Call) Call {
	c.Shell = slices.Clone(c.Shell)
	for _, w := range p.Words {
		c.Arguments = strings.ReplaceAll(c.Arguments, w.Name, w.Agent)
		for i := range c.Shell {
			c.Shell[i] = strings.ReplaceAll(c.Shell[i], w.Name, w.Shell)
		}
	}
	return c
}

// fold hides the folder, the words, and what the program says differs from run to run.
func (p Program) fold(dir, text string) string {
	text = strings.ReplaceAll(text, dir, "DIR")
	for _, w := range p.Words {
		text = strings.NewReplacer(w.Agent, w.Name, w.Shell, w.Name).Replace(text)
	}
	if p.Fold != nil {
		text = p.Fold(text)
	}
	return text
}

// Files are the texts of a folder by slash-separated name.
type Files map[string]string

func (f Files) write(t testing.TB, dir string) {
	t.Helper()
	for name, text := range f {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

func readFiles(t testing.TB, dir string) Files {
	t.Helper()
	files := Files{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		name, relErr := filepath.Rel(dir, path)
		require.NoError(t, relErr)
		files[filepath.ToSlash(name)] = string(b)
		return err
	}))
	return files
}
