package tile

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Builder creates the operations of kernels. It has one method for each operation, and callers do not need to check for
// errors after each call: every operation is verified when it is created, and operations in the body of a loop or
// branch are verified together with it. An invalid operation is erased again. Further calls then create nothing and
// return nil, and [Builder.Err] returns the error. No argument makes a method panic.
//
// The location of an operation, and of an error, is the line of Go source that called the method, unless
// [ir.Builder.SetLoc] set another location.
//
// Operations without a method can be created with functions of the dialects through [Builder.Do].
type Builder struct {
	*ir.Builder
	err    error
	called ir.Location // location of the current call, unless SetLoc set another one
}

// NewBuilder returns a builder at the insertion point of b.
func NewBuilder(b *ir.Builder) *Builder { return &Builder{Builder: b} }

// Err returns the first error: an [*ir.Diagnostic] with the location of the call.
func (b *Builder) Err() error { return b.err }

// Do calls create and returns its result. It does nothing and returns nil if there was an error before.
func (b *Builder) Do(create func() (*ir.Value, error)) *ir.Value {
	return b.value("an operation", nil, func(*ir.Builder) (*ir.Value, error) { return create() })
}

// value creates an operation of one result from operands.
func (b *Builder) value(name string, operands []*ir.Value, create func(b *ir.Builder) (*ir.Value, error)) *ir.Value {
	var v *ir.Value
	b.operation(name, operands, func(b *ir.Builder) (op *ir.Operation, err error) {
		if v, err = create(b); err != nil || v == nil {
			return nil, err
		}
		return v.DefiningOp(), nil
	})
	if b.err != nil {
		return nil
	}
	return v
}

// operation creates an operation and verifies it.
func (b *Builder) operation(name string, operands []*ir.Value, create func(b *ir.Builder) (*ir.Operation, error)) {
	if b.err != nil {
		return
	}
	if i := slices.Index(operands, nil); i >= 0 {
		b.fail("building %s: operand #%d: %w", name, i, ErrNoValue)
		return
	}
	if before, called := b.Loc(), b.called; b.chooses(before) {
		b.called = b.caller()
		b.SetLoc(b.called)
		defer func() {
			b.SetLoc(before)
			b.called = called
		}()
	}
	op, err := create(b.Builder)
	if err == nil && op != nil && op.Parent() != nil {
		if err = ir.VerifyOuter(op, nil); err != nil {
			op.Erase()
		}
	}
	if err != nil {
		b.fail("%w", err)
	}
}

// fail records the first error, with the location of the call.
func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = located(fmt.Errorf(format, args...), b.callLoc())
	}
}

// located returns err as a diagnostic.
func located(err error, at ir.Location) error {
	if d, ok := err.(interface{ Unwrap() error }); ok {
		if inner, ok := d.Unwrap().(*ir.Diagnostic); ok {
			return inner
		}
	}
	return ir.Errorf(at, "%w", err)
}

// callLoc returns the location of the operations that the current call creates.
func (b *Builder) callLoc() ir.Location {
	if at := b.Loc(); !b.chooses(at) {
		return at
	}
	return b.caller()
}

// chooses reports whether the builder determines the location: either none is set, or the set one is that of an
// enclosing call, in whose body the current call is.
func (b *Builder) chooses(current ir.Location) bool {
	_, unknown := current.(*ir.UnknownLoc)
	return unknown || current == b.called
}

// caller returns the location in the Go source that called a method of b. It skips frames of this package and of scf,
// which calls bodies.
func (b *Builder) caller() ir.Location {
	var counters [16]uintptr
	frames := runtime.CallersFrames(counters[:runtime.Callers(3, counters[:])])
	for {
		f, more := frames.Next()
		own := strings.Contains(f.Function, "girih/dialects/tile.") || strings.Contains(f.Function, "girih/dialects/scf.")
		if !own && f.File != "" {
			return b.Context().FileLoc(f.File, uint32(f.Line), 1)
		}
		if !more {
			return b.Context().UnknownLoc()
		}
	}
}
