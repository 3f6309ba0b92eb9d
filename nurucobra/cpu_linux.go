package nurucobra

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// onOneCPU starts a process that sees one CPU, wherever it runs: defaults are
// computed from their number.
func onOneCPU(start func() error) error {
	var before unix.CPUSet
	runtime.LockOSThread()
	if unix.SchedGetaffinity(0, &before) != nil {
		runtime.UnlockOSThread()
		return start()
	}
	var one unix.CPUSet
	for cpu := range len(before) * 64 {
		if before.IsSet(cpu) {
			one.Set(cpu)
			break
		}
	}
	if unix.SchedSetaffinity(0, &one) == nil {
		defer func() {
			// A thread that keeps the one CPU must not go back to the others.
			if unix.SchedSetaffinity(0, &before) == nil {
				runtime.UnlockOSThread()
			}
		}()
	} else {
		defer runtime.UnlockOSThread()
	}
	return start()
}
