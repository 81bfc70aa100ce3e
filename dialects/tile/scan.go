package tile

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Scan defines `tile.scan`: the result has the running combinations of tensors of one shape along an axis. A region
// combines elements as in tile.reduce. Element i of the result is the combination of the elements up to i, or with
// reverse of the elements from i on. The combination must be associative. Its left element is the combination of the
// elements that the scan has passed.
var Scan = ir.OpDef{
	Name:     "tile.scan",
	Summary:  "running combination of the elements of tensors along an axis",
	Operands: []ir.ValueDef{{Name: "inputs", Type: even("tensor of numbers", tensors("", isNumber)), Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "results", Type: numbers, Arity: ir.Variadic}},
	Attrs:    []ir.OpAttr{axisDef, {Name: ReverseName, Attr: constraints.Unit, Optional: true}},
	Regions:  []ir.RegionDef{constraints.SizedRegion("combiner", 1)},
	Traits:   ir.SingleBlock | ir.RecursiveMemoryEffects | ir.RecursivelySpeculatable,
	Syntax: `(add|mul|min|max|and|or|xor)? $inputs 'axis' '=' $axis ('reverse')? $combiner? attr-dict ':' ` +
		`type($inputs) '->' type($results)`,
	Parse: parseCombined(sameType),
	Print: printCombined,

	Verify:        func(op *ir.Operation) error { return verifyAlongAxis(op, sameType) },
	VerifyRegions: verifyCombiner,
}

// ReverseName is the unit attribute of tile.scan that makes it run from the end.
const ReverseName = "reverse"

// Map defines `tile.map`: a region is applied to the elements of tensors of one shape, one element of each tensor at a
// time. The region yields one element for each result. With pack = n, it is applied to n consecutive elements, in
// row-major order, at a time. It then takes n elements of the first operand, n of the second, and so on, and yields n
// elements for each result in the same order.
var Map = ir.OpDef{
	Name:     "tile.map",
	Summary:  "function of scalars applied to the elements of tensors",
	Operands: []ir.ValueDef{{Name: "inputs", Type: tensorValues, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "results", Type: tensorValues, Arity: ir.Variadic}},
	Attrs:    []ir.OpAttr{{Name: PackName, Attr: constraints.I32Attr, Optional: true}},
	Regions:  []ir.RegionDef{constraints.SizedRegion("function", 1)},
	Traits:   ir.SingleBlock | ir.RecursiveMemoryEffects | ir.RecursivelySpeculatable,
	Assembly: `$inputs ('pack' '=' $pack^)? $function attr-dict ':' type($inputs) '->' type($results)`,

	Verify:        verifyMap,
	VerifyRegions: verifyMapFunction,
}

// PackName is the attribute of tile.map and tile.inline_asm that says how many consecutive elements they take at a
// time.
const PackName = "pack"

// PackOf returns how many consecutive elements an operation takes at a time; 1 without the attribute.
func PackOf(op *ir.Operation) int64 {
	if a, ok := op.Inherent(PackName).(*ir.IntegerAttr); ok {
		return a.Int64()
	}
	return 1
}

// verifyPack checks that the number of elements of a shape is a multiple of pack.
func verifyPack(op *ir.Operation, shape []int64) error {
	n := ir.Product(shape)
	if pack := PackOf(op); !isPowerOfTwo(pack) || pack > min(n, maxPack) {
		return op.Errorf("pack must be a power of two of at most %d, the number of elements or the limit of %d, but is %d",
			min(n, maxPack), maxPack, pack)
	}
	return nil
}

// maxPack bounds pack. It is more than the number of registers of a thread.
const maxPack = 1024

// NewScan creates a scan of tensors along an axis and returns its results. combine is as in [NewReduce].
func NewScan(b *ir.Builder, axis int, reverse bool, inputs []*ir.Value,
	combine func(b *ir.Builder, left, right []*ir.Value) ([]*ir.Value, error)) ([]*ir.Value, error) {
	if err := needValues(&Scan, inputs...); err != nil {
		return nil, err
	}
	st := b.State(&Scan)
	if reverse {
		st.AddAttr(ReverseName, b.Context().Unit())
	}
	for _, v := range inputs {
		st.Types = append(st.Types, v.Type())
	}
	return combining(b, st, axis, inputs, combine)
}

// sameType returns the type of a scan's result.
func sameType(_ *ir.Context, t ir.Type, _ int) ir.Type { return t }

func verifyMap(op *ir.Operation) error {
	if op.NumOperands() == 0 || op.NumResults() == 0 {
		return op.Errorf("expected at least one operand and one result, but got %d and %d", op.NumOperands(),
			op.NumResults())
	}
	shape := ir.TensorShape(op.Operand(0).Type())
	for _, t := range slices.Concat(op.OperandTypes(), op.ResultTypes()) {
		if !slices.Equal(ir.TensorShape(t), shape) {
			return op.Errorf("operands and results must have the same shape, but got %s and %s",
				ir.QuoteTypes(op.OperandTypes()), ir.QuoteTypes(op.ResultTypes()))
		}
	}
	return verifyPack(op, shape)
}

func verifyMapFunction(op *ir.Operation) error {
	return verifyBody(op, "function", packedElements(op, op.OperandTypes()), packedElements(op, op.ResultTypes()))
}

// packedElements returns the element types of tensors. Each is repeated as often as the operation takes elements at a
// time.
func packedElements(op *ir.Operation, types []ir.Type) []ir.Type {
	var out []ir.Type
	for _, t := range elementsOf(types) {
		out = append(out, slices.Repeat([]ir.Type{t}, int(PackOf(op)))...)
	}
	return out
}

func elementsOf(types []ir.Type) []ir.Type {
	out := make([]ir.Type, len(types))
	for i, t := range types {
		out[i] = ir.ElementOrSelf(t)
	}
	return out
}

// verifyBody checks the argument types and the yielded types of an operation's region.
func verifyBody(op *ir.Operation, name string, takes, yields []ir.Type) error {
	block := op.Region(0).Entry()
	if !slices.Equal(block.ArgTypes(), takes) {
		return op.Errorf("the %s must take %s, but it takes %s", name, ir.QuoteTypes(takes),
			ir.QuoteTypes(block.ArgTypes()))
	}
	end := block.Last()
	if end == nil || !end.Is(&Yield) {
		return op.Errorf("the %s must end in tile.yield", name)
	}
	if !slices.Equal(end.OperandTypes(), yields) {
		return op.Errorf("the %s must yield %s, but it yields %s", name, ir.QuoteTypes(yields),
			ir.QuoteTypes(end.OperandTypes()))
	}
	return nil
}
