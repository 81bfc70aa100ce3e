package pipeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/internal/longtest"
)

// widths is a product with tiles of $Mx$N, whose results threads may have to store: $C promises how they are aligned.
const widths = `
!a = !tile.array<?x?x$T, strides = [?, 1]>
!c = !tile.array<?x?xf32, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @product(%a: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>},
                       %b: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>}, %c: !c $C) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tk = arith.constant $K : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %depth = tile.dim %a, 1 : !a
    %steps = tile.cdiv %depth, %tk : i32, i32 -> i32
    %nothing = arith.constant dense<0.0> : tensor<$Mx$Nxf32>
    %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<$Mx$Nxf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !a -> tensor<$Mx$Kx$T>
      %y = tile.load_view %b[%k, %j] padding zero : !a -> tensor<$Kx$Nx$T>
      %next = tile.dot %x, %y, %acc $P : tensor<$Mx$Kx$T>, tensor<$Kx$Nx$T> -> tensor<$Mx$Nxf32>
      scf.yield %next : tensor<$Mx$Nxf32>
    }
    tile.store_view %sum, %c[%i, %j] : tensor<$Mx$Nxf32>, !c
    tile.return
  }
}
`

// Tiles of any width fit into shared memory, beside what threads need to store their results.
func TestTilesOfAnyWidthAreCompiled(t *testing.T) {
	const aligned = "{tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>}"
	for at := range 2 * 32 * 2 * 2 * 2 {
		if !longtest.Includes(at*7919, 16) {
			continue
		}
		width, rows := 8+at%32*8, 64<<(at/32%2)
		persistent, promise := []string{"auto", "never"}[at/64%2], []string{"", aligned}[at/128%2]
		elem, precision, depth := "f16", "", 64
		if at/256 > 0 {
			elem, precision, depth = "f32", "precision tf32", 32
		}
		text := strings.NewReplacer("$T", elem, "$P", precision, "$C", promise, "$M", fmt.Sprint(rows),
			"$N", fmt.Sprint(width), "$K", fmt.Sprint(depth)).Replace(widths)
		m, err := girih.Parse("product.mlir", []byte(text))
		if err != nil {
			if width != 248 { // not a sum of four powers of two that are at least 8
				t.Errorf("%d columns: %v", width, err)
			}
			continue
		}
		_, err = m.Compile(t.Context(), girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: 8,
			Persistent: persistent})
		if err != nil {
			t.Errorf("%s, %dx%d, %s, %s: %v", elem, rows, width, promise, persistent, err)
		}
	}
}
