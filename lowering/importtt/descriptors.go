package importtt

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
)

// descriptors has the conversions of operations on tensor descriptors. A descriptor becomes the array that it
// describes. A block may start at any element, so each access uses a view of the array with a step of one element.
var descriptors = map[*ir.OpDef]conversion{
	&tt.MakeTensorDescriptor: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		t := op.Result(0).Type().(*tile.ArrayType)
		strides := op.GroupValues(2)
		if sizes := len(op.GroupValues(1)); sizes != t.Rank() || len(strides) != t.Rank() {
			return nil, unsupported(op, "it must have a size and a stride for each of %d dimensions, but has %d and %d",
				t.Rank(),
				sizes, len(strides))
		}
		last := len(strides) - 1
		if n, ok := arith.ConstantInt(strides[last]); !ok || n != 1 {
			return nil, unsupported(op, "the last stride of a descriptor must be the constant 1")
		}
		divisor := strideDivisor(t.ElementType())
		for i := range last {
			strides[i] = im.divisible(op, strides[i], divisor)
		}
		base := im.divisible(op, op.Operand(0), descriptorAlignment)
		return []*ir.Value{tile.NewMakeArray(im.b, base, t, op.GroupValues(1), strides[:last])}, nil
	},
	&tt.DescriptorLoad:    (*importer).descriptorLoad,
	&tt.DescriptorStore:   (*importer).descriptorStore,
	&tt.DescriptorReduce:  (*importer).descriptorReduce,
	&tt.DescriptorGather:  (*importer).descriptorGather,
	&tt.DescriptorScatter: (*importer).descriptorScatter,
}

// descriptorAlignment is the alignment, in bytes, of a descriptor's base and of its strides, except for the last one.
// Triton does not make descriptors of other tensors.
const descriptorAlignment = 16

// strideDivisor returns what divides the strides of descriptors of tensors with the given elements.
func strideDivisor(elem ir.Type) int64 { return max(1, descriptorAlignment*8/int64(ir.BitWidth(elem))) }

// divisible returns a base or stride of a descriptor as a value that a divisor is known of. If each launch makes the
// descriptor, and the value is an argument of the kernel, the kernel promises the divisor, so that launchers check it.
func (im *importer) divisible(op *ir.Operation, v *ir.Value, divisor int64) *ir.Value {
	root := v
	for from := root.DefiningOp(); from != nil && from.Is(&arith.ExtSI); from = root.DefiningOp() {
		root = from.Operand(0)
	}
	if _, constant := arith.ConstantInt(root); constant {
		return v
	}
	if f, ok := tt.AsFunc(op.Parent()); ok && f.IsPublic() && root.ArgumentOf() == op.Block() && op.Block().IsEntry() {
		im.divisors[root] = max(im.divisors[root], divisor)
		return v
	}
	return tile.NewHint(im.b, v, nil, []int64{divisor}, nil)
}

// findPadding finds the padding of all descriptors of the module. It must be the same for all, since the types of
// descriptors do not state it.
func (im *importer) findPadding() error {
	im.padding = tile.PadZero
	var first *ir.Operation
	var failed error
	im.module.Walk(func(op *ir.Operation) bool {
		if !op.Is(&tt.MakeTensorDescriptor) {
			return true
		}
		padding := tile.PadZero
		if tt.Keyword(op, "padding", tt.Paddings) == "nan" {
			padding = tile.PadNaN
		}
		if first != nil && padding != im.padding {
			failed = unsupported(op, "descriptors of one module must have the same padding")
			return false
		}
		first, im.padding = op, padding
		return true
	})
	return failed
}

// view returns a view of a descriptor's array, with blocks of a shape as tiles. The shape may lack leading dimensions
// of size 1.
func (im *importer) view(array *ir.Value, shape []int64) *ir.Value {
	t := array.Type().(*tile.ArrayType)
	block := append(slices.Repeat([]int64{1}, t.Rank()-len(shape)), shape...)
	padding := im.padding
	if !ir.IsFloat(t.ElementType()) {
		padding = tile.PadZero
	}
	ones := slices.Repeat([]int64{1}, t.Rank())
	return tile.NewView(im.b, array, tile.View(im.ctx, t, block, nil, ones, padding))
}

func (im *importer) descriptorLoad(op *ir.Operation) ([]*ir.Value, error) {
	t := op.Result(0).Type()
	view := im.view(op.Operand(0), ir.TensorShape(t))
	block := view.Type().(*tile.ViewType).Tile()
	v := im.build(&tile.LoadView, []ir.Type{im.ctx.TensorType(block, ir.ElementOrSelf(t), nil)},
		append([]*ir.Value{view}, op.GroupValues(1)...), im.unit(tile.AnywhereName)).Result(0)
	if len(block) != len(ir.TensorShape(t)) {
		v = tile.NewReshape(im.b, v, ir.TensorShape(t)...)
	}
	return []*ir.Value{v}, nil
}

