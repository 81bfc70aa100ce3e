package rings_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/rings"
	"github.com/girih-ir/girih/pass"
)

// wide computes tiles of $ROWS rows and $N columns, whose right factors lie in memory as $STRIDES says.
const wide = `
!a = !tile.array<?x?x$T, strides = [?, 1]>
!b = !tile.array<?x?x$T, strides = $STRIDES>
!c = !tile.array<?x?x$SUM, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @wide(%a: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>},
                    %b: !b {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: $DIVISORS>}, %c: !c) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %depth = tile.dim %a, 1 : !a
    %tk = arith.constant $K : i32
    %steps = tile.cdiv %depth, %tk : i32, i32 -> i32
    %nothing = arith.constant dense<$ZERO> : tensor<$ROWSx$Nx$SUM>
    scf.for %j = %zero to %two step %one : i32 {
      %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<$ROWSx$Nx$SUM>) : i32 {
        %x = tile.load_view %a[%zero, %k] padding zero : !a -> tensor<$ROWSx$Kx$T>
        %y = tile.load_view %b[%k, %j] padding zero : !b -> tensor<$Kx$Nx$T>
        %next = tile.dot %x, %y, %acc $P : tensor<$ROWSx$Kx$T>, tensor<$Kx$Nx$T> -> tensor<$ROWSx$Nx$SUM>
        scf.yield %next : tensor<$ROWSx$Nx$SUM>
      }
      tile.store_view %sum, %c[%zero, %j] : tensor<$ROWSx$Nx$SUM>, !c
    }
    tile.return
  }
}
`

// One instruction of a warp group computes all columns of a tile whose width is not a power of two, where it can.
func TestOneInstructionComputesWidthsThatAreNoPowersOfTwo(t *testing.T) {
	types := []struct {
		name, sum, zero, precision string
		depth                      int
		transposed                 bool // the right factor must be
	}{
		{"f16", "f32", "0.0", "", 64, false},
		{"bf16", "f32", "0.0", "", 64, false},
		{"i8", "i32", "0", "", 128, true},
		{"f8E4M3FN", "f32", "0.0", "", 128, true},
		{"f32", "f32", "0.0", "precision tf32", 32, true},
	}
	widths := []int{24, 40, 96, 136, 144, 160, 176, 192, 208, 224, 240}
	at := 0
	for _, of := range types {
		for _, n := range widths {
			for schedule := range 4 {
				at++
				transposed := of.transposed || schedule%2 == 1
				if !transposed && n%16 != 0 || !longtest.Includes(at*7919, 24) {
					continue // rows of 8 elements are too short to be swizzled
				}
				t.Run(fmt.Sprint(of.name, " ", n, " ", schedule), func(t *testing.T) {
					t.Parallel()
					strides, divisors, rows := "[?, 1]", "16, 1", 64
					if transposed {
						strides, divisors = "[1, ?]", "1, 16"
					}
					options := girih.CompileOptions{NumWarps: 4, NoProducerWarp: schedule/2 == 1}
					if n == 192 && of.name != "f8E4M3FN" { // two instructions, one below the other
						rows = 128
					}
					text := strings.NewReplacer("$T", of.name, "$SUM", of.sum, "$ZERO", of.zero, "$P", of.precision, "$ROWS",
						fmt.Sprint(rows), "$STRIDES", strides, "$DIVISORS", divisors, "$N", fmt.Sprint(n), "$K",
						fmt.Sprint(of.depth)).Replace(wide)
					program, err := compared(text, "wide", options, func(types *ir.Context) ([]any, error) {
						return arrays(types, of.name, of.sum, rows, 2*n-8, 5*of.depth-16, transposed)
					})
					if err != nil {
						t.Fatal(err)
					}
					one := fmt.Sprintf("m = 64, n = %d,", n)
					if want := of.name != "i8" || n <= 32 || n%16 == 0; strings.Contains(program.String(), one) != want {
						t.Errorf("one instruction computes %d columns: %v, want %v", n, !want, want)
					}
				})
			}
		}
	}
}

