package sorting

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
	"github.com/girih-ir/girih/lowering/threads/internal/movement"
)

// selection finds the first elements of each line, if nothing else of the sort is used. A line is the elements along
// the axis, and a word is an encoded key (see keyCoding). It sorts runs whose length is the number of words that are
// needed. While there is more than one run, it combines pairs of runs: it compares each word of one run with the mirror
// image in the other, and keeps the lesser one. The words that remain are the least of both runs. They form a bitonic
// sequence, so a merge sorts them.
//
// Until the end, it does not matter which bits of the axis number the words of a run. Bits that move along registers
// come first, so that most comparisons are within threads, and bits that move along warps last. All runs ascend. They
// are compared with mirror images rather than with descending runs. That costs nothing, since it only renames
// registers.
type selection struct {
	*sorting
	taken int            // number of words that are wanted of each line
	run   []emit.AxisBit // the bits that number the words of a run, lowest first
	rest  []emit.AxisBit // the bits that number the runs
	live  []int          // registers whose words have not been dropped
}

// newSelection returns the selection of the first taken words, a power of two.
func (s *sorting) newSelection(axis []emit.AxisBit, taken int) *selection {
	order := slices.Clone(axis)
	slices.SortStableFunc(order, func(a, b emit.AxisBit) int { return level(a.In) - level(b.In) })
	ranks := min(bits.Len(uint(taken-1)), len(order))
	return &selection{sorting: s, taken: taken, run: order[:ranks], rest: order[ranks:], live: s.distinct}
}

// level orders registers, lanes and warps by the cost of comparing words across them.
func level(in string) int {
	return slices.Index([]string{layout.Register, layout.Lane, layout.Warp}, in)
}

// comparisons returns how many comparisons of words the generated code has.
func (s *selection) comparisons() int {
	registers, ranks := len(s.distinct), len(s.run)
	n := registers * ranks * (ranks + 1) / 2
	for _, b := range s.rest {
		if b.In == layout.Register {
			registers /= 2
		}
		n += registers * (1 + ranks)
	}
	return n
}

// masks has bits of register, lane and warp numbers.
type masks struct{ register, lane, warp int }

func masksOf(axis ...emit.AxisBit) (m masks) {
	for _, a := range axis {
		switch a.In {
		case layout.Register:
			m.register |= 1 << a.Bit
		case layout.Lane:
			m.lane |= 1 << a.Bit
		default:
			m.warp |= 1 << a.Bit
		}
	}
	return m
}

// apply leaves the first words of each line in the registers of their places. The other registers hold copies of them.
func (s *selection) apply() error {
	for stage, top := range s.run {
		s.order(masksOf(s.run[:stage+1]...), top)
		s.merge(stage)
	}
	for _, b := range s.rest {
		s.lesser(b)
		s.merge(len(s.run))
	}
	return s.put()
}

// merge sorts bitonic runs of 2^n words.
func (s *selection) merge(n int) {
	for step := n - 1; step >= 0; step-- {
		s.order(masksOf(s.run[step]), s.run[step])
	}
}

// order sorts pairs of words whose places differ in the bits of m. The greater word goes to the place in which bit top,
// the highest of these bits, is set.
func (s *selection) order(m masks, top emit.AxisBit) {
	words := slices.Clone(s.words)
	theirs, greater := s.theirs(s.live, m.lane, m.warp), s.isSet(top)
	for _, r := range s.live {
		switch other := r ^ m.register; {
		case greater != nil:
			words[r] = s.either(s.words[r], theirs(other), greater)
		case r>>top.Bit&1 == 0:
			words[r], words[other] = s.ordered(s.words[r], s.words[other])
		}
	}
	s.words = words
}

// lesser compares each word of the runs in which bit b is clear with its mirror image in the runs in which b is set,
// and keeps the lesser word.
func (s *selection) lesser(b emit.AxisBit) {
	m := masksOf(append(slices.Clone(s.run), b)...)
	words := slices.Clone(s.words)
	if b.In != layout.Register { // both threads keep the same word then
		theirs := s.theirs(s.live, m.lane, m.warp)
		for _, r := range s.live {
			words[r], _ = s.ordered(s.words[r], theirs(r^m.register))
		}
		s.words = words
		return
	}
	without := func(r int) bool { return r>>b.Bit&1 == 0 }
	s.live = slices.DeleteFunc(slices.Clone(s.live), func(r int) bool { return !without(r) })
	for _, r := range s.live {
		words[r], _ = s.ordered(s.words[r], s.words[r^m.register])
	}
	s.words = words
}

// ordered returns the lesser and the greater of two words.
func (s *sorting) ordered(x, y []*ir.Value) (low, high []*ir.Value) {
	if !s.coding.pair {
		return []*ir.Value{s.Binary(&llvm.UMin, x[0], y[0])}, []*ir.Value{s.Binary(&llvm.UMax, x[0], y[0])}
	}
	swap := s.coding.less(y, x)
	return s.ChooseAll(swap, y, x), s.ChooseAll(swap, x, y)
}

// put moves the words from the places of their ranks to their places along the axis. Places behind them get copies.
func (s *selection) put() error {
	free := s.layout.FreeMask(layout.Register) | masksOf(s.rest...).register
	for r := range s.words {
		s.words[r] = s.words[r&^free]
	}
	ranked := make(map[emit.AxisBit]int)
	for i, b := range s.run {
		ranked[b] = 1 << i
	}
	from, err := s.along(func(b emit.AxisBit, _ int) int { return ranked[b] })
	if err != nil {
		return err
	}
	to, err := s.along(func(_ emit.AxisBit, place int) int { return place & (s.taken - 1) })
	if err != nil {
		return err
	}
	for k, t := range s.coding.types() {
		column := make([]*ir.Value, len(s.words))
		for r, w := range s.words {
			column[r] = w[k]
		}
		for r, w := range movement.Convert(s.Code, column, from, to, t) {
			s.words[r] = slices.Clone(s.words[r])
			s.words[r][k] = w
		}
	}
	return nil
}

// along returns a layout of the first words of each line. f says how a bit moves along the axis, given the bit and its
// position among the bits of the axis. Along other dimensions, bits move as in the layout of the operand. Bits that
// select copies do not move.
func (s *selection) along(f func(b emit.AxisBit, place int) int) (layout.Layout, error) {
	outs := slices.Clone(s.layout.Outs())
	outs[s.axis].Size = s.taken
	free := s.layout.FreeMasks()
	var ins []layout.In
	for _, name := range []string{layout.Register, layout.Lane, layout.Warp} {
		in := layout.In{Name: name}
		for i, basis := range s.layout.Bases(name) {
			basis = slices.Clone(basis)
			if free[name]>>i&1 != 0 {
				clear(basis)
			}
			basis[s.axis] = f(emit.AxisBit{In: name, Bit: i}, basis[s.axis])
			in.Bases = append(in.Bases, basis)
		}
		ins = append(ins, in)
	}
	return layout.New(ins, outs)
}
