package tilegpu

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/layout"
)

// A program can copy elements from arbitrary addresses to cells of buffers asynchronously, a few tiles ahead of the
// products that read them:
//
//	tilegpu.shared_copy %pointers, %mask to %buffer[%n]
//	tilegpu.shared_group
//	...
//	tilegpu.shared_await {pending = 2 : i32}
//	%tile = tilegpu.shared_load %buffer[%n]

// SharedCopy defines `tilegpu.shared_copy`: the operation copies the elements at pointers to a cell of a buffer
// asynchronously. Where the mask is false, the cell gets zeros. The elements are in the cell after a [SharedAwait] for
// the group of the copy. Until then, nothing may write the elements or use the cell.
//
// With turned = [d, n], elements are in another order along dimension d, as if it was permuted and reshaped: element
// n*i + j is at place i + m*j of the cell, where m is the size of the dimension divided by n. Both are powers of two.
var SharedCopy = ir.OpDef{
	Name:    "tilegpu.shared_copy",
	Summary: "asynchronous copy of elements at addresses to a cell of a buffer",
	Operands: []ir.ValueDef{{Name: "pointers", Type: constraints.AnyRankedTensor},
		{Name: "mask", Type: constraints.AnyRankedTensor}, {Name: "buffer", Type: shared},
		{Name: "indices", Type: constraints.I32, Arity: ir.Variadic}},
	Attrs: []ir.OpAttr{{Name: turnedName, Attr: constraints.DenseI64Array, Optional: true}},
	Assembly: `$pointers ',' $mask 'to' $buffer '[' $indices ']' attr-dict ':' type($pointers) ',' type($mask) ',' ` +
		`type($buffer)`,
	Verify: verifySharedCopy,
	Interfaces: []any{ir.EffectsFunc(func(op *ir.Operation, yield func(ir.Effect) bool) {
		if yield(ir.Effect{Kind: ir.Read, Value: op.Operand(0)}) {
			yield(ir.Effect{Kind: ir.Write, Value: op.Operand(2)})
		}
	})},
}

// SharedGroup defines `tilegpu.shared_group`: the operation makes one group of the copies since the previous group.
var SharedGroup = ir.OpDef{
	Name: "tilegpu.shared_group", Summary: "end of a group of asynchronous copies", Assembly: `attr-dict`,
	Interfaces: []any{stays},
}

// SharedAwait defines `tilegpu.shared_await`: the program waits until at most the given number of its newest groups of
// copies are still running. Copies after it may overwrite cells that were read before it.
var SharedAwait = ir.OpDef{
	Name: "tilegpu.shared_await", Summary: "wait for groups of asynchronous copies",
	Attrs:    []ir.OpAttr{{Name: "pending", Attr: constraints.I32Attr}},
	Assembly: `attr-dict`,
	Verify: func(op *ir.Operation) error {
		if n := op.Inherent("pending").(*ir.IntegerAttr).Int64(); n < 0 {
			return op.Errorf("waits for all groups but the last %d, which must be at least 0", n)
		}
		return nil
	},
	Interfaces: []any{stays},
}

// stays are the effects of operations across which no memory access may be moved.
var stays = ir.EffectsFunc(func(_ *ir.Operation, yield func(ir.Effect) bool) {
	if yield(ir.Effect{Kind: ir.Read}) {
		yield(ir.Effect{Kind: ir.Write})
	}
})

