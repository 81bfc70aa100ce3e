package nvvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

var loadModes = newBracketed("tma_load_mode", "List of Load-Modes supported for TMA Tensor Ops", "TMALoadMode",
	"tile", "im2col", "im2col_w", "im2col_w_128", "tile_gather4")

// TensorLoad defines `nvvm.cp.async.bulk.tensor.shared.cluster.global`: the operation copies a box of the tensor that a
// tensor map describes to shared memory. With isCTAOnly the destination is in this block. Otherwise it may be in
// several blocks of the cluster, which a mask names, at the same address in each. Elements outside the tensor are zero.
// An mbarrier in each of these blocks counts the copied bytes. Coordinates count elements; the fastest dimension comes
// first.
var TensorLoad = ir.OpDef{
	Name:    "nvvm.cp.async.bulk.tensor.shared.cluster.global",
	Summary: "bulk copy of a box of a tensor from global to shared memory",
	Operands: []ir.ValueDef{{Name: "dstMem", Type: sharedPointer}, {Name: "tmaDescriptor", Type: genericPointer},
		{Name: "coordinates", Type: constraints.I32, Arity: ir.Variadic}, {Name: "mbar", Type: barrierPointer},
		{Name: "im2colOffsets", Type: constraints.I16, Arity: ir.Variadic},
		{Name: "multicastMask", Type: constraints.I16, Arity: ir.Optional},
		{Name: "l2CacheHint", Type: constraints.I64, Arity: ir.Optional},
		{Name: "predicate", Type: constraints.I1, Arity: ir.Optional}},
	Attrs: []ir.OpAttr{{Name: "mode", Attr: loadModes.constraint(), Default: loadOfTile},
		{Name: "isCTAOnly", Attr: constraints.Bool, Default: isFalse}},
	Traits: ir.AttrSizedOperandSegments,
	Assembly: `$dstMem ',' $tmaDescriptor ',' $mbar ',' 'box' '[' $coordinates ']' ('im2col' '[' $im2colOffsets^ ']')? ` +
		`('multicast_mask' '=' $multicastMask^)? ('l2_cache_hint' '=' $l2CacheHint^)? ('predicate' '=' $predicate^)? ` +
		`attr-dict ':' type($dstMem) ',' type($tmaDescriptor)`,
	Verify: verifyTensorLoad,
}

// TensorPrefetch defines `nvvm.cp.async.bulk.tensor.prefetch`: the operation loads a box of the tensor that a tensor
// map describes into the L2 cache.
var TensorPrefetch = ir.OpDef{
	Name:    "nvvm.cp.async.bulk.tensor.prefetch",
	Summary: "prefetch of a box of a tensor into the L2 cache",
	Operands: []ir.ValueDef{{Name: "tmaDescriptor", Type: genericPointer},
		{Name: "coordinates", Type: constraints.I32, Arity: ir.Variadic},
		{Name: "im2colOffsets", Type: constraints.I16, Arity: ir.Variadic},
		{Name: "l2CacheHint", Type: constraints.I64, Arity: ir.Optional}},
	Attrs:  []ir.OpAttr{{Name: "mode", Attr: loadModes.constraint(), Default: loadOfTile}},
	Traits: ir.AttrSizedOperandSegments,
	Assembly: `$tmaDescriptor ',' 'box' '[' $coordinates ']' ('im2col' '[' $im2colOffsets^ ']')? ` +
		`('l2_cache_hint' '=' $l2CacheHint^)? attr-dict ':' type($tmaDescriptor)`,
	Verify: func(op *ir.Operation) error { return verifyReadBox(op, TensorPrefetchOf(op)) },
}

func loadOfTile(ctx *ir.Context) ir.Attribute { return loadModes.attr(ctx, "tile") }

// TensorRead describes a copy or a prefetch of a box of a tensor.
type TensorRead struct {
	Map         *ir.Value
	Coordinates []*ir.Value // of the first element of the box; the fastest dimension first
	Offsets     []*ir.Value // of mode im2col
	CacheHint   *ir.Value   // nil for none
	Mode        string      // tile, im2col, im2col_w, im2col_w_128 or tile_gather4

	// Copies only:
	To, Barrier *ir.Value
	Multicast   *ir.Value // mask of the blocks that get the box; nil for this block
	Predicate   *ir.Value // nil if the copy is unconditional
	BlockOnly   bool      // whether the destination is in this block's memory
}

