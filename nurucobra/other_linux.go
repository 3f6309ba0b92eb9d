package nurucobra

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// nobody is the user and group that own nothing.
const nobody = 65534

// asOther has start run child as another user on a host of another name, so that what
// it takes from these differs. Only root can; others start it as it is, and
// their names are known to say something.
func asOther(child *exec.Cmd, start func() error) error {
	if os.Geteuid() != 0 {
		return start()
	}
	child.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	done := make(chan error)
	go func() {
		// The thread is in another namespace from here on: it is not unlocked,
		// and so ends with this goroutine.
		runtime.LockOSThread()
		if unix.Unshare(unix.CLONE_NEWUTS) == nil {
			_ = unix.Sethostname([]byte("elsewhere"))
		}
		done <- start()
	}()
	return <-done
}
