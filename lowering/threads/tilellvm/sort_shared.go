package tilellvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// inShared sorts words in shared memory, lines along the axis one after the other. Three nested loops go through the stages
// of the network, their steps, and the pairs that a thread compares.
func (s *sorting) inShared() {
	types := s.coding.types()
	bases := s.scratch.several(s.converter, elementCount(s.layout), types)
	line := s.lineByLine()
	_, lanes, warps := s.free(s.layout)
	at := s.positions(s.layout, line)
	s.when(s.owner(lanes, warps), nil, func() []*ir.Value {
		for _, r := range s.distinct {
			for k, w := range s.words[r] {
				s.scratch.store(s.converter, bases[k], at[r], w)
			}
		}
		return nil
	})
	s.barrier()
	size := s.i32(int64(s.size))
	double := func(v *ir.Value) *ir.Value { return s.binary(&llvm.Shl, v, s.i32(1)) }
	half := func(v *ir.Value) *ir.Value { return s.binary(&llvm.LShr, v, s.i32(1)) }
	s.repeat(s.i32(2), func(run *ir.Value) *ir.Value { return s.compare("ule", run, size) }, double, func(run *ir.Value) {
		s.repeat(half(run), func(step *ir.Value) *ir.Value { return s.compare("ne", step, s.i32(0)) }, half, func(step *ir.Value) {
			s.compareAll(bases, types, run, step)
			s.barrier()
		})
	})
	for _, r := range s.distinct {
		for k, t := range types {
			s.words[r][k] = s.scratch.load(s.converter, bases[k], at[r], t)
		}
	}
}

// lineByLine is the place of elements with those along the axis one after the other.
func (s *sorting) lineByLine() place {
	outs := s.layout.Outs()
	return func(coords []int) (v uint64) {
		for i, x := range coords {
			if i != s.axis {
				v = v*uint64(outs[i].Size) + uint64(x)
			}
		}
		return v*uint64(s.size) + uint64(coords[s.axis])
	}
}

// repeat builds a loop over a number, from start on while more holds.
func (c *converter) repeat(start *ir.Value, more func(v *ir.Value) *ir.Value, next func(v *ir.Value) *ir.Value,
	body func(v *ir.Value)) {
	c.counted(c.newBlock(), c.newBlock(), c.newBlock(), start, more, next, body)
}

// shareOut builds a loop over the numbers below n, which the threads of the block share. Some may have one less than others.
func (c *converter) shareOut(n int64, body func(v *ir.Value)) {
	threads := int64(c.warps * tilegpu.WarpSize)
	head, inside, after := c.newBlock(), c.newBlock(), c.newBlock()
	c.divergent(head, inside)
	c.counted(head, inside, after, c.thread, func(v *ir.Value) *ir.Value { return c.compare("ult", v, c.i32(n)) },
		func(v *ir.Value) *ir.Value { return c.binary(&llvm.Add, v, c.i32(threads)) }, body)
}

// counted builds a loop out of three blocks: its test, its body, and what follows.
func (c *converter) counted(head, inside, after *ir.Block, start *ir.Value, more, next func(v *ir.Value) *ir.Value,
	body func(v *ir.Value)) {
	v := head.AddArg(c.ctx, start.Type(), c.b.Loc())
	llvm.NewBr(c.b, head, start)
	c.b.AtEnd(head)
	llvm.NewCondBr(c.b, more(v), inside, nil, after, nil)
	c.b.AtEnd(inside)
	body(v)
	llvm.NewBr(c.b, head, next(v))
	c.b.AtEnd(after)
}

// compareAll compares all pairs of words that are step apart, to make sorted runs of a size.
func (s *sorting) compareAll(bases []*ir.Value, types []ir.Type, run, step *ir.Value) {
	below := s.binary(&llvm.Sub, step, s.i32(1))
	descends := s.binary(&llvm.And, run, s.i32(int64(s.size-1))) // a bit of places; none for runs as long as lines
	s.shareOut(elementCount(s.layout)/2, func(p *ir.Value) {
		low := s.binary(&llvm.And, p, below)
		first := s.binary(&llvm.Add, s.binary(&llvm.Add, p, p), s.binary(&llvm.Sub, s.i32(0), low)) // p with a bit in between
		second := s.binary(&llvm.Add, first, step)
		var x, y []*ir.Value
		for k, t := range types {
			x = append(x, s.scratch.load(s.converter, bases[k], first, t))
			y = append(y, s.scratch.load(s.converter, bases[k], second, t))
		}
		down := s.compare("ne", s.binary(&llvm.And, first, descends), s.i32(0))
		swap := s.binary(&llvm.XOr, s.coding.less(y, x), down)
		s.when(swap, nil, func() []*ir.Value {
			for k := range types {
				s.scratch.store(s.converter, bases[k], first, y[k])
				s.scratch.store(s.converter, bases[k], second, x[k])
			}
			return nil
		})
	})
}
