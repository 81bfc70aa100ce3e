// Package registers is the pass gpu-check-registers. It estimates how many registers the threads of a kernel with
// layouts need, before a compiler spends minutes on a kernel that cannot fit. A little more than a thread has is a
// warning. Far more is an error, which lists the largest values, where they come from, and sizes of tiles or numbers of
// warps that would fit. So is a product of warp groups whose sums alone do not fit: ptxas cannot spill them.
//
// [Estimate] returns a lower bound. It counts values that are live across operations over which compilers do not move
// others: stores, barriers, exchanges between threads, loops and branches. It does not count tensors made of scalars
// and indices, such as addresses and masks, since these are computed again where they are needed. It also leaves out
// intermediate results, and values that go from one operation to the next element by element. It assumes that numbers
// of fewer than 32 bits are packed, which is rare. So a warning is almost always right, but a kernel without one may
// still spill. In the end ptxas decides how many registers a kernel uses; see girih.Build.
//
// Kernels with rings, which are slots of shared memory for tiles (package rings), get the bound as an attribute.
// Package lowering/threads/producer uses it to divide the registers between the warps that copy tiles and those that
// multiply.
//
// Start at check; estimate.go follows the live values, fit.go finds what would fit.
package registers

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	AllowSpills bool `opt:"allow-spills" help:"only warn, unless threads hold more than 64 times as many values as fit"`
}

// Pass is gpu-check-registers.
var Pass = &pass.Pass{
	Name:    "gpu-check-registers",
	Summary: "Report where threads must hold more values than they have registers",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		ctx.PreserveAll()
		found, err := check(op)
		if err != nil {
			return err
		}
		for _, e := range found {
			allowed := ctx.Options.(*Options).AllowSpills
			if allowed && e.Registers > costs.Unspillable*e.Limit {
				d := e.diagnostic(ir.Error)
				d.Message += fmt.Sprintf("; %d registers are the most that spilling is allowed for", costs.Unspillable*e.Limit)
				return d
			}
			if e.Hopeless() && !allowed || e.Product != nil {
				return e.diagnostic(ir.Error)
			}
			ctx.Report(e.diagnostic(ir.Warning))
		}
		return nil
	},
}

// Limit returns how many registers each of the threads of a block can have.
func Limit(warps int) int64 {
	perThread := costs.RegistersPerBlock / int64(warps*tilegpu.WarpSize) / costs.RegisterGranularity *
		costs.RegisterGranularity
	return min(costs.RegistersPerThread, perThread)
}

// TooManyError says that the live values at a point do not fit into the registers of a thread.
type TooManyError struct {
	Point
	Limit   int64    // registers that a thread of the block can have
	Threads int      // threads of a block
	Smaller []string // sizes of tensors for which all values fit, as text; nil if there are none
	Warps   int      // the least number of warps, greater than the current one, for which they fit; 0 if there is none
	// Product is a product of warp groups whose sums alone are too many; nil if there is none. Tensor cores add up in
	// registers, so such sums cannot be spilled.
	Product *ir.Operation
}

// Hopeless reports whether spilling is certain and heavy.
func (e *TooManyError) Hopeless() bool { return e.Registers > costs.Hopeless*e.Limit }

// check returns an error value for each kernel of a module, or function that kernels call, that needs more registers
// than a thread has. It is for the point at which most registers are live. check fails if a kernel has no layouts.
func check(module *ir.Operation) (found []*TooManyError, err error) {
	for function, warps := range functions(module) {
		worst, err := Estimate(function)
		if err != nil {
			return nil, err
		}
		if hasRings(function) {
			ctx := function.Context()
			function.SetAttr(tilegpu.Registers, ctx.Integer(ctx.I(32), worst.Registers))
		}
		if limit := Limit(warps); worst.Registers > limit {
			e := &TooManyError{Point: worst, Limit: limit, Threads: warps * tilegpu.WarpSize}
			if e.Smaller, err = smaller(function, limit); err != nil {
				return nil, err
			}
			e.Warps = moreWarps(function, warps)
			if e.Product, err = tooLarge(function, limit); err != nil {
				return nil, err
			}
			found = append(found, e)
		}
	}
	return found, nil
}

