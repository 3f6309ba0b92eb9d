//go:build linux

package runner_test

import (
	"os"
	"sort"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/runner"
)

func TestCheckArgs(t *testing.T) {
	longest := 32*os.Getpagesize() - 1
	fits, long := strings.Repeat("x", longest), strings.Repeat("x", longest+1)
	for name, c := range map[string]struct {
		args, env []string
		want      *runner.ArgError
	}{
		"nothing":        {nil, nil, nil},
		"longest":        {[]string{fits}, []string{fits}, nil},
		"too long":       {[]string{"a", long}, nil, &runner.ArgError{Index: 1, Reason: "is too long, in bytes", Size: longest + 1, Limit: longest}},
		"too long entry": {nil, []string{long}, &runner.ArgError{Index: 0, Env: true, Reason: "is too long, in bytes", Size: longest + 1, Limit: longest}},
		"NUL":            {[]string{"a\x00"}, nil, &runner.ArgError{Index: 0, Reason: "contains a NUL byte"}},
		"NUL in entry":   {[]string{"a"}, []string{"A=1", "B=\x00"}, &runner.ArgError{Index: 1, Env: true, Reason: "contains a NUL byte"}},
		"invalid UTF-8":  {[]string{"\xff"}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			err := runner.CheckArgs(c.args, c.env)
			if c.want == nil {
				require.NoError(t, err)
				return
			}
			var got *runner.ArgError
			require.ErrorAs(t, err, &got)
			assert.Equal(t, c.want, got)
		})
	}
}

// TestCheckArgs_agrees_with_the_kernel looks for the longest sum that starts.
func TestCheckArgs_agrees_with_the_kernel(t *testing.T) {
	env := []string{helperEnv + "=print"}
	argsOf := func(bytes int) []string {
		args := []string{"ok"}
		for ; bytes > 100_000; bytes -= 100_000 {
			args = append(args, strings.Repeat("x", 100_000))
		}
		return append(args, strings.Repeat("x", bytes))
	}
	longest := sort.Search(8<<20, func(bytes int) bool { return runner.CheckArgs(argsOf(bytes), env) != nil }) - 1
	spec := runner.Spec{Path: "/proc/self/exe", Env: env}

	// What the check does not know is the program's name, twice, and a pointer.
	spec.Args = argsOf(longest - 100)
	res, err := runner.Run(t.Context(), spec)
	require.NoError(t, err, "the longest that passes, but for the name")
	assert.Equal(t, "ok", res.Stdout.String())

	spec.Args = argsOf(longest)
	_, err = runner.Run(t.Context(), spec)
	require.ErrorIs(t, err, syscall.E2BIG, "the kernel's own refusal")
	assert.ErrorContains(t, err, "too long")

	spec.Args = argsOf(longest + 1)
	_, err = runner.Run(t.Context(), spec)
	var refused *runner.ArgError
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, -1, refused.Index)
}

func TestArgError_says_where_and_how_much(t *testing.T) {
	for want, err := range map[string]*runner.ArgError{
		"argument 3 contains a NUL byte":                                                           {Index: 3, Reason: "contains a NUL byte"},
		"environment entry 0 is too long, in bytes: 5, and at most 4 are possible":                 {Env: true, Reason: "is too long, in bytes", Size: 5, Limit: 4},
		"arguments and environment together are too long, in bytes: 5, and at most 4 are possible": {Index: -1, Reason: "arguments and environment together are too long, in bytes", Size: 5, Limit: 4},
	} {
		assert.Equal(t, want, err.Error())
	}
}
