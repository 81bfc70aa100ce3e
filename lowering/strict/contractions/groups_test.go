package contractions_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
)

// In loops over tiles, each warp group stores its rows of a tile by itself. They are a box of the output, too,
// whichever letters the rows of a tile have. A box that is cut off at the end of the output stores no other elements.
func TestWarpGroupsStoreBoxesByThemselves(t *testing.T) {
	for i, c := range []struct {
		n, h, w, warps int64
		boxes, stored  string
	}{
		{3, 8, 16, 8, "n 1, h 8, w 16, k 64", "1, 4, 16"},
		{9, 4, 4, 8, "n 8, h 4, w 4, k 64", "4, 4, 4"},
		{3, 2, 30, 8, "n 2, h 2, w 32, k 64", "1, 2, 32"},
		{1, 3, 58, 8, "n 1, h 2, w 64, k 64", "1, 1, 64"},
		{3, 4, 30, 16, "n 2, h 4, w 32, k 64", "1, 2, 32"},
	} {
		if !longtest.Includes(i, 2) {
			continue
		}
		p := einsums.Case{Equation: "n(h+r)wc,krc->nhwk", A: []int64{c.n, c.h + 1, c.w, 64}, B: []int64{120, 2, 64},
			C: []int64{c.n, c.h, c.w, 120}}
		r := newRun(t, &p, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
			Extra: fmt.Sprintf(`shape = array<i64: %d, 64, 64>, programs = "few"`, 16*c.warps)})
		o := girih.CompileOptions{NumWarps: int(c.warps), SM: 90, ArchSpecific: true, Remarks: true}
		program, err := r.module().Compile(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if road := program.Remarks()[0].Message; !strings.Contains(road, c.boxes) {
			t.Errorf("%s, want boxes of %s", road, c.boxes)
		}
		if !strings.Contains(program.String(), "{base = 2 : i32, box = array<i64: "+c.stored+", 64>") {
			t.Errorf("%s: not stored as boxes of %s", c.boxes, c.stored)
		}
		arrays := r.arrays()
		launch := simt.Launch{Grid: [3]int32{2, 1, 1}}
		if _, err = program.Execute(context.Background(), "k", launch, arrays[0], arrays[1], arrays[2]); err != nil {
			t.Fatal(err)
		}
		if want := r.execute(interp.Grid{1, 1, 1}).Float64s(); !slices.Equal(arrays[2].Float64s(), want) {
			t.Errorf("%s: another result", c.boxes)
		}
	}
}

// Where the rows of the output are not aligned, threads exchange and store tiles. Warp groups do not wait for each
// other then: each stores the rows that it has.
func TestWarpGroupsExchangeByThemselves(t *testing.T) {
	for i, c := range []struct {
		equation string
		a, b, c  []int64
		shape    string
	}{
		{"n(h+r)wc,krc->nkhw", []int64{3, 9, 14, 64}, []int64{120, 2, 64}, []int64{3, 120, 8, 14}, "128, 64, 64"},
		{"n(h+r)wc,krc->nkhw", []int64{3, 9, 14, 64}, []int64{300, 2, 64}, []int64{3, 300, 8, 14}, "128, 256, 64"},
		{"krc,n(h+r)wc->nkhw", []int64{120, 2, 64}, []int64{8, 3, 30, 64}, []int64{8, 120, 2, 30}, "128, 224, 64"},
		{"krc,n(h+r)wc->nkhw", []int64{300, 2, 64}, []int64{3, 9, 14, 64}, []int64{3, 300, 8, 14}, "128, 128, 64"},
	} {
		if !longtest.Includes(i, 2) {
			continue
		}
		p := einsums.Case{Equation: c.equation, A: c.a, B: c.b, C: c.c}
		r := newRun(t, &p, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
			Extra: `shape = array<i64: ` + c.shape + `>, programs = "few"`})
		o := girih.CompileOptions{NumWarps: 8, SM: 90, ArchSpecific: true, Remarks: true}
		program, err := r.module().Compile(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		text := program.String()
		named := regexp.MustCompile(`nvvm.barrier id = (%\w+) number_of_threads = (%\w+)`).FindAllStringSubmatch(text, -1)
		named = slices.DeleteFunc(named, func(m []string) bool { // the one behind which there are mbarriers
			return strings.Contains(text, m[1]+" = llvm.mlir.constant(5 : i32)")
		})
		others := slices.ContainsFunc(named, func(m []string) bool {
			return !strings.Contains(text, m[2]+" = llvm.mlir.constant(128 : i32)")
		})
		if others || len(named) == 0 {
			t.Errorf("%s, tiles of %s: warp groups wait for each other", c.equation, c.shape)
		}
		arrays := r.arrays()
		launch := simt.Launch{Grid: [3]int32{2, 1, 1}}
		if _, err = program.Execute(context.Background(), "k", launch, arrays[0], arrays[1], arrays[2]); err != nil {
			t.Fatal(err)
		}
		if want := r.execute(interp.Grid{1, 1, 1}).Float64s(); !slices.Equal(arrays[2].Float64s(), want) {
			t.Errorf("%s, tiles of %s: another result", c.equation, c.shape)
		}
	}
}

