// Package reconcile is the pass `reconcile-unrealized-casts`. Conversions leave unrealized conversion casts between the
// producers and the users of a value, if different passes convert them. The pass removes chains of casts that lead back
// to the original types, and casts without uses.
//
// Before:
//
//	func.func @f(%x: i32) -> i32 {
//	  %a = builtin.unrealized_conversion_cast %x : i32 to index
//	  %b = builtin.unrealized_conversion_cast %a : index to i32
//	  return %b : i32
//	}
//
// After reconcile-unrealized-casts:
//
//	func.func @f(%arg0: i32) -> i32 {
//	  return %arg0 : i32
//	}
package reconcile

import (
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Pass is `reconcile-unrealized-casts`.
var Pass = &pass.Pass{
	Name:    "reconcile-unrealized-casts",
	Title:   "ReconcileUnrealizedCasts",
	Summary: "Simplify and eliminate unrealized conversion casts",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		casts := op.Collect(func(inner *ir.Operation) bool { return inner.Is(&builtin.UnrealizedConversionCast) })
		removeUnneeded(casts)
		return ctx.Finish(len(casts) > 0)
	},
}

// removeUnneeded removes the casts that are not needed. The casts must be in the order of the program.
func removeUnneeded(casts []*ir.Operation) {
	for _, c := range casts {
		if source := undone(c); source != nil {
			for i, r := range c.Results() {
				r.ReplaceAllUsesWith(source[i])
			}
		}
	}
	for i := len(casts) - 1; i >= 0; i-- {
		if ir.IsTriviallyDead(casts[i]) {
			casts[i].Erase()
		}
	}
}

// undone returns the inputs of the earliest cast, in the chain of casts that ends with c, whose types are the result
// types of c; nil if there is none. These values can replace the results of c.
func undone(c *ir.Operation) (values []*ir.Value) {
	types := c.ResultTypes()
	for at := c; at != nil; at = feeding(at) {
		if sameTypes(at.OperandTypes(), types) {
			values = at.OperandValues()
		}
	}
	return values
}

// feeding returns the cast whose results, all and in order, are the inputs of c; nil if there is none.
func feeding(c *ir.Operation) *ir.Operation {
	if c.NumOperands() == 0 {
		return nil
	}
	def := c.Operand(0).DefiningOp()
	if def == nil || !def.Is(&builtin.UnrealizedConversionCast) || def.NumResults() != c.NumOperands() {
		return nil
	}
	for i, v := range c.Operands() {
		if v != def.Result(i) {
			return nil
		}
	}
	return def
}

func sameTypes(a, b []ir.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
