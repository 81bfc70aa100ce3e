package contractions_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
)

// boxed are contractions whose tiles are boxes of both operands, with the expected ranges of the letters.
var boxed = []struct {
	einsums.Case
	shape, boxes string
	types        einsums.Types // the zero value stands for f16
}{
	{einsums.Case{Equation: "n(h+r)(w+s)c,krsc->nhwk", A: []int64{2, 10, 18, 64}, B: []int64{72, 3, 3, 64},
		C: []int64{2, 8, 16, 72}}, "128, 128, 64", "n 1, h 8, w 16, k 128, c 64", einsums.Types{}},
	{einsums.Case{Equation: "n(h+r-1)(w+2*s-2)c,krsc->nhwk", A: []int64{3, 7, 15, 96}, B: []int64{64, 3, 3, 96},
		C: []int64{3, 7, 15, 64}, Padded: true}, "128, 64, 64", "n 1, h 8, w 16, k 64, c 64", einsums.Types{}},
	{einsums.Case{Equation: "n(d+t)(h+r)(w+s)c,ktrsc->ndhwk", A: []int64{2, 5, 6, 8, 32}, B: []int64{32, 2, 3, 1, 32},
		C: []int64{2, 4, 4, 8, 32}}, "128, 32, 32", "n 1, d 4, h 4, w 8, k 32, c 32", einsums.Types{}},
	{einsums.Case{Equation: "nths,hes->nhte", A: []int64{2, 64, 3, 64}, B: []int64{3, 64, 64}, C: []int64{2, 3, 64, 64}},
		"128, 64, 64", "n 2, t 64, e 64, s 64", einsums.Types{}},
	{einsums.Case{Equation: "ckw,nc->nkw", A: []int64{32, 2, 64}, B: []int64{32, 32}, C: []int64{32, 2, 64}},
		"64, 32, 32", "w 64, n 32, c 32", einsums.Types{}},
	{einsums.Case{Equation: "h(w+ow[x])c,kxc->hwk", A: []int64{8, 20, 64}, B: []int64{64, 3, 64}, C: []int64{8, 16, 64},
		Tables: map[string]contract.Table{"ow": {Shape: []int64{3}, Data: []int64{0, 1, 4}}}},
		"128, 64, 64", "h 8, w 16, k 64, c 64", einsums.Types{}},
	{einsums.Case{Equation: "n(h+r)c,krc->nhk", A: []int64{2, 66, 128}, B: []int64{32, 3, 128}, C: []int64{2, 64, 32}},
		"128, 32, 128", "n 2, h 64, k 32, c 128", einsums.Types{A: "i8", B: "i8", C: "i32"}},
	// The output has columns before rows. The tile has a single n, so it is still a box of the output.
	{einsums.Case{Equation: "n(h+r)c,krc->nkh", A: []int64{2, 130, 64}, B: []int64{32, 3, 64}, C: []int64{2, 32, 128}},
		"128, 32, 64", "n 1, h 128, k 32, c 64", einsums.Types{}},
	{einsums.Case{Equation: "n(2*h+r)(2*w+s)c,krsc->nhwk", A: []int64{2, 18, 34, 64}, B: []int64{64, 3, 3, 64},
		C: []int64{2, 8, 16, 64}}, "128, 64, 64", "n 1, h 8, w 16, k 64, c 64", einsums.Types{}},
	// Eight channels are shifted by the same distances: a tile of the image consists of eight boxes.
	{einsums.Case{Equation: "n(h+sh[c])(w+sw[c])c,ck->nhwk", A: []int64{2, 10, 18, 128}, B: []int64{128, 64},
		C: []int64{2, 8, 16, 64}, Tables: map[string]contract.Table{"sh": repeated(128, 8, 3), "sw": repeated(128, 24, 3)}},
		"128, 64, 64", "n 1, h 8, w 16, k 64, c 64" + inPieces(8), einsums.Types{}},
	{einsums.Case{Equation: "n(h+sh[c])(w-c//32)c,ck->nhwk", A: []int64{1, 10, 16, 64}, B: []int64{64, 64},
		C: []int64{1, 8, 16, 64}, Tables: map[string]contract.Table{"sh": repeated(64, 16, 3)}, Padded: true},
		"128, 64, 64", "n 1, h 8, w 16, k 64, c 64" + inPieces(16), einsums.Types{}},
	{einsums.Case{Equation: "n(3*h+r-1)c,krc->nhk", A: []int64{2, 192, 32}, B: []int64{32, 5, 32},
		C: []int64{2, 64, 32}, Padded: true}, "128, 32, 32", "n 2, h 64, k 32, c 32", einsums.Types{}},
	// Shifts to both sides, of elements outside of the image, in another type, and with sizes that tiles exceed.
	{einsums.Case{Equation: "n(h+sh[c]-1)(w+sw[c]-2)c,ck->nhwk", A: []int64{2, 7, 13, 128}, B: []int64{128, 64},
		C: []int64{2, 7, 13, 64}, Tables: map[string]contract.Table{"sh": repeated(128, 8, 3), "sw": repeated(128, 16, 5)},
		Padded: true}, "128, 64, 64", "n 1, h 8, w 16, k 64, c 64" + inPieces(8),
		einsums.Types{A: "bf16", B: "bf16", C: "bf16"}},
	// The shifts of sixteen boxes take all bits of a word.
	{einsums.Case{Equation: "n(h+sh[c])c,ck->nhk", A: []int64{2, 67, 256}, B: []int64{256, 32}, C: []int64{2, 64, 32},
		Tables: map[string]contract.Table{"sh": repeated(256, 8, 4)}}, "128, 32, 128",
		"n 2, h 64, k 32, c 128" + inPieces(8), einsums.Types{}},
}

