//go:build !unix

package execute

import (
	"os"
	"os/exec"
	"sync"
)

func isolate(*exec.Cmd) {}

func isBusy(error) bool { return false }

func exitCode(state *os.ProcessState) int { return state.ExitCode() }

// processes tracks the child processes of a test. Without process groups, only these are killed.
type processes struct {
	mu     sync.Mutex
	live   map[*exec.Cmd]bool
	killed bool
}

func newProcesses(string) *processes { return &processes{live: map[*exec.Cmd]bool{}} }

func (p *processes) start(cmd *exec.Cmd) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.killed {
		return os.ErrDeadlineExceeded
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	p.live[cmd] = true
	return nil
}

func (p *processes) ended(cmd *exec.Cmd) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.live, cmd)
}

func (p *processes) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.killed = true
	for cmd := range p.live {
		_ = cmd.Process.Kill() // it may have ended
	}
}

func (p *processes) finish() {}
