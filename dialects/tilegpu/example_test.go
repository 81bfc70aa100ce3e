package tilegpu_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/layout"
)

// A layout is an encoding of a tensor type. It is a linear map from registers and threads to elements.
func ExampleBlocked() {
	ctx := registry.NewContext()
	e := tilegpu.Blocked(ctx, layout.BlockedSpec{SizePerThread: []int{2}, ThreadsPerWarp: []int{32}, WarpsPerCTA: []int{1},
		Order: []int{0}})
	t := ctx.TensorType([]int64{64}, ctx.F32(), e)
	fmt.Println(t)
	fmt.Println(tilegpu.LinearOf(t))
	// Output:
	// tensor<64xf32, #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>
	// register=[(1)] lane=[(2),(4),(8),(16),(32)] warp=[] -> dim0:64 <nil>
}
