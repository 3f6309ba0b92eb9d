//go:build unix

package realworld

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// nobody is a user without any rights of its own.
const nobody = 65534

// runAsOther makes cmd another user's, where this process may do that.
func runAsOther(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if os.Getuid() != 0 {
		return
	}
	require.NoError(t, os.Chown(cmd.Dir, nobody, nobody))
	require.NoError(t, os.Chown(filepath.Join(cmd.Dir, "tmp"), nobody, nobody))
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
}
