package layout_test

import (
	"testing"

	"github.com/girih-ir/girih/layout"
)

// Two warp groups multiply a tile of 128 rows, which threads store along its rows.
func groupLayouts(t *testing.T) (product, stored layout.Layout) {
	t.Helper()
	product, err := layout.MMA(layout.MMASpec{Version: 3, WarpsPerCTA: []int{8, 1}, N: 64}, []int{128, 64})
	if err != nil {
		t.Fatal(err)
	}
	stored, err = layout.Blocked(layout.BlockedSpec{SizePerThread: []int{2, 1}, ThreadsPerWarp: []int{32, 1},
		WarpsPerCTA: []int{2, 4}, Order: []int{0, 1}}, []int{128, 64})
	if err != nil {
		t.Fatal(err)
	}
	return product, stored
}

func TestRegroupedLayoutsExchangeWithinGroups(t *testing.T) {
	product, stored := groupLayouts(t)
	if layout.WithinGroups(product, stored) {
		t.Error("the rows of a warp group are stored by both groups, but WithinGroups returned true")
	}
	regrouped, ok := stored.Regrouped(product, 1)
	if !ok || !layout.WithinGroups(product, regrouped) {
		t.Fatalf("Regrouped returned %v, %v, in which groups have other elements", regrouped, ok)
	}
	for warp := range 8 {
		for lane := range 32 {
			for r := range 64 / 4 {
				if row := regrouped.Apply(r, lane, warp)[0]; row/64 != warp/4 {
					t.Fatalf("register %d of lane %d of warp %d has row %d", r, lane, warp, row)
				}
			}
		}
		for r := range 2 { // lanes, and the registers of a vector, stay
			for lane := range 32 {
				if at := regrouped.Apply(r, lane, warp)[0] % 64; at != 2*lane+r {
					t.Fatalf("register %d of lane %d of warp %d has row %d of 64", r, lane, warp, at)
				}
			}
		}
	}
	if _, ok := regrouped.Regrouped(product, 1); ok {
		t.Error("a layout that is like the product already was regrouped")
	}
}

// A row of 128 columns is what four warps store. If a warp group stores its 64 rows, a thread has two elements of each:
// they follow each other, as they share the address of the row.
func TestPartsOfRowsThatRegroupedWarpsStoreFollowEachOther(t *testing.T) {
	product, err := layout.MMA(layout.MMASpec{Version: 3, WarpsPerCTA: []int{8, 1}, N: 256}, []int{128, 256})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := layout.Blocked(layout.BlockedSpec{SizePerThread: []int{1, 1}, ThreadsPerWarp: []int{1, 32},
		WarpsPerCTA: []int{1, 8}, Order: []int{1, 0}}, []int{128, 256})
	if err != nil {
		t.Fatal(err)
	}
	regrouped, ok := stored.Regrouped(product, 0)
	if !ok {
		t.Fatal("the layout was not changed")
	}
	for r := 0; r < 128; r += 2 {
		a, b := regrouped.Apply(r, 0, 0), regrouped.Apply(r+1, 0, 0)
		if a[0] != b[0] || a[1]+128 != b[1] {
			t.Fatalf("registers %d and %d have elements %v and %v", r, r+1, a, b)
		}
	}
}

// Bits of vectors and lanes do not change places.
func TestLayoutsThatKeepVectorsAreNotRegrouped(t *testing.T) {
	product, stored := groupLayouts(t)
	if _, ok := stored.Regrouped(product, 10); !ok {
		t.Error("a bit of the warps was not exchanged, although all registers stay")
	}
	rows, err := layout.Blocked(layout.BlockedSpec{SizePerThread: []int{4, 1}, ThreadsPerWarp: []int{32, 1},
		WarpsPerCTA: []int{1, 8}, Order: []int{0, 1}}, []int{128, 64})
	if err != nil {
		t.Fatal(err)
	}
	if l, ok := rows.Regrouped(product, 2); ok {
		t.Errorf("lanes changed places: %v", l)
	}
}

// Elements that several warp groups have would be written by one and read by the other.
func TestCopiesAreNotWithinGroups(t *testing.T) {
	small, err := layout.Blocked(layout.BlockedSpec{SizePerThread: []int{1}, ThreadsPerWarp: []int{32},
		WarpsPerCTA: []int{8}, Order: []int{0}}, []int{128})
	if err != nil {
		t.Fatal(err)
	}
	if layout.WithinGroups(small, small) {
		t.Error("the second group has copies of the elements of the first")
	}
}
