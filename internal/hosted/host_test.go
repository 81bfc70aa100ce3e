package hosted

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/llvmtool"
)

// ErrUnsupported is wrapped by errors about programs that use what has no counterpart here.
var ErrUnsupported = errors.New("not supported on the host")

// Launch is a launch of the only kernel of a module.
type Launch struct {
	Text    string // LLVM IR with opaque pointers
	Threads int    // of a block
	Grid    [3]int
	Memory  []byte // that the arguments point to
	Args    []Arg
}

// Arg is an argument: an offset in the memory for a pointer, and the text of a constant for a number.
type Arg struct {
	Offset int
	Number string // empty for a pointer
}

// Host runs kernels with LLVM's tools.
type Host struct {
	t        testing.TB
	opt, lli string
}

// New returns the host. Without LLVM's tools, or on another machine than Linux on x86-64, the test is skipped.
func New(t testing.TB) *Host {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the coroutines are those of Linux on x86-64")
	}
	return &Host{t, llvmtool.Find(t, "opt"), llvmtool.Find(t, "lli")}
}

// Run executes a kernel and returns the memory that it leaves. Goroutines may call it at the same time.
func (h *Host) Run(l Launch) ([]byte, error) {
	module, needed, err := translate(l)
	if err != nil {
		return nil, err
	}
	library, err := runtimeText(needed, l)
	if err != nil {
		return nil, err
	}
	folder := h.t.TempDir()
	optimized, other := filepath.Join(folder, "kernel.bc"), filepath.Join(folder, "runtime.bc")
	if _, err := tool(h.opt, []byte(module), "-O3", "-o", optimized); err != nil {
		return nil, err
	}
	if _, err := tool(h.opt, []byte(library), "-O1", "-o", other); err != nil {
		return nil, err
	}
	out, err := tool(h.lli, l.Memory, "-mattr=+f16c", "-extra-module="+other, optimized)
	if err == nil && len(out) != len(l.Memory) {
		err = fmt.Errorf("lli wrote %d bytes of memory, not %d", len(out), len(l.Memory))
	}
	return out, err
}

// statuses are the exit statuses of the runtime.
var statuses = map[int]string{
	stuck:    "threads wait for each other at barriers or warp operations",
	partial:  "a warp operation names only some lanes",
	asserted: "an assertion failed",
}

// tool runs a tool on an input and returns its output.
func tool(path string, input []byte, args ...string) ([]byte, error) {
	cmd := exec.Command(path, args...)
	cmd.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && statuses[exit.ExitCode()] != "" {
		return nil, errors.New(statuses[exit.ExitCode()])
	}
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%.2000s", filepath.Base(path), strings.Join(args, " "), err, stderr.Bytes())
	}
	return out, nil
}
