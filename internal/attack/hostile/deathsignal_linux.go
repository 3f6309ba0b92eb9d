package main

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

func deathSignal() int {
	var n int32
	_ = unix.Prctl(unix.PR_GET_PDEATHSIG, uintptr(unsafe.Pointer(&n)), 0, 0, 0)
	return int(n)
}
