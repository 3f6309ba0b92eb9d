//go:build unix

package nurucobra

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// takeStdio moves descriptors 0 and 1 to copies that children do not inherit,
// and puts the null device and standard error in their place.
func takeStdio() (in, out *os.File, err error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	defer null.Close()
	inFD, err := unix.FcntlInt(0, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, nil, err
	}
	outFD, err := unix.FcntlInt(1, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		unix.Close(inFD)
		return nil, nil, err
	}
	if err := replace(int(null.Fd()), 0); err != nil {
		return nil, nil, err
	}
	target := 2
	if _, err := unix.FcntlInt(2, unix.F_GETFD, 0); err != nil {
		target = int(null.Fd()) // started without standard error
	}
	if err := replace(target, 1); err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(inFD), "stdin"), os.NewFile(uintptr(outFD), "stdout"), nil
}

func isTerminal(f *os.File) bool {
	_, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	return err == nil
}

// brokenPipe reports whether err says that the reader is gone.
func brokenPipe(err error) bool { return errors.Is(err, unix.EPIPE) }
