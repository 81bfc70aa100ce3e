package tensormaps

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// Exceeds reports whether v is w + n, where both may be sums of one value and constants.
func Exceeds(v, w *ir.Value, n int64) bool {
	more, ok := difference(v, w)
	return ok && more == n
}

// difference returns v - w; ok is false if it is not known to be a constant.
func difference(v, w *ir.Value) (n int64, ok bool) {
	v, more := withoutConstant(v)
	w, less := withoutConstant(w)
	return more - less, (equalValues{}).same(v, w)
}

// equalValues holds pairs of values that are known to be the same, since expressions may use a value many times.
type equalValues map[[2]*ir.Value]bool

// same reports whether two values are the same, or pure operations compute them alike. Each may be nil.
func (e equalValues) same(v, w *ir.Value) bool {
	if v == w || v == nil || w == nil {
		return v == w
	}
	pair := [2]*ir.Value{v, w}
	if e[pair] {
		return true
	}
	a, b := v.DefiningOp(), w.DefiningOp()
	if a == nil || b == nil || v.Index() != w.Index() || !ir.IsPure(a) || !ir.SameButOperands(a, b) {
		return false
	}
	for i, x := range a.OperandValues() {
		if !e.same(x, b.Operand(i)) {
			return false
		}
	}
	e[pair] = true
	return true
}

// withoutConstant returns a value as the sum of another one, which is nil for a constant, and a constant.
func withoutConstant(v *ir.Value) (base *ir.Value, constant int64) {
	if n, ok := arith.ConstantInt(v); ok {
		return nil, n
	}
	if op := v.DefiningOp(); op != nil && op.Is(&arith.AddI) {
		if n, ok := arith.ConstantInt(op.Operand(1)); ok {
			return op.Operand(0), n
		}
	}
	return v, 0
}
