// Package licm moves loop-invariant operations out of loops: the pass `loop-invariant-code-motion`. An operation moves
// if it has no side effects, can be speculated, and uses only values defined outside the loop. Loops are every
// operation that implements [ir.LoopLike].
//
// Before:
//
//	func.func @f(%n: index, %x: i32, %y: i32, %m: memref<?xi32>) {
//	  %c0 = arith.constant 0 : index
//	  %c1 = arith.constant 1 : index
//	  scf.for %i = %c0 to %n step %c1 {
//	    %s = arith.addi %x, %y : i32
//	    memref.store %s, %m[%i] : memref<?xi32>
//	  }
//	  return
//	}
//
// After loop-invariant-code-motion:
//
//	func.func @f(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<?xi32>) {
//	  %c0 = arith.constant 0 : index
//	  %c1 = arith.constant 1 : index
//	  %0 = arith.addi %arg1, %arg2 : i32
//	  scf.for %arg4 = %c0 to %arg0 step %c1 {
//	    memref.store %0, %arg3[%arg4] : memref<?xi32>
//	  }
//	  return
//	}
package licm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Pass is `loop-invariant-code-motion`.
var Pass = &pass.Pass{
	Name:    "loop-invariant-code-motion",
	Title:   "LoopInvariantCodeMotion",
	Summary: "Hoist loop invariant instructions outside of the loop",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		moved := 0
		op.WalkPostOrder(func(inner *ir.Operation) {
			for _, r := range ir.LoopRegions(inner) {
				moved += hoist(inner, r)
			}
		})
		return ctx.Finish(moved > 0)
	},
}

// hoist moves the invariant operations directly in a region of a loop to just before the loop and returns how many.
func hoist(loop *ir.Operation, r *ir.Region) (moved int) {
	var queue []*ir.Operation
	for b := range r.Blocks() {
		for op := range b.Ops() {
			queue = append(queue, op)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		op := queue[0]
		if op.ParentRegion() != r || !isInvariant(op, r) || !ir.HasNoEffect(op) || !ir.IsSpeculatable(op) {
			continue
		}
		op.MoveBefore(loop)
		moved++
		for _, result := range op.Results() {
			for u := range result.Uses() {
				if user := u.Owner(); user.ParentRegion() == r {
					queue = append(queue, user)
				}
			}
		}
	}
	return moved
}

// isInvariant reports whether op and the operations in its regions use only values from outside the loop or inside op.
func isInvariant(op *ir.Operation, loop *ir.Region) bool {
	if op.HasTrait(ir.Terminator) {
		return false
	}
	invariant := true
	op.Walk(func(inner *ir.Operation) bool {
		for _, v := range inner.Operands() {
			if in := v.ParentBlock().Region(); loop.IsAncestorOf(in) && (in == loop || !op.IsAncestorOf(in.ParentOp())) {
				invariant = false
			}
		}
		return invariant
	})
	return invariant
}
