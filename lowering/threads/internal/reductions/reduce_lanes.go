package reductions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/splats"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// part is what a thread has of the results once the lanes have combined theirs: all registers of the result, or, where
// lanes have divided them, those that are its own.
type part struct {
	// registers are those of the result without copies, in ascending order. Those of the first half differ from
	// those of the second one in the highest bit of their places here, and so on.
	registers []int
	values    [][]*ir.Value // by place and operand; if lanes have divided the registers, of as many places as are left
	// divided are the bits of the lane number by which lanes have divided the registers. Each has halved them: lanes in
	// which it is clear have the first half.
	divided []int
}

// acrossLanes combines the values of the lanes that differ along the axis, bit by bit of their numbers. If a thread
// has several registers, all lanes would combine all of them, and all would get the same. Instead, of two lanes
// each can give half of its registers to the other one, and combine the other half, so that half as many are left
// for the next bit. Where this takes far fewer instructions, even if results have to be gathered in the end, lanes
// do it. Each element is combined in the same order as without it.
func (r *reduction) acrossLanes(partial [][]*ir.Value) (*part, error) {
	p := &part{}
	for reg, values := range partial {
		if reg&r.freeRegisters() == 0 {
			p.registers, p.values = append(p.registers, reg), append(p.values, values)
		}
	}
	lanes := bitsOf(r.axisBits(layout.Lane))
	divide := r.dividesLanes(len(p.values), len(lanes))
	for _, bit := range lanes {
		offer := func(i int) []*ir.Value { return p.values[i] }
		if mine := p.values; divide && len(mine) > 1 {
			half, second := len(mine)/2, r.Bit(r.Lane, bit)
			offer = func(i int) []*ir.Value { return r.choose(second, mine[i], mine[half+i]) }
			p.values, p.divided = make([][]*ir.Value, half), append(p.divided, bit)
			for i := range p.values {
				p.values[i] = r.choose(second, mine[half+i], mine[i])
			}
		}
		for i, mine := range p.values {
			var err error
			if p.values[i], err = r.combineWith(mine, r.shuffled(offer(i), bit)); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// bitsOf returns the numbers of the bits that are set in a mask, in ascending order.
func bitsOf(mask int) (out []int) {
	for i := 0; mask>>i != 0; i++ {
		if mask>>i&1 != 0 {
			out = append(out, i)
		}
	}
	return out
}

// shuffled returns the values of the lane that differs in a bit. All lanes have the same of operands with equal
// elements.
func (r *reduction) shuffled(values []*ir.Value, bit int) []*ir.Value {
	out := slices.Clone(values)
	for i, v := range values {
		if !r.equal[i] {
			out[i] = r.Shuffle(v, 1<<bit)
		}
	}
	return out
}

// choose returns x where condition holds, and y elsewhere, which are the same for operands with equal elements.
func (r *reduction) choose(condition *ir.Value, x, y []*ir.Value) []*ir.Value {
	out := slices.Clone(x)
	for i := range out {
		if !r.equal[i] {
			out[i] = r.Choose(condition, x[i], y[i])
		}
	}
	return out
}

// worthwhile is the number of issue slots that must be saved for lanes to divide their registers, since they then
// wait for more instructions one after the other. Sums, maxima and the like save less. With divided registers they
// take up to 5 per cent longer on an H200 (column_sum and matvec_f16 of 1 MB, in which programs do little else).
const worthwhile = 64.0

// dividesLanes reports whether it takes far fewer instructions if lanes, which differ in a number of bits, divide
// so many registers.
func (r *reduction) dividesLanes(registers, bits int) bool {
	combine, words := r.combinerCost(), r.words()
	together := float64(registers*bits) * (combine + words*costs.Shuffle)
	divided := 0.0
	for left := registers; bits > 0; bits-- {
		if left == 1 {
			divided += combine + words*costs.Shuffle
			continue
		}
		left /= 2
		divided += float64(left) * (combine + words*(costs.Shuffle+2*costs.Select))
		if r.axisBits(layout.Warp) == 0 { // to gather them
			divided += float64(left) * words * (costs.Shuffle + 2*costs.Select)
		}
	}
	return divided+worthwhile < together
}

// words returns the number of words of an element of all operands that threads exchange.
func (r *reduction) words() float64 {
	n := int64(0)
	for i, t := range r.types {
		if !r.equal[i] {
			n += max(1, emit.BytesOf(emit.MemoryType(r.Ctx, t))/costs.WordBytes)
		}
	}
	return float64(n)
}

// combinerCost returns the cost of the instructions that combine two elements, without those for operands with equal
// elements alone, which are computed once for all registers.
func (r *reduction) combinerCost() float64 {
	body := r.op.Region(0).Entry()
	once := splats.From(body, r.equal)
	cost := 0.0
	for op := range body.Ops() {
		switch {
		case op == body.Last() || op.NumResults() == 1 && once(op.Result(0)):
		case op.Is(&arith.DivF):
			cost += costs.ExpensiveOp
		default:
			cost += costs.Op
		}
	}
	return cost
}

// gathered returns all registers of the result. Lanes that have divided them give theirs to each other, bit by bit.
func (r *reduction) gathered(p *part) [][]*ir.Value {
	values := p.values
	for _, bit := range slices.Backward(p.divided) {
		second := r.Bit(r.Lane, bit)
		all := make([][]*ir.Value, 2*len(values))
		for i, mine := range values {
			theirs := r.shuffled(mine, bit)
			all[i], all[len(values)+i] = r.choose(second, theirs, mine), r.choose(second, mine, theirs)
		}
		values = all
	}
	return r.copied(p.registers, values)
}

// copied returns the values of all registers of the result from those of the registers without copies.
func (r *reduction) copied(registers []int, values [][]*ir.Value) [][]*ir.Value {
	out := make([][]*ir.Value, emit.RegisterCount(r.out))
	for i, reg := range registers {
		out[reg] = values[i]
	}
	for reg := range out {
		out[reg] = out[reg&^r.freeRegisters()]
	}
	return out
}
