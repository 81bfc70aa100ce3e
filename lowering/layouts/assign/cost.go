package assign

import (
	"math"
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	dmath "github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// linear returns the linear layout of tensors of t's shape; ok is false if the encoding does not fit them.
func (a *assigner) linear(e tilegpu.Encoding, t *ir.TensorType) (l layout.Layout, ok bool) {
	if e == nil || e.Rank() != len(t.Shape()) {
		return l, false
	}
	l, err := e.Linear(t.Shape())
	return l, err == nil
}

func popcount(mask int) int { return bits.OnesCount(uint(mask)) }

// registers returns how many registers of a thread hold different elements.
func registers(l layout.Layout) float64 {
	return float64(l.InSize(layout.Register) >> popcount(l.FreeMask(layout.Register)))
}

// ownCost returns what the operations of a class cost in a layout; infinite if they cannot have it.
func (n *network) ownCost(c *class, e tilegpu.Encoding, l layout.Layout) float64 {
	if c.pack > 1 && !packs(l, c.pack) {
		return math.Inf(1)
	}
	warps, regs := float64(n.warps), registers(l)
	total := 0.0
	for i, op := range c.ops {
		switch {
		case accesses.IsAccess(op):
			total += c.weight[i] * n.accessCost(op, l)
		case op.Is(&tile.Reduce):
			total += c.weight[i] * warps * n.reduceCost(op, l)
		case op.Is(&tile.Scan):
			total += c.weight[i] * warps * scanCost(op, l)
		case op.Is(&tile.Sort):
			total += c.weight[i] * warps * sortCost(op, l)
		case isProduct(op):
			wanted := n.tensorCores(op)
			if _, mma := e.(*tilegpu.MMAAttr); (mma || wanted != nil) && !slices.Contains(wanted, e) {
				return math.Inf(1) // every layout without tensor cores is far slower
			}
			total += c.weight[i] * warps * productCost(op, e, l)
		default:
			total += c.weight[i] * warps * regs * opCost(op)
		}
	}
	return total
}

// accessCost returns what an access costs all warps. If a load overlaps earlier ones of the same layout, threads read
// only the elements that they do not hold yet, and most of these are in the cache.
func (n *network) accessCost(op *ir.Operation, l layout.Layout) float64 {
	p := accesses.PatternOf(n.info, op)
	a, sector, share := p.Cost(l), costs.Sector, 1.0
	if left := n.overlaps.Left(op, l); left != nil {
		sector, share = costs.CachedSector, 0
		serve := p.Widest(l).Serve
		for part := range slices.Chunk(left, serve) {
			if slices.Contains(part, true) {
				share += float64(serve) / float64(len(left))
			}
		}
	}
	access := costs.Access
	if op.Is(&tilegpu.SharedCopy) {
		access += costs.SharedCopy
	}
	return share * float64(a.Warps) * (sector*float64(a.Sectors-a.Again) + costs.SectorAgain*float64(a.Again) +
		access*float64(a.Instructions))
}

// packs reports whether each thread has runs of n row-major neighbors in consecutive registers.
func packs(l layout.Layout, n int64) bool {
	at, bit := l.Outs(), 0
	bases := l.Bases(layout.Register)
	for d := len(at) - 1; d >= 0 && n > 1; d-- {
		for step := 1; step < at[d].Size && n > 1; step, n = step*2, n/2 {
			if bit >= len(bases) {
				return false
			}
			for i, x := range bases[bit] {
				if i == d && x != step || i != d && x != 0 {
					return false
				}
			}
			bit++
		}
	}
	return n <= 1
}

// opCost returns what an elementwise operation costs for one register.
func opCost(op *ir.Operation) float64 {
	switch {
	case op.Is(&tile.Splat), op.Is(&arith.ConstantOp), op.Is(&tile.ExpandDims), op.Is(&tile.Broadcast), op.Is(&tile.Hint):
		return 0
	case op.Is(&arith.DivSI), op.Is(&arith.DivUI), op.Is(&arith.RemSI), op.Is(&arith.RemUI), op.Is(&arith.DivF),
		op.Is(&arith.FloorDivSI), op.Is(&arith.CeilDivSI), op.Is(&arith.CeilDivUI), op.Is(&arith.RemF),
		op.Is(&tile.Div), op.Is(&tile.Sqrt), op.Is(&tile.Exp2):
		return costs.ExpensiveOp
	case op.Info().Dialect == dmath.Dialect && !op.Is(&dmath.AbsF):
		return costs.ExpensiveOp
	}
	return costs.Op
}

// reduceCost returns what a reduction costs a warp: combinations in each thread, then shuffles, then an exchange
// between warps.
func (n *network) reduceCost(op *ir.Operation, l layout.Layout) float64 {
	axis := tile.Axis(op)
	words := 0.0
	for _, t := range op.OperandTypes() {
		words += float64(max(1, ir.BitWidth(ir.ElementOrSelf(t))/32))
	}
	out, err := l.Slice(layout.OutName(axis))
	if err != nil {
		return math.Inf(1)
	}
	total, results := registers(l)*words, registers(out)*words
	apart := func(in string) int { // the bits that lead to different elements of the axis
		along, _ := l.Along(in, axis)
		return bits.OnesCount(uint(along &^ l.FreeMask(in)))
	}
	total += float64(apart(layout.Lane)) * results * (costs.Shuffle + costs.Op)
	parts := float64(int(1) << apart(layout.Warp))
	if parts > 1 {
		total += 2*costs.Barrier + results*(costs.Shared+parts*(costs.Shared+costs.Op))
	}
	return total
}

// edgeCost returns the cost of converting a value from the layout of its producer to the layout of its user.
func (n *network) edgeCost(e *edge) float64 {
	known := &e.costs[e.from.chosen*len(e.to.candidates)+e.to.chosen]
	if *known < 0 {
		from, to := e.out.of(e.from.encoding()), e.in.of(e.to.encoding())
		if *known = e.weight * n.conversionCost(e.tensor, from, to); to == nil && from != nil && e.in.later {
			share := float64(ir.Product(e.tensor.Shape())) / float64(ir.Product(e.to.tensor.Shape()))
			*known = e.weight * share * n.conversionCost(e.to.tensor, e.in.back(from), e.to.encoding())
		}
	}
	return *known
}

// conversionCost returns the cost of converting a tensor from one layout to another. A layout is nil if any layout will
// do; then there is no conversion.
func (n *network) conversionCost(t *ir.TensorType, from, to tilegpu.Encoding) float64 {
	if from == to || to == nil || from == nil {
		return 0
	}
	key := conversionKey{t, from, to}
	if c, ok := n.conversions[key]; ok {
		return c
	}
	a, ok1 := n.linear(from, t)
	b, ok2 := n.linear(to, t)
	c := math.Inf(1)
	if ok1 && ok2 {
		c = float64(n.warps) * n.routeCost(a, b, wordsOf(t))
	}
	n.conversions[key] = c
	return c
}

type conversionKey struct {
	t        *ir.TensorType
	from, to tilegpu.Encoding
}

// wordsOf returns the size of an element in words of 32 bits.
func wordsOf(t *ir.TensorType) float64 {
	n := ir.BitWidth(t.ElementType())
	if n == 0 { // pointers
		n = 64
	}
	return float64(max(8, n)) / 32
}

// routeCost returns the cost, for one warp, of the cheapest way to exchange elements between two layouts.
func (a *assigner) routeCost(from, to layout.Layout, words float64) float64 {
	regs := max(registers(from), registers(to))
	switch route := layout.RouteBetween(from, to); route {
	case layout.WithinRegisters:
		return 0
	case layout.WithinThread:
		return costs.Select * regs * math.Ceil(words)
	case layout.WithinWarp:
		return (costs.Shuffle + costs.Select) * regs * math.Ceil(words)
	}
	barrier := costs.Barrier
	if a.apart && layout.WithinGroups(from, to) {
		barrier = costs.GroupBarrier
	}
	return 2*barrier + costs.Shared*(registers(from)+registers(to))*words
}
