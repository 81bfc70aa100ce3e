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
	// Without it (a kernel before 3.4), what leaves its process group may stay behind.
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
}

// rounds bounds the search for descendants of descendants.
const rounds = 1000

// orphans kills what processes of this test left behind: children of this process that it did not start, which belong
// to one of the test's groups or have its name in their environment. The death of one may bring its children up.
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
			_, _ = syscall.Wait4(pid, &status, 0, nil) // an error means that it is gone already
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
	live, ours := p.live[pid], p.groups[g] && g != pid // a leader's number may be another test's by now
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

// group returns the process group of a process, 0 if it is gone.
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
