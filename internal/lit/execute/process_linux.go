package execute

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// adopt makes this process the parent of all descendants whose parents have ended, so that orphans finds them even
// outside of their process groups.
func adopt() {
	// Without it (a kernel before 3.4), processes that leave their process group may survive.
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
}

// rounds bounds the number of searches for descendants of descendants.
const rounds = 1000

// orphans kills the processes that this test left: children of this process that it did not start and that are in one
// of the test's groups or have its name in their environment. After the death of one, this process adopts its children.
func (p *processes) orphans() {
	for range rounds {
		found := false
		for _, pid := range children() {
			if !p.owns(pid) {
				continue
			}
			found = true
			syscall.Kill(pid, syscall.SIGKILL)
			var status syscall.WaitStatus
			_, _ = syscall.Wait4(pid, &status, 0, nil) // an error means that it has ended already
		}
		if !found {
			return
		}
	}
}

// owns reports whether a child of this process is an orphan of the test.
func (p *processes) owns(pid int) bool {
	p.mu.Lock()
	g := group(pid)
	live, ours := p.live[pid], p.groups[g] && g != pid // another test may have a leader with this number by now
	p.mu.Unlock()
	if live || ours {
		return !live
	}
	env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil {
		return false
	}
	want := []byte(testVariable + "=" + p.test)
	for v := range bytes.SplitSeq(env, []byte{0}) {
		if bytes.Equal(v, want) {
			return true
		}
	}
	return false
}

// group returns the process group of a process, or 0 if it has ended.
func group(pid int) int {
	g, err := syscall.Getpgid(pid)
	if err != nil {
		return 0
	}
	return g
}

// children returns the children of this process.
func children() []int {
	files, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		return nil
	}
	var pids []int
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		for field := range strings.FieldsSeq(string(data)) {
			if pid, err := strconv.Atoi(field); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}