// TensorLoadOf returns the description of a copy to shared memory.
func TensorLoadOf(op *ir.Operation) TensorRead {
	coordinates, offsets := groupOf(op, 2), groupOf(op, 4)
	return TensorRead{To: op.Operand(0), Map: op.Operand(1), Coordinates: coordinates, Barrier: optional(op, 3),
		Offsets: offsets, Multicast: optional(op, 5), CacheHint: optional(op, 6), Predicate: optional(op, 7),
		Mode: caseOf(op.Inherent("mode")), BlockOnly: op.Inherent("isCTAOnly") == op.Context().Bool(true)}
}

// TensorPrefetchOf returns the description of a prefetch.
func TensorPrefetchOf(op *ir.Operation) TensorRead {
	return TensorRead{Map: op.Operand(0), Coordinates: groupOf(op, 1), Offsets: groupOf(op, 2), CacheHint: optional(op, 3),
		Mode: caseOf(op.Inherent("mode"))}
}

func groupOf(op *ir.Operation, i int) []*ir.Value {
	from, to := op.Group(i)
	return op.OperandRange(from, to)
}

// optional returns the operand of a group that has at most one operand; nil if the group is empty.
func optional(op *ir.Operation, group int) *ir.Value {
	if from, to := op.Group(group); to > from {
		return op.Operand(from)
	}
	return nil
}

// verifyReadBox checks the coordinates and offsets of a read.
func verifyReadBox(op *ir.Operation, r TensorRead) error {
	n, offsets := len(r.Coordinates), 0
	switch r.Mode {
	case "im2col":
		offsets = n - 2
	case "im2col_w", "im2col_w_128":
		offsets = 2
	case "tile_gather4":
		if n != 5 {
			return op.Errorf("Gather4 mode expects 5 coordinates")
		}
	}
	switch {
	case n < 1 || n > 5:
		return op.Errorf("expects coordinates between 1 to 5 dimension")
	case slices.Contains([]string{"im2col", "im2col_w", "im2col_w_128"}, r.Mode) && n < 3:
		return op.Errorf("to use im2col mode, the tensor has to be at least 3-dimensional")
	case len(r.Offsets) != offsets:
		return op.Errorf(" im2col offsets expected %d (provided %d)", offsets, len(r.Offsets))
	}
	return nil
}

func verifyTensorLoad(op *ir.Operation) error {
	r := TensorLoadOf(op)
	if err := verifyReadBox(op, r); err != nil {
		return err
	}
	space := r.To.Type().(*llvm.PointerType).AddrSpace
	switch {
	case r.BlockOnly && space != llvm.SharedSpace:
		return op.Errorf("Shared::cta destination requires address-space 3.")
	case r.BlockOnly && r.Multicast != nil:
		return op.Errorf("Multicast is not supported with shared::cta mode.")
	case r.BlockOnly && r.Predicate != nil:
		return op.Errorf("Predicate is supported only for shared::cluster mode.")
	case !r.BlockOnly && space != ClusterSpace:
		return op.Errorf("Shared::cluster destination requires address-space 7.")
	}
	return nil
}

// NewTensorLoad creates a copy of a box to the shared memory of this block.
func NewTensorLoad(b *ir.Builder, to, tensorMap, barrier *ir.Value, coordinates ...*ir.Value) *ir.Operation {
	ctx := b.Context()
	st := b.State(&TensorLoad)
	st.Operands = append(append(append(st.Operands, to, tensorMap), coordinates...), barrier)
	st.SetInherent("mode", loadOfTile(ctx))
	st.SetInherent("isCTAOnly", ctx.Bool(true))
	st.SetSegments(1, 1, int32(len(coordinates)), 1, 0, 0, 0, 0)
	return b.Create(st)
}

// NewPixelLoad creates a copy of mode im2col to the shared memory of this block: of pixels, from some coordinates on,
// with offsets.
func NewPixelLoad(b *ir.Builder, to, tensorMap, barrier *ir.Value, coordinates, offsets []*ir.Value) *ir.Operation {
	ctx := b.Context()
	st := b.State(&TensorLoad)
	st.Operands = slices.Concat([]*ir.Value{to, tensorMap}, coordinates, []*ir.Value{barrier}, offsets)
	st.SetInherent("mode", loadModes.attr(ctx, "im2col"))
	st.SetInherent("isCTAOnly", ctx.Bool(true))
	st.SetSegments(1, 1, int32(len(coordinates)), 1, int32(len(offsets)), 0, 0, 0)
	return b.Create(st)
}
