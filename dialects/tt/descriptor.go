package tt

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// MakeTensorDescriptor defines `tt.make_tensor_descriptor`: the result describes an array by its base, shape and
// strides. Blocks may extend beyond the array: elements that are read there are padding, and elements that are written
// there are dropped.
var MakeTensorDescriptor = define(ir.OpDef{
	Name:    "tt.make_tensor_descriptor",
	Summary: "Make a tensor descriptor type with meta information of the parent tensor and block size",
	Operands: []ir.ValueDef{
		{Name: "base", Type: ptr},
		{Name: "shape", Type: constraints.I32, Arity: ir.Variadic},
		{Name: "strides", Type: constraints.I64, Arity: ir.Variadic},
	},
	Results: []ir.ValueDef{{Name: "result", Type: tensorDesc}},
	Attrs:   []ir.OpAttr{withDefault("padding", Paddings, PadZero)},
	Traits:  ir.Pure | ir.SameVariadicOperandSize,
	Parse: func(p ir.OpParser, st *ir.OpState) {
		base := p.Operand()
		p.Literal(",")
		shape := operandList(p)
		p.Literal(",")
		strides := operandList(p)
		p.AttrDict(st)
		p.Literal(":")
		baseType := parseShort(p, parsePtr)
		p.Literal(",")
		result := parseShort(p, parseTensorDesc)
		if p.Failed() {
			return
		}
		ctx := p.Context()
		st.Operands = append(st.Operands, p.Resolve(base, baseType))
		resolveAll(p, st, shape, ctx.I(32))
		resolveAll(p, st, strides, ctx.I(64))
		st.Types = append(st.Types, result)
	},
	Print: func(p ir.OpPrinter, op *ir.Operation) {
		p.Text(" ")
		p.Operand(op.Operand(0))
		for i := 1; i <= 2; i++ {
			p.Text(", ")
			printList(p, op.GroupValues(i))
		}
		p.AttrDict(op)
		p.Text(" : ")
		printShort(p, op.Operand(0).Type())
		p.Text(", ")
		printShort(p, op.Result(0).Type())
	},
})

// DescriptorLoad defines `tt.descriptor_load`: the result is the block of an array whose first element is at the
// indices.
var DescriptorLoad = define(ir.OpDef{
	Name:    "tt.descriptor_load",
	Summary: "Load from descriptor",
	Operands: []ir.ValueDef{
		{Name: "desc", Type: tensorDesc},
		{Name: "indices", Type: constraints.I32, Arity: ir.Variadic},
	},
	Results: []ir.ValueDef{{Name: "result", Type: tensor}},
	Attrs:   accessAttrs,
	Assembly: `$desc '[' $indices ']' oilist('cacheModifier' '=' $cache | 'evictionPolicy' '=' $evict) attr-dict
		':' type($desc) '->' type($result)`,
	Interfaces: []any{reads},
	Verify: func(op *ir.Operation) error {
		return verifyBlock(op, op.Result(0).Type())
	},
})

var blockAtIndices = []ir.ValueDef{
	{Name: "desc", Type: tensorDesc},
	{Name: "src", Type: tensor},
	{Name: "indices", Type: constraints.I32, Arity: ir.Variadic},
}

// DescriptorStore defines `tt.descriptor_store`: a tensor is written to a block of an array.
var DescriptorStore = define(ir.OpDef{
	Name:       "tt.descriptor_store",
	Summary:    "store value based on descriptor",
	Operands:   blockAtIndices,
	Assembly:   `$desc '[' $indices ']' ',' $src attr-dict ':' type($desc) ',' type($src)`,
	Interfaces: []any{readsAndWrites},
	Verify: func(op *ir.Operation) error {
		return verifyBlock(op, op.Operand(1).Type())
	},
})

// DescriptorReduce defines `tt.descriptor_reduce`: a tensor is combined atomically with a block of an array.
var DescriptorReduce = define(ir.OpDef{
	Name:       "tt.descriptor_reduce",
	Summary:    "performs a reducing store operation based on a descriptor",
	Operands:   blockAtIndices,
	Attrs:      []ir.OpAttr{required("kind", ReduceKinds)},
	Assembly:   `$kind ',' $desc '[' $indices ']' ',' $src attr-dict ':' type($desc) ',' type($src)`,
	Interfaces: []any{readsAndWrites},
	Verify: func(op *ir.Operation) error {
		return verifyBlock(op, op.Operand(1).Type())
	},
})