// repeated returns a table of n numbers below a limit, each of which is repeated.
func repeated(n, times, limit int64) contract.Table {
	t := contract.Table{Shape: []int64{n}}
	for i := range n {
		t.Data = append(t.Data, i/times%limit)
	}
	return t
}

func inPieces(n int) string {
	return fmt.Sprintf("; a tile of lhs is several boxes side by side, each of %d values of c, which have the same "+
		"indices along the other axes", n)
}

func TestBoxesAreTheDefinition(t *testing.T) {
	for n, c := range boxed {
		if !longtest.Includes(n+6, 12) {
			continue
		}
		types := c.types
		if types.A == "" {
			types = elements[0]
		}
		for _, warps := range []int{4, 8}[:longtest.Count(1, max(1, 2-n))] { // 8 in long tests, for the first case
			r := newRun(t, &c.Case, types, einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
				Extra: "shape = array<i64: " + c.shape + ">"})
			program, err := r.module().Compile(context.Background(),
				girih.CompileOptions{NumWarps: warps, SM: 90, ArchSpecific: true, Remarks: true})
			if err != nil {
				t.Fatal(c.Equation, err)
			}
			if route := program.Remarks()[0].Message; !strings.HasSuffix(route, "through views: "+c.boxes) {
				t.Errorf("%s: %s", c.Equation, route)
			}
			if warps*16 <= 64 && !strings.Contains(program.String(), "cp.async.bulk.tensor") {
				t.Errorf("%s: nothing is copied asynchronously", c.Equation)
			}
			arrays := r.arrays()
			launch := simt.Launch{Grid: [3]int32{3, 1, 1}}
			if _, err = program.Execute(context.Background(), "k", launch, arrays[0], arrays[1], arrays[2]); err != nil {
				t.Fatal(c.Equation, err)
			}
			if want := r.execute(interp.Grid{1, 1, 1}).Float64s(); !slices.Equal(arrays[2].Float64s(), want) {
				t.Errorf("%s with %d warps: another result", c.Equation, warps)
			}
		}
	}
}

