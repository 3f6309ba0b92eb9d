//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package runner

// These systems send no signal of one's choice when a pipe is closed.

func armKernel(int)      {}
func aimKernel(_, _ int) {}
func disarmKernel(int)   {}
func makeWills() []will  { return nil }
