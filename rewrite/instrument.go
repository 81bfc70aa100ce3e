package rewrite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Instrumentation observes and controls drivers: put it into a context with [WithInstrumentation], and pass that in
// [Options.Context]. Drivers with an instrumentation use one goroutine. Passes that run at the same time must not
// share an instrumentation, or the order of its events is undefined.
type Instrumentation struct {
	// Observe is called after every rewrite; it may be nil.
	Observe func(Rewrite)
	// Counters decide which patterns may be tried; nil allows all.
	Counters *Counters
	// Check checks the IR after every rewrite, to find a pattern that is wrong. The greedy driver verifies the IR.
	// During a conversion the IR need not be valid; there the driver checks that a pattern changed something if it says
	// so, and changed nothing if it failed. Check is expensive.
	Check bool
}

// Rewrite is one change of the IR by a driver.
type Rewrite struct {
	// Pattern is the name of the pattern, or a rewrite that the driver makes by itself: [Folding] or [Erasure].
	Pattern string
	// Loc is the location of the operation that was rewritten.
	Loc ir.Location
	// Before is that operation before the rewrite, on one line.
	Before string
	// After lists the operations that were created or changed in place, such as users of the results.
	After []string
	// Undone reports that a conversion rolled the rewrite back, because nothing could legalize its result.
	Undone bool
}

// Rewrites that drivers make without a pattern, in [Rewrite.Pattern].
const (
	Folding = "folding"
	Erasure = "erasure of a dead operation"
)

// ErrBroken is wrapped by the error of a driver with [Instrumentation.Check] if a rewrite leaves invalid IR, if a
// pattern reports a change that it did not make, or if it makes one that it does not report.
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
//
// A rewrite that a conversion rolls back is one line with "undone" after the name of the pattern.
func WriteTo(w io.Writer) func(Rewrite) {
	return func(r Rewrite) {
		var b strings.Builder
		if r.Undone {
			fmt.Fprintf(&b, "%s, undone: %s\n", r.Pattern, r.Loc)
			io.WriteString(w, b.String())
			return
		}
		fmt.Fprintf(&b, "%s: %s\n  - %s\n", r.Pattern, r.Loc, r.Before)
		for _, line := range r.After {
			fmt.Fprintf(&b, "  + %s\n", line)
		}
		io.WriteString(w, b.String())
	}
}