// Either operand may have tiles of several boxes. Those of rhs are transposed, also where a tile is a square.
func TestPiecesOfBothOperandsAreTheDefinition(t *testing.T) {
	tables := map[string]contract.Table{"sh": repeated(64, 16, 3)}
	for _, c := range []struct{ equation, shape string }{
		{"n(h+sh[c])wc,ck->nhwk", "64, 32, 32"},
		{"ck,n(h+sh[c])wc->nhwk", "64, 32, 32"},
		{"kc,n(h+sh[c])wc->nhwk", "64, 64, 32"},
	} {
		p := einsums.Case{Equation: c.equation, A: []int64{1, 10, 8, 64}, B: []int64{64, 64}, C: []int64{1, 8, 8, 64},
			Tables: tables}
		if c.equation[0] != 'n' {
			p.A, p.B = p.B, p.A
		}
		r := newRun(t, &p, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
			Extra: "shape = array<i64: " + c.shape + ">"})
		r.same([3]int32{2, 1, 1}, girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true})
	}
}

// Tiles that take less time to load are not chosen if they waste too much, and one bulk copy does not move several
// boxes where threads have no registers for what they would read of it.
func TestOverlappingBoxesHaveRoom(t *testing.T) {
	for _, c := range []struct {
		n, h, w, k, down, right int64 // the pixels are shifted by fewer than down and right
		shape                   string
		warps                   int
	}{
		{64, 30, 7, 64, 1, 5, "128, 128, 64", 4}, // 64 by 2 by 1 pixels waste nothing, half of the columns are wasted
		{64, 28, 14, 64, 4, 1, "256, 128, 64", 16},
		{1, 16, 16, 64, 4, 5, "256, 64, 64", 4}, // of 255 registers, 128 have sums, and 64 would have windows
		{1, 16, 16, 192, 4, 5, "128, 192, 64", 4},
	} {
		p := einsums.Case{Equation: "n(h+sh[c])(w+sw[c])c,kc->nkhw", A: []int64{c.n, c.h + 4, c.w + 5, 512},
			B: []int64{c.k, 512}, C: []int64{c.n, c.k, c.h, c.w}, Tables: map[string]contract.Table{
				"sh": repeated(512, 8, c.down), "sw": repeated(512, 8, c.right)}}
		r := newRun(t, &p, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
			Extra: "shape = array<i64: " + c.shape + `>, programs = "few"`})
		program, err := r.module().Compile(t.Context(), girih.CompileOptions{NumWarps: c.warps, SM: 90, ArchSpecific: true,
			Remarks: true})
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		if !strings.Contains(program.String(), "nvvm.cp.async.bulk.tensor.shared") || len(program.Warnings()) > 0 {
			t.Errorf("%+v: no bulk copies, or warnings %v: %s", c, program.Warnings(), program.Remarks()[0].Message)
		}
	}
}

// What c adds to an index may depend on other letters of the sum. Then pieces of a tile whose indices are the same for
// one value of them are not the same for another one.
func TestIndicesOfPiecesDependOnNoOtherLetter(t *testing.T) {
	tables := map[string]contract.Table{"sh": repeated(128, 8, 3), "of": {Shape: []int64{64, 3}, Data: make([]int64, 192)}}
	for i := range tables["of"].Data {
		tables["of"].Data[i] = int64(i%3) * int64(i/3%2)
	}
	for _, index := range []string{"h+r*sh[c]", "h+sh[c+4*r]", "h+of[c,r]", "h+(c+5*r)//16"} {
		c := einsums.Case{Equation: "n(" + index + ")wc,rck->nhwk", A: []int64{1, 16, 16, 64}, B: []int64{3, 64, 64},
			C: []int64{1, 8, 16, 64}, Tables: tables}
		r := newRun(t, &c, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
			Extra: "shape = array<i64: 128, 64, 64>"})
		r.same([3]int32{1, 1, 1}, girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true})
	}
}

