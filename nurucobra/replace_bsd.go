//go:build unix && !linux

package nurucobra

import "golang.org/x/sys/unix"

// replace makes descriptor to a copy of from.
func replace(from, to int) error { return unix.Dup2(from, to) }
