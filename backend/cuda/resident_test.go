package cuda

import (
	"errors"
	"slices"
	"testing"
	"unsafe"

	"github.com/girih-ir/girih/backend/manifest"
)

// A persistent kernel is launched with as many blocks as the device has room for, and gets the size of the grid of
// programs.
func TestLaunchesOfResidentBlocksPassTheGrid(t *testing.T) {
	c, gpu := newFakeContext(t) // of a device with 132 multiprocessors
	m := &manifest.Kernel{Entry: "k", Block: []int64{32},
		Grid:      manifest.Grid{Unit: "block", Axes: []int{0, 2}, Resident: 2},
		Arguments: []manifest.Argument{{Kind: manifest.Integer, Type: "i64", Bytes: 8}}}
	var seen []uint64
	run := func(params []unsafe.Pointer) {
		seen = []uint64{*(*uint64)(params[0]), uint64(*(*uint32)(params[1])), uint64(*(*uint32)(params[2]))}
	}
	f := gpu.load(t, c, &fakeKernel{name: "k", sizes: []uintptr{8, 4, 4}, dynamic: 48 << 10, run: run})
	k, err := f.module.Kernel(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct {
		grid   Dim3
		blocks uint32
	}{{Dim3{X: 5, Z: 3}, 15}, {Dim3{X: 264}, 264}, {Dim3{X: 100, Z: 100}, 264}} {
		if err := k.Launch(one.grid, nil, Value(int64(7))); err != nil {
			t.Fatal(err)
		}
		if want := []uint64{7, uint64(one.grid.X), uint64(max(1, one.grid.Z))}; !slices.Equal(seen, want) {
			t.Errorf("%v: the kernel saw %v, want %v", one.grid, seen, want)
		}
		if got := gpu.launches[len(gpu.launches)-1].grid; got != (Dim3{one.blocks, 1, 1}) {
			t.Errorf("%v: %v blocks, want %d", one.grid, got, one.blocks)
		}
	}
	for _, grid := range []Dim3{{X: 1, Y: 2}, {X: 1 << 30, Z: 4}} {
		if err := k.Launch(grid, nil, Value(int64(7))); !errors.Is(err, ErrGrid) {
			t.Errorf("%v: error %v", grid, err)
		}
	}
}
