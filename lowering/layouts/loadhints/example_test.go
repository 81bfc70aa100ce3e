package loadhints_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/loadhints"
	"github.com/girih-ir/girih/pass"
)

// sums is a kernel whose programs each read a row and write its sum.
const sums = `
#l = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
tile.kernel @sums(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>) {
  %row = tile.program_id 0
  %n = arith.constant 128 : i32
  %first = arith.muli %row, %n : i32
  %from = tile.addptr %x, %first : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %p = tile.splat %from : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #l>
  %i = tile.iota : tensor<128xi32, #l>
  %q = tile.addptr %p, %i : tensor<128x!tile.ptr<f32>, #l>, tensor<128xi32, #l> -> tensor<128x!tile.ptr<f32>, #l>
  %v = tile.load %q : tensor<128x!tile.ptr<f32>, #l>
  %sum = tile.reduce %v axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : tensor<128xf32, #l> -> f32
  %to = tile.addptr %out, %row : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  tile.store %to, %sum : !tile.ptr<f32>, f32
  tile.return
}`

// Each program reads a row and writes its sum.
func Example() {
	module, err := text.ParseString(registry.NewContext(), sums)
	if err == nil {
		p := pass.NewPipeline("builtin.module").Add(loadhints.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(string(text.Print(module, text.Options{}))) {
		if strings.Contains(line, "tile.load") {
			fmt.Println(strings.TrimSpace(line))
		}
	}
	// Output:
	// %6 = tile.load %5 eviction no_allocate : tensor<128x!tile.ptr<f32>, #blocked>
}
