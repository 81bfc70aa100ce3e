// Package reconcile removes unrealized conversion casts that conversions leave where producers and users of a value are
// converted separately: the pass `reconcile-unrealized-casts`. It removes chains of casts that lead back to the
// original types, and casts without uses.
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

// removeUnneeded removes those of some casts, given in their order, that are not needed.
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

// undone returns the values that a cast leads back to, through any number of casts; nil if it does not.
func undone(c *ir.Operation) (values []*ir.Value) {
	types := c.ResultTypes()
	for at := c; at != nil; at = feeding(at) {
		if sameTypes(at.OperandTypes(), types) {
			values = at.OperandValues()
		}
	}
	return values
}

// feeding returns the cast whose results are the inputs of another one, all and in order; nil if there is none.
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
