//go:build unix

package spool_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/nurucobra/nuru/internal/spool"
)

const ownerEnv = "SPOOL_TEST_OWNER"

// TestMain makes a process that keeps something in a folder, and waits.
func TestMain(m *testing.M) {
	if dir := os.Getenv(ownerEnv); dir != "" {
		s := spool.New(dir, 1000, nil)
		os.Stdout.WriteString(keep(s, "text") + "\n")
		time.Sleep(time.Minute)
	}
	os.Exit(m.Run())
}

// age makes what is in dir look an hour old.
func age(t *testing.T, dir string) {
	for _, f := range folders(t, dir) {
		old := time.Now().Add(-time.Hour)
		require.NoError(t, os.Chtimes(f, old, old))
	}
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	owner := exec.Command(self)
	owner.Env = append(os.Environ(), ownerEnv+"="+dir)
	out, err := owner.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, owner.Start())
	defer func() { _ = owner.Process.Kill(); _ = owner.Wait() }()
	_, err = out.Read(make([]byte, 100))
	require.NoError(t, err)
	s := spool.New(dir, 1000, nil)
	defer s.Close()
	id := keep(s, "text")
	require.Len(t, folders(t, dir), 2)

	age(t, dir)
	spool.Sweep(dir)
	require.Len(t, folders(t, dir), 2, "both owners live")

	require.NoError(t, owner.Process.Kill())
	_ = owner.Wait()
	for _, f := range folders(t, dir) {
		require.NoError(t, os.Chtimes(f, time.Now(), time.Now()))
	}
	spool.Sweep(dir)
	require.Len(t, folders(t, dir), 2, "too young")
	age(t, dir)
	spool.Sweep(dir)
	require.Len(t, folders(t, dir), 1)
	_, err = s.Read(id, "stdout", spool.Range{})
	assert.NoError(t, err, "the one that lives")
}

// What only looks like a spool is left alone.
func TestSweep_leaves_strangers(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(elsewhere, "mine"), nil, 0o600))
	require.NoError(t, os.Symlink(elsewhere, filepath.Join(dir, "nurucobra-spool-link")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "nurucobra-spool-file"), nil, 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "nurucobra-other"), 0o700))
	linked := filepath.Join(dir, "nurucobra-spool-linked-lock")
	require.NoError(t, os.Mkdir(linked, 0o700))
	require.NoError(t, os.Symlink(filepath.Join(elsewhere, "mine"), filepath.Join(linked, "lock")))
	unlocked := filepath.Join(dir, "nurucobra-spool-unlocked")
	require.NoError(t, os.Mkdir(unlocked, 0o700))
	others := filepath.Join(dir, "nurucobra-spool-others")
	require.NoError(t, os.Mkdir(others, 0o700))
	if os.Geteuid() == 0 { // nobody else can give a folder away
		require.NoError(t, os.Chown(others, 12345, 12345))
	} else {
		others = dir
	}
	old := time.Now().Add(-time.Hour)
	for _, f := range []string{linked, unlocked, others, filepath.Join(dir, "nurucobra-other")} {
		require.NoError(t, os.Chtimes(f, old, old))
	}
	spool.Sweep(dir)
	assert.FileExists(t, filepath.Join(elsewhere, "mine"))
	assert.DirExists(t, filepath.Join(dir, "nurucobra-other"))
	assert.DirExists(t, linked)
	assert.DirExists(t, others, "another user's")
	assert.NoDirExists(t, unlocked, "its owner ended before it had a lock")
	_, err := os.Lstat(filepath.Join(dir, "nurucobra-spool-link"))
	assert.NoError(t, err)
	spool.Sweep(filepath.Join(dir, "nowhere"))
}
