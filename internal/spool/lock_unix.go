//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package spool

import (
	"io"
	"io/fs"
	"os"
	"syscall"
)

// removesOpenFiles says that a folder can be removed while the lock is held.
const removesOpenFiles = true

// hold locks f until it is closed or the process ends, however that happens.
func hold(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// openLock takes the lock at path, which nobody holds.
func openLock(path string) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := hold(f); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// mine reports whether a file belongs to this user.
func mine(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
