package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nurucobra/nuru/internal/runner"
)

// insideVar lists, in the environment of a call, the programs whose servers
// the call runs below, so that a call cannot start the same server again
// without end.
const insideVar = "NURUCOBRA_INSIDE"

// Environ returns the environment of calls to the program at path: env, marked
// as inside of it, and set up for nobody watching unless plain is true.
func Environ(env []string, path string, plain bool) []string {
	inside := path
	env = slices.Clone(env)
	env = slices.DeleteFunc(env, func(entry string) bool {
		v, found := strings.CutPrefix(entry, insideVar+"=")
		if found && v != "" {
			inside = v + string(filepath.ListSeparator) + path
		}
		return found
	})
	if !plain {
		env = runner.NonInteractive(env)
	}
	return append(env, insideVar+"="+inside)
}

// Inside reports whether this process is, or runs below, a call of the program
// at path.
func Inside(path string) bool {
	return slices.Contains(filepath.SplitList(os.Getenv(insideVar)), path)
}
