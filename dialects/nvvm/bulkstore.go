package nvvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

var storeModes = newBracketed("tma_store_mode", "List of Store-Modes supported for TMA Tensor Ops", "TMAStoreMode",
	"tile", "im2col", "tile_scatter4")

// Kinds of reductions, as their attribute spells them. ReduceInc and ReduceDec compare the element with the other
// value.
const (
	ReduceAdd = "add"
	ReduceMin = "min"
	ReduceMax = "max"
	ReduceInc = "inc" // adds 1; the element becomes 0 if it is at least the other value
	ReduceDec = "dec" // subtracts 1; 0, and elements above the other value, become that value
	ReduceAnd = "and"
	ReduceOr  = "or"
	ReduceXor = "xor"
)

var reductions = newBracketed("tma_redux_kind", "NVVM TMA redux kind", "TMAReduxKind", ReduceAdd, ReduceMax, ReduceMin,
	ReduceInc, ReduceDec, ReduceAnd, ReduceOr, ReduceXor)

// atLeastZero is upstream's ConfinedAttr<I32Attr, [IntMinValue<0>]>.
var atLeastZero = func() ir.AttrConstraint {
	c := constraints.Integer("32-bit signless integer attribute whose minimum value is 0", 32)
	isI32 := c.Check
	c.Check = func(a ir.Attribute) bool { return isI32(a) && a.(*ir.IntegerAttr).Int64() >= 0 }
	return c
}()

// sharedPlace admits pointers into shared memory. Assembly formats print their type without the dialect's prefix.
var sharedPlace = ir.TypeConstraint{Summary: "LLVM pointer in address space 3", Kind: (*llvm.PointerType)(nil).Def(),
	Check: pointerTo("", llvm.SharedSpace).Check}

// TensorStore defines `nvvm.cp.async.bulk.tensor.global.shared.cta`: the operation copies shared memory to a box of the
// tensor that a tensor map describes. Elements outside the tensor are not written. The next
// nvvm.cp.async.bulk.commit.group of the thread puts the copy into a group. Coordinates count elements; the fastest
// dimension comes first.
var TensorStore = ir.OpDef{
	Name:    "nvvm.cp.async.bulk.tensor.global.shared.cta",
	Summary: "bulk copy of a box of a tensor from shared to global memory",
	Operands: []ir.ValueDef{{Name: "tmaDescriptor", Type: genericPointer}, {Name: "srcMem", Type: sharedPlace},
		{Name: "coordinates", Type: constraints.I32, Arity: ir.Variadic},
		{Name: "l2CacheHint", Type: constraints.I64, Arity: ir.Optional},
		{Name: "predicate", Type: constraints.I1, Arity: ir.Optional}},
	Attrs:  []ir.OpAttr{{Name: "mode", Attr: storeModes.constraint(), Default: storeOfTile}},
	Traits: ir.AttrSizedOperandSegments,
	Assembly: `$tmaDescriptor ',' $srcMem ',' 'box' '[' $coordinates ']' ('l2_cache_hint' '=' $l2CacheHint^)? ` +
		`(',' 'predicate' '=' $predicate^)? attr-dict ':' type($tmaDescriptor) ',' type($srcMem)`,
	Verify: verifyTensorStore,
}

func storeOfTile(ctx *ir.Context) ir.Attribute { return storeModes.attr(ctx, "tile") }

// TensorReduce defines `nvvm.cp.async.bulk.tensor.reduce`: the operation combines each element of a box of the tensor
// that a tensor map describes with the corresponding element in shared memory. Each combination is atomic and computed
// in the element type of the map. Groups and coordinates are as in nvvm.cp.async.bulk.tensor.global.shared.cta.
var TensorReduce = ir.OpDef{
	Name:    "nvvm.cp.async.bulk.tensor.reduce",
	Summary: "bulk reduction of a box of a tensor in global memory with shared memory",
	Operands: []ir.ValueDef{{Name: "tmaDescriptor", Type: genericPointer}, {Name: "srcMem", Type: sharedPlace},
		{Name: "coordinates", Type: constraints.I32, Arity: ir.Variadic},
		{Name: "l2CacheHint", Type: constraints.I64, Arity: ir.Optional}},
	Attrs: []ir.OpAttr{{Name: "redKind", Attr: reductions.constraint()},
		{Name: "mode", Attr: storeModes.constraint(), Default: storeOfTile}},
	Traits: ir.AttrSizedOperandSegments,
	Assembly: `$tmaDescriptor ',' $srcMem ',' 'box' '[' $coordinates ']' ('l2_cache_hint' '=' $l2CacheHint^)? ` +
		`attr-dict ':' type($tmaDescriptor) ',' type($srcMem)`,
	Verify: func(op *ir.Operation) error {
		s := TensorStoreOf(op)
		if s.Mode == "tile_scatter4" {
			return op.Errorf("Scatter mode unsupported for CpAsyncBulkTensorReduceOp")
		}
		return verifyBox(op, len(s.Coordinates), s.Mode)
	},
}

