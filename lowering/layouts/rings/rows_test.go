package rings_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// scaledBy adds up products whose rows or columns are scaled by a row that each iteration loads.
const scaledBy = `
!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x64xf32, strides = [64, 1]>
!s = !tile.array<?x?x$T, strides = $STRIDES>
module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @scaled(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32},
    %s: !s {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: $FACTS>}, %n: i32, %c: !c) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  $OUTER
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %x = tile.load_view %a[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    $FIRST
    %p = tile.dot %x, %y, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    $BEHIND
    %wide = tile.cast %row : tensor<$SHAPEx$T> -> tensor<$SHAPExf32>
    %next = tile.fma %p, %wide, %acc : tensor<64x64xf32>, tensor<$SHAPExf32>, tensor<64x64xf32> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store_view %sum, %c[$AT, %c0] : tensor<64x64xf32>, !c
  $END
  tile.return
  }
}
`

// Rows that a loop with products loads go through rings. The load may be before or after the product, the array
// row-major or column-major, and the loop inside another one.
func TestRowsComeThroughRings(t *testing.T) {
	for i, c := range []struct {
		name, elem, shape, strides, index string
		behind, nested                    bool
		rings                             int
	}{
		{"a row", "f32", "1x64", "[?, 1]", "%k, %c0", false, false, 3},
		{"a row behind the product", "f32", "1x64", "[?, 1]", "%k, %c0", true, false, 3},
		{"a column of an array in column-major order", "f32", "64x1", "[1, ?]", "%c0, %k", false, false, 3},
		{"a column of one in row-major order", "f32", "64x1", "[?, 1]", "%c0, %k", false, false, 2},
		{"narrow numbers", "f16", "1x64", "[?, 1]", "%k, %c0", true, false, 3},
		{"a loop in a loop", "f32", "1x64", "[?, 1]", "%k, %c0", false, true, 3},
		{"a row of the outer loop", "f32", "1x64", "[?, 1]", "%t, %c0", true, true, 3},
	} {
		load := fmt.Sprintf("%%row = tile.load_view %%s[%s] padding zero : !s -> tensor<%sx%s>", c.index, c.shape, c.elem)
		facts, outer, at, end := "4, 1", "", "%c0", ""
		if c.elem == "f16" {
			facts = "8, 1"
		}
		if c.strides != "[?, 1]" {
			facts = "1, 4"
		}
		if c.nested {
			outer, at, end = "scf.for %t = %c0 to %n step %c1 : i32 {", "%t", "}"
		}
		first, behind := load, ""
		if c.behind {
			first, behind = "", load
		}
		source := strings.NewReplacer("$STRIDES", c.strides, "$FACTS", facts, "$FIRST", first, "$BEHIND", behind, "$SHAPE",
			c.shape, "$T", c.elem, "$OUTER", outer, "$AT", at, "$END", end).Replace(scaledBy)
		for _, alone := range []bool{false, true} {
			for j, n := range []int64{0, 1, 9} {
				if !longtest.Includes(i+j, 3) {
					continue
				}
				rings, err := compareScaled(source, c.elem, c.strides != "[?, 1]", alone, n)
				if err != nil {
					t.Errorf("%s, %d iterations: %v", c.name, n, err)
				} else if rings != c.rings {
					t.Errorf("%s: %d rings, want %d", c.name, rings, c.rings)
				}
			}
		}
	}
}

// takenBy has products that take a row for their left factor, and a copy that may fill its slot again right behind it.
const takenBy = `
!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x64xf32, strides = [64, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @taken(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32},
    %s: !c {tile.divisibility = 16 : i32}, %n: i32, %c: !c) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = tile.load_view %a[%c0, %c0] padding zero : !m -> tensor<64x64xf16>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %row = tile.load_view %s[%k, %c0] padding zero : !c -> tensor<1x64xf32>
    %p = tile.dot %x, %y, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %less = tile.max %p, %row : tensor<64x64xf32>, tensor<1x64xf32> -> tensor<64x64xf32>
    %narrow = tile.cast %less : tensor<64x64xf32> -> tensor<64x64xf16>
    %next = tile.dot %narrow, %x, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %more = tile.dot %narrow, %y, %next : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %last = tile.dot %narrow, %x, %more : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %last : tensor<64x64xf32>
  }
  tile.store_view %sum, %c[%c0, %c0] : tensor<64x64xf32>, !c
  tile.return
  }
}
`

// The threads of a warp meet before one of them releases a row for all, also where a product has taken it. If the same
// warp copies, nothing else may be between that and the copy that fills the slot again.
func TestWarpsMeetBeforeTheyReleaseARowThatAProductTakes(t *testing.T) {
	for _, alone := range []bool{false, true} {
		for _, n := range []int64{0, 1, 9} {
			_, err := compared(takenBy, "taken", girih.CompileOptions{NoProducerWarp: alone},
				func(types *ir.Context) (args []any, err error) {
					for i, elem := range []string{"f16", "f16", "f32", "f32"} {
						rows := max(1, n) * 64
						one, err := interp.Filled(types.Float(elem), []int64{64 * rows}, func(at int) float64 {
							return float64((at*7+at/3+i)%3 - 1)
						})
						if err != nil {
							return nil, err
						}
						if args = append(args, one, rows); i == 2 {
							args = append(args, n)
						}
					}
					return args, nil
				})
			if err != nil {
				t.Errorf("%d iterations, copying warp %v: %v", n, !alone, err)
			}
		}
	}
}

// compareScaled compares the simulator with the reference executor, and returns the number of rings. It counts tensor
// maps, of which each ring has one.
func compareScaled(source, elem string, columns, alone bool, n int64) (rings int, err error) {
	options := girih.CompileOptions{NoProducerWarp: alone}
	program, err := compared(source, "scaled", options, func(types *ir.Context) (args []any, err error) {
		for i := range 4 {
			t, rows := types.Float("f16"), max(1, n)*64
			if i == 2 {
				t = types.Float(elem)
			} else if i == 3 {
				t = types.F32()
			}
			one, err := interp.Filled(t, []int64{64 * rows}, func(at int) float64 { return float64((at*7+at/3+i)%3 - 1) })
			if err != nil {
				return nil, err
			}
			switch {
			case i != 2:
				args = append(args, one, rows)
			case columns:
				args = append(args, one, int64(64), rows, int64(64), n)
			default:
				args = append(args, one, rows, int64(64), int64(64), n)
			}
		}
		return args, nil
	})
	if err != nil {
		return 0, err
	}
	return strings.Count(program.String(), "tilegpu.tensor_map"), nil
}
