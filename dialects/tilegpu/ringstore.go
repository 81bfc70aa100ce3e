package tilegpu

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// RingStore defines `tilegpu.ring_store`: the operation copies a tile to the array that a tensor map ([TensorMap])
// describes, as [BulkStore] does, but through the slot of tile n of a ring. All warps must have waited for tile n and
// have read it, and must not have released it. The store releases the slot when the copy has read it. The loaded and
// the stored tile thus share the memory of one tile.
var RingStore = ir.OpDef{
	Name:    "tilegpu.ring_store",
	Summary: "asynchronous store of a tile through a slot of a ring",
	Operands: []ir.ValueDef{{Name: "value", Type: constraints.AnyRankedTensor}, {Name: "map", Type: constraints.AnyType},
		{Name: "coordinates", Type: constraints.I32, Arity: ir.Variadic}, {Name: "ring", Type: shared},
		{Name: "n", Type: constraints.I32}},
	Attrs: []ir.OpAttr{{Name: orderedName, Attr: constraints.Unit, Optional: true}},
	Assembly: `$value 'to' $map '[' $coordinates ']' 'through' $ring '[' $n ']' attr-dict ':' type($value) ',' ` +
		`type($map) ',' type($ring)`,
	Interfaces: []any{ir.EffectsFunc(func(op *ir.Operation, yield func(ir.Effect) bool) {
		if yield(ir.Effect{Kind: ir.Write, Value: op.Operand(1)}) {
			touchRings(op, yield)
		}
	})},
	Verify: verifyRingStore,
}

// NewRingStore creates the store of a tile through the slot of tile n of a ring.
func NewRingStore(b *ir.Builder, value, tensorMap *ir.Value, coordinates []*ir.Value, ring, n *ir.Value,
	ordered bool) *ir.Operation {
	st := b.State(&RingStore)
	st.Operands = slices.Concat([]*ir.Value{value, tensorMap}, coordinates, []*ir.Value{ring, n})
	if ordered {
		st.SetInherent(orderedName, b.Context().Unit())
	}
	return b.Create(st)
}

// RingSlot returns the ring that a store uses, and the number of the tile whose slot it uses.
func RingSlot(store *ir.Operation) (ring, n *ir.Value) {
	return store.Operand(store.NumOperands() - 2), store.Operand(store.NumOperands() - 1)
}

// StoreCoordinates returns the coordinates of the first element that a store of a tile writes.
func StoreCoordinates(store *ir.Operation) []*ir.Value {
	if store.Is(&RingStore) {
		return store.OperandRange(2, store.NumOperands()-2)
	}
	return store.GroupValues(2)
}

func verifyRingStore(op *ir.Operation) error {
	if err := verifyTileStore(op); err != nil {
		return err
	}
	ring, _ := RingSlot(op)
	if err := verifyRing(op, ring); err != nil {
		return err
	}
	cell, t := ring.Type().(*SharedType).cell.(*ir.TensorType), op.Operand(0).Type().(*ir.TensorType)
	if IsRow(cell) || !slices.Equal(cell.Shape(), t.Shape()) || cell.ElementType() != t.ElementType() {
		return op.Errorf("a tile of type %s does not go through a slot of %s", ir.Quote(t), ir.Quote(ring.Type()))
	}
	return nil
}
