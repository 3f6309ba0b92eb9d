//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package main

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// tryLock takes the lock on f, which lasts until f is closed, or reports false
// when another open file has it.
func tryLock(f *os.File) (bool, error) {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, unix.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, unix.EINTR):
			return false, err
		}
	}
}

func replaceFile(from, to string) error { return os.Rename(from, to) }

// isTerminal reports whether r is a terminal. The null device is a character
// device too, so the file's mode cannot tell; only terminals have a size.
func isTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	_, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	return err == nil
}

const defaultEditor = "vi"
