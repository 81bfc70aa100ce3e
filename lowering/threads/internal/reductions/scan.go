package reductions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// scan is the lowering of one tile.scan.
//
// The bits of the axis are processed from the lowest up, in segments: a segment has bits that all move along registers,
// or lanes, or warps. The first registers are combined in sequence. After each segment, the bits so far divide the axis
// into blocks. Each thread knows the total of its block, and for each of its runs of registers the combination of
// everything in the block before the run. The next segment joins blocks: it gets the totals of neighboring blocks from
// other registers, by shuffles, or through shared memory. A combiner needs no neutral element: a run at the start of a
// block has nothing before it.
type scan struct {
	*reduction
	reverse bool
	runs    []*run
}

// run is a sequence of registers that the first segment combines, or a single register if the first segment is not one
// of registers.
type run struct {
	registers []int // in the order of the scan
	block     *block
	before    []*ir.Value // the combination of everything before the run in its block
	some      *ir.Value   // whether there is anything before it; nil stands for true
	none      bool        // whether there is nothing before it in any thread
}

// block is a part of the axis. All threads that hold elements of it know its total.
type block struct {
	register int // the lowest register
	total    []*ir.Value
}

// segment is a range of bits of the axis that all move along registers, all along lanes or all along warps.
type segment struct {
	in    string
	bits  []int // bits of the register, lane or warp number, from the lowest bit of the axis up
	first int   // the lowest bit of the axis
}

// Scan lowers tile.scan.
func Scan(c *emit.Code, op *ir.Operation) error {
	s, err := newScan(c, op)
	if err != nil {
		return err
	}
	segments, err := s.segments()
	if err != nil {
		return err
	}
	values := s.elements()
	if segments, err = s.start(values, segments); err != nil {
		return err
	}
	for i, g := range segments {
		last := i == len(segments)-1
		switch g.in {
		case layout.Register:
			err = s.acrossRegisters(g)
		case layout.Lane:
			err = s.acrossLanes(g, last)
		default:
			err = s.acrossWarps(g)
		}
		if err != nil {
			return err
		}
	}
	return s.finish(values)
}

func newScan(c *emit.Code, op *ir.Operation) (*scan, error) {
	r := &reduction{Code: c, op: op, axis: tile.Axis(op)}
	var err error
	if r.in, err = c.Layout(op, op.Operand(0).Type()); err != nil {
		return nil, err
	}
	if err := r.elementTypes(); err != nil {
		return nil, err
	}
	r.equal = c.Splats.Combined(op)
	return &scan{reduction: r, reverse: op.Inherent(tile.ReverseName) != nil}, nil
}

// segments divides the bits of the axis into segments.
func (s *scan) segments() (out []segment, err error) {
	axis, ok := emit.AxisBits(s.in, s.axis)
	if !ok {
		return nil, s.op.Errorf("has no rule for a layout in which a bit of the thread number changes several coordinates")
	}
	for i, a := range axis {
		if n := len(out); n > 0 && out[n-1].in == a.In {
			out[n-1].bits = append(out[n-1].bits, a.Bit)
		} else {
			out = append(out, segment{in: a.In, bits: []int{a.Bit}, first: i})
		}
	}
	return out, nil
}

// elements returns the thread's elements by register and operand, and nil for registers that hold copies.
func (s *scan) elements() [][]*ir.Value {
	out := make([][]*ir.Value, emit.RegisterCount(s.in))
	free := s.in.FreeMask(layout.Register)
	for r := range out {
		if r&free != 0 {
			continue
		}
		for _, v := range s.op.Operands() {
			out[r] = append(out[r], s.Element(v, r))
		}
	}
	return out
}

// numbers returns all numbers with these bits. They are in the order of the scan if the bits are given from the lowest
// up.
func (s *scan) numbers(bits []int) []int {
	out := []int{0}
	for _, bit := range bits {
		for _, n := range out {
			out = append(out, n|1<<bit)
		}
	}
	if s.reverse {
		slices.Reverse(out)
	}
	return out
}

