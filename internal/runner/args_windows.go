package runner

import (
	"syscall"
	"unicode/utf16"
)

const totalReason = "the command line is too long, in UTF-16 units"

// entryLimit returns 0: only the whole line has a limit.
func entryLimit() int { return 0 }

// totalSize returns the length of the command line that args become, argv[0]
// left out, and what Windows allows. The environment has no limit.
func totalSize(args, _ []string) (size, limit int) {
	for _, arg := range args {
		size += 1 + len(utf16.Encode([]rune(syscall.EscapeArg(arg))))
	}
	return size, 32766
}
