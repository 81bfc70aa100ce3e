// Package iterations describes some iterations of a loop, those from one number on up to another, so that several
// blocks can each execute a part: the bounds of the part, and where pointers and integers are that move by a fixed
// amount. Start at [Count].
package iterations

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// Count computes the number of iterations of a loop.
func Count(b *ir.Builder, f scf.For) *ir.Value {
	zero, one := Constant(b, f, 0), Constant(b, f, 1)
	length := arith.Binary(b, &arith.SubI, f.UpperBound(), f.LowerBound())
	last := arith.Binary(b, &arith.DivSI, arith.Binary(b, &arith.SubI, length, one), f.Step())
	some := arith.NewCmpI(b, arith.SLT, zero, length)
	return arith.NewSelect(b, some, arith.Binary(b, &arith.AddI, last, one), zero)
}

// Bound returns the value of a loop's counter in iteration number.
func Bound(b *ir.Builder, f scf.For, number *ir.Value) *ir.Value {
	return arith.Binary(b, &arith.AddI, f.LowerBound(), arith.Binary(b, &arith.MulI, number, f.Step()))
}

// Constant creates a constant of the type of a loop's counter.
func Constant(b *ir.Builder, f scf.For, v int64) *ir.Value {
	return arith.NewConstant(b, b.Context().Integer(f.LowerBound().Type(), v))
}

// Mover is a value that a loop carries, a pointer or an integer, to which each iteration adds the same amount.
type Mover struct {
	Init *ir.Value
	By   *ir.OpDef // adds the amount
	Step *ir.Value // the amount: from outside of the loop, or a constant
}

// MoverOf describes a carried value of a loop by its number; ok is false if each iteration does not add the same amount
// to it.
func MoverOf(f scf.For, i int) (m Mover, ok bool) {
	arg, op := f.IterArgs()[i], f.Yield().Operand(i).DefiningOp()
	if op == nil || !op.Is(&arith.AddI) && !op.Is(&tile.AddPtr) || op.NumOperands() != 2 {
		return m, false
	}
	other := op.Operand(1)
	if other == arg && op.Is(&arith.AddI) {
		other = op.Operand(0)
	} else if op.Operand(0) != arg {
		return m, false
	}
	if Inside(f, other) && ir.ConstantOf(other) == nil {
		return m, false
	}
	return Mover{f.Inits()[i], op.Def(), other}, true
}

// Inside reports whether a value is defined in a loop's body.
func Inside(f scf.For, v *ir.Value) bool {
	b := v.ParentBlock()
	return b == f.Body() || f.Operation.IsAncestorOf(b.ParentOp())
}

// At returns the value at the beginning of iteration number of the loop.
func (m Mover) At(b *ir.Builder, f scf.For, number *ir.Value) *ir.Value {
	step := m.Step
	if Inside(f, step) {
		step = arith.NewConstant(b, ir.ConstantOf(step).(ir.TypedAttr))
	}
	if m.By == &tile.AddPtr { // each iteration moves the pointer by the amount, and all of them may move it further
		step = wide(b, step)
	}
	number = Resized(b, number, ir.ElementOrSelf(step.Type()))
	if shaped, ok := step.Type().(*ir.TensorType); ok {
		number = tile.NewSplat(b, number, shaped.Shape()...)
	}
	st := b.State(m.By)
	st.Operands = append(st.Operands, m.Init, arith.Binary(b, &arith.MulI, number, step))
	st.Types = append(st.Types, m.Init.Type())
	return b.Create(st).Result(0)
}

// wide sign-extends numbers to 64 bits.
func wide(b *ir.Builder, v *ir.Value) *ir.Value {
	if long := b.Context().I(64); ir.ElementBits(v.Type()) < 64 {
		return arith.Cast(b, &arith.ExtSI, v, b.Context().WithElement(v.Type(), long))
	}
	return v
}

// Resized converts an integer to another integer type, or index, that can represent it.
func Resized(b *ir.Builder, v *ir.Value, t ir.Type) *ir.Value {
	index := ir.Type(b.Context().Index())
	switch have := v.Type(); {
	case have == t:
		return v
	case have == index || t == index:
		return arith.Cast(b, &arith.IndexCast, v, t)
	case ir.BitWidth(t) > ir.BitWidth(have):
		return arith.Cast(b, &arith.ExtSI, v, t)
	}
	return arith.Cast(b, &arith.TruncI, v, t)
}