// start combines the registers of the first segment, if it is one of registers, and returns the remaining segments.
func (s *scan) start(values [][]*ir.Value, segments []segment) ([]segment, error) {
	registers := []int{0}
	if len(segments) > 0 && segments[0].in == layout.Register {
		registers = s.numbers(segments[0].bits)
		segments = segments[1:]
	}
	inside := slices.Max(registers)
	for r, v := range values {
		if v == nil || r&inside != 0 {
			continue
		}
		next := &run{none: true}
		for i, offset := range registers {
			next.registers = append(next.registers, r|offset)
			if i == 0 {
				continue
			}
			var err error
			if values[r|offset], err = s.combineWith(values[r|registers[i-1]], values[r|offset]); err != nil {
				return nil, err
			}
		}
		total := values[next.registers[len(registers)-1]]
		next.block = &block{register: r, total: total}
		next.before = total // the value is never used, but the combiner may be applied to it
		s.runs = append(s.runs, next)
	}
	return segments, nil
}

// blocks returns the blocks of all runs, without repetitions.
func (s *scan) blocks() (out []*block) {
	for _, r := range s.runs {
		if !slices.Contains(out, r.block) {
			out = append(out, r.block)
		}
	}
	return out
}

// precede inserts left before a run, in threads for which later holds. A nil later stands for all threads.
func (s *scan) precede(r *run, left []*ir.Value, later *ir.Value) error {
	combined := left
	if !r.none {
		var err error
		if combined, err = s.combineWith(left, r.before); err != nil {
			return err
		}
		combined = s.ChooseAll(r.some, combined, left)
	}
	switch {
	case later == nil:
		r.before, r.some = combined, nil
	case r.none:
		r.before, r.some = combined, later
	default:
		r.before = s.ChooseAll(later, combined, r.before)
		if r.some != nil {
			r.some = s.Binary(&llvm.Or, r.some, later)
		}
	}
	r.none = false
	return nil
}

// acrossRegisters joins the blocks that differ in the bits of a segment.
func (s *scan) acrossRegisters(g segment) error {
	offsets := s.numbers(g.bits)
	inside := slices.Max(offsets)
	byRegister := make(map[int]*block)
	for _, b := range s.blocks() {
		byRegister[b.register] = b
	}
	for _, first := range s.blocks() {
		if first.register&inside != 0 {
			continue
		}
		joined := &block{register: first.register}
		for _, offset := range offsets {
			if err := s.append(joined, byRegister[first.register|offset]); err != nil {
				return err
			}
		}
	}
	return nil
}

// append appends the block next to the block to.
func (s *scan) append(to, next *block) error {
	for _, r := range s.runs {
		if r.block != next {
			continue
		}
		r.block = to
		if to.total != nil {
			if err := s.precede(r, to.total, nil); err != nil {
				return err
			}
		}
	}
	if to.total == nil {
		to.total = next.total
		return nil
	}
	var err error
	to.total, err = s.combineWith(to.total, next.total)
	return err
}

// acrossLanes joins the blocks of the lanes that differ in the bits of a segment. If the bits are consecutive, each
// lane adds the total of the lane 1 before it, then 2 before it, then 4, and so on. Its total then covers all lanes up
// to itself. The total of the lane before precedes a lane's elements, and the last lane has the total of all. Where
// elements are equal, so are the totals that lanes add: they depend on the number of lanes alone.
func (s *scan) acrossLanes(g segment, last bool) error {
	apart, lanes := 1<<g.bits[0], 1<<len(g.bits)
	for i, bit := range g.bits {
		if len(g.bits) == 1 || bit != g.bits[0]+i {
			return s.byNeighbors(g, last)
		}
	}
	index, _ := s.MoveBits(s.Lane, g.bits[0], len(g.bits), 1)
	end := s.Binary(&llvm.Or, s.Lane, s.I32(int64((lanes-1)*apart)))
	direction := int64(apart)
	if s.reverse {
		index = s.Binary(&llvm.XOr, index, s.I32(int64(lanes-1)))
		end = s.Binary(&llvm.And, s.Lane, s.I32(^int64((lanes-1)*apart)))
		direction = -direction
	}
	reaches := make([]*ir.Value, len(g.bits)) // whether there is a lane 1<<i before the thread's own
	for i := range reaches {
		reaches[i] = s.Compare("uge", index, s.I32(1<<i))
	}
	for _, b := range s.blocks() {
		sums, equal := b.total, b.total // of the lanes up to this one, and of so many lanes
		for i, reached := range reaches {
			combined, err := s.combineWith(s.shifted(sums, direction<<i), s.whereEqual(equal, sums))
			if err != nil {
				return err
			}
			sums = s.ChooseAll(reached, combined, sums)
			if equal, err = s.doubled(equal); err != nil {
				return err
			}
		}
		left := s.shifted(sums, direction)
		for _, r := range s.runs {
			if r.block == b {
				if err := s.precede(r, left, reaches[0]); err != nil {
					return err
				}
			}
		}
		if !last {
			b.total = s.unlessEqual(equal, sums, func(word *ir.Value) *ir.Value { return nvvm.NewIndexed(s.B, word, end) })
		}
	}
	return nil
}

