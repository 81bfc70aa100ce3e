package pass

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/girih-ir/girih/internal/parallel"
)

// ErrPanic is wrapped by the error of a pass that panicked.
var ErrPanic = errors.New("pass panicked")

// PanicError is the error of a pass that panicked: a bug in the pass.
type PanicError struct {
	Value any
	// Stack is the call stack of the panic, innermost call first, up to the call of the pass.
	Stack []string
}

// Error returns the panic's value and its position.
func (e *PanicError) Error() string {
	const shown = 3
	where := strings.Join(e.Stack[:min(shown, len(e.Stack))], ", called from ")
	return fmt.Sprintf("%v: %v, in %s", ErrPanic, e.Value, where)
}

// Unwrap returns [ErrPanic].
func (e *PanicError) Unwrap() error { return ErrPanic }

// newPanic describes a panic. The function that recovers calls it.
func newPanic(value any) *PanicError {
	e := &PanicError{Value: value}
	pcs := make([]uintptr, 64)
	pcs = pcs[:runtime.Callers(2, pcs)]
	if p, ok := value.(*parallel.Panic); ok {
		e.Value, pcs = p.Value, p.PCs
	}
	frames := runtime.CallersFrames(pcs)
	for {
		f, more := frames.Next()
		if strings.HasSuffix(f.Function, ".(*execution).attempt") {
			break
		}
		if !strings.HasPrefix(f.Function, "runtime.") && !strings.HasSuffix(f.Function, ".attempt.func1") {
			e.Stack = append(e.Stack, fmt.Sprintf("%s (%s:%d)", f.Function, f.File, f.Line))
		}
		if !more {
			break
		}
	}
	return e
}
