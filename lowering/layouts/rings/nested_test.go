package rings_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/ir"
)

// tiles computes several tiles of a product, one in each iteration of the outer loop.
const tiles = `
!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x64xf32, strides = [64, 1]>
tile.kernel @tiles(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %n: i32, %steps: i32,
                   %at: !tile.ptr<i32>, %c: !c {tile.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = tile.program_id 0
  %programs = tile.num_programs 0
  scf.for %t = %first to %n step %programs : i32 {
    $INSIDE
    %sum = scf.for %k = %c0 to $END step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[$ROW, %c0] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    tile.store_view %sum, %c[%t, %c0] : tensor<64x64xf32>, !c
  }
  tile.return
}
`

// Copies go on from one iteration of the outer loop to the next if the control flow of the copying warp depends on
// nothing that the other warps compute. Then the barriers for storing results do not include the copying warp.
func TestTilesAreCopiedOnInLoopsInLoops(t *testing.T) {
	const loaded = "%p = tile.addptr %at, %t : !tile.ptr<i32>, i32 -> !tile.ptr<i32>\n%row = tile.load %p : !tile.ptr<i32>"
	const written = loaded + "\ntile.store %p, %t : !tile.ptr<i32>, i32"
	for _, c := range []struct {
		name, inside, end, row string
		options                girih.CompileOptions
		on                     bool
	}{
		{"as it is", "", "%steps", "%t", girih.CompileOptions{}, true},
		{"a number that is computed", "%row = arith.remui %t, %n : i32", "%steps", "%row", girih.CompileOptions{}, true},
		{"as many steps as there are", "", "%n", "%k", girih.CompileOptions{}, true},
		{"a number in memory", loaded, "%steps", "%row", girih.CompileOptions{}, true},
		{"a number in memory that is written", written, "%steps", "%row", girih.CompileOptions{}, false},
		{"steps that change", "", "%t", "%t", girih.CompileOptions{}, true},
		{"a number of steps in memory", loaded, "%row", "%t", girih.CompileOptions{}, true},
		{"a number of steps in memory that is written", written, "%row", "%t", girih.CompileOptions{}, false},
		{"a thread that copies", "", "%steps", "%t", girih.CompileOptions{NoProducerWarp: true}, false},
	} {
		source := strings.NewReplacer("$INSIDE", c.inside, "$END", c.end, "$ROW", c.row).Replace(tiles)
		module, err := girih.Parse("tiles.mlir", []byte(source))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		options := c.options
		options.SM, options.ArchSpecific = 90, true
		program, err := module.Compile(t.Context(), options)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if on := strings.Contains(program.String(), "nvvm.barrier id = "); on != c.on {
			t.Errorf("%s: tiles are copied on: %v, want %v", c.name, on, c.on)
		}
	}
}

// branching computes a tile of a product in each second iteration, of as many steps as its number says.
const branching = `
!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x64xf32, strides = [64, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @branching(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %n: i32, %odd: i32,
                         %c: !c {tile.divisibility = 16 : i32}) {
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %first = tile.program_id 0
    %programs = tile.num_programs 0
    scf.for %t = %first to %n step %programs : i32 {
      %rest = arith.remui %t, %c2 : i32
      %taken = arith.cmpi eq, %rest, %odd : i32
      scf.if %taken {
        %steps = arith.remui %t, %c7 : i32
        %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
          %x = tile.load_view %a[%t, %c0] padding zero : !m -> tensor<64x64xf16>
          %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
          %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
          scf.yield %next : tensor<64x64xf32>
        }
        tile.store_view %sum, %c[%t, %c0] : tensor<64x64xf32>, !c
      }
    }
    tile.return
  }
}
`

// Tiles are numbered on, whatever number of them an iteration of the outer loop takes, none included.
func TestTilesAreNumberedOn(t *testing.T) {
	const n = 12
	text := strings.Replace(branching, "%c2 = ", "%c7 = arith.constant 7 : i32\n    %c2 = ", 1)
	for odd := range int64(3) {
		program, err := compared(text, "branching", girih.CompileOptions{}, func(types *ir.Context) ([]any, error) {
			var list []*interp.Array
			for i, elem := range []ir.Type{types.Float("f16"), types.Float("f16"), types.F32()} {
				one, err := interp.Filled(elem, []int64{n * 64 * 64}, func(at int) float64 { return float64((at*7+at/3+i)%3 - 1) })
				if err != nil {
					return nil, err
				}
				list = append(list, one)
			}
			return []any{list[0], int64(n * 64), list[1], int64(n * 64), int64(n), odd, list[2], int64(n * 64)}, nil
		})
		if err != nil {
			t.Fatalf("odd = %d: %v", odd, err)
		}
		if !strings.Contains(program.String(), "nvvm.barrier id = ") {
			t.Error("tiles are not copied on")
		}
	}
}

// shared has products in two loops. The first one's share a tile, and one of them has a factor from before the outer
// loop.
const shared = `
!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x64xf32, strides = [64, 1]>
!x = tensor<64x64xf16>
!s = tensor<64x64xf32>
tile.kernel @shared(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %n: i32, %steps: i32,
                    %c: !c {tile.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : !s
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = tile.program_id 0
  %programs = tile.num_programs 0
  %before = tile.load_view %a[%c0, %c0] padding zero : !m -> !x
  scf.for %t = %first to %n step %programs : i32 {
    %once = tile.load_view %a[%t, %c0] padding zero : !m -> !x
    %one:2 = scf.for %k = %c0 to %steps step %c1 iter_args(%s0 = %zero, %s1 = %zero) -> (!s, !s) : i32 {
      %y = tile.load_view %b[%k, %c0] padding zero : !m -> !x
      %p = tile.dot %before, %y, %s0 : !x, !x -> !s
      %q = tile.dot %once, %y, %s1 : !x, !x -> !s
      scf.yield %p, %q : !s, !s
    }
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%s = %zero) -> (!s) : i32 {
      %x = tile.load_view %a[%t, %c0] padding zero : !m -> !x
      %y = tile.load_view %b[%k, %c0] padding zero : !m -> !x
      %p = tile.dot %x, %y, %s : !x, !x -> !s
      scf.yield %p : !s
    }
    tile.store_view %one#0, %c[%t, %c0] : !s, !c
    tile.store_view %one#1, %c[%t, %c0] : !s, !c
    tile.store_view %sum, %c[%t, %c0] : !s, !c
  }
  tile.return
}
`

// A product that takes no tiles leaves others that share its tiles without them, and those the tiles that they share.
func TestProductsAndTheirTilesAreLeftTogether(t *testing.T) {
	module, err := girih.Parse("shared.mlir", []byte(shared))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := module.Compile(t.Context(), girih.CompileOptions{SM: 90, ArchSpecific: true}); err != nil {
		t.Error(err)
	}
}
