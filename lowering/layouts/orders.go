package layouts

import (
	"math"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// moversAlong returns what moves along each bit of an axis, from the lowest: an input dimension of the layout; ok is false if
// something moves along several bits or dimensions at once.
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

// scanCost returns what a scan costs a warp: two combinations for each register; for each run of neighbors in the registers
// of a thread, an exchange and combinations for each lane bit; then exchanges between warps.
func scanCost(op *ir.Operation, l layout.Layout) float64 {
	movers, ok := moversAlong(l, tile.Axis(op))
	if !ok {
		return math.Inf(1)
	}
	words, runs := wordsOfAll(op), registers(l)
	total := 2 * runs * words * ordinaryOp
	first := true // the lowest registers make runs
	parts := 1.0
	for _, in := range movers {
		switch {
		case in == layout.Register && first:
			runs /= 2
		case in == layout.Lane:
			total += runs * words * (shuffleCost + 3*ordinaryOp)
		case in == layout.Warp:
			parts *= 2
		}
		first = first && in == layout.Register
	}
	if parts > 1 {
		total += 2*barrierCost + runs*words*(sharedCost+parts*(sharedCost+ordinaryOp))
	}
	return total
}

// sortCost returns what a sort costs a warp: bit t of n takes part in n-t steps, in each of which every register is compared
// with one of the same thread, of another lane, or of another warp.
func sortCost(op *ir.Operation, l layout.Layout) float64 {
	movers, ok := moversAlong(l, tile.Axis(op))
	if !ok {
		return math.Inf(1)
	}
	words, regs := wordsOfAll(op), registers(l)
	total := 0.0
	for t, in := range movers {
		step := regs * words * 2 * ordinaryOp
		switch in {
		case layout.Lane:
			step += regs * words * (shuffleCost + ordinaryOp)
		case layout.Warp:
			step += 2*barrierCost + regs*words*2*sharedCost
		}
		total += float64(len(movers)-t) * step
	}
	return total
}
