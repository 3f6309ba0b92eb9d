//go:build !linux && !windows

package runner

import "runtime"

// argMax returns the system's ARG_MAX, which does not depend on the process.
func argMax() int {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return 1 << 20
	}
	return 256 << 10
}
