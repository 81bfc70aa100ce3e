// Package movement lowers the operations that give elements to other threads or coordinates, such as
// tilegpu.convert_layout, tile.permute and tile.gather. Start at [Convert], which most of them use.
package movement

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// ConvertLayout lowers tilegpu.convert_layout. All threads have the elements of a tensor whose elements are equal.
func ConvertLayout(c *emit.Code, op *ir.Operation) error {
	from, err := c.Layout(op, op.Operand(0).Type())
	if err != nil {
		return err
	}
	to, err := c.Layout(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	t, err := c.Scalar(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	values := c.Values.Get(op.Operand(0))
	if c.Splats.Is(op.Operand(0)) {
		c.Values.Set(op.Result(0), slices.Repeat(values[:1], emit.RegisterCount(to)))
		return nil
	}
	c.Values.Set(op.Result(0), convert(c, values, from, to, t, func() { c.BeforeBarrier(op) }))
	return nil
}

// Convert moves the elements of a tensor from layout from to layout to, and returns the registers. The elements have
// type t. It takes the cheapest route: renaming registers, shuffles within warps, or shared memory.
func Convert(c *emit.Code, values []*ir.Value, from, to layout.Layout, t ir.Type) []*ir.Value {
	return convert(c, values, from, to, t, func() {})
}

// convert is [Convert] with a function that is called before elements go through shared memory.
func convert(c *emit.Code, values []*ir.Value, from, to layout.Layout, t ir.Type, beforeShared func()) []*ir.Value {
	from, to = from.WithThreads(tilegpu.WarpSize, c.Warps), to.WithThreads(tilegpu.WarpSize, c.Warps)
	if s, ok := layout.Select(from, to); ok {
		return pick(c, values, s)
	}
	bytes := emit.BytesOf(emit.MemoryType(c.Ctx, t))
	if layout.RouteBetween(from, to) == layout.WithinWarp {
		if s, ok := layout.NewShuffle(from, to); ok && shuffleCost(s, bytes) <= sharedCost(from, to, bytes) {
			return shuffled(c, values, s)
		}
	}
	beforeShared()
	return throughShared(c, values, from, to, t)
}

// shuffleCost returns the cost of a plan: the shuffles, and a select for each bit of the lane or warp that registers
// depend on.
func shuffleCost(s layout.Shuffle, bytes int64) int {
	words, exchanges, bits := int(max(1, bytes/4)), 0, 0
	for n := range s.Rounds {
		if !s.Alone(n) {
			exchanges++
		}
	}
	for i := range s.OfferedLane {
		bits += min(1, s.OfferedLane[i]) + min(1, s.PickedLane[i])
	}
	for _, v := range s.OfferedWarp {
		bits += min(1, v)
	}
	return words * (int(costs.Shuffle)*exchanges + s.Rounds*bits)
}

// sharedCost returns the cost of writing all registers to shared memory and reading them, one word at a time.
func sharedCost(from, to layout.Layout, bytes int64) int {
	registers := func(l layout.Layout) int {
		n := emit.RegisterCount(l)
		for free := l.FreeMask(layout.Register); free != 0; free &= free - 1 {
			n /= 2
		}
		return n
	}
	return int(costs.Barrier) + (registers(from)+registers(to))*int(max(1, bytes/4))
}

// shuffled executes the rounds of a plan. Rounds that shuffle between the same lanes share words if elements are
// narrow.
func shuffled(c *emit.Code, values []*ir.Value, s layout.Shuffle) []*ir.Value {
	offers := pick(c, values, layout.Selection{Registers: s.Offered, Lane: s.OfferedLane, Warp: s.OfferedWarp})
	butterfly := s.IsButterfly()
	var lane *ir.Value
	exchange := func(n int, v *ir.Value) *ir.Value {
		if butterfly {
			return c.Shuffle(v, int64(s.Source[n]))
		}
		if lane == nil {
			lane = linearIn(c, s.SourceLane, s.SourceWarp)
		}
		source := lane
		if s.Source[n] != 0 {
			source = c.Binary(&llvm.XOr, lane, c.I32(int64(s.Source[n])))
		}
		return c.Moved(v, func(word *ir.Value) *ir.Value { return nvvm.NewIndexed(c.B, word, source) })
	}
	together := roundsTogether(s, ir.BitWidth(values[0].Type()))
	took := make([]*ir.Value, s.Rounds)
	for n := range s.Rounds {
		switch {
		case took[n] != nil:
		case s.Alone(n):
			took[n] = offers[n]
		case len(together) == 1:
			took[n] = exchange(n, offers[n])
		default:
			parts := make([]*ir.Value, len(together))
			for i, d := range together {
				parts[i] = offers[n^d]
			}
			for i, v := range unpacked(c, exchange(n, packed(c, parts)), len(parts), parts[0].Type()) {
				took[n^together[i]] = v
			}
		}
	}
	return pick(c, took, layout.Selection{Registers: s.Picked, Lane: s.PickedLane})
}

// roundsTogether returns offsets between the numbers of rounds whose elements can share a word: they fit into it, and
// move between the same lanes. The first offset is 0. width is that of an element in bits.
func roundsTogether(s layout.Shuffle, width int) []int {
	out := []int{0}
	if width != 8 && width != 16 {
		return out
	}
	for bit := 1; bit < s.Rounds && 2*len(out)*width <= 32; bit *= 2 {
		if s.Source[bit] == 0 {
			for _, d := range out {
				out = append(out, d|bit)
			}
		}
	}
	return out
}

// packed packs narrow values into a word, the first one in the lowest bits.
func packed(c *emit.Code, values []*ir.Value) *ir.Value {
	var word *ir.Value
	for i, v := range values {
		part := llvm.NewCast(c.B, &llvm.ZExt, c.Bits(v), c.Ctx.I(32))
		if i == 0 {
			word = part
			continue
		}
		word = c.Binary(&llvm.Or, word, c.Binary(&llvm.Shl, part, c.I32(int64(i*ir.BitWidth(v.Type())))))
	}
	return word
}

// unpacked is the inverse of packed, for n values of type t.
func unpacked(c *emit.Code, word *ir.Value, n int, t ir.Type) []*ir.Value {
	out := make([]*ir.Value, n)
	width := ir.BitWidth(t)
	for i := range out {
		part := word
		if i > 0 {
			part = c.Binary(&llvm.LShr, word, c.I32(int64(i*width)))
		}
		out[i] = c.Bitcast(llvm.NewCast(c.B, &llvm.Trunc, part, c.Ctx.I(uint32(width))), t)
	}
	return out
}

// linearIn computes a number that is linear over F2 in the bits of the lane and warp, given the image of each bit.
func linearIn(c *emit.Code, lanes, warps []int) *ir.Value {
	var sum *ir.Value
	used := uint64(0)
	for _, part := range []struct {
		images []int
		index  *ir.Value
	}{{lanes, c.Lane}, {warps, c.Warp}} {
		for i, image := range part.images {
			if image != 0 {
				sum, used = c.AddBits(sum, used, part.index, i, 1, uint64(image))
			}
		}
	}
	if sum == nil {
		return c.I32(0)
	}
	return sum
}

// throughShared converts through shared memory, at places that avoid bank conflicts. Large tensors are converted in
// parts, so that none takes more than [costs.SharedUnasked] bytes. If no element moves to another warp group, groups
// that run apart wait only for themselves.
func throughShared(c *emit.Code, values []*ir.Value, from, to layout.Layout, t ir.Type) []*ir.Value {
	m := emit.MemoryType(c.Ctx, t)
	if emit.ElementCount(from)*emit.BytesOf(m) > costs.SharedUnasked {
		if h, ok := layout.Halved(from, to); ok {
			return inHalves(c, values, h, t)
		}
		if h, dim, bit, ok := layout.Divided(from, to); ok {
			return chosenHalves(c, values, h, to, func(coords []int) uint64 { return uint64(coords[dim] >> bit & 1) }, t)
		}
	}
	p := layout.ExchangePlaces(from, to, int(emit.BytesOf(m)))
	if _, ok := m.(*llvm.PointerType); ok { // there are no vectors of pointers
		p.Written, p.Read = 1, 1
	}
	if m == t && emit.BytesOf(m) < costs.WordBytes {
		values = c.Defined(values)
	}
	base, barrier := (*ir.Value)(nil), c.Barrier
	if c.GroupsApart() && layout.WithinGroups(from, to) {
		base, barrier = c.AcquireParted(emit.ElementCount(from), m, partsOf(from, p)), c.GroupBarrier
		barrier()
	} else {
		base = c.Acquire(emit.ElementCount(from), m)
	}
	c.PutVectors(base, values, from, p.At, emit.ConsecutiveRegisters(from, p.At, p.Written))
	barrier()
	return c.GetDefined(base, to, p.At, emit.ConsecutiveRegisters(to, p.At, p.Read), t)
}

// partsOf describes which places each warp group uses: the places of bits of registers, lanes and warps.
func partsOf(l layout.Layout, p layout.Places) string {
	var places [][]uint64
	for _, name := range []string{layout.Register, layout.Lane, layout.Warp} {
		var at []uint64
		for _, coords := range l.Bases(name) {
			at = append(at, p.At(coords))
		}
		places = append(places, at)
	}
	return fmt.Sprint(places)
}

// inHalves converts the two halves of a tensor one after the other. The halves differ in one bit of the register
// number.
func inHalves(c *emit.Code, values []*ir.Value, h layout.Halves, t ir.Type) []*ir.Value {
	out := make([]*ir.Value, 2*emit.RegisterCount(h.To))
	for half := range 2 {
		part := make([]*ir.Value, len(values)/2)
		for r := range part {
			part[r] = values[spread(r, h.Register[0], half)]
		}
		for r, v := range throughShared(c, part, h.From, h.To, t) {
			out[spread(r, h.Register[1], half)] = v
		}
	}
	return out
}

// chosenHalves converts the two halves of a tensor one after the other. The halves differ in one bit of the register
// number in the first layout, but not in layout to: threads read both, and choose.
func chosenHalves(c *emit.Code, values []*ir.Value, h layout.Halves, to layout.Layout,
	halfOf func(coords []int) uint64, t ir.Type) []*ir.Value {
	var halves [2][]*ir.Value
	for half := range halves {
		part := make([]*ir.Value, len(values)/2)
		for r := range part {
			part[r] = values[spread(r, h.Register[0], half)]
		}
		halves[half] = throughShared(c, part, h.From, h.To, t)
	}
	out := make([]*ir.Value, emit.RegisterCount(to))
	for r, half := range c.Positions(to, halfOf) {
		out[r] = c.Choose(c.Compare("ne", half, c.I32(0)), halves[1][r], halves[0][r])
	}
	return out
}

// spread inserts a bit into n at position at.
func spread(n, at, bit int) int {
	low := n & (1<<at - 1)
	return (n-low)<<1 | bit<<at | low
}
