//go:build unix

// Package e2e tests the example applications with real clients.
//
//	e2e/install.sh
//	go test -v ./e2e
//
// install.sh fetches the clients that clients.txt pins. A client that is not
// there skips its tests with a word, unless the environment variable
// REQUIRE_CLIENTS names it: REQUIRE_CLIENTS=opencode,inspector is what CI says.
// go test -short skips them all.
//
// On Linux the tests run in a network namespace with nothing but a loopback
// device, where the system lets an ordinary user make one, so that no client
// can reach the network whatever it would like to fetch.
//
// # The official conformance suite
//
// The suite (@modelcontextprotocol/conformance) tests servers over streamable
// HTTP only. [TestConformance] puts a bridge before a server on standard input
// and output, which passes on every message as it is, so that what the suite
// judges is what the server said. Two lists in testdata name, with a reason each,
// what counts for nothing because only the bridge could answer it or the server
// does not declare it, and what is expected to fail.
package e2e

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// isolated is set, to anything, in the process that runs in a network namespace.
const isolated = "NURUCOBRA_E2E_ISOLATED"

// binaries is the folder of the applications that were built.
var binaries string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	if err := prepare(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	defer os.RemoveAll(binaries)
	return m.Run()
}

func prepare() error {
	found := false
	for _, name := range knownClients() {
		_, err := findClient(name)
		found = found || err == nil
	}
	for _, name := range requiredClients() {
		if !slices.Contains(knownClients(), name) {
			return fmt.Errorf("REQUIRE_CLIENTS names %q, known are %q", name, knownClients())
		}
	}
	if found {
		if err := isolate(); err != nil {
			return err
		}
	}
	var err error
	binaries, err = os.MkdirTemp("", "nurucobra-e2e-")
	return err
}

// isolate starts this process anew in a network namespace, unless it is in one
// or the system does not let it. Modules are fetched before, while they can be.
func isolate() error {
	if os.Getenv(isolated) != "" || runtime.GOOS != "linux" {
		return nil
	}
	unshare, err := exec.LookPath("unshare")
	if err != nil {
		return nil
	}
	argv := []string{"unshare", "--user", "--map-root-user", "--net", "sh", "-c", `ip link set lo up && exec "$@"`, "sh"}
	if exec.Command(unshare, append(argv[1:], "true")...).Run() != nil {
		return nil
	}
	for _, a := range applications {
		list := exec.Command("go", "list", "-deps", ".")
		list.Dir = a.source
		if out, err := list.CombinedOutput(); err != nil {
			return fmt.Errorf("fetching the modules of %s: %w\n%s", a.source, err, tail(out))
		}
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	argv = append(append(argv, self), os.Args[1:]...)
	return syscall.Exec(unshare, argv, append(os.Environ(), isolated+"=1"))
}

// Where the tests say that they run without a network, they must.
func TestIsolation(t *testing.T) {
	if os.Getenv(isolated) == "" {
		t.Skip("no client is installed, or this system has no network namespaces for an ordinary user: clients could reach the network")
	}
	devices, err := net.Interfaces()
	require.NoError(t, err)
	for _, d := range devices {
		assert.NotZero(t, d.Flags&net.FlagLoopback, d.Name)
	}
}

// clients.txt has a line for each package of a client: the client's name, the
// package and its version.
//
//go:embed clients.txt
var pins string

// client returns the folders of a client's packages, in the order of
// clients.txt. A client that is missing skips the test, or fails it where
// REQUIRE_CLIENTS names it.
func client(t *testing.T, name string) []string {
	t.Helper()
	required := slices.Contains(requiredClients(), name)
	if testing.Short() && !required {
		t.Skip("-short: no clients")
	}
	folders, err := findClient(name)
	switch {
	case err == nil:
		return folders
	case required:
		t.Fatalf("REQUIRE_CLIENTS names %s: %v; run e2e/install.sh", name, err)
	default:
		t.Skipf("%v; run e2e/install.sh to test with it", err)
	}
	return nil
}

func requiredClients() []string {
	return strings.FieldsFunc(os.Getenv("REQUIRE_CLIENTS"), func(r rune) bool { return r == ',' || r == ' ' })
}

// knownClients are the names in clients.txt.
func knownClients() []string {
	var names []string
	for line := range strings.Lines(pins) {
		names = append(names, strings.Fields(line)[0])
	}
	return slices.Compact(names)
}

func findClient(name string) ([]string, error) {
	cache, err := clientCache()
	if err != nil {
		return nil, err
	}
	var folders []string
	for line := range strings.Lines(pins) {
		f := strings.Fields(line)
		if f[0] != name {
			continue
		}
		pkg := strings.ReplaceAll(f[1], "{platform}", platform())
		folder := filepath.Join(cache, "node_modules", pkg)
		switch version, err := packageVersion(folder); {
		case errors.Is(err, os.ErrNotExist):
			return nil, fmt.Errorf("%s (%s) is not installed in %s", name, pkg, cache)
		case err != nil:
			return nil, fmt.Errorf("reading the version of %s: %w", pkg, err)
		case version != f[2]:
			return nil, fmt.Errorf("%s (%s) is installed in version %s, wanted %s", name, pkg, version, f[2])
		}
		folders = append(folders, folder)
	}
	return folders, nil
}

func packageVersion(folder string) (string, error) {
	data, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return "", err
	}
	var p struct{ Version string }
	err = json.Unmarshal(data, &p)
	return p.Version, err
}

