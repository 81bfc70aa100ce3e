package tile

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Reduce defines `tile.reduce`: tensors of one shape are reduced along an axis. A region combines elements: it receives
// two elements of each tensor, left and right, and yields the combined ones. The combination must be associative and
// commutative; its order is not specified.
var Reduce = ir.OpDef{
	Name:    "tile.reduce",
	Summary: "combination of the elements of tensors along an axis",
	Operands: []ir.ValueDef{{Name: "inputs", Type: tensors("tensor of numbers"+sizes,
		isNumber), Arity: ir.Variadic}},
	Results: []ir.ValueDef{{Name: "results", Type: numbers, Arity: ir.Variadic}},
	Attrs:   []ir.OpAttr{axisDef},
	Regions: []ir.RegionDef{constraints.SizedRegion("combiner", 1)},
	Traits:  ir.SingleBlock | ir.RecursiveMemoryEffects | ir.RecursivelySpeculatable,
	Syntax: `(add|mul|min|max|and|or|xor)? $inputs 'axis' '=' $axis $combiner? attr-dict ':' type($inputs) '->' ` +
		`type($results)`,
	Parse: parseCombined(reducedType),
	Print: printCombined,

	Verify:        func(op *ir.Operation) error { return verifyAlongAxis(op, reducedType) },
	VerifyRegions: verifyCombiner,
}

// Yield defines `tile.yield`: the operation ends a region and passes on values.
var Yield = ir.OpDef{
	Name:     "tile.yield",
	Summary:  "end of a region, with values",
	Operands: []ir.ValueDef{{Name: "values", Type: constraints.AnyType, Arity: ir.Variadic}},
	Traits:   ir.Pure | ir.ReturnLike | ir.Terminator,
	Parents:  []string{"tile.reduce", "tile.scan", "tile.map", "tile.contract", "tilegpu.split"},
	Assembly: `attr-dict ($values^ ':' type($values))?`,
}

// NewReduce creates a reduction of tensors along an axis and returns its results. combine receives the left and the
// right elements and returns the combined ones.
func NewReduce(b *ir.Builder, axis int, inputs []*ir.Value,
	combine func(b *ir.Builder, left, right []*ir.Value) ([]*ir.Value, error)) ([]*ir.Value, error) {
	if err := needValues(&Reduce, inputs...); err != nil {
		return nil, err
	}
	st := b.State(&Reduce)
	for _, v := range inputs {
		st.Types = append(st.Types, reducedType(b.Context(), v.Type(), axis))
	}
	return combining(b, st, axis, inputs, combine)
}

// combining creates a reduction or scan whose result types are set in st, and returns its results.
func combining(b *ir.Builder, st *ir.OpState, axis int, inputs []*ir.Value,
	combine func(b *ir.Builder, left, right []*ir.Value) ([]*ir.Value, error)) ([]*ir.Value, error) {
	ctx, n := b.Context(), len(inputs)
	st.Operands = append(st.Operands, inputs...)
	st.AddAttr("axis", ctx.Integer(ctx.I(32), int64(axis)))
	region := &ir.Region{}
	block := region.AppendNew()
	for i := range 2 * n {
		block.AddArg(ctx, ir.ElementOrSelf(inputs[i%n].Type()), b.Loc())
	}
	st.Regions = append(st.Regions, region)
	inner := b.Inside(block) // finds the semantics around b, even before the operation around b exists
	values, err := combine(inner, block.Args()[:n], block.Args()[n:])
	if err == nil {
		err = needValues(&Yield, values...)
	}
	if err != nil {
		return nil, err
	}
	end := inner.State(&Yield)
	end.Operands = values
	inner.Create(end)
	return b.Create(st).ResultValues(), nil
}

// reducedType returns a tensor type without a dimension, or the type itself if it does not have this dimension.
func reducedType(ctx *ir.Context, t ir.Type, axis int) ir.Type {
	if axis < 0 || axis >= len(ir.TensorShape(t)) {
		return t
	}
	return Of(ctx, slices.Delete(slices.Clone(ir.TensorShape(t)), axis, axis+1), ir.ElementOrSelf(t))
}

// verifyAlongAxis checks that the operands have one shape and the axis exists, and that each result has the type that
// resultOf returns.
func verifyAlongAxis(op *ir.Operation, resultOf func(ctx *ir.Context, t ir.Type, axis int) ir.Type) error {
	n := op.NumOperands()
	if n == 0 || op.NumResults() != n {
		return op.Errorf("expected at least one operand and as many results, but got %d and %d", n, op.NumResults())
	}
	if err := verifyAxis(op, op.Operand(0).Type()); err != nil {
		return err
	}
	shape := ir.TensorShape(op.Operand(0).Type())
	for i, v := range op.Operands() {
		if !slices.Equal(ir.TensorShape(v.Type()), shape) {
			return op.Errorf("operands must have the same shape, but got %s", ir.QuoteTypes(op.OperandTypes()))
		}
		want := resultOf(op.Context(), v.Type(), Axis(op))
		if got := op.Result(i).Type(); !sameUpToLayout(got, want) {
			return op.Errorf("result #%d must be of type %s, but got %s", i, ir.Quote(want), ir.Quote(got))
		}
	}
	return nil
}

func verifyCombiner(op *ir.Operation) error {
	elems := elementsOf(op.OperandTypes())
	return verifyBody(op, "combiner", slices.Concat(elems, elems), elems)
}
