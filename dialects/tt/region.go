package tt

import (
	"errors"
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Reduce defines `tt.reduce`: the elements of tensors are reduced along an axis. A region takes two elements of each
// tensor and returns one combined element of each. Tensors of one dimension are reduced to scalars.
var Reduce = define(ir.OpDef{
	Name:          "tt.reduce",
	Summary:       "Reduction using generic combination algorithm",
	Operands:      []ir.ValueDef{{Name: "srcs", Type: tensor, Arity: ir.Variadic}},
	Results:       []ir.ValueDef{{Name: "result", Type: anyValue, Arity: ir.Variadic}},
	Attrs:         []ir.OpAttr{{Name: "axis", Attr: constraints.I32Attr}},
	Regions:       []ir.RegionDef{constraints.SizedRegion("combineOp", 1)},
	Traits:        ir.Pure | ir.SameOperandsShape | ir.SingleBlock,
	Verify:        verifyReduce,
	VerifyRegions: verifyCombiner,
})

func verifyReduce(op *ir.Operation) error {
	ctx, axis := op.Context(), Axis(op)
	rank := len(ir.TensorShape(op.Operand(0).Type()))
	if axis < 0 || axis >= rank {
		return op.Errorf("axis must be in [0, %d), the dimensions of the operands, but is %d", rank, axis)
	}
	var want []ir.Type
	for _, v := range op.Operands() {
		elem := ir.ElementOrSelf(v.Type())
		if rank == 1 {
			want = append(want, elem)
			continue
		}
		shape := slices.Delete(slices.Clone(ir.TensorShape(v.Type())), axis, axis+1)
		want = append(want, ctx.TensorType(shape, elem, nil))
	}
	if !sameWithoutLayouts(want, op.ResultTypes()) {
		return notInferred(op, want...)
	}
	return nil
}

// ReduceReturn defines `tt.reduce.return`.
var ReduceReturn = define(ir.OpDef{
	Name:     "tt.reduce.return",
	Summary:  "terminator for reduce operator",
	Operands: []ir.ValueDef{{Name: "result", Type: constraints.AnyType, Arity: ir.Variadic}},
	Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
	Parents:  []string{"tt.reduce"},
	Assembly: `$result attr-dict ':' type($result)`,
})

// Scan defines `tt.scan`: the results are the running combinations of the elements of tensors along an axis, from the
// first element on, or with reverse from the last.
var Scan = define(ir.OpDef{
	Name:     "tt.scan",
	Summary:  "Associative scan using generic combination algorithm",
	Operands: []ir.ValueDef{{Name: "srcs", Type: tensor, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "result", Type: tensor, Arity: ir.Variadic}},
	Attrs: []ir.OpAttr{
		{Name: "axis", Attr: constraints.I32Attr},
		{Name: "reverse", Attr: constraints.Bool},
	},
	Regions: []ir.RegionDef{constraints.SizedRegion("combineOp", 1)},
	Traits:  ir.Pure | ir.SameOperandsAndResultShape | ir.SingleBlock,
	Verify: func(op *ir.Operation) error {
		if rank, axis := len(ir.TensorShape(op.Operand(0).Type())), Axis(op); axis < 0 || axis >= rank {
			return op.Errorf("axis must be in [0, %d), the dimensions of the operands, but is %d", rank, axis)
		}
		if want := op.OperandTypes(); !sameWithoutLayouts(want, op.ResultTypes()) {
			return notInferred(op, want...)
		}
		return nil
	},
	VerifyRegions: verifyCombiner,
})

// ScanReturn defines `tt.scan.return`.
var ScanReturn = define(ir.OpDef{
	Name:     "tt.scan.return",
	Summary:  "terminator for scan operator",
	Operands: []ir.ValueDef{{Name: "result", Type: constraints.AnyType, Arity: ir.Variadic}},
	Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
	Parents:  []string{"tt.scan"},
	Assembly: `$result attr-dict ':' type($result)`,
})

// verifyCombiner checks the region of a reduction or scan. It takes two elements of each operand, left and right, and
// returns one combined element of each.
func verifyCombiner(op *ir.Operation) error {
	block, n := op.Region(0).Entry(), op.NumOperands()
	if block.NumArgs() != 2*n {
		return op.Errorf("nested block must take %d arguments, but given block with %d arguments", 2*n, block.NumArgs())
	}
	elem := func(i int) ir.Type { return ir.ElementOrSelf(op.Operand(i % n).Type()) }
	for i, a := range block.Args() {
		if a.Type() != elem(i) {
			return op.Errorf("type mismatch on combine operation. Expected argument %d to have type %s but got %s", i,
				ir.Quote(elem(i)), ir.Quote(a.Type()))
		}
	}
	end := block.Last()
	if end == nil || end.NumOperands() != n {
		returned := 0
		if end != nil {
			returned = end.NumOperands()
		}
		return op.Errorf("expected combine operation to return %d values but got %d", n, returned)
	}
	for i, v := range end.Operands() {
		if v.Type() != elem(i) {
			return op.Errorf("type mismatch on combine operation. Expected argument %d to have type %s but got %s", i,
				ir.Quote(elem(i)), ir.Quote(v.Type()))
		}
	}
	return nil
}

// MapElementwise defines `tt.map_elementwise`: a region is applied to the elements of tensors, `pack` consecutive
// elements at a time. The arguments of the region are the elements of the first operand, then those of the second, and
// so on.
var MapElementwise = define(ir.OpDef{
	Name:          "tt.map_elementwise",
	Summary:       "Map a scalar subregion over a tensor",
	Operands:      []ir.ValueDef{{Name: "srcs", Type: tensor, Arity: ir.Variadic}},
	Results:       []ir.ValueDef{{Name: "result", Type: tensor, Arity: ir.Variadic}},
	Attrs:         []ir.OpAttr{{Name: "pack", Attr: constraints.I32Attr}},
	Regions:       []ir.RegionDef{{Name: "scalarOp", Summary: "any region"}},
	Traits:        ir.SameOperandsAndResultShape | ir.RecursiveMemoryEffects,
	Verify:        verifyMap,
	VerifyRegions: verifyMapRegion,
})

// Pack returns how many elements of each operand the region of a `tt.map_elementwise` takes at a time.
func Pack(op *ir.Operation) int { return int(op.Inherent("pack").(*ir.IntegerAttr).Int64()) }

func verifyMap(op *ir.Operation) error {
	pack := Pack(op)
	if pack <= 0 || pack&(pack-1) != 0 {
		return op.Errorf("Pack must be a power of 2")
	}
	if n := ir.Product(ir.TensorShape(op.Operand(0).Type())); n%int64(pack) != 0 {
		return op.Errorf("pack %d does not divide %d, the number of elements", pack, n)
	}
	return nil
}

func verifyMapRegion(op *ir.Operation) error {
	pack := Pack(op)
	if op.Region(0).IsEmpty() {
		return op.Errorf("region must not be empty")
	}
	args := op.Region(0).Entry().ArgTypes()
	if len(args) != pack*op.NumOperands() {
		return op.Errorf("region has wrong number of arguments")
	}
	want := packed(op.OperandTypes(), pack)
	if !slices.Equal(args, want) {
		return op.Errorf("argument types mismatch: expected %s, but got %s", ir.QuoteTypes(want), ir.QuoteTypes(args))
	}
	results := packed(op.ResultTypes(), pack)
	for b := range op.Region(0).Blocks() {
		end := b.Last()
		if end == nil || !end.Is(&MapElementwiseReturn) {
			continue
		}
		if got := end.OperandTypes(); !slices.Equal(got, results) {
			return op.Errorf("region returns %s, but results want %s", ir.QuoteTypes(got), ir.QuoteTypes(results))
		}
	}
	return nil
}

// packed returns the element types of tensors, each repeated pack times.
func packed(types []ir.Type, pack int) []ir.Type {
	var out []ir.Type
	for _, t := range types {
		out = append(out, slices.Repeat([]ir.Type{ir.ElementOrSelf(t)}, pack)...)
	}
	return out
}

// MapElementwiseReturn defines `tt.map_elementwise.return`.
var MapElementwiseReturn = define(ir.OpDef{
	Name:     "tt.map_elementwise.return",
	Summary:  "terminator for map elementwise operator",
	Operands: []ir.ValueDef{{Name: "result", Type: constraints.AnyType, Arity: ir.Variadic}},
	Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
	Parents:  []string{"tt.map_elementwise"},
	Assembly: `attr-dict ($result^ ':' type($result))?`,
})

// sameWithoutLayouts reports whether types are equal except for the encodings of tensors.
func sameWithoutLayouts(a, b []ir.Type) bool {
	return slices.EqualFunc(a, b, func(x, y ir.Type) bool {
		_, t1 := x.(*ir.TensorType)
		_, t2 := y.(*ir.TensorType)
		return t1 == t2 && sameShape(x, y) && ir.ElementOrSelf(x) == ir.ElementOrSelf(y)
	})
}

// notInferred returns the errors about result types that differ from the inferred ones.
func notInferred(op *ir.Operation, want ...ir.Type) error {
	return errors.Join(
		op.Errorf("inferred type(s) %s are incompatible with return type(s) of operation %s", ir.QuoteTypes(want),
			ir.QuoteTypes(op.ResultTypes())),
		op.Errorf("failed to infer returned types"))
}
