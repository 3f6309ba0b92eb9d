package runner

import "golang.org/x/sys/unix"

// argMax returns the bytes that the kernel allows for arguments, environment
// and the pointers to them: a quarter of the stack limit, at most 6 MiB and at
// least 128 KiB.
func argMax() int {
	const least, most = 128 << 10, 6 << 20
	var stack unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_STACK, &stack) != nil {
		return most // let the kernel judge
	}
	return int(min(max(stack.Cur/4, least), most))
}