func (im *importer) descriptorStore(op *ir.Operation) ([]*ir.Value, error) {
	v := op.Operand(1)
	view := im.view(op.Operand(0), ir.TensorShape(v.Type()))
	if block := view.Type().(*tile.ViewType).Tile(); len(block) != len(ir.TensorShape(v.Type())) {
		v = tile.NewReshape(im.b, v, block...)
	}
	tile.NewStoreView(im.b, v, view, op.GroupValues(2)...).SetAttr(tile.AnywhereName, im.ctx.Unit())
	return nil, nil
}

// descriptorReduce makes a tile.atomic_rmw_view. Bulk reductions can compute this later.
func (im *importer) descriptorReduce(op *ir.Operation) ([]*ir.Value, error) {
	name := tt.Keyword(op, "kind", tt.ReduceKinds)
	kind, ok := atomicKinds[name]
	if !ok {
		return nil, unsupported(op, "reductions of kind %s", name)
	}
	unsigned := false
	if d := im.blocks[op.Operand(0)]; d != nil {
		unsigned = promotion.IsUnsigned(d.Block().ElementType())
	}
	switch {
	case unsigned && kind == tile.AtomicMax:
		kind = tile.AtomicUMax
	case unsigned && kind == tile.AtomicMin:
		kind = tile.AtomicUMin
	}
	v := op.Operand(1)
	if n, rank := len(op.GroupValues(2)), len(ir.TensorShape(v.Type())); n < rank {
		return nil, unsupported(op, "it must have an index for each of %d dimensions, but has %d", rank, n)
	}
	view := im.view(op.Operand(0), ir.TensorShape(v.Type()))
	if block := view.Type().(*tile.ViewType).Tile(); len(block) != len(ir.TensorShape(v.Type())) {
		v = tile.NewReshape(im.b, v, block...)
	}
	update := tile.NewAtomicRMWView(im.b, kind, v, view, op.GroupValues(2)...)
	update.SetAttr(tile.AnywhereName, im.ctx.Unit())
	return nil, nil
}

// along returns a tensor of a shape with the numbers start, start+1, ... along an axis.
func (im *importer) along(start *ir.Value, axis int, shape []int64) *ir.Value {
	v := tile.NewIota(im.b, shape[axis])
	v = im.build(&arith.AddI, []ir.Type{v.Type()}, []*ir.Value{v, tile.NewSplat(im.b, start, shape[axis])}).Result(0)
	unit := slices.Repeat([]int64{1}, len(shape))
	unit[axis] = shape[axis]
	if len(shape) > 1 {
		v = tile.NewReshape(im.b, v, unit...)
	}
	if !slices.Equal(unit, shape) {
		v = tile.NewBroadcast(im.b, v, shape...)
	}
	return v
}

// elements returns pointers to an array's elements at indices, and a mask of those within its bounds.
func (im *importer) elements(array *ir.Value, indices []*ir.Value) (ptrs, inside *ir.Value, err error) {
	if ptrs, err = tile.NewElementPtr(im.b, array, indices...); err != nil {
		return nil, nil, err
	}
	inside, err = tile.NewInBounds(im.b, array, indices...)
	return ptrs, inside, err
}

// rows returns pointers to the elements of the rows that an operation gathers or scatters, and a mask of those within
// the array's bounds.
func (im *importer) rows(op *ir.Operation, shape []int64) (ptrs, inside *ir.Value, err error) {
	rows := tile.NewReshape(im.b, op.Operand(1), shape[0], 1)
	if shape[1] > 1 {
		rows = tile.NewBroadcast(im.b, rows, shape...)
	}
	return im.elements(op.Operand(0), []*ir.Value{rows, im.along(op.Operand(2), 1, shape)})
}

func (im *importer) descriptorGather(op *ir.Operation) ([]*ir.Value, error) {
	t := op.Result(0).Type()
	ptrs, inside, err := im.rows(op, ir.TensorShape(t))
	if err != nil {
		return nil, err
	}
	return []*ir.Value{tile.NewLoad(im.b, ptrs, inside, im.paddingOf(t))}, nil
}

// paddingOf returns a tensor with the padding for elements outside of the array.
func (im *importer) paddingOf(t ir.Type) *ir.Value {
	var elem *ir.Value
	if f, ok := ir.ElementOrSelf(t).(*ir.FloatType); ok {
		elem = arith.NewConstant(im.b, im.ctx.FloatBits(f, tile.PaddingBits(f.Format, im.padding)))
	} else {
		elem = arith.NewInt(im.b, ir.ElementOrSelf(t), 0)
	}
	return tile.NewSplat(im.b, elem, ir.TensorShape(t)...)
}

func (im *importer) descriptorScatter(op *ir.Operation) ([]*ir.Value, error) {
	ptrs, inside, err := im.rows(op, ir.TensorShape(op.Operand(3).Type()))
	if err != nil {
		return nil, err
	}
	tile.NewStore(im.b, ptrs, op.Operand(3), inside)
	return nil, nil
}
