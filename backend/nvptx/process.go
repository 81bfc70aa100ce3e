package nvptx

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// runTool runs a program to its end and returns its standard output and error. A failure is a *ToolError; if the
// context ended first, the error wraps the context's.
func runTool(ctx context.Context, stdin []byte, path string, args ...string) (stdout []byte, stderr string, err error) {
	return runToolIn(ctx, nil, stdin, path, args...)
}

// runToolIn is runTool with an environment; nil stands for the one of this process.
func runToolIn(ctx context.Context, environment []string, stdin []byte, path string, args ...string) (stdout []byte,
	stderr string, err error) {
	var out, diagnostics bytes.Buffer
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = environment
	cmd.Stdin = bytes.NewReader(stdin)
	cmd.Stdout = &out
	cmd.Stderr = &diagnostics
	// A killed tool may have children that keep the pipes open.
	cmd.WaitDelay = 2 * time.Second
	err = cmd.Run()
	if err == nil {
		return out.Bytes(), diagnostics.String(), nil
	}
	if ctx.Err() != nil {
		return nil, "", fmt.Errorf("nvptx: %s: %w", path, context.Cause(ctx))
	}
	return nil, "", &ToolError{Tool: path, Args: args, Stderr: withoutCrashReport(diagnostics.String()), Err: err}
}

// largePages is the environment of a tool whose heap is to be in large pages, where the tool's C library can do that. A
// process of ptxas touches 2,600 small pages, and 580 with these settings. Settings of the user stay.
func largePages() []string {
	environment := os.Environ()
	if runtime.GOOS != "linux" {
		return environment
	}
	for _, setting := range []string{"GLIBC_TUNABLES=glibc.malloc.hugetlb=1", "MALLOC_TOP_PAD_=67108864"} {
		name, _, _ := strings.Cut(setting, "=")
		if _, set := os.LookupEnv(name); !set {
			environment = append(environment, setting)
		}
	}
	return environment
}

// maxAnswer bounds the time in which a program must answer a query such as --version. A program that hangs, for example
// on a disk or a license, must not stop the search for others.
var maxAnswer = 20 * time.Second

// askTool is runTool for a query that any program answers at once.
func askTool(ctx context.Context, path string, args ...string) (stdout []byte, stderr string, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, maxAnswer,
		fmt.Errorf("no answer to %s within %s", strings.Join(args, " "), maxAnswer))
	defer cancel()
	return runTool(ctx, nil, path, args...)
}

// withoutCrashReport drops the stack dump that LLVM tools print after the
// message that says what went wrong, and the request to report a bug.
func withoutCrashReport(stderr string) string {
	var kept []string
	for line := range strings.Lines(stderr) {
		if strings.HasPrefix(line, "Stack dump:") {
			break
		}
		if strings.HasPrefix(line, "PLEASE submit a bug report") {
			continue
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "")
}
