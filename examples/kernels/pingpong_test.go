package main

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/girih-ir/girih/internal/longtest"
)

// A block of one warp group that has a multiprocessor for itself gets another warp group, and the two compute tiles in
// turns. They skip slots of each other's tiles, of which there are four: each number of steps around that, and each
// number of tiles for the groups, must give the bits of two warp groups that share a tile, in any order of events.
func TestWarpGroupsInTurnsHaveTheSameBits(t *testing.T) {
	for steps := range 10 {
		for tiles := range 5 {
			if !longtest.Includes(steps*5+tiles, 10) {
				continue
			}
			m, n := 64, 256
			if (steps+tiles)%2 == 1 { // a tile is two tensors
				m, n = 128, 192
			}
			set := fmt.Sprintf("m=%d,n=%d,k=%d,programs=1", m, n*tiles+8, 64*steps)
			t.Run(set, func(t *testing.T) {
				t.Parallel()
				seeds := []uint64{0, 1, 2, 3}[:longtest.Count(2, 4)]
				want := inOrders(t, persistentExample, set+",tilem=128,tilen=128,warps=8", seeds[:1])[0]
				turns := fmt.Sprintf("%s,tilem=%d,tilen=%d,warps=4", set, m, n)
				for i, got := range inOrders(t, persistentExample, turns, seeds) {
					for j := range want {
						if !bytes.Equal(got[j], want[j]) {
							t.Errorf("seed %d: output %d has other bits", seeds[i], j)
						}
					}
				}
			})
		}
	}
}

// Tiles of f32 are too large for shared memory as a whole: warp groups in turns store 64 columns at a time.
func TestWarpGroupsInTurnsStoreLargeTilesInParts(t *testing.T) {
	for i, set := range []string{"m=129,n=392,k=160", "m=300,n=392,k=288", "m=129,n=1160,k=64"} {
		if !longtest.Includes(i, 3) {
			continue
		}
		want := inOrders(t, tf32Example, set+",tilen=256", []uint64{0})[0]
		for seed, got := range inOrders(t, tf32Example, set+",tilen=192", []uint64{0, 1, 2}[:longtest.Count(1, 3)]) {
			for j := range want {
				if !bytes.Equal(got[j], want[j]) {
					t.Errorf("%s, seed %d: output %d has other bits", set, seed, j)
				}
			}
		}
	}
}

// Two warp groups have 256 threads, and copies a warp, or a warp group that gives up registers.
func TestAKernelHasTwoWarpGroupsInTurns(t *testing.T) {
	for tile, threads := range map[string]int64{
		"tilem=64,tilen=256,warps=4": 288, "tilem=128,tilen=128,warps=4": 288, "tilem=128,tilen=192,warps=4": 384,
		"tilem=64,tilen=64,warps=4": 160, // several blocks have room
	} {
		_, program := compiled(t, persistentExample, "tilek=64,"+tile)
		m, err := program.Manifest()
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Kernels[0].Block[0]; got != threads {
			t.Errorf("%s: %d threads, want %d", tile, got, threads)
		}
	}
}
