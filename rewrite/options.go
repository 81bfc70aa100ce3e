package rewrite

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Simplification selects how a driver simplifies the control flow of regions after each iteration.
type Simplification uint8

const (
	// SimplifyNormal erases unreachable blocks, and operations and block arguments that only keep each other alive.
	SimplifyNormal Simplification = iota
	// SimplifyDisabled leaves the control flow alone. Blocks that are unreachable at the start are erased nevertheless,
	// since operations in them may use their own results.
	SimplifyDisabled
	// SimplifyAggressive also merges identical blocks and drops block arguments that are always the same value.
	SimplifyAggressive
)

// NoLimit lifts a bound of [Options].
const NoLimit = -1

// defaultIterations is the bound on iterations if the options give none.
const defaultIterations = 10

// Options change how a driver works. The zero value does what upstream's `canonicalize` does by default.
type Options struct {
	// Context ends the rewriting early; if it is nil, nothing does. It may carry an [Instrumentation].
	Context context.Context
	// BottomUp visits operations from the end of the IR to its start, inner operations before those around them.
	BottomUp bool
	// MaxIterations bounds the number of iterations over the IR: 0 means 10, [NoLimit] no bound.
	MaxIterations int
	// MaxRewrites ends an iteration after this number of rewrites; 0 and [NoLimit] mean no bound.
	MaxRewrites int
	// Simplify selects how control flow is simplified.
	Simplify Simplification
	// KeepDead keeps operations without effects and uses, which are erased otherwise.
	KeepDead bool
	// NoFold turns folding off.
	NoFold bool
	// ScatteredConstants leaves constants where they are. Otherwise equal constants are merged and moved to the start of
	// the enclosing region that is isolated from above.
	ScatteredConstants bool
}

// iterations returns the bound on iterations, 0 for none.
func (o *Options) iterations() int {
	switch {
	case o.MaxIterations == 0:
		return defaultIterations
	case o.MaxIterations < 0:
		return 0
	}
	return o.MaxIterations
}

var (
	// ErrNoConvergence is wrapped by the error of a driver whose patterns do not terminate: it has applied far more
	// patterns than the IR could need. The error names the patterns that undo each other.
	ErrNoConvergence = errors.New("rewriting does not converge")
	// ErrIterations is wrapped by the error of a driver that reached its maximum number of iterations, and changed
	// something even in the last one. The IR is valid, but may not be in its final form.
	ErrIterations = errors.New("rewriting goes on after the last iteration")
	// ErrPanic is wrapped by the error of a pattern or fold that panicked.
	ErrPanic = errors.New("pattern panicked")
)

// cycle describes the last rewrites, latest last, as the shortest sequence that they repeat.
func cycle(names []string) string {
	for n := 1; n <= len(names)/2; n++ {
		repeats := true
		for i := len(names) - 1; i >= n && repeats; i-- {
			repeats = names[i] == names[i-n]
		}
		if repeats {
			return fmt.Sprintf("%s, over and over", strings.Join(names[len(names)-n:], ", "))
		}
	}
	distinct := make(map[string]bool)
	var list []string
	for _, n := range names {
		if !distinct[n] {
			distinct[n] = true
			list = append(list, n)
		}
	}
	return strings.Join(list, ", ")
}
