// Package dce is the pass `trivial-dce`: it erases operations without effect whose results nothing uses, blocks that
// cannot be reached, and operations and block arguments that only keep each other alive. It is what `canonicalize` does
// beside folding and patterns, for pipelines that want just that.
//
// Values that only a call or a branch out of a region passes on, and functions that nothing calls, are left alone: see
// packages symboldce and canonicalize.
//
// Before:
//
//	func.func @f(%x: i32) -> i32 {
//	  %a = arith.addi %x, %x : i32
//	  %b = arith.muli %a, %x : i32
//	  return %x : i32
//	}
//
// After trivial-dce:
//
//	func.func @f(%arg0: i32) -> i32 {
//	  return %arg0 : i32
//	}
package dce

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite"
)

// Pass is the pass.
var Pass = &pass.Pass{
	Name:    "trivial-dce",
	Title:   "TrivialDCE",
	Summary: "Erase dead operations, unreachable blocks and dead block arguments",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		changed, err := rewrite.Greedy(op, none, rewrite.Options{
			Context:            ctx,
			MaxIterations:      rewrite.NoLimit,
			NoFold:             true,
			ScatteredConstants: true,
		})
		if !changed && err == nil {
			ctx.PreserveAll()
		}
		return err
	},
}

// none is no patterns.
var none = rewrite.MustSet()
