package layout_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/layout"
)

// randomBlocked returns a blocked layout of a tensor over 32 lanes and 4 warps.
func randomBlocked(t *testing.T, r *rand.Rand, shape []int) layout.Layout {
	t.Helper()
	split := func(bits int) []int {
		a := r.IntN(bits + 1)
		return []int{1 << a, 1 << (bits - a)}
	}
	order := []int{0, 1}
	if r.IntN(2) == 0 {
		order = []int{1, 0}
	}
	l, err := layout.Blocked(layout.BlockedSpec{SizePerThread: []int{1 << r.IntN(3), 1 << r.IntN(3)},
		ThreadsPerWarp: split(5), WarpsPerCTA: split(2), Order: order}, shape)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// held lists the elements that a thread, a warp or the block holds.
func held(l layout.Layout, lanes, warps []int) map[[2]int]bool {
	out := make(map[[2]int]bool)
	for r := range l.InSize(layout.Register) {
		for _, lane := range lanes {
			for _, warp := range warps {
				out[[2]int(l.Apply(r, lane, warp))] = true
			}
		}
	}
	return out
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// needs reports whether some thread needs an element that the thread, or its warp, does not hold.
func needs(from, to layout.Layout, wholeWarp bool) bool {
	for warp := range 4 {
		for lane := range 32 {
			lanes := []int{lane}
			if wholeWarp {
				lanes = upTo(32)
			}
			have := held(from, lanes, []int{warp})
			for c := range held(to, []int{lane}, []int{warp}) {
				if !have[c] {
					return true
				}
			}
		}
	}
	return false
}

// Enumeration of all threads confirms the route, and the selection where threads have all elements.
func TestRoutesAreAsFarAsElementsTravel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	seen := make(map[layout.Route]int)
	for range longtest.Count(60, 600) {
		shape := []int{1 << r.IntN(5), 1 << r.IntN(5)}
		from := randomBlocked(t, r, shape)
		to := randomBlocked(t, r, shape)
		if r.IntN(3) == 0 {
			to = from.Deduplicated(r.IntN(3))
		}
		route := layout.RouteBetween(from, to)
		seen[route]++
		if (route > layout.WithinThread) != needs(from, to, false) || (route > layout.WithinWarp) != needs(from, to, true) {
			t.Fatalf("%v to %v: route %v", from, to, route)
		}
		s, ok := layout.Select(from, to)
		if ok != (route <= layout.WithinThread) {
			t.Fatalf("%v to %v: route %v, but a selection: %v", from, to, route, ok)
		}
		if ok {
			checkSelection(t, from, to, s, route)
		}
	}
	for route := layout.WithinRegisters; route <= layout.BetweenWarps; route++ {
		if seen[route] < 3 {
			t.Errorf("only %d routes were %v", seen[route], route)
		}
	}
}

func checkSelection(t *testing.T, from, to layout.Layout, s layout.Selection, route layout.Route) {
	t.Helper()
	fixed := true
	for warp := range 4 {
		for lane := range 32 {
			for reg, source := range s.Registers {
				for i, flip := range s.Lane {
					source ^= flip * (lane >> i & 1)
				}
				for i, flip := range s.Warp {
					source ^= flip * (warp >> i & 1)
				}
				fixed = fixed && source == s.Registers[reg]
				if !slices.Equal(from.Apply(source, lane, warp), to.Apply(reg, lane, warp)) {
					t.Fatalf("%v to %v: register %d of lane %d of warp %d is not in %d", from, to, reg, lane, warp, source)
				}
			}
		}
	}
	if fixed != (route == layout.WithinRegisters) {
		t.Fatalf("%v to %v: route %v, but the registers are the same in all threads: %v", from, to, route, fixed)
	}
}

func TestDeduplicatedLayoutsShareTheWorkOfCopies(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 300 {
		l := randomBlocked(t, r, []int{1 << r.IntN(6), 1 << r.IntN(6)})
		d := l.Deduplicated(r.IntN(3))
		if !d.IsSurjective() || needs(l, d, false) {
			t.Fatalf("%v becomes %v", l, d)
		}
		for _, in := range []string{layout.Lane, layout.Warp} {
			if d.InSize(in) != l.InSize(in) {
				t.Fatalf("%v becomes %v", l, d)
			}
		}
		if all := l.Deduplicated(0); all.InSize(layout.Register) > 1 && !all.IsInjective() {
			t.Fatalf("%v becomes %v: some threads have copies, others several elements", l, all)
		}
	}
}