// Tiles become parts of one whatever the order of their loads is. Here the tiles of columns 32 and 64 are joined before
// the tile of column 0, which is multiplied twice.
func TestPartsAreJoinedInAnyOrder(t *testing.T) {
	const source = `
!a = !tile.array<?x?xf16, strides = [?, 1]>
!b = !tile.array<?x?xf16, strides = [1, ?]>
!c = !tile.array<?x?xf32, strides = [?, 1]>
!narrow = !tile.view<tile = [32, 32], padding = zero, !b>
!wide = !tile.view<tile = [32, 64], steps = [32, 32], padding = zero, !b>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @parts(%a: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>},
                     %b: !b {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 1, 16>}, %c: !c) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %none = arith.constant dense<0.0> : tensor<64x32xf32>
    %nothing = arith.constant dense<0.0> : tensor<64x64xf32>
    %n = tile.view %b : !narrow
    %w = tile.view %b : !wide
    %r:4 = scf.for %k = %c0 to %c3 step %c1 iter_args(%p = %none, %q = %none, %s = %none, %t = %nothing)
        -> (tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%c0, %k] padding zero : !a -> tensor<64x32xf16>
      %middle = tile.load_view %n[%k, %c1] anywhere : !narrow -> tensor<32x32xf16>
      %last = tile.load_view %w[%k, %c2] anywhere : !wide -> tensor<32x64xf16>
      %first = tile.load_view %n[%k, %c0] anywhere : !narrow -> tensor<32x32xf16>
      %p1 = tile.dot %x, %middle, %p : tensor<64x32xf16>, tensor<32x32xf16> -> tensor<64x32xf32>
      %q1 = tile.dot %x, %first, %q : tensor<64x32xf16>, tensor<32x32xf16> -> tensor<64x32xf32>
      %s1 = tile.dot %x, %first, %s : tensor<64x32xf16>, tensor<32x32xf16> -> tensor<64x32xf32>
      %t1 = tile.dot %x, %last, %t : tensor<64x32xf16>, tensor<32x64xf16> -> tensor<64x64xf32>
      scf.yield %p1, %q1, %s1, %t1 : tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x64xf32>
    }
    tile.store_view %r#0, %c[%c0, %c0] : tensor<64x32xf32>, !c
    tile.store_view %r#1, %c[%c0, %c1] : tensor<64x32xf32>, !c
    tile.store_view %r#2, %c[%c0, %c2] : tensor<64x32xf32>, !c
    tile.store_view %r#3, %c[%c0, %c2] : tensor<64x64xf32>, !c
    tile.return
  }
}
`
	_, err := compared(source, "parts", girih.CompileOptions{NumWarps: 4}, func(types *ir.Context) ([]any, error) {
		return arrays(types, "f16", "f32", 64, 192, 96, true)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// arrays returns the arguments of the kernel for factors of small whole numbers.
func arrays(types *ir.Context, elem, sum string, m, n, k int, transposed bool) (args []any, err error) {
	of := func(name string) ir.Type {
		switch name {
		case "i8":
			return types.I(8)
		case "i32":
			return types.I(32)
		}
		return types.Float(name)
	}
	roundUp := func(n int) int { return (n + 15) / 16 * 16 }
	for i, shape := range [][2]int{{m, k}, {k, n}, {m, n}} {
		name, rows, pitch := elem, shape[0], roundUp(shape[1])
		if i == 1 && transposed {
			rows, pitch = shape[1], roundUp(shape[0])
		}
		if i == 2 {
			name = sum
		}
		one, err := interp.Filled(of(name), []int64{int64(rows * pitch)}, func(at int) float64 {
			return float64((at*7+at/3+i)%3 - 1)
		})
		if err != nil {
			return nil, err
		}
		args = append(args, one, int64(shape[0]), int64(shape[1]), int64(pitch))
	}
	return args, nil
}

// Two columns that are computed alike, step by step from the two before, are compared in few steps, though the paths
// from the last ones to the first one are more than could be followed.
func TestEqualColumnsAreComparedInFewSteps(t *testing.T) {
	var columns strings.Builder
	for i := range 64 {
		for _, of := range []string{"p", "q"} {
			fmt.Fprintf(&columns, "    %%%[1]s%[3]d = arith.addi %%%[1]s%[2]d, %%%[1]s%[2]d : i32\n", of, i, i+1)
		}
	}
	source := strings.Replace(equalColumns, "$COLUMNS", columns.String(), 1)
	module, err := text.ParseString(registry.NewContext(), source)
	if err != nil {
		t.Fatal(err)
	}
	if err := pass.NewPipeline("builtin.module").Add(rings.Pass).Run(t.Context(), module, pass.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := string(text.Print(module, text.Options{})); !strings.Contains(got, "xtensor<64x128xf16>>") {
		t.Errorf("tiles side by side have a slot each:\n%s", got)
	}
}

// equalColumns loads two tiles of 64 columns, of which the second one is behind the first.
const equalColumns = `
!m = !tile.array<?x?xf16, strides = [?, 1]>
!c = !tile.array<?x?xf32, strides = [?, 1]>
module {
  tile.kernel @equal(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                     %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                     %n: i32, %j: i32, %c: !c) {
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %p0 = arith.addi %j, %j : i32
    %q0 = arith.addi %j, %j : i32
$COLUMNS
    %later = arith.addi %q64, %c1 : i32
    %s:2 = scf.for %k = %c0 to %n step %c1 iter_args(%p = %zero, %q = %zero)
        -> (tensor<64x64xf32>, tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%c0, %k] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%k, %p64] padding zero : !m -> tensor<64x64xf16>
      %z = tile.load_view %b[%k, %later] padding zero : !m -> tensor<64x64xf16>
      %u = tile.dot %x, %y, %p : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      %v = tile.dot %x, %z, %q : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %u, %v : tensor<64x64xf32>, tensor<64x64xf32>
    }
    tile.store_view %s#0, %c[%c0, %p64] : tensor<64x64xf32>, !c
    tile.store_view %s#1, %c[%c0, %later] : tensor<64x64xf32>, !c
    tile.return
  }
}
`
