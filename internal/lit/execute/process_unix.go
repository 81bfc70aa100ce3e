//go:build unix

package execute

import (
	"errors"
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// isolate gives a command a process group of its own, so that it can be killed with the processes that it starts.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// exitCode returns the exit code, or minus the number of the signal that ended the process.
func exitCode(state *os.ProcessState) int {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return -int(ws.Signal())
	}
	return state.ExitCode()
}

// isBusy reports whether a program could not be started because its file is open for writing. The test that wrote the
// file has closed it. But a process that another test starts at that moment holds a copy until it executes its own
// program.
func isBusy(err error) bool { return errors.Is(err, syscall.ETXTBSY) }

// processes tracks the child processes of a test.
type processes struct {
	test   string
	mu     sync.Mutex
	live   map[int]bool // numbers of running processes, which are those of their groups too
	groups map[int]bool // groups of all processes that were started
	killed bool
}

func newProcesses(test string) *processes {
	return &processes{test: test, live: map[int]bool{}, groups: map[int]bool{}}
}

func (p *processes) start(cmd *exec.Cmd) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.groups) == 0 {
		adopt()
	}
	if p.killed {
		return os.ErrDeadlineExceeded
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	p.live[cmd.Process.Pid], p.groups[cmd.Process.Pid] = true, true
	return nil
}

// ended records that a process has been waited for. Its number may be reused.
func (p *processes) ended(cmd *exec.Cmd) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.live, cmd.Process.Pid)
}

// kill kills the groups of all running processes, and the orphans. After that, no process is started.
func (p *processes) kill() {
	p.mu.Lock()
	p.killed = true
	for pid := range p.live {
		syscall.Kill(-pid, syscall.SIGKILL)
	}
	p.mu.Unlock()
	p.orphans()
}

// finish kills all processes that the test left.
func (p *processes) finish() {
	p.mu.Lock()
	any := len(p.groups) > 0
	p.mu.Unlock()
	if any {
		p.orphans()
	}
}
