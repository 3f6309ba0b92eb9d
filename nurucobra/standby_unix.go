//go:build unix

package nurucobra

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
)

// shell is on every Unix but the barest containers, and starts ten times as
// fast as a Go program.
const shell = "/bin/sh"

// standbyScript reads, from descriptor 3, which command is asked. When the
// server ends before it is done, it becomes the server.
const standbyScript = `last=
while read -r line <&3; do
	if [ "$line" = ` + probesDone + ` ]; then exit 0; fi
	last=$line
done
if [ -z "$last" ]; then exit 0; fi
` + unaskedVar + `="$` + unaskedVar + `
$last"
export ` + unaskedVar + `
exec "$0" "$@" 3<&-`

// standby is the prober of a server: it asks validators in this process while
// another stands by to take over its streams. ok is false where none can.
func standby(s streams) (p *prober, ok bool) {
	in, inOK := s.in.(*os.File)
	out, outOK := s.out.(*os.File)
	_, err := os.Stat(shell)
	if !inOK || !outOK || err != nil || len(unasked) >= maxUnasked {
		return nil, false
	}
	log := os.Stderr // while tools are described it is another
	var news *os.File
	var pid int
	started := make(chan error, 1)
	go func() { // the tree is read meanwhile
		var err error
		news, pid, err = startStandby(in, out, log)
		started <- err
	}()
	ready := sync.OnceValue(func() error { return <-started })
	return &prober{
		unasked: unasked,
		ask: func(cmd *cobra.Command) bool {
			if slices.Contains(unasked, cmd.CommandPath()) || ready() != nil {
				return false
			}
			fmt.Fprintln(news, cmd.CommandPath())
			return true
		},
		finish: func() {
			if ready() == nil {
				fmt.Fprintln(news, probesDone)
				news.Close()
				go func() { _, _ = syscall.Wait4(pid, nil, 0, nil) }()
			}
		},
	}, true
}

func startStandby(in, out, log *os.File) (news *os.File, pid int, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, 0, err
	}
	defer r.Close()
	// os.StartProcess would first try out, by a process, what the kernel can.
	pid, err = syscall.ForkExec(shell, append([]string{shell, "-c", standbyScript, invoked()}, os.Args[1:]...), &syscall.ProcAttr{
		Env:   append(os.Environ(), unaskedEnv(unasked)),
		Files: []uintptr{in.Fd(), out.Fd(), log.Fd(), r.Fd()},
	})
	if err != nil {
		w.Close()
		return nil, 0, err
	}
	return w, pid, nil
}

// invoked is the path by which this program was started: its name may decide
// what it does.
func invoked() string {
	if strings.Contains(os.Args[0], "/") {
		return os.Args[0]
	}
	if path, err := exec.LookPath(os.Args[0]); err == nil {
		return path
	}
	path, _ := os.Executable()
	return path
}
