package tile

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Iota defines `tile.iota`: the result is the numbers 0, 1, ... as a tensor of one dimension.
var Iota = ir.OpDef{
	Name:    "tile.iota",
	Summary: "the numbers 0, 1, ..., n-1 for a tensor of n elements",
	Results: []ir.ValueDef{{Name: "result", Type: tensors("tensor of integers"+sizes,
		isInteger)}},
	Traits: ir.Pure,

	Assembly: `attr-dict ':' type($result)`,
	Verify: func(op *ir.Operation) error {
		t := op.Result(0).Type().(*ir.TensorType)
		if len(t.Shape()) != 1 {
			return op.Errorf("result must have one dimension, but got %s", ir.Quote(t))
		}
		if n, width := t.Shape()[0], ir.BitWidth(t.ElementType()); width < 32 && n > 1<<(width-1) {
			return op.Errorf("%d does not fit the elements of %s", n-1, ir.Quote(t))
		}
		return nil
	},
}

// Splat defines `tile.splat`: all elements of the result are one scalar.
var Splat = ir.OpDef{
	Name:     "tile.splat",
	Summary:  "tensor whose elements are all one scalar",
	Operands: []ir.ValueDef{{Name: "in", Type: scalarValues}},
	Results:  []ir.ValueDef{{Name: "out", Type: tensorValues}},
	Traits:   ir.Pure,
	Assembly: `$in attr-dict ':' type($in) '->' type($out)`,
	Verify: func(op *ir.Operation) error {
		if in, out := op.Operand(0).Type(), op.Result(0).Type(); ir.ElementOrSelf(out) != in {
			return op.Errorf("elements of the result must be of type %s, but got %s", ir.Quote(in), ir.Quote(out))
		}
		return nil
	},

	Interfaces: []any{alias.Source(0)},
}

// NewIota creates the numbers 0 to n-1 of type i32 and returns them.
func NewIota(b *ir.Builder, n int64) *ir.Value {
	st := b.State(&Iota)
	st.Types = append(st.Types, b.Context().TensorType([]int64{n}, b.Context().I(32), nil))
	return b.Create(st).Result(0)
}

// NewSplat creates a tensor whose elements are v and returns it.
func NewSplat(b *ir.Builder, v *ir.Value, shape ...int64) *ir.Value {
	return reshaped(b, &Splat, v, b.Context().TensorType(shape, v.Type(), nil))
}

func isInteger(t ir.Type) bool { return isNumber(t) && !ir.IsFloat(t) && !ir.IsInt(t, 1) }

// reshaped creates an operation of one operand and one result.
func reshaped(b *ir.Builder, def *ir.OpDef, v *ir.Value, t ir.Type, attrs ...ir.NamedAttr) *ir.Value {
	st := b.State(def)
	st.Operands = append(st.Operands, v)
	st.Types = append(st.Types, t)
	for _, a := range attrs {
		st.AddAttr(a.Name, a.Value)
	}
	return b.Create(st).Result(0)
}
