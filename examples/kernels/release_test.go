package main

import (
	"maps"
	"slices"
	"testing"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// On an H200, an arrival at an mbarrier seems not to wait for loads that are under way (tensorcores-h200.md): a copy
// filled slots again before threads had what they read. A fence, or an instruction that uses what was loaded, waits.
func TestThreadsHaveWhatTheyReadBeforeTheyReleaseASlot(t *testing.T) {
	sets := map[string][]string{"gradients": {"d=128", "d=64"}, "attention": {"d=128", "lengths=700"}}
	for _, e := range examples {
		for _, set := range append([]string{""}, sets[e.name]...) {
			t.Run(e.name+" "+set, func(t *testing.T) {
				t.Parallel()
				_, program := compiled(t, e, set)
				program.Operation().Walk(func(op *ir.Operation) bool {
					if f, ok := llvm.AsFunc(op); ok {
						for _, arrival := range earlyArrivals(f) {
							t.Errorf("%s: a slot is released while a thread reads it", arrival.Loc())
						}
					}
					return true
				})
			})
		}
	}
}

// loads are loads from rings that may be under way.
type loads map[*ir.Operation]bool

// earlyArrivals returns the arrivals at which loads from the ring that is released may be under way.
func earlyArrivals(f llvm.Func) (early []*ir.Operation) {
	from := ringsOf(f)
	atEnd := make(map[*ir.Block]loads)
	for changed := true; changed; {
		changed, early = false, nil
		for b := range f.Region(0).Blocks() {
			under := make(loads)
			for end := range b.Predecessors() {
				maps.Copy(under, atEnd[end.Block()])
			}
			for op := range b.Ops() {
				if under.step(op); op.Is(&nvvm.MbarrierArrive) && under.has(from, bufferOf(op.Operand(0))) {
					early = append(early, op)
				}
			}
			changed = changed || len(under) != len(atEnd[b])
			atEnd[b] = under
		}
	}
	return early
}

// rings has, for the place of a ring's slots in shared memory, those of its mbarriers.
type rings map[int64][]int64

// ringsOf finds the rings that copies fill.
func ringsOf(f llvm.Func) rings {
	from := make(rings)
	f.Walk(func(op *ir.Operation) bool {
		if op.Is(&nvvm.TensorLoad) {
			load := nvvm.TensorLoadOf(op)
			slots := bufferOf(load.To)
			from[slots] = append(from[slots], bufferOf(load.Barrier))
		}
		return true
	})
	return from
}

// bufferOf returns the place of the buffer in shared memory that an address is in; -1 if it is unknown.
func bufferOf(v *ir.Value) int64 {
	at := int64(-1)
	for op := v.DefiningOp(); op != nil && op.Is(&llvm.GetElementPtr); op = op.Operand(0).DefiningOp() {
		at = op.Inherent("rawConstantIndices").(*ir.DenseArrayAttr).Int64(0)
	}
	return at
}

// has reports whether a load from a ring with mbarriers at a place is under way.
func (l loads) has(from rings, barriers int64) bool {
	for load := range l {
		if slices.Contains(from[bufferOf(load.Operand(0))], barriers) {
			return true
		}
	}
	return false
}

// step changes the loads that are under way to those behind an operation.
func (l loads) step(op *ir.Operation) {
	if op.Is(&llvm.Fence) {
		clear(l)
	}
	if _, branches := ir.InterfaceOf[ir.Branch](op); !branches && !isPartOf(op) {
		for _, v := range op.OperandValues() {
			delete(l, loadOf(v))
		}
	}
	if op.Is(&llvm.Load) {
		if space, ok := op.Operand(0).Type().(*llvm.PointerType); ok && space.AddrSpace == sharedSpace {
			l[op] = true
		}
	}
}

const sharedSpace = 3

// isPartOf reports whether the result of an operation is its operand, or a part of it, for which the hardware has
// nothing to do.
func isPartOf(op *ir.Operation) bool {
	return op.Is(&llvm.ExtractElement) || op.Is(&llvm.ExtractValue) || op.Is(&llvm.Bitcast)
}

// loadOf returns the load that a value or a part of it comes from; nil if it does not come from a load.
func loadOf(v *ir.Value) *ir.Operation {
	op := v.DefiningOp()
	for op != nil && isPartOf(op) {
		op = op.Operand(0).DefiningOp()
	}
	if op == nil || !op.Is(&llvm.Load) {
		return nil
	}
	return op
}
