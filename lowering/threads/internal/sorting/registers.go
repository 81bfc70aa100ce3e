package sorting

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// inRegisters sorts words in the registers of their threads. Stage k makes sorted runs of 2^(k+1) words, every other
// one descending: it compares words whose places differ in bit k, then in bit k-1, and so on.
func (s *sorting) inRegisters(axis []emit.AxisBit) {
	n := &network{sorting: s, axis: axis, set: make([]*ir.Value, len(axis))}
	for i, a := range axis {
		n.set[i] = s.isSet(a)
	}
	for stage := range axis {
		for step := stage; step >= 0; step-- {
			switch n.axis[step].In {
			case layout.Register:
				n.withinThread(stage, step)
			case layout.Lane:
				n.exchange(stage, step, n.theirs(n.distinct, 1<<n.axis[step].Bit, 0))
			default:
				n.exchange(stage, step, n.theirs(n.distinct, 0, 1<<n.axis[step].Bit))
			}
		}
	}
}

// network is a sorting network in registers.
type network struct {
	*sorting
	axis []emit.AxisBit
	set  []*ir.Value // whether a bit of the axis is set in the thread's words; nil if it depends on the register
}

// direction says whether words in a register are sorted in descending order in a stage: if descends is set and, unless
// condition is nil, condition holds.
type direction struct {
	descends  bool
	condition *ir.Value
}

func (n *network) direction(stage, register int) direction {
	if stage+1 == len(n.axis) { // the last one ascends
		return direction{}
	}
	if above := n.axis[stage+1]; above.In == layout.Register {
		return direction{descends: register>>above.Bit&1 != 0}
	}
	return direction{condition: n.set[stage+1]}
}

// exclusiveOr inverts a condition where words are sorted in descending order.
func (n *network) exclusiveOr(condition *ir.Value, d direction) *ir.Value {
	switch {
	case d.condition != nil:
		return n.Binary(&llvm.XOr, condition, d.condition)
	case d.descends:
		return n.Binary(&llvm.XOr, condition, n.Number(n.Ctx.I(1), -1))
	}
	return condition
}

// withinThread compares words that the same thread holds.
func (n *network) withinThread(stage, step int) {
	mask := 1 << n.axis[step].Bit
	for _, r := range n.distinct {
		if r&mask != 0 {
			continue
		}
		x, y := n.words[r], n.words[r|mask]
		d := n.direction(stage, r)
		if d.condition == nil && !n.coding.pair {
			low, high := []*ir.Value{n.Binary(&llvm.UMin, x[0], y[0])}, []*ir.Value{n.Binary(&llvm.UMax, x[0], y[0])}
			if d.descends {
				low, high = high, low
			}
			n.words[r], n.words[r|mask] = low, high
			continue
		}
		swap := n.exclusiveOr(n.coding.less(y, x), d)
		n.words[r], n.words[r|mask] = n.ChooseAll(swap, y, x), n.ChooseAll(swap, x, y)
	}
}

// exchange compares words with those in the same register of another thread, which theirs returns.
func (n *network) exchange(stage, step int, theirs func(register int) []*ir.Value) {
	for _, r := range n.distinct {
		// The thread in which the bit is set takes the greater words of an ascending run.
		greater := n.exclusiveOr(n.set[step], n.direction(stage, r))
		n.words[r] = n.either(n.words[r], theirs(r), greater)
	}
}

// isSet returns whether a bit of the axis is set in the words of a thread; nil if that depends on the register.
func (s *sorting) isSet(a emit.AxisBit) *ir.Value {
	switch a.In {
	case layout.Lane:
		return s.Bit(s.Lane, a.Bit)
	case layout.Warp:
		return s.Bit(s.Warp, a.Bit)
	}
	return nil
}

// either returns the greater of words and others where greater holds, and the lesser elsewhere.
func (s *sorting) either(words, others []*ir.Value, greater *ir.Value) []*ir.Value {
	take := s.Binary(&llvm.XOr, s.coding.less(others, words), greater)
	return s.ChooseAll(take, others, words)
}

// theirs returns a function that returns the words of a register in the thread whose lane and warp numbers differ in
// the given bits.
func (s *sorting) theirs(registers []int, lanes, warps int) func(register int) []*ir.Value {
	if warps != 0 {
		return s.throughWarps(registers, lanes+tilegpu.WarpSize*warps)
	}
	return func(register int) []*ir.Value {
		out := make([]*ir.Value, len(s.words[register]))
		for i, w := range s.words[register] {
			out[i] = s.Shuffle(w, int64(lanes))
		}
		return out
	}
}

// throughWarps writes words to shared memory, such that those of neighboring threads are adjacent. The returned
// function loads the words of the thread whose number differs in the bits of mask.
func (s *sorting) throughWarps(registers []int, mask int) func(register int) []*ir.Value {
	threads := int64(s.Warps * tilegpu.WarpSize)
	types := s.coding.types()
	bases := s.AcquireEach(threads*int64(len(registers)), types)
	at := func(i int, thread *ir.Value) *ir.Value { return s.Binary(&llvm.Add, thread, s.I32(int64(i)*threads)) }
	place := make(map[int]int)
	for i, r := range registers {
		place[r] = i
		for k, w := range s.words[r] {
			s.StoreShared(bases[k], at(i, s.Thread), w)
		}
	}
	s.Barrier()
	partner := s.Binary(&llvm.XOr, s.Thread, s.I32(int64(mask)))
	return func(register int) []*ir.Value {
		out := make([]*ir.Value, len(types))
		for k, t := range types {
			out[k] = s.LoadShared(bases[k], at(place[register], partner), t)
		}
		return out
	}
}
