package reductions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// acrossWarps joins the blocks of all warps that differ in the bits of a segment. One lane of each warp writes its
// totals to shared memory, and all threads combine them.
func (s *scan) acrossWarps(g segment) error {
	blocks := s.blocks()
	warps := 1 << len(g.bits)
	shift := g.first + len(g.bits) // the number of bits of the axis that blocks now cover
	outs := s.in.Outs()
	outs[s.axis].Size >>= shift
	elements := uint64(1)
	for _, d := range outs {
		elements *= uint64(d.Size)
	}
	read := func(coords []int) (v uint64) {
		for i, x := range coords {
			if i == s.axis {
				x >>= shift
			}
			v = v*uint64(outs[i].Size) + uint64(x)
		}
		return v
	}
	write := func(coords []int) uint64 {
		return read(coords) + elements*uint64(coords[s.axis]>>g.first&(warps-1))
	}
	totals := s.exchange(blocks, write, read, elements, warps, g.first)
	for i, b := range blocks {
		if err := s.afterWarps(b, totals[i], g); err != nil {
			return err
		}
	}
	return nil
}

// exchange returns the totals of each block in all warps, in the order of the scan. Where elements are equal, each warp
// has what the others have.
func (s *scan) exchange(blocks []*block, write, read emit.Place, elements uint64, warps, first int) [][][]*ir.Value {
	out := make([][][]*ir.Value, len(blocks))
	if !slices.Contains(s.equal, false) {
		for i, b := range blocks {
			out[i] = slices.Repeat([][]*ir.Value{b.total}, warps)
		}
		return out
	}
	bases := s.acquire(int64(elements) * int64(warps))
	free := s.in.FreeMasks()
	to, from := s.Addresses(s.in, write), s.Addresses(s.in, read)
	inside := 0 // bits of lanes with the same total
	for i, basis := range s.in.Bases(layout.Lane) {
		if basis[s.axis] != 0 && basis[s.axis] < 1<<first {
			inside |= 1 << i
		}
	}
	s.When(s.Owner(free[layout.Lane]|inside, free[layout.Warp]), nil, func() []*ir.Value {
		for _, b := range blocks {
			at := to(write(s.in.Apply(b.register)))
			for k, v := range b.total {
				if bases[k] != nil {
					s.StoreShared(bases[k], at, v)
				}
			}
		}
		return nil
	})
	s.Barrier()
	for i, b := range blocks {
		at := read(s.in.Apply(b.register))
		for w := range warps {
			if s.reverse {
				w = warps - 1 - w
			}
			place := from(at + uint64(w)*elements)
			total := slices.Clone(b.total)
			for k, t := range s.types {
				if bases[k] != nil {
					total[k] = s.LoadShared(bases[k], place, t)
				}
			}
			out[i] = append(out[i], total)
		}
	}
	return out
}

// afterWarps joins the totals that a block has in all warps.
func (s *scan) afterWarps(b *block, totals [][]*ir.Value, g segment) error {
	left, sum := totals[0], totals[0] // the total before this warp, and the total up to the current one
	index := s.warpIndex(g)
	for w := 1; w < len(totals); w++ {
		if w > 1 {
			left = s.ChooseAll(s.Compare("uge", index, s.I32(int64(w))), sum, left)
		}
		var err error
		if sum, err = s.combineWith(sum, totals[w]); err != nil {
			return err
		}
	}
	for _, r := range s.runs {
		if r.block == b {
			if err := s.precede(r, left, s.Compare("ne", index, s.I32(0))); err != nil {
				return err
			}
		}
	}
	b.total = sum
	return nil
}

// warpIndex returns the index of the thread's warp in the order of the scan, among the warps that differ in the bits of
// a segment.
func (s *scan) warpIndex(g segment) *ir.Value {
	var index *ir.Value
	for i, bit := range g.bits {
		part, _ := s.MoveBits(s.Warp, bit, 1, 1<<i)
		if index == nil {
			index = part
		} else {
			index = s.Disjoint(index, part)
		}
	}
	if s.reverse {
		return s.Binary(&llvm.XOr, index, s.I32(int64(1<<len(g.bits)-1)))
	}
	return index
}