// BulkCommit defines `nvvm.cp.async.bulk.commit.group`: the operation makes one group of the thread's bulk copies that
// belong to no group yet.
var BulkCommit = ir.OpDef{Name: "nvvm.cp.async.bulk.commit.group",
	Summary:  "Commits all prior initiated but uncommitted bulk copies of the thread into a group",
	Assembly: `attr-dict`}

// BulkWait defines `nvvm.cp.async.bulk.wait_group`: the thread waits until at most the given number of its newest
// groups of bulk copies are still running. The writes of the other groups are then visible to the thread. With read,
// the thread only waits until the copies have read their source, which may then be overwritten.
var BulkWait = ir.OpDef{
	Name:    "nvvm.cp.async.bulk.wait_group",
	Summary: "waits for groups of the thread's bulk copies",
	Attrs: []ir.OpAttr{{Name: "group", Attr: atLeastZero},
		{Name: "read", Attr: constraints.Unit, Optional: true}},
	Assembly: `$group attr-dict`,
}

// TensorWrite describes a bulk store or a bulk reduction.
type TensorWrite struct {
	Map, From   *ir.Value
	Coordinates []*ir.Value // of the first element of the box; the fastest dimension first
	CacheHint   *ir.Value   // nil for none
	Predicate   *ir.Value   // nil if the copy is unconditional
	Mode        string      // tile, im2col or tile_scatter4
	Reduction   string      // the kind of a reduction
}

// TensorStoreOf returns the description of a store or reduction.
func TensorStoreOf(op *ir.Operation) TensorWrite {
	s := TensorWrite{Map: op.Operand(0), From: op.Operand(1), Coordinates: groupOf(op, 2), CacheHint: optional(op, 3),
		Mode: caseOf(op.Inherent("mode")), Reduction: caseOf(op.Inherent("redKind"))}
	if s.Reduction == "" {
		s.Predicate = optional(op, 4)
	}
	return s
}

// NewTensorStore creates a copy of shared memory to a box of a tensor.
func NewTensorStore(b *ir.Builder, tensorMap, from *ir.Value, coordinates ...*ir.Value) *ir.Operation {
	st := b.State(&TensorStore)
	st.Operands = append(append(st.Operands, tensorMap, from), coordinates...)
	st.SetInherent("mode", storeOfTile(b.Context()))
	st.SetSegments(1, 1, int32(len(coordinates)), 0, 0)
	return b.Create(st)
}

// NewTensorReduce creates a reduction of the given kind, which combines a box of a tensor with shared memory.
func NewTensorReduce(b *ir.Builder, kind string, tensorMap, from *ir.Value, coordinates ...*ir.Value) *ir.Operation {
	st := b.State(&TensorReduce)
	st.Operands = append(append(st.Operands, tensorMap, from), coordinates...)
	st.SetInherent("redKind", reductions.attr(b.Context(), kind))
	st.SetInherent("mode", storeOfTile(b.Context()))
	st.SetSegments(1, 1, int32(len(coordinates)), 0)
	return b.Create(st)
}

// NewBulkWait creates a wait until at most pending of the newest groups of the thread's bulk copies are running. With
// read it waits until the other groups have read their source; otherwise it waits until their writes are visible to the
// thread.
func NewBulkWait(b *ir.Builder, pending int64, read bool) {
	st := b.State(&BulkWait)
	st.SetInherent("group", b.Context().Integer(b.Context().I(32), pending))
	if read {
		st.SetInherent("read", b.Context().Unit())
	}
	b.Create(st)
}

// BulkWaitOf returns how many groups may still be running after a wait, and whether the wait is only for reads.
func BulkWaitOf(op *ir.Operation) (pending int64, read bool) {
	return op.Inherent("group").(*ir.IntegerAttr).Int64(), op.Inherent("read") != nil
}

func verifyTensorStore(op *ir.Operation) error {
	s := TensorStoreOf(op)
	switch {
	case s.Predicate != nil && s.CacheHint != nil:
		return op.Errorf("Inline-ptx lowering unsupported with L2 cache-hint.")
	case s.Predicate != nil && s.Mode != "tile":
		return op.Errorf("Inline-ptx lowering supported only for Tile mode.")
	}
	return verifyBox(op, len(s.Coordinates), s.Mode)
}

// verifyBox checks the number of coordinates of a box of a tensor.
func verifyBox(op *ir.Operation, n int, mode string) error {
	switch {
	case mode == "tile_scatter4" && n != 5:
		return op.Errorf("Scatter4 mode expects 5 coordinates")
	case n < 1 || n > 5:
		return op.Errorf("expects coordinates between 1 to 5 dimension")
	case mode == "im2col" && n < 3:
		return op.Errorf("to use im2col mode, the tensor has to be at least 3-dimensional")
	}
	return nil
}
