package runner

import (
	"fmt"
	"strings"
)

// ArgError says why a program cannot be started with these arguments and this
// environment, before anybody tries.
type ArgError struct {
	// Index is where the trouble is: in args, or in env when Env is set; -1
	// when all of them together are too long.
	Index int
	Env   bool

	// Reason is what is wrong, in words; it quotes no value.
	Reason string

	// Size and Limit are in bytes (on Windows in UTF-16 units); both are 0
	// when the length is not what is wrong.
	Size, Limit int
}

func (e *ArgError) Error() string {
	what := "argument"
	if e.Env {
		what = "environment entry"
	}
	msg := e.Reason
	if e.Index >= 0 {
		msg = fmt.Sprintf("%s %d %s", what, e.Index, e.Reason)
	}
	if e.Limit > 0 {
		msg += fmt.Sprintf(": %d, and at most %d are possible", e.Size, e.Limit)
	}
	return msg
}

// CheckArgs reports what the system would refuse to start a program with: a
// NUL byte, one entry that is too long, all of them together too long. The
// error is an [*ArgError] for the first trouble found; environment entries are
// checked after arguments.
//
// args are those after argv[0]; nil env means an empty environment here. The
// limits are those of this process: on Linux the sum depends on the stack
// limit. A call that passes can still be refused by a hair, because the sum
// also holds the program's name; [Run] then fails with E2BIG.
func CheckArgs(args, env []string) error {
	if err := checkEntries(args, false); err != nil {
		return err
	}
	if err := checkEntries(env, true); err != nil {
		return err
	}
	if size, limit := totalSize(args, env); size > limit {
		return &ArgError{Index: -1, Reason: totalReason, Size: size, Limit: limit}
	}
	return nil
}

func checkEntries(entries []string, env bool) error {
	limit := entryLimit()
	for i, entry := range entries {
		if strings.IndexByte(entry, 0) >= 0 {
			return &ArgError{Index: i, Env: env, Reason: "contains a NUL byte"}
		}
		if limit > 0 && len(entry) > limit {
			return &ArgError{Index: i, Env: env, Reason: "is too long, in bytes", Size: len(entry), Limit: limit}
		}
	}
	return nil
}
