package assign

import (
	"math"
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// moversAlong returns, for each bit of the index along an axis from the lowest, the input dimension of the layout that
// determines the bit: register, lane or warp. It is not ok if a bit of an input dimension determines several bits of
// the index, or bits of several axes.
func moversAlong(l layout.Layout, axis int) (movers []string, ok bool) {
	free := l.FreeMasks()
	for bit := 1; bit < l.Outs()[axis].Size; bit *= 2 {
		mover := ""
		for _, in := range []string{layout.Register, layout.Lane, layout.Warp} {
			for i, basis := range l.Bases(in) {
				if basis[axis]&bit == 0 || free[in]>>i&1 != 0 {
					continue
				}
				for d, x := range basis {
					if mover != "" || d == axis && x != bit || d != axis && x != 0 {
						return nil, false
					}
				}
				mover = in
			}
		}
		if mover == "" {
			return nil, false
		}
		movers = append(movers, mover)
	}
	return movers, true
}

// wordsOfAll returns the size of one element of each operand in words of 32 bits.
func wordsOfAll(op *ir.Operation) (words float64) {
	for _, t := range op.OperandTypes() {
		words += float64(max(1, ir.BitWidth(ir.ElementOrSelf(t))/32))
	}
	return words
}

// combineCost returns what the region of a scan costs for one register.
func combineCost(op *ir.Operation) (cost float64) {
	for inner := range op.Region(0).Entry().Ops() {
		cost += opCost(inner)
	}
	return cost
}

// scanCost returns what a scan costs a warp: two combinations for each register; for each run of neighbors in the
// registers of a thread, an exchange and a combination for each lane bit; then exchanges between warps.
func scanCost(op *ir.Operation, l layout.Layout) float64 {
	movers, ok := moversAlong(l, tile.Axis(op))
	if !ok {
		return math.Inf(1)
	}
	words, combine, runs := wordsOfAll(op), combineCost(op), registers(l)
	total := 2 * runs * combine
	first := true // the lowest registers make runs
	parts := 1.0
	for _, in := range movers {
		switch {
		case in == layout.Register && first:
			runs /= 2
		case in == layout.Lane:
			total += runs * (words*(costs.Shuffle+costs.Select) + combine)
		case in == layout.Warp:
			parts *= 2
		}
		first = first && in == layout.Register
	}
	if parts > 1 {
		total += 2*costs.Barrier + runs*(words*costs.Shared+parts*(words*costs.Shared+combine))
	}
	return total
}

// sortCost returns the cost of a bitonic sort for one warp. Of n bits of the index, bit t takes part in n-t steps. In
// each step every register is compared with another one: of the same thread, of another lane, or of another warp.
//
// If only the first k elements are used, runs of k elements are sorted first, along the log2(k) cheapest bits. Each
// further bit takes part in one step, which keeps k elements of two runs; a merge of the run follows.
func sortCost(op *ir.Operation, l layout.Layout) float64 {
	movers, ok := moversAlong(l, tile.Axis(op))
	if !ok {
		return math.Inf(1)
	}
	words, regs := wordsOfAll(op), registers(l)
	ranks := len(movers)
	if taken := tile.Leading(op); taken < int64(1)<<ranks {
		slices.SortStableFunc(movers, func(a, b string) int { return level(a) - level(b) })
		ranks = bits.Len64(uint64(taken - 1))
	}
	total := 0.0
	for t, in := range movers[:ranks] {
		total += float64(ranks-t) * stepCost(in, regs*words)
	}
	for _, in := range movers[ranks:] {
		if in == layout.Register {
			regs /= 2
		}
		total += stepCost(in, regs*words)
		for _, step := range movers[:ranks] {
			total += stepCost(step, regs*words)
		}
	}
	return total
}

// level ranks input dimensions by the cost of a step: a step within registers is cheapest.
func level(in string) int {
	return slices.Index([]string{layout.Register, layout.Lane, layout.Warp}, in)
}

// stepCost returns the cost of one step of a sort in which each thread compares the given number of words.
func stepCost(in string, words float64) float64 {
	cost := words * 2 * costs.Op
	switch in {
	case layout.Lane:
		cost += words * (costs.Shuffle + costs.Op)
	case layout.Warp:
		cost += 2*costs.Barrier + words*2*costs.Shared
	}
	return cost
}
