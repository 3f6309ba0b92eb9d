//go:build unix && !linux

package nurucobra

import (
	"os"
	"os/exec"
	"syscall"
)

// nobody is the user and group that own nothing.
const nobody = 65534

// asOther has start run child as another user, so that what it takes from the user
// differs. Only root can; others start it as it is.
func asOther(child *exec.Cmd, start func() error) error {
	if os.Geteuid() == 0 {
		child.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	return start()
}
