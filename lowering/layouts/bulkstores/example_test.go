package bulkstores_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/bulkstores"
	"github.com/girih-ir/girih/pass"
)

// The result of a product, converted to f16, is stored by a bulk copy. The array may have any size.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `
!c = !tile.array<?x?xf16, strides = [?, 1]>
tile.kernel @product(%c: !c {tile.divisibility = 16, tile.stride_divisibility = array<i64: 8, 1>}, %i: i32) {
  %x = arith.constant dense<1.0> : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = tile.dot %x, %x, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %narrow = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store_view %narrow, %c[%i, %i] : tensor<64x64xf16>, !c
  tile.return
}`)
	if err == nil {
		err = pass.NewPipeline("builtin.module").Add(bulkstores.Pass).Run(context.Background(), module, pass.RunOptions{})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(&tilegpu.BulkStore) {
			fmt.Println(op.Name(), op.Operand(0).Type(), "ordered:", tilegpu.IsOrdered(op))
		}
		return true
	})
	// Output:
	// tilegpu.bulk_store tensor<64x64xf16> ordered: false
}
