package tilegpu

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/layout"
)

// BulkStore defines `tilegpu.bulk_store`: the operation copies a tile to the array that a tensor map ([TensorMap])
// describes, asynchronously through shared memory. Coordinates count elements of the array. Elements of the tile
// outside the array are not written. The rows of the tile are all dimensions of the map's box but the last one,
// flattened. An ordered store ends before the program's next store begins; other stores may write in any order. A store
// that adds combines the tile with the array by atomic additions. Nothing else in the kernel may access the array.
//
// In a loop over programs, the tile may go through a buffer, whose one cell has all rows of the tile, and all or some
// of its columns. Then each warp group stores the rows that it has by itself, [GroupRows] at a time, and does not wait
// for the other warp groups. The map's box has that many rows. If the tile's rows are several dimensions of the array,
// the cell has these dimensions, too, and the map's box is [GroupBox].
var BulkStore = ir.OpDef{
	Name:    "tilegpu.bulk_store",
	Summary: "asynchronous store of a tile through shared memory",
	Operands: []ir.ValueDef{{Name: "value", Type: constraints.AnyRankedTensor}, {Name: "map", Type: constraints.AnyType},
		{Name: "coordinates", Type: constraints.I32, Arity: ir.Variadic},
		{Name: "buffer", Type: shared, Arity: ir.Optional}},
	Attrs: []ir.OpAttr{{Name: orderedName, Attr: constraints.Unit, Optional: true},
		{Name: addsName, Attr: constraints.Unit, Optional: true}},
	Traits: ir.AttrSizedOperandSegments,
	Assembly: `$value 'to' $map '[' $coordinates ']' ('through' $buffer^)? attr-dict ':' type($value) ',' type($map) ` +
		`(',' type($buffer)^)?`,
	Interfaces: []any{stores},
	Verify:     verifyBulkStore,
}

const (
	// orderedName makes the store end before the next one begins.
	orderedName = "ordered"
	// addsName makes the store add the tile to the array.
	addsName = "adds"
)

// stores yields the effects of a bulk store: a write of the memory that the tensor map leads to, and also a read if the
// store adds.
var stores = ir.EffectsFunc(func(op *ir.Operation, yield func(ir.Effect) bool) {
	if !Adds(op) || yield(ir.Effect{Kind: ir.Read, Value: op.Operand(1)}) {
		yield(ir.Effect{Kind: ir.Write, Value: op.Operand(1)})
	}
})

