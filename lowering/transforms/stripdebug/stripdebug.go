// Package stripdebug is the pass strip-debuginfo: it makes all locations unknown.
//
// Before:
//
//	func.func @f(%x: i32 loc("x")) -> i32 {
//	  return %x : i32 loc("f.go":3:1)
//	}
//
// After strip-debuginfo:
//
//	module {
//	  func.func @f(%arg0: i32 loc(unknown)) -> i32 {
//	    return %arg0 : i32 loc(unknown)
//	  } loc(unknown)
//	} loc(unknown)
package stripdebug

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Pass is strip-debuginfo.
var Pass = &pass.Pass{
	Name:    "strip-debuginfo",
	Summary: "Strip debug info from all operations",
	Title:   "StripDebugInfo",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		strip(op)
		return nil
	},
}

// strip makes the locations of op and of all operations and block arguments inside it unknown.
func strip(op *ir.Operation) {
	ctx := op.Context()
	op.Walk(func(inner *ir.Operation) bool {
		inner.SetLoc(nil)
		for i := range inner.NumRegions() {
			for b := range inner.Region(i).Blocks() {
				for k := range b.NumArgs() {
					b.SetArgLoc(ctx, k, nil)
				}
			}
		}
		return true
	})
}
