package tile

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// NewGradient creates a contraction that computes the gradient of another contraction, or a part of it. For a gradient
// of [contract.Equation.GradientA], lhs is the gradient of the output; for one of [contract.Equation.GradientB], rhs
// is. out is the array for the whole gradient; the operation writes its part of it. The options o are added to those
// that the gradient needs.
func NewGradient(b *ir.Builder, g *contract.Gradient, lhs, rhs, out *ir.Value, o ContractOptions) (*ir.Operation,
	error) {
	o.Constants = map[string]contract.Table{}
	for _, axis := range slices.Concat(g.Equation.A, g.Equation.B, g.Equation.C) {
		contract.Reads(axis.Expr, func(r *contract.Read) {
			if t, ok := g.Tables[r.Table]; ok {
				o.Constants[r.Table] = t
			}
		})
	}
	for i, list := range []*[]Outside{&o.LHSOutside, &o.RHSOutside} {
		*list = nil
		for _, padded := range g.Padded[i] {
			mode := OutsideChecked
			if padded {
				mode = OutsideZero
			}
			*list = append(*list, mode)
		}
	}
	return NewContract(b, g.Equation.String(), lhs, rhs, every(b, out, g.Start, g.Step), o)
}

// every returns the elements of an array from the given start, in the given steps along each dimension.
func every(b *ir.Builder, array *ir.Value, start, step []int64) *ir.Value {
	if !slices.ContainsFunc(slices.Concat(start, step), func(n int64) bool { return n > 1 }) {
		return array
	}
	a, ctx := array.Type().(*ArrayType), b.Context()
	i32, i64 := ctx.I(32), ctx.I(64)
	base := NewBase(b, array)
	shape, strides := slices.Clone(a.shape), slices.Clone(a.strides)
	var sizes, distances []*ir.Value
	for d := range a.Rank() {
		stride := arith.NewInt(b, i64, a.strides[d])
		if a.strides[d] == ir.Dynamic {
			stride = arith.Cast(b, &arith.ExtSI, NewStride(b, array, d), i64)
			distances = append(distances, arith.Binary(b, &arith.MulI, stride, arith.NewInt(b, i64, step[d])))
		} else {
			strides[d] *= step[d]
		}
		if a.shape[d] == ir.Dynamic {
			size := arith.Binary(b, &arith.AddI, NewDim(b, array, d), arith.NewInt(b, i32, step[d]-1-start[d]))
			size = arith.Binary(b, &arith.DivSI, arith.Binary(b, &arith.MaxSI, size, arith.NewInt(b, i32, 0)),
				arith.NewInt(b, i32, step[d]))
			sizes = append(sizes, size)
		} else {
			shape[d] = max(0, a.shape[d]+step[d]-1-start[d]) / step[d]
		}
		if start[d] != 0 {
			st := b.State(&AddPtr)
			st.Operands = append(st.Operands, base, arith.Binary(b, &arith.MulI, stride, arith.NewInt(b, i64, start[d])))
			st.Types = append(st.Types, base.Type())
			base = b.Create(st).Result(0)
		}
	}
	return NewMakeArray(b, base, Array(ctx, shape, a.elem, strides), sizes, distances)
}
