// Package sccp is the pass sccp: sparse conditional constant propagation. It starts from the assumption that every
// value is constant and no block is reachable, and revises it along branches, regions and calls of functions whose
// callers are all known. It replaces values that remain constant. The results, the order of the constants and their
// positions are mlir-opt's.
//
// The analysis is in pass/analysis/dataflow; this package replaces the values.
//
// Before:
//
//	func.func @f(%x: i32) -> i32 {
//	  %one = arith.constant 1 : i32
//	  %true = arith.constant true
//	  cf.cond_br %true, ^a, ^b(%x : i32)
//	^a:
//	  cf.br ^b(%one : i32)
//	^b(%y: i32):
//	  %z = arith.addi %y, %one : i32
//	  return %z : i32
//	}
//
// After sccp:
//
//	func.func @f(%arg0: i32) -> i32 {
//	  %c2_i32 = arith.constant 2 : i32
//	  %true = arith.constant true
//	  %c1_i32 = arith.constant 1 : i32
//	  cf.cond_br %true, ^bb1, ^bb2(%arg0 : i32)
//	^bb1:  // pred: ^bb0
//	  cf.br ^bb2(%c1_i32 : i32)
//	^bb2(%0: i32):  // 2 preds: ^bb0, ^bb1
//	  return %c2_i32 : i32
//	}
package sccp

import (
	"context"
	"sync/atomic"

	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/pass/analysis/dataflow"
)

// Pass is sccp.
var Pass = &pass.Pass{
	Name:    "sccp",
	Summary: "Sparse Conditional Constant Propagation",
	Title:   "SCCPPass",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		changed, err := run(ctx, op)
		if err == nil && !changed {
			ctx.PreserveAll()
		}
		return err
	},
}

// run propagates constants in op, and reports whether it changed anything.
func run(ctx context.Context, op *ir.Operation) (changed bool, err error) {
	rest, alone, ok := split(op)
	if !ok {
		return propagate(ctx, op, dataflow.New(op), op)
	}
	if len(rest) > 0 {
		if changed, err = propagate(ctx, op, dataflow.NewInside(op, rest), rest...); err != nil {
			return changed, err
		}
	}
	var any atomic.Bool
	any.Store(changed)
	// One solver for several functions costs less than one for each, and needs less memory than one for all.
	const share = 64
	err = parallel.Shares(len(alone), share, op.Context().Workers(), func() func(from, to int) (int, error) {
		return func(from, to int) (int, error) {
			changed, err := propagate(ctx, op, dataflow.NewInside(op, alone[from:to]), alone[from:to]...)
			if changed {
				any.Store(true)
			}
			return from, err
		}
	})
	return any.Load(), err
}

// propagate runs a solver, and replaces values that it found constant in some operations.
func propagate(ctx context.Context, root *ir.Operation, solver *dataflow.Solver, in ...*ir.Operation) (changed bool,
	err error) {
	constants := dataflow.LoadConstants(solver)
	if err := solver.Run(ctx); err != nil {
		return false, err
	}
	r := &rewriter{constants: constants, pool: newPool(root.Context())}
	for _, op := range in {
		r.rewrite(op)
	}
	return r.changed, nil
}

// rewriter replaces values by constants.
type rewriter struct {
	constants *dataflow.Sparse[dataflow.Constant]
	pool      *pool
	blocks    []*ir.Block // to rewrite, last first
	changed   bool
}

func (r *rewriter) rewrite(root *ir.Operation) {
	for r.push(root); len(r.blocks) > 0; {
		b := r.blocks[len(r.blocks)-1]
		r.blocks = r.blocks[:len(r.blocks)-1]
		for op := range b.Ops() {
			if r.replaceResults(op) && ir.WouldBeTriviallyDead(op) {
				op.Erase()
				continue
			}
			r.push(op)
		}
		for _, v := range b.Args() {
			r.replace(v, b)
		}
	}
}

// push makes the blocks of an operation the next ones to be rewritten, in order.
func (r *rewriter) push(op *ir.Operation) {
	for i := range op.NumRegions() {
		for b := op.Region(i).Last(); b != nil; b = b.Prev() {
			r.blocks = append(r.blocks, b)
		}
	}
}

// replaceResults replaces the results of an operation. It reports whether the operation has results, and all are
// replaced.
func (r *rewriter) replaceResults(op *ir.Operation) bool {
	all := op.NumResults() > 0
	for _, v := range op.Results() {
		all = r.replace(v, op.Block()) && all
	}
	return all
}

// replace replaces a value in a block by a constant, if it is constant, and reports whether it is.
func (r *rewriter) replace(v *ir.Value, b *ir.Block) bool {
	c := r.constants.Of(v)
	if c.Value() == nil {
		return false
	}
	w := r.pool.constant(b, c, v.Type())
	if w == nil {
		return false
	}
	v.ReplaceAllUsesWith(w)
	r.changed = true
	return true
}
