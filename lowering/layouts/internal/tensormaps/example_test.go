package tensormaps_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

// An array can have a tensor map if the kernel promises that its rows begin at multiples of 16 bytes.
func Example() {
	module, err := text.ParseString(registry.NewContext(), `
!m = !tile.array<?x?xf16, strides = [?, 1]>
tile.kernel @product(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %b: !m, %i: i32) {
  %x = tile.load_view %a[%i, %i] : !m -> tensor<64x64xf16>
  %y = tile.load_view %b[%i, %i] : !m -> tensor<64x64xf16>
  tile.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for kernel := range tile.Kernels(module) {
		for op := range kernel.Entry().Ops() {
			if op.Is(&tile.LoadView) {
				fmt.Println(tensormaps.Possible(kernel, op.Operand(0), op))
			}
		}
	}
	// Output:
	// true
	// false
}
