package tune_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/kernel/tune"
)

// scale is a kernel that says which sizes its tile may have.
const scale = `// configurations: warps 4, TILE 128 1024
// grid: y[0] / {TILE}
!a = !tile.array<?xf32, strides = [1]>
!t = tensor<{TILE}xf32>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @scale(%x: !a {tile.divisibility = 16 : i32}, %y: !a {tile.divisibility = 16 : i32}) {
    %two = arith.constant dense<2.0> : !t
    %i = tile.program_id 0
    %t = tile.load_view %x[%i] padding zero : !a -> !t
    %r = arith.mulf %t, %two : !t
    tile.store_view %r, %y[%i] : !t, !a
    tile.return
  }
}
`

// The model chooses for a problem, without a GPU.
func ExampleRank() {
	source, err := tune.NewText(girih.NewContext(), "scale.mlir", scale, nil)
	if err != nil {
		panic(err)
	}
	for _, n := range []int64{1 << 14, 1 << 24} {
		ranking, err := tune.Rank(context.Background(), source, tune.Problem{Target: "sm_90a",
			Shapes: tune.Shapes{"x": {n}, "y": {n}}})
		if err != nil {
			panic(err)
		}
		best := ranking.Candidates[0]
		fmt.Println(n, "elements:", best.Text, "with", best.Grid[0], "programs, limited by", best.Estimate.Bound)
	}
	// Output:
	// 16384 elements: warps=4 TILE=128 with 128 programs, limited by latency
	// 16777216 elements: warps=4 TILE=1024 with 16384 programs, limited by memory
}