// shifted returns the values of the lanes whose numbers are lower by distance.
func (s *scan) shifted(values []*ir.Value, distance int64) []*ir.Value {
	return s.movedAll(values, func(word *ir.Value) *ir.Value { return nvvm.NewShifted(s.B, word, distance) })
}

// whereEqual returns the totals of operands with equal elements, and the values of others.
func (s *scan) whereEqual(totals, values []*ir.Value) []*ir.Value {
	out := slices.Clone(values)
	for k, equal := range s.equal {
		if equal {
			out[k] = totals[k]
		}
	}
	return out
}

// unlessEqual returns the totals of operands with equal elements, which all threads have, and moves the words of the
// values of others.
func (s *scan) unlessEqual(totals, values []*ir.Value, move func(word *ir.Value) *ir.Value) []*ir.Value {
	out := slices.Clone(totals)
	for k, equal := range s.equal {
		if !equal {
			out[k] = s.Moved(values[k], move)
		}
	}
	return out
}

// doubled combines the totals of operands with equal elements with themselves. The others are of no use.
func (s *scan) doubled(totals []*ir.Value) ([]*ir.Value, error) {
	if !slices.Contains(s.equal, true) {
		return totals, nil
	}
	return s.combineWith(totals, totals)
}

// movedAll applies move to the words of all values.
func (s *scan) movedAll(values []*ir.Value, move func(word *ir.Value) *ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(values))
	for i, v := range values {
		out[i] = s.Moved(v, move)
	}
	return out
}

// byNeighbors joins two blocks for each lane bit of a segment: pairs of lanes exchange their totals.
func (s *scan) byNeighbors(g segment, last bool) error {
	for i, bit := range g.bits {
		later := s.isLater(s.Lane, bit)
		for _, b := range s.blocks() {
			theirs := slices.Clone(b.total)
			for k, v := range b.total {
				if !s.equal[k] {
					theirs[k] = s.Shuffle(v, 1<<bit)
				}
			}
			for _, r := range s.runs {
				if r.block == b {
					if err := s.precede(r, theirs, later); err != nil {
						return err
					}
				}
			}
			if last && i == len(g.bits)-1 {
				continue
			}
			left, right := s.ChooseAll(later, theirs, b.total), s.ChooseAll(later, b.total, theirs)
			var err error
			if b.total, err = s.combineWith(left, right); err != nil {
				return err
			}
		}
	}
	return nil
}

// isLater returns whether a lane or warp comes after the one whose number differs in the given bit.
func (s *scan) isLater(index *ir.Value, bit int) *ir.Value {
	predicate := "ne"
	if s.reverse {
		predicate = "eq"
	}
	return s.Compare(predicate, s.Binary(&llvm.And, index, s.I32(1<<bit)), s.I32(0))
}

// finish combines each element with everything before its run.
func (s *scan) finish(values [][]*ir.Value) error {
	for _, r := range s.runs {
		if r.none {
			continue
		}
		for _, register := range r.registers {
			combined, err := s.combineWith(r.before, values[register])
			if err != nil {
				return err
			}
			values[register] = s.ChooseAll(r.some, combined, values[register])
		}
	}
	at := emit.RowMajor(s.in)
	byPlace := make(map[uint64][]*ir.Value)
	for r, v := range values {
		if v != nil {
			byPlace[at(s.in.Apply(r))] = v
		}
	}
	for k, v := range s.op.Results() {
		out := make([]*ir.Value, len(values))
		for r := range out {
			out[r] = byPlace[at(s.in.Apply(r))][k]
		}
		s.Values.Set(v, out)
	}
	return nil
}
