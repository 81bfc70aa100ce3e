package main

import (
	"maps"
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
				s, err := e.small.with(set)
				if err != nil {
					t.Fatal(err)
				}
				p, err := e.problem(s)
				if err != nil {
					t.Fatal(err)
				}
				program, err := p.compile(t.Context())
				if err != nil {
					t.Fatal(err)
				}
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

// loads are loads from shared memory that may be under way, and the mbarriers that their block waited at before.
type loads map[*ir.Operation]*ir.Value

// earlyArrivals returns the arrivals at which loads from the ring that is released may be under way.
func earlyArrivals(f llvm.Func) (early []*ir.Operation) {
	atEnd := make(map[*ir.Block]loads)
	for changed := true; changed; {
		changed, early = false, nil
		for b := range f.Region(0).Blocks() {
			under, ring := make(loads), (*ir.Value)(nil)
			for end := range b.Predecessors() {
				maps.Copy(under, atEnd[end.Block()])
			}
			for op := range b.Ops() {
				if op.Is(&nvvm.MbarrierTryWaitParity) {
					ring = slotless(op.Operand(0))
				}
				if under.step(op, ring); op.Is(&nvvm.MbarrierArrive) && under.has(released(op)) {
					early = append(early, op)
				}
			}
			changed = changed || len(under) != len(atEnd[b])
			atEnd[b] = under
		}
	}
	return early
}

// released returns the mbarriers of the ring whose slot an arrival releases. Those for warps lie behind those for
// bytes.
func released(arrival *ir.Operation) *ir.Value {
	v := slotless(arrival.Operand(0))
	if op := v.DefiningOp(); op != nil && op.Is(&llvm.GetElementPtr) {
		return op.Operand(0)
	}
	return v
}

// slotless returns the address of a ring's mbarriers for the address of a slot's.
func slotless(v *ir.Value) *ir.Value {
	if op := v.DefiningOp(); op != nil && op.Is(&llvm.GetElementPtr) && op.NumOperands() > 1 {
		return op.Operand(0)
	}
	return v
}

// has reports whether a load from a ring, or from an unknown one, is under way.
func (l loads) has(ring *ir.Value) bool {
	for _, r := range l {
		if r == nil || r == ring {
			return true
		}
	}
	return false
}

// step changes the loads that are under way to those behind an operation. ring is the one that was waited for.
func (l loads) step(op *ir.Operation, ring *ir.Value) {
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
			l[op] = ring
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
