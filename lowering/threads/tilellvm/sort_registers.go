package tilellvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// inRegisters sorts words in the registers of their threads: stage k makes sorted runs of 2^(k+1) words, every other one
// descending, by comparisons of words that differ in bit k, then k-1, and so on of their place.
func (s *sorting) inRegisters(axis []axisBit) {
	n := &network{sorting: s, axis: axis, set: make([]*ir.Value, len(axis))}
	for i, a := range axis {
		n.set[i] = s.isSet(a)
	}
	for stage := range axis {
		for step := stage; step >= 0; step-- {
			switch n.axis[step].in {
			case layout.Register:
				n.withinThread(stage, step)
			case layout.Lane:
				n.exchange(stage, step, n.theirs(n.distinct, 1<<n.axis[step].bit, 0))
			default:
				n.exchange(stage, step, n.theirs(n.distinct, 0, 1<<n.axis[step].bit))
			}
		}
	}
}

// network is a sorting network in registers.
type network struct {
	*sorting
	axis []axisBit
	set  []*ir.Value // whether a bit of the axis is set in the thread's words; nil if that depends on the register
}

// direction says whether words at some register descend in a stage: always, never, or, if condition is not nil, where it
// holds.
type direction struct {
	descends  bool
	condition *ir.Value
}

func (n *network) direction(stage, register int) direction {
	if stage+1 == len(n.axis) { // the last one ascends
		return direction{}
	}
	if above := n.axis[stage+1]; above.in == layout.Register {
		return direction{descends: register>>above.bit&1 != 0}
	}
	return direction{condition: n.set[stage+1]}
}

// exclusiveOr inverts a condition where words descend.
func (n *network) exclusiveOr(condition *ir.Value, d direction) *ir.Value {
	switch {
	case d.condition != nil:
		return n.binary(&llvm.XOr, condition, d.condition)
	case d.descends:
		return n.binary(&llvm.XOr, condition, n.number(n.ctx.I(1), -1))
	}
	return condition
}

// withinThread compares words of the same thread.
func (n *network) withinThread(stage, step int) {
	mask := 1 << n.axis[step].bit
	for _, r := range n.distinct {
		if r&mask != 0 {
			continue
		}
		x, y := n.words[r], n.words[r|mask]
		d := n.direction(stage, r)
		if d.condition == nil && !n.coding.pair {
			low, high := []*ir.Value{n.binary(&llvm.UMin, x[0], y[0])}, []*ir.Value{n.binary(&llvm.UMax, x[0], y[0])}
			if d.descends {
				low, high = high, low
			}
			n.words[r], n.words[r|mask] = low, high
			continue
		}
		swap := n.exclusiveOr(n.coding.less(y, x), d)
		n.words[r], n.words[r|mask] = n.chooseAll(swap, y, x), n.chooseAll(swap, x, y)
	}
}

// exchange compares words with those that another thread has in the same register, which theirs returns.
func (n *network) exchange(stage, step int, theirs func(register int) []*ir.Value) {
	for _, r := range n.distinct {
		// The thread in which the bit is set takes the greater words of an ascending run.
		greater := n.exclusiveOr(n.set[step], n.direction(stage, r))
		n.words[r] = n.either(n.words[r], theirs(r), greater)
	}
}

// isSet returns whether a bit of the axis is set in the words of a thread; nil if that depends on the register.
func (s *sorting) isSet(a axisBit) *ir.Value {
	switch a.in {
	case layout.Lane:
		return s.bit(s.lane, a.bit)
	case layout.Warp:
		return s.bit(s.warp, a.bit)
	}
	return nil
}

// either returns the greater of words and others where a condition holds, else the lesser.
func (s *sorting) either(words, others []*ir.Value, greater *ir.Value) []*ir.Value {
	take := s.binary(&llvm.XOr, s.coding.less(others, words), greater)
	return s.chooseAll(take, others, words)
}

// theirs returns a function that returns the words of registers in the thread whose lane and warp differ in the bits of
// masks.
func (s *sorting) theirs(registers []int, lanes, warps int) func(register int) []*ir.Value {
	if warps != 0 {
		return s.throughWarps(registers, lanes+tilegpu.WarpSize*warps)
	}
	return func(register int) []*ir.Value {
		out := make([]*ir.Value, len(s.words[register]))
		for i, w := range s.words[register] {
			out[i] = s.shuffle(w, int64(lanes))
		}
		return out
	}
}

// throughWarps writes words to shared memory, where those of neighboring threads are neighbors, and returns a function that
// reads those of the thread whose number differs in the bits of a mask.
func (s *sorting) throughWarps(registers []int, mask int) func(register int) []*ir.Value {
	threads := int64(s.warps * tilegpu.WarpSize)
	types := s.coding.types()
	bases := s.scratch.several(s.converter, threads*int64(len(registers)), types)
	at := func(i int, thread *ir.Value) *ir.Value { return s.binary(&llvm.Add, thread, s.i32(int64(i)*threads)) }
	place := make(map[int]int)
	for i, r := range registers {
		place[r] = i
		for k, w := range s.words[r] {
			s.scratch.store(s.converter, bases[k], at(i, s.thread), w)
		}
	}
	s.barrier()
	partner := s.binary(&llvm.XOr, s.thread, s.i32(int64(mask)))
	return func(register int) []*ir.Value {
		out := make([]*ir.Value, len(types))
		for k, t := range types {
			out[k] = s.scratch.load(s.converter, bases[k], at(place[register], partner), t)
		}
		return out
	}
}
