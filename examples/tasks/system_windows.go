package main

import (
	"errors"
	"io"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// tryLock takes the lock on f, which lasts until f is closed, or reports false
// when another open file has it.
func tryLock(f *os.File) (bool, error) {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// replaceFile renames from to to. Windows refuses that while a reader has the
// file open, which is over in a moment.
func replaceFile(from, to string) error {
	const tries, pause = 50, 10 * time.Millisecond
	for try := 1; ; try++ {
		err := os.Rename(from, to)
		passing := errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED)
		if !passing || try == tries {
			return err
		}
		time.Sleep(pause)
	}
}

// isTerminal reports whether r is a console.
func isTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	var mode uint32
	return windows.GetConsoleMode(windows.Handle(f.Fd()), &mode) == nil
}

const defaultEditor = "notepad"
