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
		switch a.in {
		case layout.Lane:
			n.set[i] = s.bit(s.lane, a.bit)
		case layout.Warp:
			n.set[i] = s.bit(s.warp, a.bit)
		}
	}
	for stage := range axis {
		for step := stage; step >= 0; step-- {
			switch n.axis[step].in {
			case layout.Register:
				n.withinThread(stage, step)
			case layout.Lane:
				n.exchange(stage, step, n.shuffled)
			default:
				n.exchange(stage, step, n.throughShared(step))
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
func (n *network) exchange(stage, step int, theirs func(step int, words []*ir.Value, register int) []*ir.Value) {
	for _, r := range n.distinct {
		other := theirs(step, n.words[r], r)
		// The thread in which the bit is set takes the greater words of an ascending run.
		greater := n.exclusiveOr(n.set[step], n.direction(stage, r))
		take := n.binary(&llvm.XOr, n.coding.less(other, n.words[r]), greater)
		n.words[r] = n.chooseAll(take, other, n.words[r])
	}
}

func (n *network) shuffled(step int, words []*ir.Value, _ int) []*ir.Value {
	out := make([]*ir.Value, len(words))
	for i, w := range words {
		out[i] = n.shuffle(w, 1<<n.axis[step].bit)
	}
	return out
}

// throughShared writes all words to shared memory, where those of neighboring threads are neighbors, and returns a function
// that reads those of another warp.
func (n *network) throughShared(step int) func(step int, words []*ir.Value, register int) []*ir.Value {
	threads := int64(n.warps * tilegpu.WarpSize)
	types := n.coding.types()
	bases := n.scratch.several(n.converter, threads*int64(len(n.distinct)), types)
	at := func(i int, thread *ir.Value) *ir.Value { return n.binary(&llvm.Add, thread, n.i32(int64(i)*threads)) }
	place := make(map[int]int)
	for i, r := range n.distinct {
		place[r] = i
		for k, w := range n.words[r] {
			n.scratch.store(n.converter, bases[k], at(i, n.thread), w)
		}
	}
	n.barrier()
	partner := n.binary(&llvm.XOr, n.thread, n.i32(tilegpu.WarpSize<<n.axis[step].bit))
	return func(_ int, _ []*ir.Value, register int) []*ir.Value {
		out := make([]*ir.Value, len(types))
		for k, t := range types {
			out[k] = n.scratch.load(n.converter, bases[k], at(place[register], partner), t)
		}
		return out
	}
}
