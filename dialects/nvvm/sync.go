package nvvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Barrier0 defines `nvvm.barrier0`: all threads of the block wait for each other. Afterwards, each thread sees what the
// others wrote to memory before.
var Barrier0 = ir.OpDef{Name: "nvvm.barrier0", Summary: "CTA Barrier Synchronization Op (Barrier ID 0)",
	Assembly: `attr-dict`, Interfaces: byBlock}

// Barrier defines `nvvm.barrier`: the given number of threads of the block wait for each other at one of the barriers 0
// to 15. Afterwards, each of them sees what the others wrote to memory before. Without a number of threads, all threads
// of the block take part. Without a barrier number, the operation uses barrier 0. Upstream's form with a reduction is
// not supported.
var Barrier = ir.OpDef{
	Name:    "nvvm.barrier",
	Summary: "CTA Barrier Synchronization Op",
	Operands: []ir.ValueDef{{Name: "barrierId", Type: constraints.I32, Arity: ir.Optional},
		{Name: "numberOfThreads", Type: constraints.I32, Arity: ir.Optional},
		{Name: "reductionPredicate", Type: constraints.I32, Arity: ir.Optional}},
	Traits:   ir.AttrSizedOperandSegments,
	Assembly: `('id' '=' $barrierId^)? ('number_of_threads' '=' $numberOfThreads^)? attr-dict`,

	Interfaces: byWarp,
	Verify: func(op *ir.Operation) error {
		if id, number := BarrierOperands(op); number != nil && id == nil {
			return op.Errorf("barrier id is missing, it should be set between 0 to 15")
		}
		return nil
	},
}

// BarrierOperands returns the number of the barrier and the number of threads. A nil id stands for barrier 0, and nil
// threads for all threads of the block.
func BarrierOperands(op *ir.Operation) (id, threads *ir.Value) {
	group := func(i int) *ir.Value {
		if from, to := op.Group(i); to > from {
			return op.Operand(from)
		}
		return nil
	}
	return group(0), group(1)
}

// BarrierArrive defines `nvvm.barrier.arrive`: the thread arrives at the barrier with the given number but does not
// wait. It is one of the given number of threads that the barrier expects.
var BarrierArrive = ir.OpDef{
	Name:    "nvvm.barrier.arrive",
	Summary: "CTA Barrier Arrive Op",
	Operands: []ir.ValueDef{{Name: "barrierId", Type: constraints.I32, Arity: ir.Optional},
		{Name: "numberOfThreads", Type: constraints.I32}},
	Assembly: `('id' '=' $barrierId^)? 'number_of_threads' '=' $numberOfThreads attr-dict`,

	Interfaces: byWarp,
}

// NewBarrier creates a wait at barrier id, where the given number of threads meet.
func NewBarrier(b *ir.Builder, id, threads *ir.Value) *ir.Operation {
	st := b.State(&Barrier)
	st.Operands = append(st.Operands, id, threads)
	st.SetSegments(1, 1, 0)
	return b.Create(st)
}

// NewBarrierArrive creates an arrival without a wait at barrier id, where the given number of threads meet.
func NewBarrierArrive(b *ir.Builder, id, threads *ir.Value) {
	b.Build(&BarrierArrive, []*ir.Value{id, threads})
}

// NewBarrierOfAll creates a barrier of all threads of the block. The threads may be at different places in the program.
func NewBarrierOfAll(b *ir.Builder) {
	st := b.State(&Barrier)
	st.SetSegments(0, 0, 0)
	b.Create(st)
}

// BarWarpSync defines `nvvm.bar.warp.sync`: the lanes that a mask names wait for each other.
var BarWarpSync = ir.OpDef{
	Name:     "nvvm.bar.warp.sync",
	Summary:  "Warp Barrier Synchronization Op",
	Operands: []ir.ValueDef{{Name: "mask", Type: anyLLVM}},
	Assembly: `$mask attr-dict ':' type($mask)`,

	Interfaces: byMask,
}

var anyLLVM = ir.TypeConstraint{Summary: "LLVM dialect-compatible type", Check: llvm.IsCompatible}

