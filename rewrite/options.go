package rewrite

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Simplification says what a driver does to the control flow of regions after each round of patterns.
type Simplification uint8

const (
	// SimplifyNormal erases unreachable blocks, and operations and block arguments that only keep each other alive.
	SimplifyNormal Simplification = iota
	// SimplifyDisabled leaves the control flow alone; blocks that are unreachable at the start are erased all the same,
	// since in them operations may use their own results.
	SimplifyDisabled
	// SimplifyAggressive also merges identical blocks and drops block arguments that are always the same value.
	SimplifyAggressive
)

// NoLimit lifts a bound of [Options].
const NoLimit = -1

// defaultIterations is how often a driver looks at everything when the options do not say.
const defaultIterations = 10

// Options change how a driver works. The zero value does what upstream's `canonicalize` does by default.
type Options struct {
	// Context ends the rewriting early; nil never does. It may carry an [Instrumentation].
	Context context.Context
	// BottomUp looks at operations from the end of the IR to its start, inner ones before those around them.
	BottomUp bool
	// MaxIterations bounds how often the driver looks at everything: 0 stands for 10, [NoLimit] for no bound.
	MaxIterations int
	// MaxRewrites ends an iteration after so many applied patterns; 0 or [NoLimit] never.
	MaxRewrites int
	// Simplify says what happens to control flow.
	Simplify Simplification
	// KeepDead leaves operations alone that have no effect and no uses, which are erased otherwise.
	KeepDead bool
	// NoFold leaves operations alone that would fold.
	NoFold bool
	// ScatteredConstants leaves constants where they are, which are gathered otherwise, each once, at the start of the
	// region that is isolated from above.
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
	// ErrNoConvergence is wrapped by the error of a driver whose patterns do not come to an end: it has applied far
	// more of them than the IR could need. The error names the patterns that undo each other.
	ErrNoConvergence = errors.New("rewriting does not converge")
	// ErrIterations is wrapped by the error of a driver that has looked at everything as often as it may, and changed
	// something even the last time. The IR is valid, but may not be in its final form.
	ErrIterations = errors.New("rewriting goes on after the last iteration")
	// ErrPanic is wrapped by the error of a pattern or fold that panicked.
	ErrPanic = errors.New("pattern panicked")
)

// cycle describes rewrites that came last, the latest at the end, as the shortest sequence that they repeat.
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
