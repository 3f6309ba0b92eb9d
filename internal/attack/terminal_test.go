//go:build linux

package attack_test

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// terminal is a pseudo-terminal: what a program writes to slave, and what it
// asks on /dev/tty when slave is its terminal, comes out of master.
type terminal struct{ master, slave *os.File }

func openTerminal(t testing.TB) terminal {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = master.Close() })
	raw, err := master.SyscallConn()
	require.NoError(t, err)
	var number int
	require.NoError(t, raw.Control(func(fd uintptr) {
		err = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0)
		if err == nil {
			number, err = unix.IoctlGetInt(int(fd), unix.TIOCGPTN)
		}
	}))
	require.NoError(t, err)
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = slave.Close() })
	return terminal{master, slave}
}

// controlling makes a process the leader of a session whose terminal is its
// standard error.
func controlling() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 2}
}
