//go:build unix

package nurucobra_test

import (
	"context"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/mcptest"
)

// build compiles a program of this module and returns its file.
func build(t testing.TB, pkg string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), filepath.Base(pkg))
	out, err := exec.Command("go", "build", "-o", file, pkg).CombinedOutput()
	require.NoError(t, err, string(out))
	return file
}

// However a server ends, what it had started ends too.
func TestNothingSurvivesTheServer(t *testing.T) {
	for name, end := range map[string]func(*exec.Cmd){
		"SIGTERM": func(c *exec.Cmd) { _ = c.Process.Signal(syscall.SIGTERM) },
		"SIGINT":  func(c *exec.Cmd) { _ = c.Process.Signal(syscall.SIGINT) },
		"SIGHUP":  func(c *exec.Cmd) { _ = c.Process.Signal(syscall.SIGHUP) },
		"SIGKILL": func(c *exec.Cmd) { _ = c.Process.Kill() },
	} {
		t.Run(name, func(t *testing.T) {
			pidFile := filepath.Join(t.TempDir(), "pid")
			server := serverOf(t, "demo")
			session := mcptest.Connect(t, server)
			go func() {
				_, _ = mcptest.Call(context.Background(), session, "hang", `{"file":`+strconv.Quote(pidFile)+`}`)
			}()
			pid := waitForPid(t, pidFile)
			require.NoError(t, syscall.Kill(pid, 0), "the call runs")
			end(server)
			assert.Eventually(t, func() bool { return syscall.Kill(pid, 0) != nil }, 5*time.Second, 10*time.Millisecond)
		})
	}
}

// A call that a signal ends has the exit code that shells give that signal.
func TestCallEndedByASignal(t *testing.T) {
	for signal, want := range map[syscall.Signal]int{syscall.SIGHUP: 129, syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		t.Run(signal.String(), func(t *testing.T) {
			pidFile := filepath.Join(t.TempDir(), "pid")
			call := serverOf(t, "demo")
			call.Args = append(call.Args, "call", "hang", `{"file":`+strconv.Quote(pidFile)+`}`, "--json")
			var out, said strings.Builder
			call.Stdout, call.Stderr = &out, &said
			require.NoError(t, call.Start())
			pid := waitForPid(t, pidFile)
			require.NoError(t, call.Process.Signal(signal))
			_ = call.Wait()
			assert.Equal(t, want, call.ProcessState.ExitCode(), said.String())
			assert.Contains(t, out.String(), `{"ok":false,`)
			assert.Error(t, syscall.Kill(pid, 0), "the command is gone")
		})
	}
}

func TestCancelEndsTheCall(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	server := serverOf(t, "demo")
	session := mcptest.Connect(t, server)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = mcptest.Call(ctx, session, "hang", `{"file":`+strconv.Quote(pidFile)+`}`)
	}()
	pid := waitForPid(t, pidFile)
	cancel()
	assert.Eventually(t, func() bool { return syscall.Kill(pid, 0) != nil }, 5*time.Second, 10*time.Millisecond)
	<-done
	r, err := mcptest.Call(context.Background(), session, "echo", `{"word":["still here"]}`)
	require.NoError(t, err)
	assert.Contains(t, mcptest.Text(r), "still here")
}

func waitForPid(t *testing.T, file string) int {
	t.Helper()
	var pid int
	require.Eventually(t, func() bool {
		b, err := os.ReadFile(file)
		if err != nil {
			return false
		}
		pid, err = strconv.Atoi(strings.TrimSpace(string(b)))
		return err == nil
	}, 20*time.Second, 5*time.Millisecond)
	return pid
}

// Exports hold on every machine: two users, homes, folders, languages and
// environments full of secrets make the same bytes.
func TestExportIsTheSameEverywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	tasks := build(t, "github.com/nurucobra/nuru/examples/tasks")
	const planted = "planted-0123456789"
	export := func(dir string, env []string, command ...string) string {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir, cmd.Env = dir, env
		out, err := cmd.Output()
		require.NoError(t, err)
		return string(out)
	}
	one := []string{"HOME=/home/one", "USER=one", "PATH=/bin", "LANG=de_DE.UTF-8"}
	two := []string{
		"HOME=/srv/" + planted, "USER=" + planted, "PATH=/usr/bin:/bin", "TASKS_FILE=/" + planted, "TASKS_TOKEN=" + planted,
		"XDG_CONFIG_HOME=/" + planted, "TMPDIR=/tmp/" + planted, "GOMAXPROCS=1", "TZ=Asia/Tokyo", "COLUMNS=20",
	}
	machine := build(t, "github.com/nurucobra/nuru/nurucobra/testdata/machine")
	require.NoError(t, os.Chmod(filepath.Dir(filepath.Dir(machine)), 0o755), "so that others can run it")
	folder := filepath.Join(t.TempDir(), planted)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "config"), []byte(planted), 0o600))
	a := export("/tmp", one, machine, "export-schema")
	b := export(folder, two, machine, "export-schema")
	assert.Equal(t, a, b)
	assert.NotContains(t, b, planted)
	if taskset, err := exec.LookPath("taskset"); err == nil {
		assert.Equal(t, a, export(folder, two, taskset, "-c", "0", machine, "export-schema"), "on one CPU")
	}

	assert.Contains(t, a, `"default": "json"`, "what is fixed stays")
	assertNothingOf(t, a)
	for _, uid := range []uint32{65534, 1} {
		if os.Getuid() != 0 {
			break
		}
		cmd := exec.Command(machine, "export-schema")
		cmd.Dir, cmd.Env = "/", two
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		out, err := cmd.Output()
		require.NoError(t, err)
		assert.Equal(t, a, string(out), uid)
	}

	for _, args := range [][]string{{"export-schema"}, {"permissions"}} {
		command := append([]string{tasks}, args...)
		a, b := export(t.TempDir(), one, command...), export(t.TempDir(), two, command...)
		assert.Equal(t, a, b, args)
		assert.NotContains(t, b, planted)
		assert.NotEmpty(t, a)
	}
}

// assertNothingOf checks that an export has nothing that a program can find out
// about this machine, its user and the time.
func assertNothingOf(t *testing.T, export string) {
	t.Helper()
	host, err := os.Hostname()
	require.NoError(t, err)
	me, err := user.Current()
	require.NoError(t, err)
	now := time.Now()
	for _, value := range []string{
		host, me.Username, me.HomeDir, os.TempDir(), now.Format(time.DateOnly), now.Format("20060102"),
		strconv.FormatInt(now.Unix(), 10)[:7], now.Weekday().String(), "nobody", "elsewhere",
	} {
		assert.NotRegexp(t, `(^|[^\w"])`+regexp.QuoteMeta(value), export)
	}
}
