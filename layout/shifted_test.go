package layout_test

import (
	"slices"
	"testing"

	"github.com/girih-ir/girih/layout"
)

// The register that Shifted returns holds the shifted element in every thread. Where Shifted returns -1, no register
// does.
func TestShiftedNamesTheRegisterOfTheSameThread(t *testing.T) {
	for _, spec := range []layout.BlockedSpec{
		{SizePerThread: []int{2, 4}, ThreadsPerWarp: []int{4, 8}, WarpsPerCTA: []int{2, 1}, Order: []int{1, 0}},
		{SizePerThread: []int{1, 1}, ThreadsPerWarp: []int{2, 16}, WarpsPerCTA: []int{1, 1}, Order: []int{1, 0}},
		{SizePerThread: []int{4, 1}, ThreadsPerWarp: []int{8, 4}, WarpsPerCTA: []int{1, 2}, Order: []int{0, 1}},
	} {
		l, err := layout.Blocked(spec, []int{16, 32})
		if err != nil {
			t.Fatal(err)
		}
		for down := -3; down <= 3; down++ {
			for right := -3; right <= 3; right++ {
				got := l.Shifted([]int{down, right})
				for r := range got {
					if want := sameThread(l, r, down, right); got[r] != want {
						t.Fatalf("%v: register %d at %d, %d: got %d, want %d", spec, r, down, right, got[r], want)
					}
				}
			}
		}
	}
}

// sameThread searches for the register that holds the shifted element in all threads.
func sameThread(l layout.Layout, r, down, right int) int {
	for other := range l.InSize(layout.Register) {
		holds := true
		for lane := range l.InSize(layout.Lane) {
			for warp := range l.InSize(layout.Warp) {
				at, to := l.Apply(r, lane, warp), l.Apply(other, lane, warp)
				holds = holds && to[0] == at[0]+down && to[1] == at[1]+right
			}
		}
		if holds {
			return other
		}
	}
	return -1
}

// Registers 1 and 0 hold neighbors in even lanes, but not in odd ones.
func TestNoRegisterIsShiftedWhereBitsMoveTogether(t *testing.T) {
	in := []layout.In{{Name: layout.Register, Bases: [][]int{{1}}}, {Name: layout.Lane, Bases: [][]int{{3}}}}
	l, err := layout.New(in, []layout.Dim{{Name: layout.OutName(0), Size: 4}})
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Shifted([]int{1}); !slices.Equal(got, []int{-1, -1}) {
		t.Errorf("got %v", got)
	}
}

func TestCoordinatesWithoutAShiftStay(t *testing.T) {
	l, err := layout.Identity(4, layout.Register, layout.OutName(0))
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Shifted(nil); !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Errorf("got %v", got)
	}
}
