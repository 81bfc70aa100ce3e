package contractions_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
)

// permuted is a contraction with the tables of shifts.
const permuted = "(s[n])(s[h]+t[c])c,ck->nhk"

// shifts returns the table t of n shifts from 0 to 2, of which each number of neighbors are the same. Rows that the
// table s permutes are not boxes, which bulk copies would load.
func shifts(n, same int64) map[string]contract.Table {
	table := contract.Table{Shape: []int64{n}}
	for i := range n {
		table.Data = append(table.Data, i/same%3)
	}
	back := contract.Table{Shape: []int64{512}}
	for i := range back.Shape[0] {
		back.Data = append(back.Data, i^1)
	}
	return map[string]contract.Table{"s": back, "t": table}
}

// Tiles of pieces are multiplied after their copies have arrived, at any number of tiles along the sum, also if they
// do not fill the last tile of rows or columns.
func TestProductsOfPiecesAreThoseOfTheReferenceExecutor(t *testing.T) {
	for _, k := range []int64{328, 256}[:longtest.Count(1, 2)] {
		c := einsums.Case{Equation: permuted, A: []int64{4, 24, k}, B: []int64{k, 72}, C: []int64{3, 21, 72},
			Tables: shifts(k, 8)}
		r := newRun(t, &c, einsums.Types{A: "f16", B: "f16", C: "f32"}, einsums.Options{
			Facts: "{tile.divisibility = 16 : i32}", Extra: "shape = array<i64: 128, 128, 64>"})
		options := girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true, Remarks: true}
		program, err := r.module().Compile(t.Context(), options)
		if err != nil {
			t.Fatal(err)
		}
		if remark := program.Remarks()[0].Message; !strings.Contains(remark, "threads copy tiles") {
			t.Errorf("%d: %s", k, remark)
		}
		r.same([3]int32{2, 1, 1}, options)
	}
}

// Warp groups multiply tiles that threads copy piece by piece, while the next copies begin. Tiles with shorter pieces
// go through registers.
func TestTilesOfPiecesAreCopiedBesideProducts(t *testing.T) {
	for _, one := range []struct {
		what string
		einsums.Case
		facts  string
		copied bool
	}{
		{"eight neighbors have the same shift", einsums.Case{Equation: permuted, A: []int64{512, 66, 256},
			B: []int64{256, 64}, C: []int64{512, 64, 64}, Tables: shifts(256, 8)}, "{tile.divisibility = 16 : i32}", true},
		{"four neighbors have the same shift", einsums.Case{Equation: permuted, A: []int64{512, 66, 256},
			B: []int64{256, 64}, C: []int64{512, 64, 64}, Tables: shifts(256, 4)}, "{tile.divisibility = 16 : i32}", false},
		{"the address is not known to be aligned", einsums.Case{Equation: permuted, A: []int64{512, 66, 256},
			B: []int64{256, 64}, C: []int64{512, 64, 64}, Tables: shifts(256, 8)}, "", false},
		{"rows are not multiples of 16 bytes", einsums.Case{Equation: permuted, A: []int64{512, 66, 256},
			B: []int64{256, 60}, C: []int64{512, 64, 60}, Tables: shifts(256, 8)}, "{tile.divisibility = 16 : i32}", false},
		{"a shift moves the contiguous axis", einsums.Case{Equation: "nc(h+r),crk->nkh", A: []int64{512, 64, 136},
			B: []int64{64, 3, 64}, C: []int64{512, 64, 134}}, "{tile.divisibility = 16 : i32}", false},
		{"there are two tiles along the sum", einsums.Case{Equation: permuted, A: []int64{512, 66, 128},
			B: []int64{128, 64}, C: []int64{512, 64, 64}, Tables: shifts(128, 128)}, "{tile.divisibility = 16 : i32}", false},
	} {
		r := newRun(t, &one.Case, einsums.Types{A: "f16", B: "f16", C: "f16"}, einsums.Options{Facts: one.facts})
		program, err := r.module().Compile(context.Background(),
			girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true, Remarks: true})
		if err != nil {
			t.Fatal(err)
		}
		if remark := program.Remarks()[0].Message; strings.Contains(remark, "threads copy tiles") != one.copied {
			t.Errorf("%s: %s", one.what, remark)
		}
		_, behind, _ := strings.Cut(program.String(), "nvvm.wgmma.mma_async")
		beside, _, waits := strings.Cut(behind, "tilegpu.await_products")
		if !waits || strings.Contains(beside, "nvvm.cp.async.shared.global") != one.copied {
			t.Errorf("%s: products that run beside copies, want %v", one.what, one.copied)
		}
	}
}

// Tiles of sizes that the contraction asks for go through registers if shared memory has no room for several of them.
func TestTilesOfPiecesHaveRoom(t *testing.T) {
	for depth, copied := range map[int]bool{64: true, 128: false} {
		c := einsums.Case{Equation: permuted, A: []int64{512, 66, 1024}, B: []int64{1024, 256},
			C: []int64{512, 64, 256}, Tables: shifts(1024, 8)}
		r := newRun(t, &c, einsums.Types{A: "f16", B: "f16", C: "f32"}, einsums.Options{
			Facts: "{tile.divisibility = 16 : i32}", Extra: fmt.Sprintf("shape = array<i64: 128, 256, %d>", depth)})
		program, err := r.module().Compile(t.Context(), girih.CompileOptions{NumWarps: 8, SM: 90, ArchSpecific: true,
			Remarks: true})
		if err != nil {
			t.Errorf("%d products: %v", depth, err)
		} else if remark := program.Remarks()[0].Message; strings.Contains(remark, "threads copy tiles") != copied {
			t.Errorf("%d products: %s", depth, remark)
		}
	}
}