// tooLarge returns a product of warp groups whose sums alone take more than limit registers of a thread; nil if there
// is none.
func tooLarge(function tile.Kernel, limit int64) (product *ir.Operation, err error) {
	function.Walk(func(op *ir.Operation) bool {
		if !op.Is(&tile.Dot) && !op.Is(&tilegpu.RingDot) && !op.Is(&tilegpu.StreamDot) && !op.Is(&tilegpu.WindowDot) {
			return true
		}
		t := op.Result(0).Type()
		if e, ok := tilegpu.EncodingOf(t).(*tilegpu.MMAAttr); !ok || e.Spec.Version != 3 {
			return true
		}
		l, badLayout := tilegpu.LinearOf(t)
		if badLayout != nil {
			err = op.Errorf("%w", badLayout)
		} else if distinct(l)*int64(op.NumResults())*int64(ir.BitWidth(ir.ElementOrSelf(t)))/costs.RegisterBits > limit {
			product = op
		}
		return err == nil && product == nil
	})
	return product, err
}

// hasRings reports whether a kernel has rings.
func hasRings(function tile.Kernel) (found bool) {
	function.Walk(func(op *ir.Operation) bool {
		found = found || op.Is(&tilegpu.Ring)
		return !found
	})
	return found
}

// functions returns the kernels of a module, and its functions with layouts, each with its number of warps. The number
// is 0 for a kernel without layouts.
func functions(module *ir.Operation) iter.Seq2[tile.Kernel, int] {
	return func(yield func(tile.Kernel, int) bool) {
		for op := range module.Region(0).Entry().Ops() {
			warps, hasLayouts := tilegpu.WarpsOf(op)
			_, isKernel := tile.AsKernel(op)
			_, isFunction := fn.AsFunc(op)
			if (isKernel || isFunction && hasLayouts) && !yield(tile.Kernel{Operation: op}, warps) {
				return
			}
		}
	}
}

// maxListed is the largest number of values that a message names.
const maxListed = 8

// Error lists the largest values, and tile sizes or numbers of warps that would fit.
func (e *TooManyError) Error() string {
	var s strings.Builder
	fmt.Fprintf(&s, "needs at least %d registers per thread for what is live here, but each of %d threads can have %d:",
		e.Registers,
		e.Threads, e.Limit)
	for i, v := range e.Live {
		if i == maxListed {
			fmt.Fprintf(&s, " and %d more", len(e.Live)-i)
			break
		}
		if i > 0 {
			s.WriteString(",")
		}
		fmt.Fprintf(&s, " %d for %s", v.Registers, v.describe())
	}
	if e.Product != nil {
		s.WriteString("; tensor cores add up in registers, so sums cannot be spilled")
	}
	return s.String() + "; " + e.advice()
}

func (e *TooManyError) advice() string {
	fits := slices.Clone(e.Smaller)
	if len(fits) > 0 {
		fits = []string{strings.Join(fits, " and ")}
	}
	if e.Warps > 0 {
		fits = append(fits, fmt.Sprintf("%d warps (now %d)", e.Warps, e.Threads/tilegpu.WarpSize))
	}
	if len(fits) == 0 {
		return "no smaller tile fits"
	}
	return "it fits with " + strings.Join(fits, ", or with ")
}

// diagnostic returns the message at the operation during which the values are live, with a note for each of the largest
// values at its definition.
func (e *TooManyError) diagnostic(s ir.Severity) *ir.Diagnostic {
	at := e.Op
	if e.Product != nil {
		at = e.Product
	}
	d := at.Errorf("%w", e)
	d.Severity = s
	for i, v := range e.Live {
		if i == maxListed {
			break
		}
		d.Note(v.loc(), "%d registers for %s", v.Registers, v.describe())
	}
	return d
}

// owner returns the operation that defines a value, or whose region has it as a block argument.
func (v Live) owner() *ir.Operation {
	if op := v.Value.DefiningOp(); op != nil {
		return op
	}
	return v.Value.ParentBlock().ParentOp()
}

func (v Live) loc() ir.Location {
	if v.Value.DefiningOp() == nil {
		if at := v.Value.Loc(); ir.FileLocation(at) != nil {
			return at
		}
	}
	return v.owner().Loc()
}

// describe returns the type of a value and the name of its owner.
func (v Live) describe() string {
	t := v.Value.Type()
	if tensor, ok := t.(*ir.TensorType); ok {
		t = v.owner().Context().TensorType(tensor.Shape(), tensor.ElementType(), nil)
	}
	relation := "of"
	if v.Value.DefiningOp() == nil {
		relation = "that comes into"
	}
	return fmt.Sprintf("%s %s '%s'", t, relation, v.owner().Name())
}
