package spool

import (
	"io"
	"io/fs"
	"os"
)

const removesOpenFiles = false

// hold need do nothing: an open file cannot be removed.
func hold(*os.File) error { return nil }

// openLock removes the file at path, which nobody holds open.
func openLock(path string) (io.Closer, error) { return removed{}, os.Remove(path) }

// mine is true of everything: the temporary folder belongs to one user.
func mine(fs.FileInfo) bool { return true }

// removed is a lock that is gone.
type removed struct{}

func (removed) Close() error { return nil }
