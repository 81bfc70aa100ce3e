package nvptx

import (
	"fmt"
	"strings"
)

// A NotFoundError reports that a tool or library was not found.
type NotFoundError struct {
	What    string   // such as "llc"
	Tried   []string // names, directories or files that were looked at
	Rejects []error  // why candidates that do exist cannot be used
	Install string   // what to install, as a sentence
}

// Error says what is missing, what was tried and what to install.
func (e *NotFoundError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "nvptx: %s not found", e.What)
	const most = 4
	if n := len(e.Tried); n > most {
		fmt.Fprintf(&b, " (looked for %s and %d more)", strings.Join(e.Tried[:most], ", "), n-most)
	} else if n > 0 {
		fmt.Fprintf(&b, " (looked for %s)", strings.Join(e.Tried, ", "))
	}
	for _, r := range e.Rejects {
		fmt.Fprintf(&b, "; %v", r)
	}
	fmt.Fprintf(&b, "; %s", e.Install)
	return b.String()
}

// Unwrap returns the reasons why existing candidates were rejected.
func (e *NotFoundError) Unwrap() []error { return e.Rejects }

// A ToolError reports that a tool ran and failed.
type ToolError struct {
	Tool   string // the path of the program
	Args   []string
	Stderr string // its standard error, without crash reports
	Err    error  // usually an *exec.ExitError
}

// Error gives the tool's own message, or how it ended if it printed none.
func (e *ToolError) Error() string {
	text := strings.TrimSpace(e.Stderr)
	if text == "" {
		text = e.Err.Error()
	}
	return fmt.Sprintf("nvptx: %s: %s", e.Tool, text)
}

// Unwrap returns the error of the process.
func (e *ToolError) Unwrap() error { return e.Err }

// An UnknownIntrinsicError reports calls of llvm.* functions that the compiler does not know and left as calls of
// undefined functions.
type UnknownIntrinsicError struct {
	Compiler string
	Names    []string // in the order of their appearance
}

// Error names the intrinsics.
func (e *UnknownIntrinsicError) Error() string {
	return fmt.Sprintf("nvptx: %s does not know %s", e.Compiler, strings.Join(e.Names, ", "))
}

// An NVVMError reports that a function of libNVVM failed.
type NVVMError struct {
	Call string // such as "nvvmVerifyProgram"
	Code int    // an nvvmResult
	Text string // the text of nvvmGetErrorString for Code
	Log  string // the program's log, with the errors in the module
}

// Error gives the call, the library's text for the code and the log.
func (e *NVVMError) Error() string {
	text := fmt.Sprintf("nvptx: %s: %s (%d)", e.Call, e.Text, e.Code)
	if e.Log != "" {
		text += ": " + e.Log
	}
	return text
}
