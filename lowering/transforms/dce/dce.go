// Package dce is the pass `trivial-dce`: it erases operations without side effects whose results have no uses,
// unreachable blocks, and operations and block arguments that are used only by each other. Pass `canonicalize` does the
// same, besides folding and patterns.
//
// It does not remove values that are only passed on by a call or by a terminator of a region, nor functions that are
// not called: see packages deadvalues and symboldce.
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

// Pass is `trivial-dce`.
var Pass = &pass.Pass{
	Name:    "trivial-dce",
	Title:   "TrivialDCE",
	Summary: "Erase dead operations, unreachable blocks and dead block arguments",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		if !rewrite.SimplifyRegions(op, rewrite.SimplifyNormal) {
			ctx.PreserveAll()
		}
		return ctx.Err()
	},
}
