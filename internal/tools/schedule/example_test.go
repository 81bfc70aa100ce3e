package schedule_test

import (
	"context"
	"fmt"
	"os"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/internal/tools/schedule"
	"github.com/girih-ir/girih/lowering/pipeline"
)

// The tiles of the product are loaded by a stream, and its result is stored by bulk copies.
func ExampleText() {
	module, err := girih.Parse("product.mlir", []byte(`
!m = !tile.array<?x?xf16, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @product(
      %a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
      %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
      %c: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %n: i32) {
    %i = tile.program_id 0
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %nothing = arith.constant dense<0.0> : tensor<128x128xf32>
    %sum = scf.for %k = %zero to %n step %one iter_args(%acc = %nothing) -> (tensor<128x128xf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !m -> tensor<128x64xf16>
      %y = tile.load_view %b[%k, %zero] padding zero : !m -> tensor<64x128xf16>
      %next = tile.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
      scf.yield %next : tensor<128x128xf32>
    }
    %out = tile.cast %sum : tensor<128x128xf32> -> tensor<128x128xf16>
    tile.store_view %out, %c[%i, %zero] : tensor<128x128xf16>, !m
    tile.return
  }
}`))
	if err == nil {
		err = module.Run(context.Background(), pipeline.New(pipeline.Layouts, pipeline.Options{SM: 90, ArchSpecific: true}))
	}
	if err == nil {
		err = schedule.Text(os.Stdout, module.Operation())
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// @product: 4 warps compute
	//   thread 0 copies tiles ahead
	//   thread 0 begins bulk stores, and waits for them before the next or the end
	//   15:15: stream of 6 slots of 32768 bytes for tensor<128x64xf16> and tensor<64x128xf16>, each with a barrier at which its bytes arrive; one product runs while the next is begun
	//   15:15: product of 128 by 128 by wgmma m64n128k16 from shared memory, 1 by 1 warp groups, 128 registers of a thread for the sum
	//   19:5: stores tensor<128x128xf16>: threads write 32768 bytes of shared memory, bulk copies bring them to the array
	//   at least 128 of 255 registers of a thread; 229376 bytes of tiles in shared memory (tiles that are not live at the same time share memory)
}
