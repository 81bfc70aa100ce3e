// Package cse is the pass `cse`, common subexpression elimination: it replaces an operation by an equivalent one that
// dominates it. Name, statistics and result are upstream's (mlir/lib/Transforms/CSE.cpp).
//
// Reads of memory are equivalent if no write is between them. Operations with regions are compared with their contents,
// in linear time, by hashes. table.go has these and the hash table with scopes that follow dominance.
//
// Before:
//
//	func.func @f(%x: i32, %y: i32) -> i32 {
//	  %a = arith.addi %x, %y : i32
//	  %b = arith.addi %x, %y : i32
//	  %c = arith.muli %a, %b : i32
//	  return %c : i32
//	}
//
// After cse:
//
//	func.func @f(%arg0: i32, %arg1: i32) -> i32 {
//	  %0 = arith.addi %arg0, %arg1 : i32
//	  %1 = arith.muli %0, %0 : i32
//	  return %1 : i32
//	}
package cse

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Statistics count what the pass did.
type Statistics struct {
	CSE int64 `stat:"num-cse'd" help:"Number of operations CSE'd"`
	DCE int64 `stat:"num-dce'd" help:"Number of operations DCE'd"`
}

// Pass is `cse`.
var Pass = &pass.Pass{
	Name:       "cse",
	Title:      "CSE",
	Summary:    "Eliminate common sub-expressions",
	Statistics: func() any { return new(Statistics) },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		stats := Run(op)
		if stats == (Statistics{}) {
			ctx.PreserveAll()
			return nil
		}
		ctx.Preserve(pass.Dominance)
		sum := ctx.Statistics.(*Statistics)
		sum.CSE += stats.CSE
		sum.DCE += stats.DCE
		return nil
	},
}
