package tiletollvm_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/lowering/layouts/assign"
)

// Wide stores that a mask cuts store single elements, each once: rows of any length, from anywhere to anywhere.
func TestStoresAcrossTheEdgeOfAMaskStoreWhatItTakes(t *testing.T) {
	const rows, columns = 4, 64
	r := rand.New(rand.NewPCG(5, 1))
	for _, bounds := range [][2]int32{{0, 0}, {0, 1}, {0, 64}, {0, 63}, {1, 64}, {3, 5}, {4, 8}, {7, 61}, {60, 59}} {
		source := fmt.Sprintf(`module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%%x: !tile.ptr<f32>, %%out: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %%from: i32, %%to: i32) {
    %%row = tile.iota : tensor<%[1]dxi32>
    %%column = tile.iota : tensor<%[2]dxi32>
    %%size = arith.constant dense<%[2]d> : tensor<%[1]dxi32>
    %%start = arith.muli %%row, %%size : tensor<%[1]dxi32>
    %%down = tile.expand_dims %%start axis = 1 : tensor<%[1]dxi32> -> tensor<%[1]dx1xi32>
    %%starts = tile.broadcast %%down : tensor<%[1]dx1xi32> -> tensor<%[1]dx%[2]dxi32>
    %%across = tile.expand_dims %%column axis = 0 : tensor<%[2]dxi32> -> tensor<1x%[2]dxi32>
    %%columns = tile.broadcast %%across : tensor<1x%[2]dxi32> -> tensor<%[1]dx%[2]dxi32>
    %%at = arith.addi %%starts, %%columns : tensor<%[1]dx%[2]dxi32>
    %%froms = tile.splat %%from : i32 -> tensor<%[1]dx%[2]dxi32>
    %%tos = tile.splat %%to : i32 -> tensor<%[1]dx%[2]dxi32>
    %%behind = arith.cmpi sge, %%columns, %%froms : tensor<%[1]dx%[2]dxi32>
    %%before = arith.cmpi slt, %%columns, %%tos : tensor<%[1]dx%[2]dxi32>
    %%mask = arith.andi %%behind, %%before : tensor<%[1]dx%[2]dxi1>
    %%xs = tile.splat %%x : !tile.ptr<f32> -> tensor<%[1]dx%[2]dx!tile.ptr<f32>>
    %%p = tile.addptr %%xs, %%at : tensor<%[1]dx%[2]dx!tile.ptr<f32>>, tensor<%[1]dx%[2]dxi32> -> tensor<%[1]dx%[2]dx!tile.ptr<f32>>
    %%v = tile.load %%p : tensor<%[1]dx%[2]dx!tile.ptr<f32>>
    %%outs = tile.splat %%out : !tile.ptr<f32> -> tensor<%[1]dx%[2]dx!tile.ptr<f32>>
    %%q = tile.addptr %%outs, %%at : tensor<%[1]dx%[2]dx!tile.ptr<f32>>, tensor<%[1]dx%[2]dxi32> -> tensor<%[1]dx%[2]dx!tile.ptr<f32>>
    tile.store %%q, %%v, %%mask : tensor<%[1]dx%[2]dx!tile.ptr<f32>>, tensor<%[1]dx%[2]dxf32>, tensor<%[1]dx%[2]dxi1>
    tile.return
  }
}`, rows, columns)
		for _, warps := range []int{1, 4} { // of 4, half hold copies
			module := parse(t, "edges", source)
			if err := module.Lower(t.Context(), girih.Strict); err != nil {
				t.Fatal(err)
			}
			kernel, _ := tile.AsKernel(module.Operation().Region(0).Entry().First())
			if err := assign.Assign(kernel, assign.Options{NumWarps: warps}); err != nil {
				t.Fatal(err)
			}
			differ(t, module, 1, [][]float32{random(r, rows*columns)}, rows*columns, bounds[:])
		}
	}
}
