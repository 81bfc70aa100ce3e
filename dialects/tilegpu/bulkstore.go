package tilegpu

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/function"
)

// BulkStore defines `tilegpu.bulk_store`: the operation copies a tile to the array that a tensor map ([TensorMap])
// describes, asynchronously through shared memory. Coordinates count elements of the array. Elements of the tile
// outside the array are not written. The rows of the tile are all dimensions of the map's box but the last one,
// flattened. An ordered store ends before the program's next store begins; other stores may write in any order. A store
// that adds combines the tile with the array by atomic additions. Nothing else in the kernel may access the array.
var BulkStore = ir.OpDef{
	Name:    "tilegpu.bulk_store",
	Summary: "asynchronous store of a tile through shared memory",
	Operands: []ir.ValueDef{{Name: "value", Type: constraints.AnyRankedTensor}, {Name: "map", Type: constraints.AnyType},
		{Name: "coordinates", Type: constraints.I32, Arity: ir.Variadic}},
	Attrs: []ir.OpAttr{{Name: orderedName, Attr: constraints.Unit, Optional: true},
		{Name: addsName, Attr: constraints.Unit, Optional: true}},
	Assembly:   `$value 'to' $map '[' $coordinates ']' attr-dict ':' type($value) ',' type($map)`,
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

// NewBulkStore creates the store of a tile of two dimensions. With adds, the tile is added to the array.
func NewBulkStore(b *ir.Builder, value, tensorMap *ir.Value, coordinates []*ir.Value,
	ordered, adds bool) *ir.Operation {
	st := b.State(&BulkStore)
	st.Operands = slices.Concat([]*ir.Value{value, tensorMap}, coordinates)
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

func verifyBulkStore(op *ir.Operation) error {
	if t := op.Operand(0).Type().(*ir.TensorType); len(t.Shape()) != 2 {
		return op.Errorf("expected a tile of two dimensions, but got %s", ir.Quote(t))
	}
	if _, ok := op.Operand(1).Type().(*tile.PtrType); !ok {
		return op.Errorf("expected a pointer to a tensor map, but got %s", ir.Quote(op.Operand(1).Type()))
	}
	return nil
}