// BulkStoreBase returns the index of the kernel's argument that is the address of the array that a bulk store writes;
// ok is false if the tensor map does not say it.
func BulkStoreBase(op *ir.Operation) (argument int, ok bool) {
	tensorMap := op.Operand(1)
	block := tensorMap.ArgumentOf()
	if block == nil || block.ParentOp() == nil {
		return 0, false
	}
	described, ok := function.ArgAttrsOf(block.ParentOp(), tensorMap.Index()).Get(TensorMap).(*ir.DictAttr)
	if !ok {
		return 0, false
	}
	base, ok := described.Get("base").(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return int(base.Int64()), true
}

// NewBulkStore creates the store of a tile of two dimensions. The buffer is nil unless warp groups store by themselves.
// With adds, the tile is added to the array.
func NewBulkStore(b *ir.Builder, value, tensorMap *ir.Value, coordinates []*ir.Value, buffer *ir.Value,
	ordered, adds bool) *ir.Operation {
	st := b.State(&BulkStore)
	st.Operands = slices.Concat([]*ir.Value{value, tensorMap}, coordinates)
	buffers := int32(0)
	if buffer != nil {
		st.Operands = append(st.Operands, buffer)
		buffers = 1
	}
	st.SetSegments(1, 1, int32(len(coordinates)), buffers)
	if ordered {
		st.SetInherent(orderedName, b.Context().Unit())
	}
	if adds {
		st.SetInherent(addsName, b.Context().Unit())
	}
	return b.Create(st)
}

// Adds reports whether a bulk store adds its tile to the array.
func Adds(op *ir.Operation) bool { return op.Inherent(addsName) != nil }

// IsOrdered reports whether a bulk store ends before the next one begins.
func IsOrdered(op *ir.Operation) bool { return op.Inherent(orderedName) != nil }

// bufferGroup is the index of the buffer among the declared operands of [BulkStore].
const bufferGroup = 3

// GroupRows is the number of rows of the boxes that a warp group stores by itself. It has as many rows of a product,
// or a multiple of them.
const GroupRows = 64

// GroupBox returns the box of [GroupRows] rows that follow each other in a tile whose rows are the given dimensions. It
// is nil if they form no box. Rows of a tile of 2x2x32 form one of 1x2x32.
func GroupBox(rows []int64) []int64 {
	box, left := slices.Repeat([]int64{1}, len(rows)), int64(GroupRows)
	for d, n := range slices.Backward(rows) {
		if n < left && left%n != 0 || n >= left && n%left != 0 {
			return nil
		}
		box[d] = min(n, left)
		left /= box[d]
	}
	if left > 1 {
		return nil
	}
	return box
}

// GroupsApart reports whether warp groups of a kernel need not wait for each other to exchange elements of their own:
// they multiply tiles of rings, so that one group may exchange and store while another one multiplies.
func GroupsApart(kernel *ir.Operation, warps int) (apart bool) {
	if groups := warps >> layout.GroupBits; groups < 2 || groups > MaxStoringGroups {
		return false
	}
	kernel.Walk(func(op *ir.Operation) bool {
		apart = apart || op.Is(&RingDot)
		return !apart
	})
	return apart
}

// MaxStoringGroups is the most warp groups of a block that store tiles by themselves: each needs a barrier.
const MaxStoringGroups = 4

// StoreBuffer returns the buffer through which warp groups store a tile by themselves; nil if there is none.
func StoreBuffer(op *ir.Operation) *ir.Value {
	if !op.Is(&BulkStore) {
		return nil
	}
	return op.GroupValue(bufferGroup)
}

func verifyBulkStore(op *ir.Operation) error {
	if err := verifyTileStore(op); err != nil {
		return err
	}
	buffer := op.GroupValue(bufferGroup)
	if buffer == nil {
		return nil
	}
	s, t := buffer.Type().(*SharedType), op.Operand(0).Type().(*ir.TensorType)
	rows, columns := t.Shape()[0], t.Shape()[1]
	switch down, across := cellOfRows(s); {
	case s.NumCells() != 1 || len(down) == 0 || ir.ElementOrSelf(s.cell) != t.ElementType() ||
		ir.Product(down) != rows || columns%across != 0:
		return op.Errorf("expected a buffer with one cell for all rows of %s and a part of its columns, but got %s",
			ir.Quote(t), ir.Quote(s))
	case len(down) >= len(op.GroupValues(2)):
		return op.Errorf("the cell of %s has %d dimensions, but the array has %d", ir.Quote(s), len(down)+1,
			len(op.GroupValues(2)))
	case rows%GroupRows != 0:
		return op.Errorf("a tile that goes through a buffer has a multiple of %d rows, but this one has %d", GroupRows, rows)
	case GroupBox(down) == nil:
		return op.Errorf("%d rows of a cell of %s form no box", GroupRows, ir.Quote(s))
	case IsOrdered(op):
		return op.Errorf("warp groups do not wait for each other where a tile goes through a buffer, so it is not ordered")
	}
	return nil
}

// cellOfRows returns the dimensions of a buffer's cell that are rows, and its number of columns. There are no rows if
// the cell is not a tensor of at least two dimensions, or is empty.
func cellOfRows(s *SharedType) (rows []int64, columns int64) {
	cell, ok := s.cell.(*ir.TensorType)
	if !ok || len(cell.Shape()) < 2 || ir.Product(cell.Shape()) == 0 {
		return nil, 1
	}
	last := len(cell.Shape()) - 1
	return cell.Shape()[:last], cell.Shape()[last]
}

// verifyTileStore checks what all stores of tiles have.
func verifyTileStore(op *ir.Operation) error {
	if t := op.Operand(0).Type().(*ir.TensorType); len(t.Shape()) != 2 {
		return op.Errorf("expected a tile of two dimensions, but got %s", ir.Quote(t))
	}
	if _, ok := op.Operand(1).Type().(*tile.PtrType); !ok {
		return op.Errorf("expected a pointer to a tensor map, but got %s", ir.Quote(op.Operand(1).Type()))
	}
	return nil
}
