package tune_test

import (
	"context"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/kernel/tune"
)

// sums is a kernel whose programs each reduce a row in a loop, so that several blocks can share one.
const sums = `// configurations: warps 4, parts 1 8 16
// grid: x[0]
!x = !tile.array<?x?xf32, strides = [?, 1]>
!out = !tile.array<?xf32, strides = [1]>
!tiles = !tile.view<tile = [1, 2048], padding = zero, !x>
!t = tensor<1x2048xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @sums(%x: !x {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>},
                    %out: !out {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %tiles = tile.view %x : !tiles
    %n = tile.num_tiles %tiles, 1
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !t
    %sums = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %zero) -> (!t) : i32 {
      %v = tile.load_view %tiles[%i, %j]
      %next = tile.add %sum, %v
      scf.yield %next : !t
    }
    %sum = tile.reduce add %sums axis = 1
    tile.store_view %sum, %out[%i]
    tile.return
  }
}
`

// TestFewLongRowsAreSharedByBlocks is about rows that are too few to fill the GPU: the model has several blocks share
// each, and a remark says what else would use the GPU.
func TestFewLongRowsAreSharedByBlocks(t *testing.T) {
	for _, test := range []struct {
		rows                 int64
		parts, space, remark string // remark is a part of the text; the space fixes parts where space is not ""
	}{
		{rows: 4, parts: "parts=16", remark: "4 programs cannot fill the GPU, of which 52 % stays idle: smaller tiles"},
		{rows: 64, parts: "parts=8"},
		{rows: 4096, parts: "parts=1"},
		{rows: 4, parts: "parts=1", space: "parts 1", remark: "parts=16 (in the space, by --parts of tools"},
	} {
		text := sums
		if test.space != "" {
			text = strings.Replace(text, "parts 1 8 16", test.space, 1)
		}
		source, err := tune.NewText(girih.NewContext(), "sums.mlir", text, nil)
		if err != nil {
			t.Fatal(err)
		}
		ranking, err := tune.Rank(context.Background(), source, tune.Problem{Target: "sm_90a",
			Shapes: tune.Shapes{"x": {test.rows, 1 << 16}, "out": {test.rows}}})
		if err != nil {
			t.Fatal(err)
		}
		best := ranking.Candidates[0]
		remark := best.Estimate.Remark()
		if !strings.Contains(best.Text+" ", test.parts+" ") || (remark == "") != (test.remark == "") ||
			!strings.Contains(remark, test.remark) || best.Estimate.Guessed {
			t.Errorf("%d rows: %s, %q; want %s, %q", test.rows, best.Text, remark, test.parts, test.remark)
		}
	}
}