// ShflSync defines `nvvm.shfl.sync`: each lane reads a value of another lane.
var ShflSync = ir.OpDef{
	Name:    "nvvm.shfl.sync",
	Summary: "NVVM Dialect Op for shfl.sync",
	Operands: []ir.ValueDef{
		{Name: "thread_mask", Type: constraints.I32},
		{Name: "val", Type: shuffled("32-bit signless integer or 32-bit float")},
		{Name: "offset", Type: constraints.I32},
		{Name: "mask_and_clamp", Type: constraints.I32},
	},
	Results: []ir.ValueDef{{Name: "res",
		Type: shuffled("32-bit signless integer or 32-bit float or LLVM structure type")}},
	Attrs: []ir.OpAttr{
		{Name: "kind", Attr: shflKinds.constraint()},
		{Name: "return_value_and_is_valid", Attr: constraints.Unit, Optional: true},
	},
	Assembly: `$kind $thread_mask ',' $val ',' $offset ',' $mask_and_clamp attr-dict ':' type($val) '->' type($res)`,
	Verify:   verifyShuffle,

	Interfaces: byMask,
}

// NewButterfly creates a shuffle and returns its result. Each lane reads the value of the lane whose number differs
// from its own in the bits of laneMask. Lanes has a bit for each lane that takes part, and last is the last lane.
// These are constants of type i32, which many shuffles may share.
func NewButterfly(b *ir.Builder, lanes, v, laneMask, last *ir.Value) *ir.Value {
	return newShuffle(b, Bfly, lanes, v, laneMask, last)
}

// NewIndexed creates a shuffle and returns its result. Each lane reads the value of the lane with the number that it
// gives. All 32 lanes must take part.
func NewIndexed(b *ir.Builder, v, lane *ir.Value) *ir.Value {
	i32 := b.Context().I(32)
	return newShuffle(b, Idx, llvm.NewInt(b, i32, -1), v, lane, llvm.NewInt(b, i32, 31))
}

// NewShifted creates a shuffle and returns its result. Each lane reads the value of the lane whose number is lower by
// distance, or higher if distance is negative. A lane without such a lane reads its own value. All 32 lanes must take
// part.
func NewShifted(b *ir.Builder, v *ir.Value, distance int64) *ir.Value {
	i32 := b.Context().I(32)
	kind, last := Up, int64(0)
	if distance < 0 {
		kind, last, distance = Down, 31, -distance
	}
	return newShuffle(b, kind, llvm.NewInt(b, i32, -1), v, llvm.NewInt(b, i32, distance), llvm.NewInt(b, i32, last))
}

// newShuffle creates a shuffle. A lane whose source would be beyond lane last reads its own value.
func newShuffle(b *ir.Builder, kind string, lanes, v, offset, last *ir.Value) *ir.Value {
	st := b.State(&ShflSync)
	st.Operands = append(st.Operands, lanes, v, offset, last)
	st.Types = append(st.Types, v.Type())
	st.SetInherent("kind", shflKinds.attr(b.Context(), kind))
	return b.Create(st).Result(0)
}

func shuffled(summary string) ir.TypeConstraint {
	structs := summary != "32-bit signless integer or 32-bit float"
	return ir.TypeConstraint{Summary: summary, Check: func(t ir.Type) bool {
		if _, ok := t.(*llvm.StructType); ok {
			return structs
		}
		return ir.IsInt(t, 32) || constraints.F32.Check(t)
	}}
}

func verifyShuffle(op *ir.Operation) error {
	result, val := op.Result(0).Type(), op.Operand(1).Type()
	if op.Inherent("return_value_and_is_valid") == nil {
		if result != val {
			return op.Errorf("expected return type to be of type %s but got %s instead", ir.Quote(val), ir.Quote(result))
		}
		return nil
	}
	s, ok := result.(*llvm.StructType)
	if !ok || len(s.Fields) != 2 || s.Fields[0] != val || !ir.IsInt(s.Fields[1], 1) {
		return op.Errorf("expected return type to be a two-element struct")
	}
	return nil
}
