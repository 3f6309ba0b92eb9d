package spool

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// young is the age under which a folder is left alone: its owner may be about
// to lock it.
const young = time.Minute

// Sweep removes from parent the folders of processes that ended without
// removing them: those of this user that nobody holds. Where that cannot be
// told, it removes nothing.
func Sweep(parent string) {
	folder, err := os.Open(parent)
	if err != nil {
		return
	}
	defer folder.Close()
	for {
		names, err := folder.Readdirnames(1000)
		for _, name := range names {
			if strings.HasPrefix(name, prefix) {
				sweep(filepath.Join(parent, name))
			}
		}
		if err != nil || len(names) == 0 {
			return
		}
	}
}

func sweep(dir string) {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || !mine(info) || time.Since(info.ModTime()) < young {
		return
	}
	switch lock, err := openLock(filepath.Join(dir, lockName)); {
	case err == nil:
		defer lock.Close() // last: two sweeps are as harmless as one
	case os.IsNotExist(err):
		// Its owner died before it made one, or whoever tidies up took it from
		// a live owner: only a folder without files is surely nobody's.
		_ = os.Remove(dir)
		return
	default:
		return
	}
	_ = os.RemoveAll(dir)
}