// verifyBlock checks that a tensor type is the block type of the descriptor that is operand 0. Leading dimensions of
// size 1 may be missing.
func verifyBlock(op *ir.Operation, t ir.Type) error {
	block := op.Operand(0).Type().(*TensorDescType).SignlessBlock(op.Context())
	want, got := block.Shape(), ir.TensorShape(t)
	for len(want) > len(got) {
		if want[0] != 1 {
			return ir.Errorf(op.Loc(), "ranked reduce load only allowed for unit dimension leading dim.")
		}
		want = want[1:]
	}
	if !slices.Equal(want, got) || ir.ElementOrSelf(t) != block.ElementType() {
		return op.Errorf("tensor descriptor block and tensor types must match")
	}
	return nil
}

// DescriptorGather defines `tt.descriptor_gather`: the result has the given rows of a matrix, from a column on. Blocks
// of the descriptor have one row.
var DescriptorGather = define(ir.OpDef{
	Name:    "tt.descriptor_gather",
	Summary: "gather multiple rows from a descriptor into a single tensor",
	Operands: []ir.ValueDef{
		{Name: "desc", Type: tensorDesc},
		{Name: "x_offsets", Type: i32Tensor},
		{Name: "y_offset", Type: constraints.I32},
	},
	Results:    []ir.ValueDef{{Name: "result", Type: tensor}},
	Assembly:   `$desc '[' $x_offsets ',' $y_offset ']' attr-dict ':' functional-type(operands, results)`,
	Interfaces: []any{reads},
	Verify: func(op *ir.Operation) error {
		return verifyRows(op, "result", op.Result(0).Type())
	},
})

// DescriptorScatter defines `tt.descriptor_scatter`: a tensor is written to the given rows of a matrix, from a column
// on.
var DescriptorScatter = define(ir.OpDef{
	Name:    "tt.descriptor_scatter",
	Summary: "scatter multiple rows to a descriptor from a single tensor",
	Operands: []ir.ValueDef{
		{Name: "desc", Type: tensorDesc},
		{Name: "x_offsets", Type: i32Tensor},
		{Name: "y_offset", Type: constraints.I32},
		{Name: "src", Type: tensor},
	},
	Assembly:   `$desc '[' $x_offsets ',' $y_offset ']' ',' $src attr-dict ':' type(operands)`,
	Interfaces: []any{readsAndWrites},
	Verify: func(op *ir.Operation) error {
		return verifyRows(op, "source", op.Operand(3).Type())
	},
})

// verifyRows checks the tensor of rows that an operation gathers or scatters.
func verifyRows(op *ir.Operation, name string, rows ir.Type) error {
	ctx := op.Context()
	block := op.Operand(0).Type().(*TensorDescType).SignlessBlock(ctx)
	indices, got := ir.TensorShape(op.Operand(1).Type()), ir.TensorShape(rows)
	switch {
	case len(block.Shape()) != 2:
		return op.Errorf("block must be a 2D tensor, but got %s", ir.Quote(block))
	case block.Shape()[0] != 1:
		return op.Errorf("block must have exactly 1 row, but got %s", ir.Quote(block))
	case len(got) != 2:
		return op.Errorf("%s must be a 2D tensor, but got %s", name, ir.Quote(rows))
	case len(indices) != 1:
		return op.Errorf("x offsets must be a 1D tensor, but got %s", ir.Quote(op.Operand(1).Type()))
	case got[0] != indices[0]:
		return op.Errorf("%s tensor must have as many rows as indices (%d), but got %s", name, indices[0], ir.Quote(rows))
	case got[1] != block.Shape()[1]:
		return op.Errorf("%s tensor number of columns must match block (%d), but got %s", name, block.Shape()[1],
			ir.Quote(rows))
	case ir.ElementOrSelf(rows) != block.ElementType():
		return op.Errorf("%s tensor element type must match block (%s), but got %s", name,
			ir.Quote(block.ElementType()), ir.Quote(rows))
	}
	return nil
}
