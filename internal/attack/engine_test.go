//go:build linux

package attack_test

import (
	"context"
	"encoding/json"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/annotate"
	"github.com/nurucobra/nuru/internal/engine"
	"github.com/nurucobra/nuru/schemagen"
)

// What cannot be seen from outside: goroutines. So the engine of the server
// runs in this process here, and nothing else beside it.
func TestEngine_leaves_nothing(t *testing.T) {
	root := &cobra.Command{Use: "hostile"}
	for _, name := range []string{"exit", "tree"} {
		c := &cobra.Command{Use: name, Short: name, Run: func(*cobra.Command, []string) {}}
		c.Flags().Int("code", 0, "")
		c.Flags().String("role", "", "")
		c.Flags().StringArray("child", nil, "")
		annotate.Command(c).Access(annotate.Read)
		root.AddCommand(c)
	}
	tools, err := schemagen.Generate(root, schemagen.Options{})
	require.NoError(t, err)
	mark := "ATTACK_MARK=engine"
	e := engine.New(engine.Config{Tools: tools, Program: engine.Program{
		Path: hostile, Name: "hostile", Env: append(os.Environ(), mark), Lifeline: true,
	}})
	t.Cleanup(func() { killMarked(mark) })

	one := func(tool, arguments string, within time.Duration) engine.Result {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		return e.Do(ctx, engine.Call{Tool: tool, Arguments: json.RawMessage(arguments)})
	}
	kinds := func() {
		require.False(t, one("exit", `{}`, patience).IsError)
		require.True(t, one("exit", `{"code":3}`, patience).IsError)
		require.True(t, one("exit", `{"kode":3}`, patience).IsError)
		require.True(t, one("nothing", `{}`, patience).IsError)
		require.True(t, one("exit", `{}`, 0).IsError)
		require.True(t, one("tree", `{"child":["stubborn"]}`, 100*time.Millisecond).IsError)
		require.False(t, one("tree", `{"role":"exit=0","child":["daemon"]}`, patience).IsError)
		require.False(t, one("tree", `{"role":"exit=0","child":["hang,quiet"]}`, patience).IsError)
	}
	kinds()
	goroutines, descriptors := runtime.NumGoroutine(), ownDescriptors(t)
	for range times(1, 100) {
		kinds()
		for range 20 {
			one("exit", `{}`, patience)
		}
		for _, p := range marked(mark) { // the daemon
			require.NoError(t, syscall.Kill(p.pid, syscall.SIGKILL))
		}
	}
	// What ends on its own time ends soon.
	for end := time.Now().Add(time.Second); runtime.NumGoroutine() > goroutines && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), goroutines, "goroutines")
	assert.LessOrEqual(t, ownDescriptors(t), descriptors, "descriptors")
	assert.Empty(t, children(os.Getpid()), "children, zombies too")
}

func ownDescriptors(t *testing.T) int {
	t.Helper()
	fds, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	return len(fds)
}
