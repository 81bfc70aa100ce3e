package rings_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/ir"
)

// outer multiplies the transpose of a product x * yt by x. It adds up these products, and also adds each of them to an
// array.
const outer = `
!m = !tile.array<?x64x$T, strides = [64, 1]>
!c = !tile.array<?x64xf32, strides = [64, 1]>
tile.kernel @outer(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %n: i32,
                   %c: !c {tile.divisibility = 16 : i32}, %all: !c {tile.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %no_s = arith.constant dense<0.0> : tensor<$Rx$Kxf32>
  %no_sum = arith.constant dense<0.0> : tensor<$Kx64xf32>
  %x = tile.load_view %a[%c0, %c0] padding zero : !m -> tensor<$Rx64x$T>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %no_sum) -> (tensor<$Kx64xf32>) : i32 {
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<$Kx64x$T>
    %yt = tile.permute %y [1, 0] : tensor<$Kx64x$T> -> tensor<64x$Kx$T>
    %s = tile.dot %x, %yt, %no_s : tensor<$Rx64x$T>, tensor<64x$Kx$T> -> tensor<$Rx$Kxf32>
    %p = tile.cast %s : tensor<$Rx$Kxf32> -> tensor<$Rx$Kx$T>
    %pt = tile.permute %p [1, 0] : tensor<$Rx$Kx$T> -> tensor<$Kx$Rx$T>
    %own = tile.dot %pt, %x, %no_sum : tensor<$Kx$Rx$T>, tensor<$Rx64x$T> -> tensor<$Kx64xf32>
    tile.atomic_rmw_view add %own, %all[%k, %c0] : tensor<$Kx64xf32>, !c
    %next = arith.addf %acc, %own : tensor<$Kx64xf32>
    scf.yield %next : tensor<$Kx64xf32>
  }
  tile.store_view %sum, %c[%c0, %c0] : tensor<$Kx64xf32>, !c
  tile.return
}
`

// A warp holds rows of a product. As a left factor, the transpose of the product is needed by rows, that is, by columns
// of the product. So it goes through shared memory, from where wgmma takes it.
func TestTransposedLeftFactorsAreTakenFromSharedMemory(t *testing.T) {
	for _, c := range []struct {
		elem              string
		rows, keys, warps int
		tiles             int64
	}{
		{"f16", 64, 64, 4, 1}, {"bf16", 128, 64, 4, 5}, {"f16", 128, 64, 8, 7}, {"f16", 128, 128, 8, 0},
		{"bf16", 64, 128, 8, 3},
	} {
		source := strings.NewReplacer("$T", c.elem, "$R", fmt.Sprint(c.rows), "$K", fmt.Sprint(c.keys)).Replace(outer)
		options := girih.CompileOptions{NumWarps: c.warps, NoProducerWarp: true}
		_, err := compared(source, "outer", options, func(types *ir.Context) (args []any, err error) {
			for i, n := range []int64{int64(c.rows), max(1, c.tiles) * int64(c.keys), int64(c.keys),
				max(1, c.tiles) * int64(c.keys)} {
				elem := types.Float(c.elem)
				if i >= 2 {
					elem = types.F32()
				}
				one, err := interp.Filled(elem, []int64{64 * n}, func(at int) float64 {
					if i >= 2 {
						return 0
					}
					return float64((at*7 + at/3 + i) % 3 / 2)
				})
				if err != nil {
					return nil, err
				}
				if args = append(args, one, n); i == 1 {
					args = append(args, c.tiles)
				}
			}
			return args, nil
		})
		if err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