// Where the output is contiguous along pixels, and its rows are not aligned, pixels are columns of tiles: each warp
// group then stores whole rows. The order of operands does not matter.
func TestUnalignedRowsAreStoredByOneGroup(t *testing.T) {
	for _, c := range []struct{ equation, want string }{
		{"n(h+r)wc,krc->nkhw", "M k, N nhw, K rc"},
		{"krc,n(h+r)wc->nkhw", "M k, N nhw, K rc"},
		{"n(h+r)wc,krc->nhwk", "M nhw, N k, K rc"},
	} {
		p := einsums.Case{Equation: c.equation, A: []int64{8, 127, 126, 64}, B: []int64{767, 2, 64},
			C: []int64{8, 767, 126, 126}}
		if strings.HasPrefix(c.equation, "k") {
			p.A, p.B = p.B, p.A
		}
		if strings.HasSuffix(c.equation, "k") {
			p.C = []int64{8, 126, 126, 767}
		}
		r := newRun(t, &p, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}", Extra: `programs = "few"`})
		program, err := r.module().Compile(context.Background(), girih.CompileOptions{NumWarps: 8, SM: 90,
			ArchSpecific: true, Remarks: true})
		if err != nil {
			t.Fatal(err)
		}
		if road := program.Remarks()[0].Message; !strings.Contains(road, c.want) {
			t.Errorf("%s: %s, want %s", c.equation, road, c.want)
		}
	}
}

// Where threads store tiles, these are consecutive pixels of the output; where bulk copies do, boxes.
func TestThreadsStoreLongRuns(t *testing.T) {
	for want, p := range map[string]einsums.Case{
		"consecutive values of nhw, which one copy": {Equation: "n(h+r)(w+s)c,krsc->nkhw",
			A: []int64{8, 64, 64, 64}, B: []int64{256, 3, 3, 64}, C: []int64{8, 256, 62, 62}},
		"n 2, h 2, w 64": {Equation: "n(h+r)(w+s)c,krsc->nkhw", A: []int64{8, 64, 66, 64}, B: []int64{256, 3, 3, 64},
			C: []int64{8, 256, 62, 64}},
	} {
		o := einsums.Options{Facts: "{tile.divisibility = 16 : i32}", Extra: `programs = "few"`}
		r := newRun(t, &p, elements[0], o)
		program, err := r.module().Compile(context.Background(), girih.CompileOptions{NumWarps: 8, SM: 90,
			ArchSpecific: true, Remarks: true})
		if err != nil {
			t.Fatal(err)
		}
		if road := program.Remarks()[0].Message; !strings.Contains(road, want) {
			t.Errorf("output of %v: %s\nwant %s", p.C, road, want)
		}
	}
}

// A residual of 32 bits is copied to memory for the whole tile, through which the result is stored. Rings leave room
// for that, though warp groups could store the tile in smaller parts.
func TestResidualsHaveRoomBesideRings(t *testing.T) {
	const source = `
!x = !tile.array<512x64xf16, strides = [64, 1]>
!w = !tile.array<64x1000xf16, strides = [1000, 1]>
!y = !tile.array<512x1000xf32, strides = [1000, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32},
                 %y: !y {tile.divisibility = 16 : i32}, %d: !y {tile.divisibility = 16 : i32}) {
    tile.contract "mk,kn->mn" %x, %w into %y with %d epilogue {
    ^bb0(%sum: f32, %b: f32):
      %z = arith.addf %sum, %b : f32
      tile.yield %z : f32
    } {programs = "few", shape = array<i64: $SHAPE>, axes = ["mn"]} : !x, !w, !y with !y
    tile.return
  }
}
`
	for _, shape := range []string{"256, 128, 64", "128, 256, 64", "128, 128, 128"} {
		m, err := girih.Parse("k.mlir", []byte(strings.Replace(source, "$SHAPE", shape, 1)))
		if err != nil {
			t.Fatal(err)
		}
		program, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: 8, SM: 90, ArchSpecific: true})
		if err != nil {
			t.Errorf("%s: %v", shape, err)
		} else if !strings.Contains(program.String(), "cp.async.bulk.tensor") {
			t.Errorf("%s: nothing is copied in bulk", shape)
		}
	}
}
