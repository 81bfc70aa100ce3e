// Package peel is the pass `scf-for-loop-peeling`, with upstream's options. It moves the last, incomplete iteration of
// a counted loop to a loop of its own, so that all steps of the first loop are complete. Alternatively it peels the
// first iteration. It does not change loops that cannot have an incomplete iteration.
//
// Before:
//
//	func.func @f(%n: index, %m: memref<?xi32>, %x: i32) {
//	  %c0 = arith.constant 0 : index
//	  %c4 = arith.constant 4 : index
//	  scf.for %i = %c0 to %n step %c4 {
//	    memref.store %x, %m[%i] : memref<?xi32>
//	  }
//	  return
//	}
//
// After func.func(scf-for-loop-peeling):
//
//	func.func @f(%arg0: index, %arg1: memref<?xi32>, %arg2: i32) {
//	  %c0 = arith.constant 0 : index
//	  %c4 = arith.constant 4 : index
//	  %0 = arith.maxsi %arg0, %c0 : index
//	  %1 = arith.subi %0, %c0 : index
//	  %2 = arith.remui %1, %c4 : index
//	  %3 = arith.addi %c0, %1 : index
//	  %4 = arith.subi %3, %2 : index
//	  scf.for %arg3 = %c0 to %4 step %c4 {
//	    memref.store %arg2, %arg1[%arg3] : memref<?xi32>
//	  }
//	  scf.for %arg3 = %4 to %arg0 step %c4 {
//	    memref.store %arg2, %arg1[%arg3] : memref<?xi32>
//	  }
//	  return
//	}
package peel

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options are the options of the pass.
type Options struct {
	Front       bool `opt:"peel-front" help:"Peel the first iteration out of the loop."`
	SkipPartial bool `opt:"skip-partial" help:"Do not peel loops inside of the last, partial iteration of another already peeled loop."`
}

// Pass is `scf-for-loop-peeling`.
var Pass = &pass.Pass{
	Name:     "scf-for-loop-peeling",
	Title:    "SCFForLoopPeeling",
	Summary:  "Peel `for` loops at their upper bounds.",
	Dialects: []*ir.Dialect{arith.Dialect},
	Options:  func() any { return &Options{SkipPartial: true} },
	Run:      run,
}

func run(ctx *pass.Context, op *ir.Operation) error {
	opts := ctx.Options.(*Options)
	var loops []scf.For // outer loops first, since the peeled iterations contain copies of inner loops
	op.Walk(func(inner *ir.Operation) bool {
		if loop, ok := scf.AsFor(inner); ok {
			loops = append(loops, loop)
		}
		return true
	})
	b := ir.NewBuilder(op.Context())
	partial := make(map[*ir.Operation]bool) // loops that run partial iterations
	changed := false
	for len(loops) > 0 && ctx.Err() == nil {
		loop := loops[0]
		loops = loops[1:]
		if opts.SkipPartial && isInside(loop.Operation, partial) {
			continue
		}
		if opts.Front {
			changed = peelFirst(b, loop) || changed
			continue
		}
		rest := peelLast(b, loop)
		if rest == nil {
			continue
		}
		changed = true
		partial[rest] = true
		if !opts.SkipPartial {
			rest.Walk(func(inner *ir.Operation) bool {
				if l, ok := scf.AsFor(inner); ok && inner != rest {
					loops = append(loops, l)
				}
				return true
			})
		}
	}
	return ctx.Finish(changed)
}

func isInside(op *ir.Operation, held map[*ir.Operation]bool) bool {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if held[p] {
			return true
		}
	}
	return false
}

// peelLast splits the loop at the last bound that a whole number of steps reaches. It returns the second loop, which
// runs at most one iteration. It returns nil if it does not change the loop: if the step is known to divide the
// difference of the bounds, if the step is 1, or if only one iteration runs.
func peelLast(b *ir.Builder, loop scf.For) *ir.Operation {
	if !mayBePartial(loop) {
		return nil
	}
	b.Before(loop.Operation).SetLoc(loop.Loc())
	lower, upper, step := loop.LowerBound(), loop.UpperBound(), loop.Step()
	most := &arith.MaxSI
	if loop.IsUnsigned() {
		most = &arith.MaxUI
	}
	distance := arith.Binary(b, &arith.SubI, arith.Binary(b, most, upper, lower), lower)
	left := arith.Binary(b, &arith.RemUI, distance, step)
	middle := arith.Binary(b, &arith.SubI, arith.Binary(b, &arith.AddI, lower, distance), left)

	var m ir.Mapping
	rest := scf.For{Operation: b.After(loop.Operation).Clone(loop.Operation, &m)}
	for i, r := range loop.Results() {
		r.ReplaceAllUsesWith(rest.Result(i))
		rest.SetOperand(3+i, r)
	}
	rest.SetOperand(0, middle)
	loop.SetOperand(1, middle)
	return rest.Operation
}

// mayBePartial reports whether the last iteration may take less than a whole step.
func mayBePartial(loop scf.For) bool {
	step, known := arith.ConstantInt(loop.Step())
	if known && step == 1 {
		return false
	}
	n := loop.TripCount()
	if n == nil {
		return true
	}
	if n.IsInt64() && n.Int64() <= 1 {
		return false
	}
	lower, ok1 := arith.ConstantInt(loop.LowerBound())
	upper, ok2 := arith.ConstantInt(loop.UpperBound())
	return !ok1 || !ok2 || !known || step == 0 || uint64(upper-lower)%uint64(step) != 0
}

// peelFirst moves the first iteration to a loop of its own, and reports whether it did. It does not change loops whose
// step is not constant, or that are not known to run at least two iterations.
func peelFirst(b *ir.Builder, loop scf.For) bool {
	n := loop.TripCount()
	if n == nil || n.IsInt64() && n.Int64() <= 1 {
		return false
	}
	b.Before(loop.Operation).SetLoc(loop.Loc())
	second := arith.Binary(b, &arith.AddI, loop.LowerBound(), loop.Step())
	var m ir.Mapping
	first := scf.For{Operation: b.Clone(loop.Operation, &m)}
	first.SetOperand(1, second)
	loop.SetOperand(0, second)
	for i := range loop.NumResults() {
		loop.SetOperand(3+i, first.Result(i))
	}
	return true
}
