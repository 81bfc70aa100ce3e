package layout

import (
	"errors"
	"slices"
	"testing"
)

func TestAccumulatorOfMMASyncIsThatOfThePTXManual(t *testing.T) {
	l := must(t)(MMA(MMASpec{Version: 2, WarpsPerCTA: []int{1, 1}, N: 8}, []int{16, 8}))
	for lane := range 32 {
		for r := range 4 {
			group, inGroup := lane/4, lane%4
			want := []int{group, inGroup*2 + r&1}
			if r >= 2 {
				want[0] += 8
			}
			if got := l.Apply(r, lane, 0); !slices.Equal(got, want) {
				t.Errorf("register %d of lane %d is at %v, want %v", r, lane, got, want)
			}
		}
	}
}

func TestAccumulatorOfWGMMAIsThatOfThePTXManual(t *testing.T) {
	const n = 64
	l := must(t)(MMA(MMASpec{Version: 3, WarpsPerCTA: []int{4, 1}, N: n}, []int{64, n}))
	for warp := range 4 {
		for lane := range 32 {
			for r := range n / 2 {
				want := []int{16*warp + lane/4 + 8*(r/2%2), r/4*8 + lane%4*2 + r&1}
				if got := l.Apply(r, lane, warp); !slices.Equal(got, want) {
					t.Fatalf("register %d of lane %d of warp %d is at %v, want %v", r, lane, warp, got, want)
				}
			}
		}
	}
}

func TestOperandsOfMMASyncAreThoseOfThePTXManual(t *testing.T) {
	parent := MMASpec{Version: 2, WarpsPerCTA: []int{1, 1}, N: 8}
	left := must(t)(DotOperand(DotOperandSpec{Parent: parent, Index: 0, KWidth: 2}, []int{16, 16}))
	right := must(t)(DotOperand(DotOperandSpec{Parent: parent, Index: 1, KWidth: 2}, []int{16, 8}))
	for lane := range 32 {
		group, inGroup := lane/4, lane%4
		for i := range 8 { // of four registers with two elements of 16 bits each
			row, k := group, inGroup*2+i&1
			if i/2%2 == 1 {
				row += 8
			}
			if i >= 4 {
				k += 8
			}
			if got := left.Apply(i, lane, 0); !slices.Equal(got, []int{row, k}) {
				t.Errorf("a%d of lane %d is at %v, want %d, %d", i, lane, got, row, k)
			}
		}
		for i := range 4 {
			k := inGroup*2 + i&1
			if i >= 2 {
				k += 8
			}
			if got := right.Apply(i, lane, 0); !slices.Equal(got, []int{k, group}) {
				t.Errorf("b%d of lane %d is at %v, want %d, %d", i, lane, got, k, group)
			}
		}
	}
}

// shapes returns all shapes of a rank with sizes from 1 to the limit.
func shapes(rank, limit int) [][]int {
	out := [][]int{nil}
	for range rank {
		var next [][]int
		for _, s := range out {
			for n := 1; n <= limit; n *= 2 {
				next = append(next, append(slices.Clone(s), n))
			}
		}
		out = next
	}
	return out
}

func TestFragmentsHoldEveryElementOfEveryShape(t *testing.T) {
	for _, rank := range []int{2, 3} {
		limit := 128
		if rank == 3 {
			limit = 32
		}
		for _, shape := range shapes(rank, limit) {
			for _, warps := range shapes(rank, 4) {
				spec := MMASpec{Version: 2, WarpsPerCTA: warps, N: 8}
				holdsAll(t, must(t)(MMA(spec, shape)), shape)
				for index := range 2 {
					l := must(t)(DotOperand(DotOperandSpec{Parent: spec, Index: index, KWidth: 2}, shape))
					holdsAll(t, l, shape)
					k := OutName(rank - 1 - index)
					for _, basis := range l.Bases(Warp) {
						if basis[rank-1-index] != 0 {
							t.Fatalf("operand %d: warps go along %s: %v", index, k, l)
						}
					}
				}
				if warps[rank-2] == 4 {
					for n := 8; n <= 256; n *= 2 {
						spec := MMASpec{Version: 3, WarpsPerCTA: warps, N: n}
						holdsAll(t, must(t)(MMA(spec, shape)), shape)
						holdsAll(t, must(t)(DotOperand(DotOperandSpec{Parent: spec, KWidth: 2}, shape)), shape)
					}
				}
			}
		}
	}
}

func holdsAll(t *testing.T, l Layout, shape []int) {
	t.Helper()
	if !l.IsSurjective() {
		t.Fatalf("%v does not hold all elements of %v", l, shape)
	}
	for i, n := range shape {
		if l.OutSize(OutName(i)) != n {
			t.Fatalf("%v is not a layout of %v", l, shape)
		}
	}
}

func TestFragmentsThatDoNotExistAreRefused(t *testing.T) {
	for name, spec := range map[string]MMASpec{
		"version":           {Version: 5, WarpsPerCTA: []int{1, 1}, N: 8},
		"columns":           {Version: 2, WarpsPerCTA: []int{1, 1}, N: 16},
		"wide":              {Version: 3, WarpsPerCTA: []int{4, 1}, N: 512},
		"part of a group":   {Version: 3, WarpsPerCTA: []int{2, 2}, N: 8},
		"rank":              {Version: 2, WarpsPerCTA: []int{1}, N: 8},
		"no power of two":   {Version: 2, WarpsPerCTA: []int{3, 1}, N: 8},
		"no warps":          {Version: 2, WarpsPerCTA: []int{0, 1}, N: 8},
		"columns, no power": {Version: 3, WarpsPerCTA: []int{4, 1}, N: 24},
	} {
		if _, err := MMA(spec, []int{16, 16}); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	right := DotOperandSpec{Parent: MMASpec{Version: 3, WarpsPerCTA: []int{4, 1}, N: 8}, Index: 1, KWidth: 2}
	if _, err := DotOperand(right, []int{16, 16}); !errors.Is(err, ErrInvalid) {
		t.Errorf("the right factor of wgmma in registers: error %v", err)
	}
}
