// Package llvmtool finds the tools of LLVM 22 that tests compare with. Only tests use it.
package llvmtool

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// debian is where Debian installs the tools of LLVM 22.
const debian = "/usr/lib/llvm-22/bin"

// Require is the environment variable that, if not empty, makes a missing tool a failure. Where the tools should be
// installed, a skipped comparison would hide that they are not.
const Require = "GIRIH_REQUIRE_LLVM"

// packages names the Debian package of each tool.
var packages = map[string]string{
	"mlir-opt": "mlir-22-tools", "mlir-translate": "mlir-22-tools", "opt": "llvm-22", "FileCheck": "llvm-22-tools",
	"lit": "llvm-22-tools", "lli": "llvm-22",
}

// Find returns the path of a tool. Without it, the test is skipped, or fails if [Require] says so.
func Find(t testing.TB, tool string) string {
	t.Helper()
	path, ok := Look(tool)
	if !ok {
		Missing(t, tool)
	}
	return path
}

// Output runs a tool on an input and returns its output. A missing tool is handled as by [Find]; a failure of the tool
// fails the test.
func Output(t testing.TB, tool, input string, args ...string) string {
	t.Helper()
	cmd := exec.Command(Find(t, tool), args...)
	cmd.Stdin = strings.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%.2000s", tool, strings.Join(args, " "), err, stderr.Bytes())
	}
	return string(out)
}

// Look returns the path of a tool: Debian's, or one on PATH whose version is LLVM 22.
func Look(tool string) (path string, ok bool) {
	path = filepath.Join(debian, tool)
	if _, err := os.Stat(path); err == nil {
		return path, true
	}
	path, err := exec.LookPath(tool)
	if err != nil {
		return "", false
	}
	out, err := exec.Command(path, "--version").Output()
	return path, err == nil && bytes.Contains(out, []byte("version 22."))
}

// Missing skips a test that needs a tool, or fails it if [Require] is set.
func Missing(t testing.TB, tool string) {
	t.Helper()
	message := tool + " of LLVM 22 is not installed (Debian: " + packages[tool] + ")"
	if os.Getenv(Require) != "" {
		t.Fatal(message)
	}
	t.Skip(message)
}
