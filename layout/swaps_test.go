package layout_test

import (
	"math/rand/v2"
	"testing"

	"github.com/girih-ir/girih/layout"
)

// Rows of 128 bytes in swizzled panels, of which a warp group's threads have what products leave: two neighbors in a
// row, and rows that four lanes share. Two rows of a phase have the same banks unless lanes swap registers.
func TestSwapsAvoidBankConflicts(t *testing.T) {
	shape := []int{64, 64}
	l, err := layout.MMA(layout.MMASpec{Version: 3, WarpsPerCTA: []int{4, 1}, N: 64}, shape)
	if err != nil {
		t.Fatal(err)
	}
	place := panels(t, shape, 32)
	if got := passes(l, place, 4, 2); got != 4 {
		t.Errorf("%d passes for a store without swaps, want 4", got)
	}
	swaps := layout.Swaps(l, place, 4, 1)
	if len(swaps) != 1 {
		t.Fatalf("swaps are %v, want one", swaps)
	}
	if got := passes(l.Swapped(swaps), place, 4, 2); got != 2 {
		t.Errorf("%d passes for a store with %v, want 2", got, swaps)
	}
}

// Threads have the same elements, in another order, and no more bank conflicts than before.
func TestSwapsKeepTheElementsOfThreads(t *testing.T) {
	r, found := rand.New(rand.NewPCG(30, 11)), 0
	for range 300 {
		shape := []int{1 << (3 + r.IntN(4)), 1 << (3 + r.IntN(4))}
		l, place := randomBlocked(t, r, shape), panels(t, shape, 32)
		swaps := layout.Swaps(l, place, 4, 0)
		swapped := l.Swapped(swaps)
		for lane := range 32 {
			had, has := map[[2]int]int{}, map[[2]int]int{}
			for reg := range l.InSize(layout.Register) {
				had[[2]int(l.Apply(reg, lane, 0))]++
				has[[2]int(swapped.Apply(reg, lane, 0))]++
			}
			for at, n := range had {
				if has[at] != n {
					t.Fatalf("%v, swaps %v: lane %d has %d copies of %v, not %d", l, swaps, lane, has[at], at, n)
				}
			}
		}
		if before, after := passes(l, place, 4, 1), passes(swapped, place, 4, 1); after > before {
			t.Fatalf("%v, swaps %v: %d passes, %d before", l, swaps, after, before)
		} else if after < before {
			found++
		}
	}
	if found < 30 {
		t.Errorf("swaps helped in %d cases", found)
	}
}

// panels returns the places of a tile's elements in swizzled panels.
func panels(t *testing.T, shape []int, bits int) func(coords []int) uint64 {
	shared, err := layout.NVMMAShared(layout.NVMMAFor(shape, bits, false), shape)
	if err != nil {
		t.Fatal(err)
	}
	offsets, err := shared.Invert()
	if err != nil {
		t.Fatal(err)
	}
	return func(coords []int) uint64 { return uint64(offsets.Apply(coords...)[0]) }
}

// passes returns the passes of a store of register 0 of each lane, and of the next ones if it stores several.
func passes(l layout.Layout, place func(coords []int) uint64, bytes, width int) int {
	var addresses []int
	for lane := range 32 {
		addresses = append(addresses, int(place(l.Apply(0, lane, 0)))*bytes&^(bytes*width-1))
	}
	return layout.Wavefronts(addresses, bytes*width)
}
