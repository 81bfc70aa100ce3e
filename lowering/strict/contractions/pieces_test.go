package contractions_test

import (
	"context"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
)

// Warp groups multiply tiles that threads copy piece by piece, while the next copies begin. Tiles with shorter pieces
// go through registers.
func TestTilesOfPiecesAreCopiedBesideProducts(t *testing.T) {
	shift := func(same int64) map[string]contract.Table {
		table := contract.Table{Shape: []int64{128}}
		for i := range int64(128) {
			table.Data = append(table.Data, i/same%3)
		}
		return map[string]contract.Table{"t": table}
	}
	for _, one := range []struct {
		what string
		einsums.Case
		facts  string
		copied bool
	}{
		{"eight neighbors have the same shift", einsums.Case{Equation: "n(h+t[c])c,ck->nhk", A: []int64{512, 66, 128},
			B: []int64{128, 64}, C: []int64{512, 64, 64}, Tables: shift(8)}, "{tile.divisibility = 16 : i32}", true},
		{"four neighbors have the same shift", einsums.Case{Equation: "n(h+t[c])c,ck->nhk", A: []int64{512, 66, 128},
			B: []int64{128, 64}, C: []int64{512, 64, 64}, Tables: shift(4)}, "{tile.divisibility = 16 : i32}", false},
		{"the address is not known to be aligned", einsums.Case{Equation: "n(h+t[c])c,ck->nhk", A: []int64{512, 66, 128},
			B: []int64{128, 64}, C: []int64{512, 64, 64}, Tables: shift(8)}, "", false},
		{"rows are not multiples of 16 bytes", einsums.Case{Equation: "n(h+t[c])c,ck->nhk", A: []int64{512, 66, 128},
			B: []int64{128, 60}, C: []int64{512, 64, 60}, Tables: shift(8)}, "{tile.divisibility = 16 : i32}", false},
		{"a shift moves the contiguous axis", einsums.Case{Equation: "nc(h+r),crk->nkh", A: []int64{512, 64, 136},
			B: []int64{64, 3, 64}, C: []int64{512, 64, 134}}, "{tile.divisibility = 16 : i32}", false},
		{"there is one tile along the sum", einsums.Case{Equation: "n(h+t[c])c,ck->nhk", A: []int64{512, 66, 32},
			B: []int64{32, 64}, C: []int64{512, 64, 64}, Tables: map[string]contract.Table{"t": {Shape: []int64{32},
				Data: make([]int64, 32)}}}, "{tile.divisibility = 16 : i32}", false},
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
