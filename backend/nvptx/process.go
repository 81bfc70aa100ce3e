package nvptx

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// runTool runs a program to its end and returns its standard output and error. A failure is a *ToolError; if the
// context ended first, the error wraps the context's.
func runTool(ctx context.Context, stdin []byte, path string, args ...string) (stdout []byte, stderr string, err error) {
	var out, diagnostics bytes.Buffer
	cmd := exec.CommandContext(ctx, path, args...)
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