func verifySharedCopy(op *ir.Operation) error {
	buffer := op.Operand(2).Type().(*SharedType)
	pointers, mask := op.Operand(0).Type().(*ir.TensorType), op.Operand(1).Type().(*ir.TensorType)
	cell, ok := buffer.cell.(*ir.TensorType)
	ptr, isPtr := pointers.ElementType().(*tile.PtrType)
	switch {
	case op.NumOperands()-3 != len(buffer.shape):
		return op.Errorf("expected %d indices, one for each size of %s, but got %d", len(buffer.shape), ir.Quote(buffer),
			op.NumOperands()-3)
	case !isPtr:
		return op.Errorf("expected a tensor of pointers, but got %s", ir.Quote(pointers))
	case !ok || op.Context().TensorType(pointers.Shape(), ptr.Pointee(), nil) != cell:
		return op.Errorf("pointers of type %s do not fit a cell of type %s", ir.Quote(pointers), ir.Quote(buffer.cell))
	case mask != op.Context().TensorType(pointers.Shape(), op.Context().I(1), pointers.Encoding):
		return op.Errorf("expected a mask of the shape and layout of the pointers, but got %s", ir.Quote(mask))
	}
	if list, ok := op.Inherent(turnedName).(*ir.DenseArrayAttr); ok {
		if list.Len() != 2 || list.Int64(0) < 0 || list.Int64(0) >= int64(len(cell.Shape())) {
			return op.Errorf("'turned' must be a dimension and a number of elements, but is %s", list)
		}
		if n, size := list.Int64(1), cell.Shape()[list.Int64(0)]; !layout.IsPowerOfTwo(int(n)) ||
			!layout.IsPowerOfTwo(int(size)) || n > size {
			return op.Errorf("'turned' has runs of %d elements in a dimension of %d, which must be powers of two", n, size)
		}
	}
	return nil
}

const turnedName = "turned"

// Turned is another order of elements along a dimension, as [SharedCopy] says. The zero value stands for none.
type Turned struct{ Dim, Run int }

// TurnedOf returns the order of a copy.
func TurnedOf(copied *ir.Operation) (t Turned) {
	if list, ok := copied.Inherent(turnedName).(*ir.DenseArrayAttr); ok {
		t = Turned{int(list.Int64(0)), int(list.Int64(1))}
	}
	return t
}

// SetTurned sets the order of a copy.
func SetTurned(copied *ir.Operation, t Turned) {
	if t != (Turned{}) {
		copied.SetAttr(turnedName, copied.Context().DenseI64(int64(t.Dim), int64(t.Run)))
	}
}

// Place returns the place in a cell of the given shape for an element's coordinates. It is linear over F2.
func (t Turned) Place(shape []int64, coords []int) []int {
	if t == (Turned{}) {
		return coords
	}
	out := append([]int(nil), coords...)
	x := coords[t.Dim]
	out[t.Dim] = x/t.Run + x%t.Run*(int(shape[t.Dim])/t.Run)
	return out
}

// NewSharedBuffer creates a buffer with the given number of cells and returns it.
func NewSharedBuffer(b *ir.Builder, cells int, t *ir.TensorType) *ir.Value {
	st := b.State(&SharedAlloc)
	st.Types = append(st.Types, Shared(b.Context(), []int64{int64(cells)}, t))
	return b.Create(st).Result(0)
}

// NewSharedCopy creates a copy of elements to a cell.
func NewSharedCopy(b *ir.Builder, pointers, mask, buffer, n *ir.Value) *ir.Operation {
	return b.Build(&SharedCopy, []*ir.Value{pointers, mask, buffer, n})
}

// NewSharedAwait creates a wait until at most pending groups of copies are running.
func NewSharedAwait(b *ir.Builder, pending int) *ir.Operation {
	st := b.State(&SharedAwait)
	st.SetInherent("pending", b.Context().Integer(b.Context().I(32), int64(pending)))
	return b.Create(st)
}

// NewSharedLoad creates a load of cell n, which holds a tensor, and returns the tensor.
func NewSharedLoad(b *ir.Builder, buffer, n *ir.Value) *ir.Value {
	st := b.State(&SharedLoad)
	st.Operands = append(st.Operands, buffer, n)
	st.Types = append(st.Types, buffer.Type().(*SharedType).cell)
	return b.Create(st).Result(0)
}

// CopiedTile is a cell of a buffer that a product reads directly from shared memory.
type CopiedTile struct {
	Buffer, N *ir.Value
	Copy      *ir.Operation // a copy that fills a cell; all copies have pointers of one layout
}

// CopiedTileOf returns the cell that a value is loaded from, if copies fill the buffer; ok is false for other values.
func CopiedTileOf(v *ir.Value) (t CopiedTile, ok bool) {
	op := v.DefiningOp()
	if op == nil || !op.Is(&SharedLoad) || op.NumOperands() != 2 {
		return t, false
	}
	t.Buffer, t.N = op.Operand(0), op.Operand(1)
	for u := range t.Buffer.Uses() {
		if u.Owner().Is(&SharedCopy) {
			t.Copy = u.Owner()
		}
	}
	return t, t.Copy != nil
}
