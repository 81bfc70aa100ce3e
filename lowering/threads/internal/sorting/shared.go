package sorting

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// inShared sorts words in shared memory. Three nested loops go through the stages of the network, their steps, and the
// pairs of words that a thread compares.
func (s *sorting) inShared() {
	types := s.coding.types()
	bases := s.AcquireEach(emit.ElementCount(s.layout), types)
	line := s.lineByLine()
	_, lanes, warps := s.Copies(s.layout)
	at := s.Positions(s.layout, line)
	s.When(s.Owner(lanes, warps), nil, func() []*ir.Value {
		for _, r := range s.distinct {
			for k, w := range s.words[r] {
				s.StoreShared(bases[k], at[r], w)
			}
		}
		return nil
	})
	s.Barrier()
	size := s.I32(int64(s.size))
	double := func(v *ir.Value) *ir.Value { return s.Binary(&llvm.Shl, v, s.I32(1)) }
	half := func(v *ir.Value) *ir.Value { return s.Binary(&llvm.LShr, v, s.I32(1)) }
	s.Repeat(s.I32(2), func(run *ir.Value) *ir.Value { return s.Compare("ule", run, size) }, double, func(run *ir.Value) {
		s.Repeat(half(run), func(step *ir.Value) *ir.Value {
			return s.Compare("ne", step, s.I32(0))
		}, half, func(step *ir.Value) {
			s.compareAll(bases, types, run, step)
			s.Barrier()
		})
	})
	for _, r := range s.distinct {
		for k, t := range types {
			s.words[r][k] = s.LoadShared(bases[k], at[r], t)
		}
	}
}

// lineByLine returns a place function for which the elements along the axis are adjacent.
func (s *sorting) lineByLine() emit.Place {
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

// compareAll compares all pairs of words at distance step, as a step of making sorted runs of length run.
func (s *sorting) compareAll(bases []*ir.Value, types []ir.Type, run, step *ir.Value) {
	below := s.Binary(&llvm.Sub, step, s.I32(1))
	descends := s.Binary(&llvm.And, run, s.I32(int64(s.size-1))) // a bit of the place; 0 for runs as long as lines
	s.ShareOut(emit.ElementCount(s.layout)/2, func(p *ir.Value) {
		low := s.Binary(&llvm.And, p, below)
		first := s.Binary(&llvm.Add, s.Binary(&llvm.Add, p, p), s.Binary(&llvm.Sub, s.I32(0), low)) // p with a bit in between
		second := s.Binary(&llvm.Add, first, step)
		var x, y []*ir.Value
		for k, t := range types {
			x = append(x, s.LoadShared(bases[k], first, t))
			y = append(y, s.LoadShared(bases[k], second, t))
		}
		down := s.Compare("ne", s.Binary(&llvm.And, first, descends), s.I32(0))
		swap := s.Binary(&llvm.XOr, s.coding.less(y, x), down)
		s.When(swap, nil, func() []*ir.Value {
			for k := range types {
				s.StoreShared(bases[k], first, y[k])
				s.StoreShared(bases[k], second, x[k])
			}
			return nil
		})
	})
}
