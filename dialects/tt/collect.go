package tt

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Histogram defines `tt.histogram`: element i of the result is the number of occurrences of i among the elements for
// which the mask is true.
var Histogram = define(ir.OpDef{
	Name:    "tt.histogram",
	Summary: "return a histogram of the inputs.",
	Operands: []ir.ValueDef{
		{Name: "src", Type: intTensor},
		{Name: "mask", Type: boolLike, Arity: ir.Optional},
	},
	Results:   []ir.ValueDef{{Name: "result", Type: intTensor}},
	Traits:    ir.Pure,
	TypeRules: []ir.TypeRule{{From: "src", To: "mask", Summary: "mask type matches src type", Map: boolsLike}},
	Assembly:  `$src (',' $mask^)? attr-dict ':' type($src) '->' type($result)`,
})

func boolsLike(ctx *ir.Context, t ir.Type) ir.Type { return withElement(ctx, t, ctx.I(1)) }

// Gather defines `tt.gather`: the result has the elements of a tensor at indices along an axis. Positions along the
// other dimensions stay the same.
var Gather = define(ir.OpDef{
	Name:     "tt.gather",
	Summary:  "local gather operation",
	Operands: []ir.ValueDef{{Name: "src", Type: tensor}, {Name: "indices", Type: intTensor}},
	Results:  []ir.ValueDef{{Name: "result", Type: tensor}},
	Attrs: []ir.OpAttr{
		{Name: "axis", Attr: constraints.I32Attr},
		{Name: "efficient_layout", Attr: constraints.Unit, Optional: true},
	},
	Traits:   ir.Pure,
	Assembly: `$src '[' $indices ']' attr-dict ':' functional-type(operands, results)`,
	Verify:   verifyGather,
})

func verifyGather(op *ir.Operation) error {
	src, indices, result := op.Operand(0).Type(), op.Operand(1).Type(), op.Result(0).Type()
	axis := Axis(op)
	switch {
	case !sameShape(indices, result):
		return op.Errorf("indices and output shapes must match")
	case ir.ElementOrSelf(src) != ir.ElementOrSelf(result):
		return op.Errorf("input and output element types must match")
	case len(ir.TensorShape(src)) != len(ir.TensorShape(indices)):
		return op.Errorf("input and indices ranks must match")
	case axis < 0 || axis >= len(ir.TensorShape(src)):
		return op.Errorf("gather dimension must be less than the input rank")
	}
	for i, d := range ir.TensorShape(indices) {
		if i != axis && d != ir.TensorShape(src)[i] {
			return op.Errorf("indices dimension %d must match the corresponding input dimension", i)
		}
	}
	return nil
}
