package modular

import "github.com/girih-ir/girih/ir"

// foldAdd knows x + 0, and sums of constants. [ir.Commutative] has moved a constant to the right.
func foldAdd(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if isConstant(f.Operands[1], 0) {
		return f.To(op.Operand(0))
	}
	return foldConstants(op, f, func(a, b int64) int64 { return a + b })
}

// foldMul knows x * 0, x * 1, and products of constants.
func foldMul(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	switch {
	case isConstant(f.Operands[1], 0):
		return f.ToConstant(f.Operands[1])
	case isConstant(f.Operands[1], 1):
		return f.To(op.Operand(0))
	}
	return foldConstants(op, f, func(a, b int64) int64 { return a * b })
}

func isConstant(a ir.Attribute, v int64) bool {
	i, ok := a.(*ir.IntegerAttr)
	return ok && i.Int64() == v
}

func foldConstants(op *ir.Operation, f *ir.Folding, compute func(a, b int64) int64) ir.FoldOutcome {
	a, ok := f.Operands[0].(*ir.IntegerAttr)
	b, both := f.Operands[1].(*ir.IntegerAttr)
	if !ok || !both {
		return ir.NotFolded
	}
	v := compute(a.Int64(), b.Int64()) % modulus(op.Result(0))
	return f.ToConstant(op.Context().Integer(op.Context().I(32), v))
}

// materialize builds the constants that folds return.
func materialize(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	if _, ok := t.(*IntType); !ok {
		return nil
	}
	st := b.State(&Constant)
	st.SetInherent("value", value)
	st.Types = append(st.Types, t)
	st.Loc = loc
	return b.Create(st)
}
