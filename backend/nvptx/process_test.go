package nvptx

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// script writes an executable shell script and returns its path.
func script(t *testing.T, dir, name, body string) string {
	t.Helper()
	if _, err := exec.LookPath("/bin/sh"); err != nil {
		t.Skip("the test's stand-ins for tools need /bin/sh")
	}
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o777); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestToolErrorKeepsTheMessageAndDropsTheCrashReport(t *testing.T) {
	path := script(t, t.TempDir(), "tool", `cat >&2 <<END
LLVM ERROR: Cannot select: fsin
PLEASE submit a bug report to https://example.com and include the crash backtrace.
Stack dump:
0.	Program arguments: tool
 #0 0x00 main
END
exit 3
`)
	_, _, err := runTool(t.Context(), nil, path, "-x")
	var tool *ToolError
	var exit *exec.ExitError
	if !errors.As(err, &tool) || !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Fatalf("error %v (%T)", err, err)
	}
	if want := "nvptx: " + path + ": LLVM ERROR: Cannot select: fsin"; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}

func TestSilentToolFailureShowsTheExitStatus(t *testing.T) {
	path := script(t, t.TempDir(), "tool", "exit 7\n")
	if _, _, err := runTool(t.Context(), nil, path); err == nil || !strings.Contains(err.Error(), "exit status 7") {
		t.Errorf("error %v", err)
	}
}

func TestAToolThatHangsIsPassedOver(t *testing.T) {
	whole := maxAnswer
	t.Cleanup(func() { maxAnswer = whole })
	maxAnswer = 50 * time.Millisecond
	dir := t.TempDir()
	script(t, dir, "llc", "exec sleep 60\n")
	_, err := Search{BinDirs: []string{dir}}.LLC(t.Context(), 0)
	var missing *NotFoundError
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), "no answer to --version within") {
		t.Errorf("error %v", err)
	}
}

func TestCancelingTheContextStopsTheTool(t *testing.T) {
	path := script(t, t.TempDir(), "tool", "echo started; exec sleep 60\n")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, _, err := runTool(ctx, nil, path)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want the context's", err)
	}
}

func TestMissingProgramIsAToolError(t *testing.T) {
	_, _, err := runTool(t.Context(), nil, filepath.Join(t.TempDir(), "nothing"))
	var tool *ToolError
	if !errors.As(err, &tool) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}
