//go:build !darwin && !dragonfly && !freebsd && !linux && !netbsd && !openbsd && !windows

package runner

import (
	"errors"
	"os"
)

// process exists so that programs with this package compile everywhere.
type process struct{ exited chan struct{} }

type exitStatus struct {
	code   int
	signal string
}

func startProcess(*Spec, [3]*os.File) (*process, error) {
	return nil, errors.ErrUnsupported
}

func (p *process) hasExited() bool                  { return true }
func (p *process) terminate()                       {}
func (p *process) kill()                            {}
func (p *process) others() bool                     { return false }
func (p *process) release(bool) (exitStatus, error) { return exitStatus{}, errors.ErrUnsupported }

// HoldLifeline does nothing here.
func HoldLifeline() {}
