package tt

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Dot defines `tt.dot`: the result is the product of two matrices, or of batches of matrices, plus a third operand.
var Dot = define(ir.OpDef{
	Name:    "tt.dot",
	Summary: "dot",
	Operands: []ir.ValueDef{{Name: "a", Type: fpIntTensor}, {Name: "b", Type: fpIntTensor},
		{Name: "c", Type: fpIntTensor}},
	Results: []ir.ValueDef{{Name: "d", Type: fpIntTensor}},
	Attrs: []ir.OpAttr{
		withDefault("inputPrecision", InputPrecisions, IEEE),
		{Name: "maxNumImpreciseAcc", Attr: constraints.I32Attr, Default: func(ctx *ir.Context) ir.Attribute {
			return ctx.Integer(ctx.I(32), 0)
		}},
	},
	Traits:    ir.Pure,
	TypeRules: []ir.TypeRule{{From: "d", To: "c", Summary: "result's type matches accumulator's type"}},
	Assembly: `$a ',' $b ',' $c (',' 'inputPrecision' '=' $inputPrecision^)? attr-dict ':' type($a) '*' type($b)
		'->' type($d)`,
	Verify: func(op *ir.Operation) error {
		a, b := op.Operand(0).Type(), op.Operand(1).Type()
		if ir.BitWidth(ir.ElementOrSelf(a)) != ir.BitWidth(ir.ElementOrSelf(b)) {
			return ir.Errorf(op.Loc(), "element types of operands A and B must have same bit width")
		}
		return verifyProduct(op, ir.TensorShape(a), ir.TensorShape(b), ir.TensorShape(op.Result(0).Type()), 1, 1)
	},
})

// DotScaled defines `tt.dot_scaled`: the result is the product of matrices of narrow floats plus a third matrix. Each
// group of 32 elements along the contracted dimension has a scale. Elements of 4 bits are packed in pairs into i8,
// along the contracted dimension unless the attributes say otherwise.
var DotScaled = define(ir.OpDef{
	Name:    "tt.dot_scaled",
	Summary: "dot_scaled",
	Operands: []ir.ValueDef{
		{Name: "a", Type: scaledTensor},
		{Name: "b", Type: scaledTensor},
		{Name: "c", Type: floatTensor},
		{Name: "a_scale", Type: scaledTensor, Arity: ir.Optional},
		{Name: "b_scale", Type: scaledTensor, Arity: ir.Optional},
	},
	Results: []ir.ValueDef{{Name: "d", Type: floatTensor}},
	Attrs: []ir.OpAttr{
		required("a_elem_type", lhsFormats),
		required("b_elem_type", rhsFormats),
		{Name: "fastMath", Attr: constraints.Bool},
		{Name: "lhs_k_pack", Attr: constraints.Bool, Default: trueAttr},
		{Name: "rhs_k_pack", Attr: constraints.Bool, Default: trueAttr},
	},
	Traits:    ir.Pure | ir.AttrSizedOperandSegments,
	TypeRules: []ir.TypeRule{{From: "d", To: "c", Summary: "result's type matches accumulator's type"}},
	Assembly: `$a ('scale' $a_scale^)? ',' $b ('scale' $b_scale^)? ',' $c 'lhs' '=' $a_elem_type 'rhs' '=' $b_elem_type
		attr-dict ':' type($a) (',' type($a_scale)^)? '*' type($b) (',' type($b_scale)^)? '->' type($d)`,
	Verify: func(op *ir.Operation) error {
		m, k1 := packing(op, "a_elem_type", "lhs_k_pack")
		n, k2 := packing(op, "b_elem_type", "rhs_k_pack")
		a, b := ir.TensorShape(op.Operand(0).Type()), ir.TensorShape(op.Operand(1).Type())
		if len(a) < 2 || len(b) < 2 {
			return verifyProduct(op, a, b, ir.TensorShape(op.Result(0).Type()), 1, 1)
		}
		if a[len(a)-1]*k1 != b[len(b)-2]*k2 {
			return op.Errorf("expected the last dimension of the first operand to be equal to the second-to-last " +
				"dimension of the second operand")
		}
		a = append(append([]int64{}, a[:len(a)-1]...), b[len(b)-2])
		return verifyProduct(op, a, b, ir.TensorShape(op.Result(0).Type()), m, n)
	},
})

// packing returns how many elements are packed in one element of an operand of a scaled product: along the rows or
// columns of the result (outer), and along the contracted dimension (common).
func packing(op *ir.Operation, format, packed string) (outer, common int64) {
	v, _ := lhsFormats.Value(op.Inherent(format))
	along, _ := op.Inherent(packed).(*ir.IntegerAttr)
	switch {
	case lhsFormats.Name(v) != "e2m1":
		return 1, 1
	case along == nil || along.Bool():
		return 1, 2
	}
	return 2, 1
}

// verifyProduct checks the shapes of a product. The result has m times the rows of a and n times the columns of b.
func verifyProduct(op *ir.Operation, a, b, d []int64, m, n int64) error {
	rank := len(a)
	if rank != 2 && rank != 3 || len(b) != rank || len(d) != rank {
		return op.Errorf("expected operands to be 2d or 3d")
	}
	if a[rank-1] != b[rank-2] {
		return op.Errorf("expected the last dimension of the first operand to be equal to the second-to-last dimension " +
			"of the second operand")
	}
	if rank == 3 && (a[0] != b[0] || a[0] != d[0]) || a[rank-2]*m != d[rank-2] || b[rank-1]*n != d[rank-1] {
		return op.Errorf("expected the output shape to be the concatenation of the last dimension of the first operand " +
			"and the last dimension of the second ")
	}
	return nil
}
