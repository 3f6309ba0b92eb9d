package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// How long an update waits for another program's, and how often it looks.
const (
	lockTimeout = 10 * time.Second
	lockPoll    = 5 * time.Millisecond
)

// store is one tasks file. Writers take turns through a lock on a file beside
// it (the tasks file itself is replaced by every write, so a lock on it would
// not last); the operating system drops the lock when its holder dies. The
// file is replaced as a whole, so readers need no lock and never see half of it.
type store struct {
	path string
	logf func(format string, args ...any)
}

func newStore(path string, logf func(string, ...any)) *store {
	// A link to the file, as people have who keep such files under version
	// control, must not be replaced by the file.
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	return &store{path, logf}
}

// load reads the file. One that does not exist holds no tasks.
func (s *store) load() (*document, error) {
	d, _, err := s.read()
	return d, err
}

func (s *store) read() (*document, []byte, error) {
	data, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		s.logf("%s does not exist yet", s.path)
		return newDocument(), nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("reading tasks: %w", err)
	}
	d, err := decodeDocument(data)
	if err != nil {
		return nil, nil, fmt.Errorf("reading tasks from %q: %w", s.path, err)
	}
	s.logf("read %s from %s", plural(len(d.Tasks), "task"), s.path)
	return d, data, nil
}

// update lets change change the document while nobody else can. When it
// returns an error, or changes nothing, the file stays as it is.
func (s *store) update(ctx context.Context, change func(*document) error) error {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("making a folder for the tasks: %w", err)
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	d, before, err := s.read()
	if err != nil {
		return err
	}
	if err := change(d); err != nil {
		return err
	}
	var after bytes.Buffer
	if err := writeJSON(&after, d); err != nil {
		return fmt.Errorf("encoding tasks: %w", err)
	}
	if bytes.Equal(before, after.Bytes()) {
		return nil
	}
	if err := writeFile(s.path, after.Bytes()); err != nil {
		return fmt.Errorf("writing tasks: %w", err)
	}
	s.logf("wrote %s to %s", plural(len(d.Tasks), "task"), s.path)
	return nil
}

// lock waits for the lock. It polls, because a wait inside the system call
// could not be interrupted.
func (s *store) lock(ctx context.Context) (unlock func(), err error) {
	f, err := os.OpenFile(s.path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("locking tasks: %w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, lockTimeout,
		fmt.Errorf("another program has held it for %s", lockTimeout))
	defer cancel()
	poll := time.NewTicker(lockPoll)
	defer poll.Stop()
	for {
		ok, err := tryLock(f)
		if ok {
			return func() { f.Close() }, nil
		}
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("locking %q: %w", f.Name(), err)
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, fmt.Errorf("locking %q: %w", f.Name(), context.Cause(ctx))
		case <-poll.C:
		}
	}
}

// syncFile makes a written file survive a power failure. Tests, which write
// hundreds of files that need not, replace it.
var syncFile = (*os.File).Sync

// writeFile replaces the file at path as a whole: after a crash it holds the
// old content or the new.
func writeFile(path string, data []byte) error {
	mode := fs.FileMode(0o600)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(mode), syncFile(f), f.Close())
	if err == nil {
		err = replaceFile(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// plural returns "1 task", "2 tasks".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