// If there are few tiles, smaller tiles take less time, since each multiprocessor loads the operands of its tile by
// itself.
func TestFewTilesOfWarpGroupsAreSmaller(t *testing.T) {
	for _, c := range []struct {
		m     int64
		tiles string
	}{{4096, "tiles of 64 rows, 64 columns and 128 products"}, {32768, "tiles of 128 rows, 128 columns"}} {
		p := einsums.Case{Equation: "mk,kn->mn", A: []int64{c.m, 4096}, B: []int64{4096, 128}, C: []int64{c.m, 128}}
		r := newRun(t, &p, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}"})
		program, err := r.module().Compile(context.Background(),
			girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true, Remarks: true})
		if err != nil {
			t.Fatal(err)
		}
		if road := program.Remarks()[0].Message; !strings.Contains(road, c.tiles) {
			t.Errorf("%d rows: %s, want %s", c.m, road, c.tiles)
		}
	}
}

// Tiles whose columns are contiguous in the output are transposed on their way to shared memory, from which bulk copies
// store them.
func TestTransposedTilesAreStoredAsMatrices(t *testing.T) {
	for _, c := range []einsums.Case{
		{Equation: "mk,kn->nm", A: []int64{128, 128}, B: []int64{128, 72}, C: []int64{72, 128}},
		{Equation: "n(h+r)c,rck->nkh", A: []int64{1, 130, 64}, B: []int64{3, 64, 64}, C: []int64{1, 64, 128}},
	} {
		r := newRun(t, &c, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}"})
		o := girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true}
		program, err := r.module().Compile(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		text := program.String()
		if !strings.Contains(text, "nvvm.stmatrix") || !strings.Contains(text, "mma_layout<col>, shape") {
			t.Errorf("%s: nothing is transposed by an instruction", c.Equation)
		}
		got := r.threads([3]int32{3, 1, 1}, o).Float64s()
		if want := r.execute(interp.Grid{1, 1, 1}).Float64s(); !slices.Equal(got, want) {
			t.Errorf("%s: another result", c.Equation)
		}
	}
}

// Large tiles of the output are boxes that bulk copies store, if shared memory has room for them.
func TestLargeTilesAreStoredByBulkCopies(t *testing.T) {
	for _, c := range []struct {
		shape, out string
		stored     bool
	}{{"128, 256, 64", "f16", true}, {"128, 256, 128", "f16", false}, {"128, 128, 64", "f32", false}} {
		for _, programs := range []string{"each", "few"} {
			p := einsums.Case{Equation: "n(h+r)c,krc->nhk", A: []int64{1, 257, 128}, B: []int64{256, 2, 128},
				C: []int64{1, 256, 256}}
			types := einsums.Types{A: "f16", B: "f16", C: c.out}
			r := newRun(t, &p, types, einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
				Extra: fmt.Sprintf("shape = array<i64: %s>, programs = %q", c.shape, programs)})
			o := girih.CompileOptions{NumWarps: 8, SM: 90, ArchSpecific: true}
			program, err := r.module().Compile(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			text := program.String()
			if strings.Contains(text, "nvvm.cp.async.bulk.tensor.global.shared") != c.stored ||
				!strings.Contains(text, "nvvm.cp.async.bulk.tensor.shared") {
				t.Errorf("%+v, %s: bulk copies should load tiles, and store them: %v", c, programs, c.stored)
			}
			if !c.stored || !longtest.Enabled() {
				continue
			}
			arrays := r.arrays()
			launch := simt.Launch{Grid: [3]int32{map[string]int32{"each": 2, "few": 1}[programs], 1, 1}}
			if _, err = program.Execute(context.Background(), "k", launch, arrays[0], arrays[1], arrays[2]); err != nil {
				t.Fatal(err)
			}
			if want := r.execute(interp.Grid{1, 1, 1}).Float64s(); !slices.Equal(arrays[2].Float64s(), want) {
				t.Errorf("%+v, %s: another result", c, programs)
			}
		}
	}
}
