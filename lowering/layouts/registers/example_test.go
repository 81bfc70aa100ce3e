package registers_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/registers"
	"github.com/girih-ir/girih/pass"
)

// A tensor of 262144 elements does not fit into the registers of 128 threads.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `
#line = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tile.kernel @k(%x: !tile.ptr<f32>) attributes {tilegpu.num_warps = 4 : i32} {
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<262144x!tile.ptr<f32>, #line>
  %v = tile.load %p : tensor<262144x!tile.ptr<f32>, #line>
  tile.barrier
  tile.store %p, %v : tensor<262144x!tile.ptr<f32>, #line>, tensor<262144xf32, #line>
  tile.return
}`)
	if err == nil {
		err = pass.NewPipeline("builtin.module").Add(registers.Pass).Run(context.Background(), module, pass.RunOptions{})
	}
	var tooMany *registers.TooManyError
	fmt.Println(errors.As(err, &tooMany))
	// Output:
	// true
}
