package fusion

import (
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// convertLate moves conversions of the function's arguments behind broadcasts. Then the conversion, for instance of a
// bias, is elementwise in the region that needs it, and needs no kernel of its own.
func convertLate(f fn.Func) {
	b := ir.NewBuilder(f.Context())
	for op := f.Entry().First(); op != nil; op = op.Next() {
		if !op.Is(&prim.BroadcastInDim) && !op.Is(&prim.ExpandDims) {
			continue
		}
		convert := op.Operand(0).DefiningOp()
		if convert == nil || !convert.Is(&prim.ConvertElementType) || !fromArgument(convert.Operand(0)) {
			continue
		}
		from, to := convert.Operand(0), op.Result(0)
		view := b.Before(op).Clone(op, new(ir.Mapping))
		view.SetOperand(0, from)
		view.Result(0).SetType(f.Context().WithElement(to.Type(), ir.ElementOrSelf(from.Type())))
		late := b.Clone(convert, new(ir.Mapping))
		late.SetOperand(0, view.Result(0))
		late.Result(0).SetType(to.Type())
		to.ReplaceAllUsesWith(late.Result(0))
		op.Erase()
		if !convert.Result(0).HasUses() {
			convert.Erase()
		}
		op = late
	}
}

// fromArgument reports whether a value is an argument, or a view of one.
func fromArgument(v *ir.Value) bool {
	for {
		op := v.DefiningOp()
		if op == nil {
			return true
		}
		if !prim.IsView(op) || prim.IsElementwise(op) {
			return false
		}
		v = op.Operand(0)
	}
}

// dropConversions removes pairs of conversions to a wider float type and back, which change nothing.
func dropConversions(f fn.Func) {
	for op, next := f.Entry().First(), (*ir.Operation)(nil); op != nil; op = next {
		next = op.Next()
		if !op.Is(&prim.ConvertElementType) {
			continue
		}
		widen := op.Operand(0).DefiningOp()
		if widen == nil || !widen.Is(&prim.ConvertElementType) || widen.Operand(0).Type() != op.Result(0).Type() ||
			!isWider(op.Operand(0), op.Result(0)) {
			continue
		}
		op.Result(0).ReplaceAllUsesWith(widen.Operand(0))
		op.Erase()
		if !widen.Result(0).HasUses() {
			widen.Erase()
		}
	}
}

// isWider reports whether one float type has all values of another.
func isWider(wide, narrow *ir.Value) bool {
	w, n := ir.ElementOrSelf(wide.Type()), ir.ElementOrSelf(narrow.Type())
	return prim.DtypeOf(w) == prim.Float && prim.DtypeOf(n) == prim.Float && ir.ElementBits(w) >= 32 &&
		ir.ElementBits(w) > ir.ElementBits(n)
}
