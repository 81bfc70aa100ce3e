package rings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
)

// patched is a product of 8 by 8 pixels and 64 channels, eight of which at a time are shifted by the same distances.
// Its loads of pieces are in the given order.
func patched(order []int) string {
	const view = "!tile.view<tile = [8, 8, 8], steps = [1, 1, 1], padding = zero, !x>"
	var loads, cats strings.Builder
	for _, i := range order {
		fmt.Fprintf(&loads, `
    %%i%[1]d = arith.addi %%first, %%c%[1]d : i32
    %%h%[1]d = tile.lookup %%i%[1]d in dense<[1, 0, 2, 1, 1, 0, 1, 2, 0, 0, 2, 1, 2, 0, 1, 0]> : tensor<16xi32>
      : i32 -> i32
    %%w%[1]d = tile.lookup %%i%[1]d in dense<[0, -1, 0, 1, 1, 0, -1, 1, 0, 1, -1, 1, 1, 0, 0, 1]> : tensor<16xi32>
      : i32 -> i32
    %%c8%[1]d = arith.muli %%c%[1]d, %%c8 : i32
    %%at%[1]d = arith.addi %%channel, %%c8%[1]d : i32
    %%v%[1]d = tile.view %%x : %[2]s
    %%p%[1]d = tile.load_view %%v%[1]d[%%h%[1]d, %%w%[1]d, %%at%[1]d] anywhere : %[2]s -> tensor<8x8x8xf16>
    %%q%[1]d_0 = tile.reshape %%p%[1]d : tensor<8x8x8xf16> -> tensor<64x8xf16>`, i, view)
	}
	for level, n := 0, 4; n > 0; level, n = level+1, n/2 {
		for i := range n {
			half, whole := fmt.Sprintf("tensor<64x%dxf16>", 8<<level), fmt.Sprintf("tensor<64x%dxf16>", 16<<level)
			fmt.Fprintf(&cats, "\n    %%q%d_%d = tile.cat %%q%d_%d, %%q%d_%d axis = 1 : %s, %s -> %s", i, level+1, 2*i, level,
				2*i+1, level, half, half, whole)
		}
	}
	var constants strings.Builder
	for i := range 9 {
		fmt.Fprintf(&constants, "\n  %%c%d = arith.constant %d : i32", i, i)
	}
	return strings.ReplaceAll(`
!x = !tile.array<10x10x128xf16, strides = [1280, 128, 1]>
!w = !tile.array<128x64xf16, strides = [64, 1]>
!y = !tile.array<64x64xf32, strides = [64, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c64 = arith.constant 64 : i32`+constants.String()+`
  %sum = scf.for %k = %c0 to %c2 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %first = arith.muli %k, %c8 : i32
    %channel = arith.muli %k, %c64 : i32`+loads.String()+cats.String()+`
    %b = tile.load_view %w[%k, %c0] padding zero : !w -> tensor<64x64xf16>
    %next = tile.dot %q0_3, %b, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store_view %sum, %y[%c0, %c0] : tensor<64x64xf32>, !y
  tile.return
}
}`, "!x>", "!tile.array<10x10x128xf16, strides = [1280, 128, 1]>>")
}

// The pieces of a patch may be loaded in any order: threads find out where windows begin when all places are known.
func TestPiecesOfPatchesAreLoadedInAnyOrder(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2, 3, 4, 5, 6, 7}, {7, 6, 5, 4, 3, 2, 1, 0}, {3, 0, 7, 1, 6, 2, 5, 4}} {
		m, err := girih.Parse("k.mlir", []byte(patched(order)))
		if err != nil {
			t.Fatal(err)
		}
		arrays := func() (list []any) {
			types := m.Operation().Context()
			for i, shape := range [][]int64{{10, 10, 128}, {128, 64}, {64, 64}} {
				elem := types.F16()
				if i == 2 {
					elem = types.F32()
				}
				a, err := interp.Filled(elem, shape, func(at int) float64 { return float64((at*7+at/3+i)%3 - 1) })
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, a)
			}
			return list
		}
		want, got := arrays(), arrays()
		if err := m.Execute(t.Context(), "k", interp.Grid{1, 1, 1}, want...); err != nil {
			t.Fatal(err)
		}
		program, err := m.Compile(t.Context(), girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: 4})
		if err != nil {
			t.Fatalf("%v: %v", order, err)
		}
		if !strings.Contains(program.String(), "nvvm.ldmatrix") {
			t.Errorf("%v: threads read no windows of a patch", order)
		}
		if _, err := program.Execute(t.Context(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, got...); err != nil {
			t.Fatalf("%v: %v", order, err)
		}
		if !slices.Equal(got[2].(*interp.Array).Float64s(), want[2].(*interp.Array).Float64s()) {
			t.Errorf("%v: another result", order)
		}
	}
}
