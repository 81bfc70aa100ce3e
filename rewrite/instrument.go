package rewrite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Instrumentation watches and steers what drivers do: put it into a context with [WithInstrumentation], and hand that
// to them in [Options.Context]. Drivers with an instrumentation work on one goroutine; passes that run at the same time
// must not share one, or the order of what it sees is up to chance.
type Instrumentation struct {
	// Observe is told of every rewrite after it was made; nil for nobody.
	Observe func(Rewrite)
	// Counters decide which patterns may be tried; nil for all.
	Counters *Counters
	// Check verifies the IR after every rewrite and what patterns say about themselves, to blame the pattern that is
	// wrong. It is expensive.
	Check bool
}

// Rewrite is one change of the IR by a driver.
type Rewrite struct {
	// Pattern is the name of the pattern, or what the driver does by itself: [Folding] or [Erasure].
	Pattern string
	// Loc is where the operation comes from that was rewritten.
	Loc ir.Location
	// Before is that operation as it was, on one line.
	Before string
	// After is the operations that have been created, or changed in place, such as users of the results.
	After []string
}

// What drivers do without a pattern, in [Rewrite.Pattern].
const (
	Folding = "folding"
	Erasure = "erasure of a dead operation"
)

// ErrBroken is wrapped by the error of a driver with [Instrumentation.Check] when a rewrite leaves invalid IR, or when
// a pattern says that it has changed something, or nothing, and that is not so.
var ErrBroken = errors.New("broken rewrite")

type instrumentationKey struct{}

// WithInstrumentation returns a context that carries an instrumentation to drivers.
func WithInstrumentation(ctx context.Context, in *Instrumentation) context.Context {
	return context.WithValue(ctx, instrumentationKey{}, in)
}

// InstrumentationOf returns the instrumentation that a context carries, or nil.
func InstrumentationOf(ctx context.Context) *Instrumentation {
	if ctx == nil {
		return nil
	}
	in, _ := ctx.Value(instrumentationKey{}).(*Instrumentation)
	return in
}

// WriteTo returns an observer for [Instrumentation.Observe] that writes every rewrite to w:
//
//	add-zero: file.mlir:3:8
//	  - %1 = "arith.addi"(%0, %c0) ...
//	  + "func.return"(%0) : (i32) -> ()
func WriteTo(w io.Writer) func(Rewrite) {
	return func(r Rewrite) {
		var b strings.Builder
		fmt.Fprintf(&b, "%s: %s\n  - %s\n", r.Pattern, r.Loc, r.Before)
		for _, line := range r.After {
			fmt.Fprintf(&b, "  + %s\n", line)
		}
		io.WriteString(w, b.String())
	}
}
