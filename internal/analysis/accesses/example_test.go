package accesses_test

import (
	"fmt"
	"os"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/ir/text"
)

// Neighboring threads load elements that are two apart, so each access has the width of one element.
func ExampleText() {
	module, err := text.ParseString(registry.NewContext(), `
#line = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
tile.kernel @k(%x: !tile.ptr<f32> {tile.divisibility = 16 : i64}) attributes {tilegpu.num_warps = 1 : i32} {
  %two = arith.constant dense<2> : tensor<128xi32, #line>
  %i = tile.iota : tensor<128xi32, #line>
  %even = arith.muli %i, %two : tensor<128xi32, #line>
  %base = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #line>
  %p = tile.addptr %base, %even : tensor<128x!tile.ptr<f32>, #line>, tensor<128xi32, #line>
    -> tensor<128x!tile.ptr<f32>, #line>
  %v = tile.load %p : tensor<128x!tile.ptr<f32>, #line>
  tile.store %p, %v : tensor<128x!tile.ptr<f32>, #line>, tensor<128xf32, #line>
  tile.return
}`)
	if err == nil {
		err = accesses.Text(os.Stdout, module)
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// @k: 2 accesses of tensors
	// -:10:8: tile.load of tensor<128x!tile.ptr<f32>>
	//   32 bits at once, 4 instructions and 128 sectors (16 at least) a warp, 1 warp, in #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
	//   not wider: neighboring elements are not next to each other in memory
	// -:11:3: tile.store of tensor<128x!tile.ptr<f32>>
	//   32 bits at once, 4 instructions and 128 sectors (16 at least) a warp, 1 warp, in #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
	//   not wider: neighboring elements are not next to each other in memory
}