func clientCache() (string, error) {
	if dir := os.Getenv("NURUCOBRA_E2E_CLIENTS"); filepath.IsAbs(dir) {
		return dir, nil
	} else if dir != "" {
		return "", fmt.Errorf("NURUCOBRA_E2E_CLIENTS is %q, want an absolute path", dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "nurucobra-e2e"), nil
}

// platform is this machine in the words of npm packages.
func platform() string {
	if runtime.GOARCH == "amd64" {
		return runtime.GOOS + "-x64"
	}
	return runtime.GOOS + "-" + runtime.GOARCH
}

// application is one of the examples, or was made for a test. Each is a module
// or a package of its own.
type application struct {
	name, source string
	build        func() (string, error)
}

var applications = map[string]*application{}

func init() {
	for _, folder := range []string{"../examples/hello", "../examples/tasks", "../examples/kubectl", "../cmd/code-scribe-mcp", "testdata/conformance"} {
		a := &application{name: filepath.Base(folder), source: filepath.FromSlash(folder)}
		a.build = sync.OnceValues(a.compile)
		applications[a.name] = a
	}
}

func (a *application) compile() (string, error) {
	path := filepath.Join(binaries, a.name)
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", path, ".")
	cmd.Dir = a.source
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", a.source, err, tail(out))
	}
	return path, nil
}

// binary builds the named application and returns its path.
func binary(t *testing.T, name string) string {
	t.Helper()
	path, err := applications[name].build()
	require.NoError(t, err)
	return path
}

// start starts cmd as the leader of a process group. When the test ends the
// whole group is asked to end, and killed when it does not; on Linux cmd does
// not outlive this process either.
func start(t *testing.T, cmd *exec.Cmd) (exited <-chan struct{}) {
	t.Helper()
	cmd.SysProcAttr = processGroup()
	cmd.WaitDelay = time.Second
	require.NoError(t, cmd.Start())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = cmd.Wait()
	}()
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
		select {
		case <-done:
		case <-time.After(3 * time.Second):
		}
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		<-done
	})
	return done
}

// output is what a program that ended had to say.
type output struct {
	code           int
	stdout, stderr string
}

// finish runs cmd to its end, or kills its process group when ctx ends.
func finish(ctx context.Context, t *testing.T, cmd *exec.Cmd) output {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	select {
	case <-start(t, cmd):
	case <-ctx.Done():
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		t.Fatalf("%q did not end: %v", cmd.Args, ctx.Err())
	}
	return output{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// tail is the end of a program's output, enough to see what went wrong.
func tail(out []byte) []byte {
	const most = 2000
	return out[max(0, len(out)-most):]
}
