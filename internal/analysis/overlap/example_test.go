package overlap_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/overlap"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// The second load reads what is one element before that of the first.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `tile.kernel @differences(%p: !tile.ptr<f32>) {
  %i = tile.iota : tensor<128xi32>
  %one = arith.constant dense<1> : tensor<128xi32>
  %j = arith.subi %i, %one : tensor<128xi32>
  %x = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %at = tile.addptr %x, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %before = tile.addptr %x, %j : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %v = tile.load %at : tensor<128x!tile.ptr<f32>>
  %w = tile.load %before : tensor<128x!tile.ptr<f32>>
  tile.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	info := overlap.Analyze(module)
	for i, load := range module.Collect(func(op *ir.Operation) bool { return op.Is(&tile.Load) }) {
		for _, reuse := range info.Of(load) {
			fmt.Println("load", i, "overlaps an earlier one at the distance", reuse.Shift)
		}
	}
	// Output: load 1 overlaps an earlier one at the distance [-1]
}
