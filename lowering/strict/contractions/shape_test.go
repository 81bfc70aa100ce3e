package contractions_test

import (
	"context"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/internal/einsums"
)

// Sizes of tiles, copies of operands, and the places of tiles in shared memory follow from estimated times.
func TestPlansFollowEstimatedTimes(t *testing.T) {
	for _, one := range []struct {
		einsums.Case
		elem string
		want []string
	}{
		{einsums.Case{Equation: "ap,srqp->srqa", A: []int64{72, 72}, B: []int64{64, 64, 64, 72}, C: []int64{64, 64, 64, 72}},
			"f64", []string{"64 rows, 128 columns", "changed places", "threads copy tiles to shared memory, 2 ahead"}},
		{einsums.Case{Equation: "kli,lj->kji", A: []int64{256, 256, 264}, B: []int64{256, 264}, C: []int64{256, 264, 264}},
			"f64", []string{"128 rows, 64 columns and 16 products", "tiles of the last 8 columns have 8"}},
		{einsums.Case{Equation: "ki,jk->ji", A: []int64{4104, 4104}, B: []int64{4096, 4104}, C: []int64{4096, 4104}},
			"f64", []string{"128 rows, 64 columns and 16 products", "through views"}},
		{einsums.Case{Equation: "njmi,mknl->lkji", A: []int64{64, 64, 64, 72}, B: []int64{64, 64, 64, 72},
			C: []int64{72, 64, 64, 72}},
			"f32", []string{"128 rows, 64 columns", "threads copy tiles to shared memory, 2 ahead"}},
		{einsums.Case{Equation: "abk,kj->bja", A: []int64{264, 256, 264}, B: []int64{264, 264}, C: []int64{256, 264, 264}},
			"f32", []string{"tiles have two places in shared memory, in turns"}},
		{einsums.Case{Equation: "lijk,akb->blaij", A: []int64{2, 24, 8, 16}, B: []int64{8, 16, 7}, // one tile of products
			C: []int64{7, 2, 8, 24, 8}}, "f64", []string{"runs of 16 products!threads copy tiles"}},
		{einsums.Case{Equation: "mk,nk->mn", A: []int64{128, 768}, B: []int64{50257, 768}, C: []int64{128, 50257}},
			"f32", []string{"tiles are loaded through views!two places"}},
		{einsums.Case{Equation: "amk,ank->amn", A: []int64{1, 128, 768}, B: []int64{1, 50257, 768},
			C: []int64{1, 128, 50257}}, "f32",
			[]string{"tiles are loaded through views!two places", "tiles are loaded through views!ahead"}},
		// Rows along b, the letter next to a in the output, are next to each other in the copy.
		{einsums.Case{Equation: "bmji,cakm->kjicba", A: []int64{16, 24, 16, 24}, B: []int64{16, 24, 16, 24},
			C: []int64{16, 16, 24, 16, 16, 24}},
			"f64", []string{"M jib", "64 rows, 64 columns", "first copies lhs to the order mjib"}},
		{einsums.Case{Equation: "amji,cbkm->kjicba", A: []int64{24, 24, 16, 24}, B: []int64{16, 16, 16, 24},
			C: []int64{16, 16, 24, 16, 16, 24}}, "f64", []string{"columns of a tile are 8 values of i"}},
	} {
		r := newRun(t, &one.Case, einsums.Types{A: one.elem, B: one.elem, C: one.elem},
			einsums.Options{Facts: "{tile.divisibility = 16 : i32}", Extra: `programs = "each"`})
		program, err := r.module().Compile(context.Background(),
			girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true, Remarks: true, Stages: "auto"})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range one.want {
			want, no, _ := strings.Cut(want, "!") // behind ! is what the remark must not say
			if text := program.Remarks()[0].Message; !strings.Contains(text, want) || no != "" && strings.Contains(text, no) {
				t.Errorf("%s of %s: no %q, or %q, in %s", one.Equation, one.elem, want, no, text)
			}
		}
	}
}

// If each program has at most one tile, smaller boxes take less time, unless some programs then have two.
func TestFewProgramsOfOneTileHaveSmallerBoxes(t *testing.T) {
	for _, one := range []struct {
		einsums.Case
		warps int
		want  string
	}{
		{einsums.Case{Equation: "n(2*h+r)(2*w+s)c,krsc->nhwk", A: []int64{8, 32, 32, 256}, B: []int64{512, 3, 3, 256},
			C: []int64{8, 15, 15, 512}}, 8, "64 rows, 128 columns and 128 products"},
		{einsums.Case{Equation: "n(2*h+r)(2*w+s)c,krsc->nhwk", A: []int64{8, 64, 64, 128}, B: []int64{256, 3, 3, 128},
			C: []int64{8, 31, 31, 256}}, 8, "128 rows, 128 columns and 64 products"},
		{einsums.Case{Equation: "mk,kn->mn", A: []int64{4096, 4096}, B: []int64{4096, 16}, C: []int64{4096, 16}}, 4,
			"128 rows, 16 columns and 64 products"},
	} {
		r := newRun(t, &one.Case, einsums.Types{A: "f16", B: "f16", C: "f16"},
			einsums.Options{Facts: "{tile.divisibility = 16 : i32}", Extra: `programs = "few"`})
		program, err := r.module().Compile(context.Background(),
			girih.CompileOptions{NumWarps: one.warps, SM: 90, ArchSpecific: true, Remarks: true, Stages: "auto"})
		if err != nil {
			t.Fatal(err)
		}
		if text := program.Remarks()[0].Message; !strings.Contains(text, one.want) {
			t.Errorf("%s: no %q in %s", one.Equation, one.want, text)
		}
	}
}
