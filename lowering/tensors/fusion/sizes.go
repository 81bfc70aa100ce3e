package fusion

import (
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// hoistSizes replaces the size of a value by sizes of the operands that the value is computed from, so that no value is
// stored only for its size. The result of an elementwise operation has the sizes of the operand, the result of a
// reduction has the sizes of the dimensions that remain, and the result of a product has sizes of its operands.
func hoistSizes(f fn.Func) {
	for op := range f.Entry().Ops() {
		if !op.Is(&prim.Size) {
			continue
		}
		x, dim := op.Operand(0), op.Inherent("dim").(*ir.IntegerAttr).Int64()
		for {
			from, d, ok := sameSize(x, dim)
			if !ok {
				break
			}
			x, dim = from, d
		}
		op.SetOperand(0, x)
		op.SetAttr("dim", f.Context().Integer(f.Context().I(64), dim))
	}
}

// sameSize returns an operand of x's producer that has the size of dimension dim of x, and the dimension in it.
func sameSize(x *ir.Value, dim int64) (operand *ir.Value, d int64, ok bool) {
	op := x.DefiningOp()
	switch {
	case op == nil:
		return nil, 0, false
	case prim.IsElementwise(op):
		return op.Operand(0), dim, true
	case prim.IsReduction(op):
		dims := slices.Sorted(slices.Values(op.Inherent("dims").(*ir.DenseArrayAttr).Ints()))
		for _, reduced := range dims {
			if reduced <= dim {
				dim++
			}
		}
		return op.Operand(0), dim, true
	case op.Is(&prim.Dot):
		letters, err := prim.Letters(op.Inherent("equation").(*ir.StringAttr).Value)
		if err != nil {
			return nil, 0, false
		}
		for i := range 2 {
			if at := slices.Index(letters[i], letters[2][dim]); at >= 0 {
				return op.Operand(i), int64(at), true
			}
		}
	}
	return nil, 0, false
}
