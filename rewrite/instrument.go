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
	// Check looks at the IR after every rewrite and at what patterns say about themselves, to blame the pattern that is
	// wrong: the greedy driver verifies; a conversion, in whose course the IR need not be valid, looks whether patterns
	// changed what they say, and whether all is as before where they refused. It is expensive.
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
	// After lists the operations that were created or changed in place, such as users of the results.
	After []string
	// Undone says that a conversion has taken the rewrite back, as nothing could legalize what it left.
	Undone bool
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
//
// What a conversion takes back is one line with "undone" behind the name of the pattern.
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
