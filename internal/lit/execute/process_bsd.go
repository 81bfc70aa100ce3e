//go:build unix && !linux

package execute

import "syscall"

// adopt does nothing: only Linux lets an ancestor adopt orphans.
func adopt() {}

// orphans kills the process groups of the test.
func (p *processes) orphans() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for pid := range p.groups {
		syscall.Kill(-pid, syscall.SIGKILL)
	}
}
