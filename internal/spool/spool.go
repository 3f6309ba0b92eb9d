// Package spool keeps output that is too long for a reply: on disk, privately,
// within a limit, and no longer than the process that made it.
//
//	s := spool.New(os.TempDir(), spool.DefaultLimit, logger)
//	defer s.Close()
//	call := s.Begin()
//	_, _ = call.Stream("stdout").Write(text)
//	call.End()
//	page, err := s.Read(call.ID, "stdout", spool.Range{Offset: 0, Limit: 4096})
//
// The folder is made when the first byte comes, for its owner alone (mode 0700,
// files 0600). Who writes here has taken out whatever must not be read later:
// secrets above all.
package spool

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

const (
	// DefaultLimit is the size of a spool when nothing else is said.
	DefaultLimit = 64 << 20

	// share is the part of the limit that one stream gets: one flood must leave
	// room for the calls beside it. Four at once take all of it.
	share = 4

	// maxCalls bounds the number of calls that are kept, however small.
	maxCalls = 1000

	// idLength is that of a call's ID: nobody guesses one of another client.
	idLength = 10

	prefix   = "nurucobra-spool-"
	lockName = "lock"
)

// Spool keeps the output of calls. It is safe for concurrent use; a nil one
// keeps nothing.
type Spool struct {
	parent string
	limit  int64
	logger *slog.Logger

	mu     sync.Mutex
	dir    string   // "" until the first byte comes
	lock   *os.File // held while dir is ours
	told   bool     // that there is no folder
	closed bool
	used   int64
	calls  map[string]*Call // those that have ended
	order  []*Call          // the same, the oldest first
}

// New returns a spool that will make its folder in parent and hold at most
// limit bytes, of one stream at most a quarter of them; 0 or less keeps
// nothing. What it cannot do is logged. Nothing is made yet.
func New(parent string, limit int64, logger *slog.Logger) *Spool {
	return &Spool{parent: parent, limit: max(limit, 0), logger: logger, calls: map[string]*Call{}}
}

// Close removes the folder with everything in it. What is written or read
// afterwards is lost.
func (s *Spool) Close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.calls, s.order = nil, nil
	s.leave()
}

// leave removes the folder. The lock goes last: until then it is no stranger's
// to sweep.
func (s *Spool) leave() {
	if s.dir == "" {
		return
	}
	unlock := func() { _ = s.lock.Close() }
	if !removesOpenFiles {
		unlock()
		unlock = func() {}
	}
	if err := os.RemoveAll(s.dir); err != nil {
		s.logger.Warn("spool", slog.String("not removed", reason(err)))
	}
	unlock()
	s.dir, s.lock = "", nil
}

// create makes a file in the folder, and the folder when it is not there.
func (s *Spool) create(name string) (*os.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.limit == 0 {
		return nil, fs.ErrClosed
	}
	f, err := s.file(name)
	if errors.Is(err, fs.ErrNotExist) && s.dir != "" {
		// Somebody tidied up; the files of other calls are gone with it.
		for len(s.order) > 0 {
			s.evict()
		}
		s.leave()
		f, err = s.file(name)
	}
	if err != nil && !s.told {
		s.told = true
		s.logger.Warn("spool", slog.String("output that is cut is not kept", reason(err)))
	}
	return f, err
}

func (s *Spool) file(name string) (*os.File, error) {
	if s.dir == "" {
		dir, lock, err := makeFolder(s.parent)
		if err != nil {
			return nil, err
		}
		s.dir, s.lock = dir, lock
	}
	return os.OpenFile(filepath.Join(s.dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

// makeFolder makes a folder for this process alone, which the lock marks as in
// use.
func makeFolder(parent string) (dir string, lock *os.File, err error) {
	// Once more where a sweep took it for an old one: this process slept.
	for range 3 {
		if dir, err = os.MkdirTemp(parent, prefix); err != nil {
			return "", nil, err
		}
		if lock, err = os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
			continue
		}
		if err = hold(lock); err == nil {
			if _, err = os.Stat(lock.Name()); err == nil {
				return dir, lock, nil
			}
		}
		_ = lock.Close()
		_ = os.RemoveAll(dir)
	}
	return "", nil, err
}

// reason is what an error says, without the path that it says it of.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Op + ": " + path.Err.Error()
	}
	return err.Error()
}

// newID returns a name that is neither used nor guessed.
func newID() string { return strings.ToLower(rand.Text()[:idLength]) }

// reserve makes room for up to n bytes and returns for how many there is room.
// The oldest calls make way.
func (s *Spool) reserve(n int64) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.used+n > s.limit && len(s.order) > 0 {
		s.evict()
	}
	n = max(min(n, s.limit-s.used), 0)
	s.used += n
	return n
}

// evict forgets the oldest call.
func (s *Spool) evict() {
	c := s.order[0]
	s.order = s.order[1:]
	delete(s.calls, c.ID)
	for _, st := range c.streams {
		s.used -= st.kept
		_ = os.Remove(st.path) // one that stays is removed with the folder
	}
}

// add takes a call that has ended.
func (s *Spool) add(c *Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.calls[c.ID] = c
	s.order = append(s.order, c)
	if len(s.order) > maxCalls {
		s.evict()
	}
}

// find returns a stream of a call that has ended.
func (s *Spool) find(id, name string) (*Stream, error) {
	if s == nil {
		return nil, unknown(id)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.calls[id]
	if c == nil {
		return nil, unknown(id)
	}
	st := c.streams[name]
	if st == nil {
		return nil, fmt.Errorf("the %s of call %q was not cut: the reply to the call has all of it", name, id)
	}
	return st, nil
}

func unknown(id string) error {
	if len(id) > 40 {
		id = id[:40] + "..." // it is none of ours
	}
	return fmt.Errorf("nothing is kept of a call %q: the id stands in the reply whose output was cut, and the oldest outputs make way for newer ones", id)
}
