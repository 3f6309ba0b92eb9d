//go:build !windows

package runner

import (
	"os"
	"runtime"
	"strconv"
)

const totalReason = "arguments and environment together are too long, in bytes"

// entryLimit returns the length in bytes that one argument or environment
// entry may have; 0 where only the sum counts. Linux gives each 32 pages, its
// NUL included.
func entryLimit() int {
	if runtime.GOOS == "linux" {
		return 32*os.Getpagesize() - 1
	}
	return 0
}

// totalSize returns what the system counts of args and env, argv[0] left out,
// and what it allows: every string with its NUL and a pointer to it.
func totalSize(args, env []string) (size, limit int) {
	const pointer = strconv.IntSize / 8
	for _, list := range [][]string{args, env} {
		for _, entry := range list {
			size += len(entry) + 1 + pointer
		}
	}
	return size, argMax()
}
