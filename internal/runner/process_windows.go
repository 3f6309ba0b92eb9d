package runner

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// process is a started program in a job object, which takes the part of the
// process group: whatever the program starts is in it and cannot leave. The
// job is killed when its last handle is closed, and this process holds the
// only one, so that it is also the lifeline.
type process struct {
	job    windows.Handle
	leader windows.Handle

	exited chan struct{} // closed when the leader has ended
	code   uint32        // valid then
	err    error
}

// exitStatus is how a program ended.
type exitStatus struct {
	code   int
	signal string
}

// killedCode is the exit code of what kill ends: what SIGKILL makes elsewhere.
const killedCode = 128 + 9

// startProcess starts the program with the given standard streams.
func startProcess(s *Spec, stdio [3]*os.File) (*process, error) {
	// The interpreter of batch files reads its command line in a way of its
	// own: an argument could become a command.
	switch strings.ToLower(filepath.Ext(s.Path)) {
	case ".bat", ".cmd":
		return nil, errors.New("batch files cannot be run safely; name the program itself")
	}
	job, err := newJob()
	if err != nil {
		return nil, err
	}
	p := &process{job: job, exited: make(chan struct{})}
	if err := p.start(s, stdio); err != nil {
		_ = windows.CloseHandle(job)
		return nil, err
	}
	go p.wait()
	return p, nil
}

func newJob() (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, fmt.Errorf("creating a job object: %w", err)
	}
	if err := setKillOnClose(job, true); err != nil {
		_ = windows.CloseHandle(job)
		return 0, fmt.Errorf("limiting the job object: %w", err)
	}
	return job, nil
}

func setKillOnClose(job windows.Handle, on bool) error {
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	if on {
		info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	}
	_, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	return err
}

// start starts the program suspended, so that it is in the job before it can
// start anything itself.
func (p *process) start(s *Spec, stdio [3]*os.File) error {
	pid, handle, err := syscall.StartProcess(s.Path, append([]string{s.Argv0}, s.Args...), &syscall.ProcAttr{
		Dir:   s.Dir,
		Env:   s.Env,
		Files: []uintptr{stdio[0].Fd(), stdio[1].Fd(), stdio[2].Fd()},
		Sys: &syscall.SysProcAttr{
			HideWindow:    true,
			CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW,
		},
	})
	if err != nil {
		return err
	}
	p.leader = windows.Handle(handle)
	if err = windows.AssignProcessToJobObject(p.job, p.leader); err == nil {
		err = resume(uint32(pid))
	}
	if err != nil {
		_ = windows.TerminateProcess(p.leader, killedCode)
		_ = windows.CloseHandle(p.leader)
		return fmt.Errorf("putting the program into its job: %w", err)
	}
	return nil
}

// resume lets the only thread of a suspended process run.
func resume(pid uint32) error {
	threads, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(threads)
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(threads, &entry); err == nil; err = windows.Thread32Next(threads, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return err
		}
		defer windows.CloseHandle(thread)
		_, err = windows.ResumeThread(thread)
		return err
	}
	return err
}

func (p *process) wait() {
	defer close(p.exited)
	if _, p.err = windows.WaitForSingleObject(p.leader, windows.INFINITE); p.err == nil {
		p.err = windows.GetExitCodeProcess(p.leader, &p.code)
	}
}

func (p *process) hasExited() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// terminate ends the job: a program without a console cannot be asked to.
func (p *process) terminate() { p.kill() }

// kill ends the job.
func (p *process) kill() { _ = windows.TerminateJobObject(p.job, killedCode) }

// basicAccounting is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.
type basicAccounting struct {
	totalUserTime, totalKernelTime           int64
	periodUserTime, periodKernelTime         int64
	pageFaults, total, active, terminatedAll uint32
}

// others reports whether processes other than the leader, which has ended,
// live in the job.
func (p *process) others() bool {
	var info basicAccounting
	err := windows.QueryInformationJobObject(p.job, windows.JobObjectBasicAccountingInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)), nil)
	return err == nil && info.active > 0
}

// release ends what is left of the job, unless keep, and closes its handles.
// It is called once, last.
func (p *process) release(keep bool) (exitStatus, error) {
	if keep {
		_ = setKillOnClose(p.job, false)
	} else {
		p.kill()
	}
	_ = windows.CloseHandle(p.job)
	if !p.hasExited() {
		go func() {
			<-p.exited
			_ = windows.CloseHandle(p.leader)
		}()
		return exitStatus{code: killedCode}, nil
	}
	_ = windows.CloseHandle(p.leader)
	code := int(p.code)
	if code < 0 { // an exception's number, where int has 32 bits
		code = 1
	}
	return exitStatus{code: code}, p.err
}

// HoldLifeline does nothing on Windows: the job object that a program runs in
// ends with the process that made it.
func HoldLifeline() {}
