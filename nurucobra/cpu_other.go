//go:build !linux

package nurucobra

// onOneCPU starts a process. Only Linux lets it see one CPU.
func onOneCPU(start func() error) error { return start() }
