package layout_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/girih-ir/girih/layout"
)

// index XORs a number with images[i] for each set bit i of another number.
func index(start int, images []int, bits int) int {
	for i, v := range images {
		if bits>>i&1 != 0 {
			start ^= v
		}
	}
	return start
}

// withinWarp returns a random layout in which each warp has the same elements as in l.
func withinWarp(t *testing.T, r *rand.Rand, l layout.Layout) layout.Layout {
	t.Helper()
	regs, lanes := l.Bases(layout.Register), l.Bases(layout.Lane)
	all := slices.Concat(regs, lanes)
	add := func(x, y []int) []int {
		out := slices.Clone(x)
		for i := range out {
			out[i] ^= y[i]
		}
		return out
	}
	for range r.IntN(4) { // a random basis, sometimes not of unit vectors
		if i, j := r.IntN(len(all)), r.IntN(len(all)); i != j {
			all[i] = add(all[i], all[j])
		}
	}
	for range r.IntN(6) { // exchanges, mostly of few bits
		i, j := r.IntN(len(all)), r.IntN(len(all))
		all[i], all[j] = all[j], all[i]
	}
	if r.IntN(4) == 0 { // copies
		all[r.IntN(len(all))] = make([]int, len(l.Outs()))
	}
	warps := l.Bases(layout.Warp)
	for i := range warps {
		if r.IntN(4) == 0 {
			warps[i] = add(warps[i], all[r.IntN(len(all))])
		}
	}
	out, err := layout.New([]layout.In{{Name: layout.Register, Bases: all[:len(regs)]},
		{Name: layout.Lane, Bases: all[len(regs):]},
		{Name: layout.Warp, Bases: warps}}, l.Outs())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// After all rounds of a shuffle, every lane has its elements.
func TestShufflesBringElementsToTheirLanes(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	planned, tried := 0, 0
	for range 2000 {
		from := randomBlocked(t, r, []int{1 << r.IntN(6), 1 << (2 + r.IntN(4))})
		to := withinWarp(t, r, from)
		if layout.RouteBetween(from, to) != layout.WithinWarp {
			continue
		}
		tried++
		s, ok := layout.NewShuffle(from, to)
		if !ok {
			continue
		}
		planned++
		for warp := range 4 {
			took := make([][]int, 32) // the elements that each lane has received, by round
			for n := range s.Rounds {
				for lane := range 32 {
					source := index(index(s.Source[n], s.SourceLane, lane), s.SourceWarp, warp)
					if s.Alone(n) && source != lane {
						t.Fatalf("lane %d takes from %d in round %d of %+v", lane, source, n, s)
					}
					offered := index(index(s.Offered[n], s.OfferedLane, source), s.OfferedWarp, warp)
					element := from.Apply(offered, source, warp)
					took[lane] = append(took[lane], element[0]<<16|element[1])
				}
			}
			for lane := range 32 {
				for reg, n := range s.Picked {
					want := to.Apply(reg, lane, warp)
					if got := took[lane][index(n, s.PickedLane, lane)]; got != want[0]<<16|want[1] {
						t.Fatalf("%v to %v: register %d of lane %d of warp %d is (%d,%d), want %v\n%+v", from, to, reg, lane, warp,
							got>>16,
							got&0xffff, want, s)
					}
				}
			}
		}
	}
	if planned < 300 || planned*10 < tried*8 {
		t.Errorf("%d of %d exchanges have a plan", planned, tried)
	}
}

// wavefronts returns the number of passes for a warp to access all its elements at their places, in vectors, and that
// number without conflicts.
func wavefronts(l layout.Layout, p layout.Places, most, bytes int) (got, least int) {
	width := 1
	bases := l.Bases(layout.Register)
	var vector []int // the register bits that are adjacent in shared memory
	for 2*width <= most {
		i := slices.IndexFunc(bases, func(b []int) bool { return p.At(b) == uint64(width) })
		if i < 0 {
			panic("the plan has wider vectors than the layout")
		}
		vector = append(vector, i)
		width *= 2
	}
	free := l.FreeMask(layout.Register)
	for reg := range l.InSize(layout.Register) {
		if reg&free != 0 || slices.ContainsFunc(vector, func(i int) bool { return reg>>i&1 != 0 }) {
			continue
		}
		addresses := make([]int, 32)
		distinct := make(map[int]bool)
		for lane := range addresses {
			addresses[lane] = bytes * int(p.At(l.Apply(reg, lane)))
			distinct[addresses[lane]] = true
		}
		got += layout.Wavefronts(addresses, bytes*width)
		least += (len(distinct)*bytes*width + 127) / 128
	}
	return got, least
}

// Conversions between blocked layouts without copies write and read without conflicts, in the widest vectors that both
// sides have.
func TestExchangesAreFreeOfConflicts(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 400 {
		shape := []int{1 << (3 + r.IntN(5)), 1 << (3 + r.IntN(5))}
		from, to := randomBlocked(t, r, shape), randomBlocked(t, r, shape)
		if !from.IsInjective() || !to.IsInjective() {
			continue
		}
		for _, bytes := range []int{1, 2, 4, 8} {
			p := layout.ExchangePlaces(from, to, bytes)
			seen := make(map[uint64]bool)
			for i := range shape[0] {
				for j := range shape[1] {
					seen[p.At([]int{i, j})] = true
				}
			}
			if len(seen) != shape[0]*shape[1] {
				t.Fatalf("%v to %v: %d places for %v elements", from, to, len(seen), shape)
			}
			for side, l := range []layout.Layout{from, to} {
				if got, least := wavefronts(l, p, []int{p.Written, p.Read}[side], bytes); got > least {
					t.Errorf("%v to %v with %d bytes, side %d: %d passes, %d would do", from, to, bytes, side, got, least)
				}
			}
		}
	}
}

// The translation leads from any element to the register and lane of the element whose coordinates differ in the given
// bits.
func TestTranslationsLeadFromEachElementToAnother(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	found := 0
	for range 200 {
		shape := []int{1 << r.IntN(5), 1 << r.IntN(6)}
		l := randomBlocked(t, r, shape)
		by := []int{r.IntN(shape[0]), r.IntN(shape[1])}
		reg, lane, ok := layout.Translation(l, by)
		if !ok {
			continue
		}
		found++
		for range 10 {
			at := []int{r.IntN(l.InSize(layout.Register)), r.IntN(32), r.IntN(4)}
			from, to := l.Apply(at...), l.Apply(at[0]^reg, at[1]^lane, at[2])
			if from[0]^by[0] != to[0] || from[1]^by[1] != to[1] {
				t.Fatalf("%v by %v: from %v to %v", l, by, from, to)
			}
		}
	}
	if found < 50 {
		t.Errorf("%d translations stay in a warp", found)
	}
}

// A half has the elements of the whole layout whose register has the bit, without that coordinate bit.
func TestHalvesAreLayoutsOfHalfATensor(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	found := 0
	for range 300 {
		shape := []int{1 << r.IntN(7), 1 << r.IntN(7)}
		from, to := randomBlocked(t, r, shape), randomBlocked(t, r, shape)
		h, ok := layout.Halved(from, to)
		if !ok {
			continue
		}
		found++
		bit := from.Bases(layout.Register)[h.Register[0]]
		for side, pair := range [][2]layout.Layout{{from, h.From}, {to, h.To}} {
			whole, half := pair[0], pair[1]
			if !half.IsSurjective() {
				t.Fatalf("%v is half of %v", half, whole)
			}
			for range 20 {
				n, lane, warp := r.IntN(half.InSize(layout.Register)), r.IntN(32), r.IntN(4)
				low := n & (1<<h.Register[side] - 1)
				want := whole.Apply((n-low)<<1|low, lane, warp)
				for d := range want {
					if bit[d] != 0 {
						if want[d]&bit[d] != 0 {
							t.Fatalf("%v: %v moves without its register", whole, bit)
						}
						want[d] = want[d]&(bit[d]-1) | want[d]>>1&^(bit[d]-1)
					}
				}
				if got := half.Apply(n, lane, warp); !slices.Equal(got, want) {
					t.Fatalf("%v is half of %v by %v: register %d is %v, want %v", half, whole, bit, n, got, want)
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("%d pairs have halves", found)
	}
}
