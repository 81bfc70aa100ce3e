package splittiles_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir"
)

// kernels have tensors with dimensions that are not powers of two. Elements are integers, so that every order of
// operations gives the same bits. SIZE stands for a dimension.
var kernels = map[string]string{
	"elements under a mask": `
    %lanes = tile.iota : tensor<SIZExi32>
    %inside = tile.cmp lt, %lanes, %n : tensor<SIZExi32>, i32 -> tensor<SIZExi1>
    %p = tile.addptr %x, %lanes : !tile.ptr<i32>, tensor<SIZExi32> -> tensor<SIZEx!tile.ptr<i32>>
    %v = tile.load %p, %inside, %n : tensor<SIZEx!tile.ptr<i32>>, tensor<SIZExi1>, i32
    %w = tile.mul %v, %lanes : tensor<SIZExi32>, tensor<SIZExi32> -> tensor<SIZExi32>
    %q = tile.addptr %y, %lanes : !tile.ptr<i32>, tensor<SIZExi32> -> tensor<SIZEx!tile.ptr<i32>>
    tile.store %q, %w, %inside : tensor<SIZEx!tile.ptr<i32>>, tensor<SIZExi32>, tensor<SIZExi1>`,
	"sums of rows and columns": `
    %lanes = tile.iota : tensor<SIZExi32>
    %row = tile.expand_dims %lanes axis = 0 : tensor<SIZExi32> -> tensor<1xSIZExi32>
    %column = tile.expand_dims %lanes axis = 1 : tensor<SIZExi32> -> tensor<SIZEx1xi32>
    %table = tile.mul %row, %column : tensor<1xSIZExi32>, tensor<SIZEx1xi32> -> tensor<SIZExSIZExi32>
    %odd = tile.add %table, %row : tensor<SIZExSIZExi32>, tensor<1xSIZExi32> -> tensor<SIZExSIZExi32>
    %rows = tile.reduce add %odd axis = 1 : tensor<SIZExSIZExi32> -> tensor<SIZExi32>
    %columns = tile.reduce max %odd axis = 0 : tensor<SIZExSIZExi32> -> tensor<SIZExi32>
    %both = tile.sub %rows, %columns : tensor<SIZExi32>, tensor<SIZExi32> -> tensor<SIZExi32>
    %all = tile.reduce xor %both axis = 0 : tensor<SIZExi32> -> i32
    %r = tile.add %both, %all : tensor<SIZExi32>, i32 -> tensor<SIZExi32>
    %q = tile.addptr %y, %lanes : !tile.ptr<i32>, tensor<SIZExi32> -> tensor<SIZEx!tile.ptr<i32>>
    tile.store %q, %r : tensor<SIZEx!tile.ptr<i32>>, tensor<SIZExi32>`,
	"the place of the largest element": `
    %lanes = tile.iota : tensor<SIZExi32>
    %p = tile.addptr %x, %lanes : !tile.ptr<i32>, tensor<SIZExi32> -> tensor<SIZEx!tile.ptr<i32>>
    %v = tile.load %p : tensor<SIZEx!tile.ptr<i32>>
    %most, %at = tile.reduce %v, %lanes axis = 0 {
    ^bb0(%a: i32, %i: i32, %b: i32, %j: i32):
      %same = arith.cmpi eq, %a, %b : i32
      %more = arith.cmpi sgt, %a, %b : i32
      %earlier = arith.cmpi slt, %i, %j : i32
      %tie = arith.andi %same, %earlier : i1
      %first = arith.ori %more, %tie : i1
      %m = arith.select %first, %a, %b : i32
      %k = arith.select %first, %i, %j : i32
      tile.yield %m, %k : i32, i32
    } : tensor<SIZExi32>, tensor<SIZExi32> -> i32, i32
    tile.store %y, %at : !tile.ptr<i32>, i32`,
	"a loop and a branch that carry tiles": `
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %lanes = tile.iota : tensor<SIZExi32>
    %last, %count = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %lanes, %k = %c0) -> (tensor<SIZExi32>, i32) : i32 {
      %odd = tile.and %i, %c1 : i32, i32 -> i32
      %is = tile.cmp eq, %odd, %c1 : i32, i32 -> i1
      %next = scf.if %is -> (tensor<SIZExi32>) {
        %more = tile.add %acc, %i : tensor<SIZExi32>, i32 -> tensor<SIZExi32>
        scf.yield %more : tensor<SIZExi32>
      } else {
        %more = tile.mul %acc, %lanes : tensor<SIZExi32>, tensor<SIZExi32> -> tensor<SIZExi32>
        scf.yield %more : tensor<SIZExi32>
      }
      %sum = tile.add %k, %i : i32, i32 -> i32
      scf.yield %next, %sum : tensor<SIZExi32>, i32
    }
    %r = tile.add %last, %count : tensor<SIZExi32>, i32 -> tensor<SIZExi32>
    %q = tile.addptr %y, %lanes : !tile.ptr<i32>, tensor<SIZExi32> -> tensor<SIZEx!tile.ptr<i32>>
    tile.store %q, %r : tensor<SIZEx!tile.ptr<i32>>, tensor<SIZExi32>`,
	"a loop that ends by a condition": `
    %lanes = tile.iota : tensor<SIZExi32>
    %end = scf.while (%acc = %lanes) : (tensor<SIZExi32>) -> tensor<SIZExi32> {
      %most = tile.reduce max %acc axis = 0 : tensor<SIZExi32> -> i32
      %small = tile.cmp lt, %most, %n : i32, i32 -> i1
      scf.condition(%small) %acc : tensor<SIZExi32>
    } do {
    ^bb0(%acc: tensor<SIZExi32>):
      %more = tile.add %acc, %lanes : tensor<SIZExi32>, tensor<SIZExi32> -> tensor<SIZExi32>
      scf.yield %more : tensor<SIZExi32>
    }
    %q = tile.addptr %y, %lanes : !tile.ptr<i32>, tensor<SIZExi32> -> tensor<SIZEx!tile.ptr<i32>>
    tile.store %q, %end : tensor<SIZEx!tile.ptr<i32>>, tensor<SIZExi32>`,
	"transposed and reshaped": `
    %lanes = tile.iota : tensor<SIZExi32>
    %four = tile.iota : tensor<4xi32>
    %row = tile.expand_dims %lanes axis = 0 : tensor<SIZExi32> -> tensor<1xSIZExi32>
    %column = tile.expand_dims %four axis = 1 : tensor<4xi32> -> tensor<4x1xi32>
    %table = tile.mul %row, %column : tensor<1xSIZExi32>, tensor<4x1xi32> -> tensor<4xSIZExi32>
    %turned = tile.permute %table [1, 0] : tensor<4xSIZExi32> -> tensor<SIZEx4xi32>
    %flat = tile.reshape %turned : tensor<SIZEx4xi32> -> tensor<{4*SIZE}xi32>
    %deep = tile.reshape %table : tensor<4xSIZExi32> -> tensor<4x{SIZE/8}x8xi32>
    %sums = tile.reduce add %deep axis = 2 : tensor<4x{SIZE/8}x8xi32> -> tensor<4x{SIZE/8}xi32>
    %sum = tile.reduce add %sums axis = 1 : tensor<4x{SIZE/8}xi32> -> tensor<4xi32>
    %total = tile.reduce xor %sum axis = 0 : tensor<4xi32> -> i32
    %r = tile.add %flat, %total : tensor<{4*SIZE}xi32>, i32 -> tensor<{4*SIZE}xi32>
    %places = tile.iota : tensor<{4*SIZE}xi32>
    %q = tile.addptr %y, %places : !tile.ptr<i32>, tensor<{4*SIZE}xi32> -> tensor<{4*SIZE}x!tile.ptr<i32>>
    tile.store %q, %r : tensor<{4*SIZE}x!tile.ptr<i32>>, tensor<{4*SIZE}xi32>`,
	"a constant of many numbers": `
    %table = arith.constant dense<[LIST]> : tensor<SIZExi32>
    %lanes = tile.iota : tensor<SIZExi32>
    %r = tile.add %table, %n : tensor<SIZExi32>, i32 -> tensor<SIZExi32>
    %q = tile.addptr %y, %lanes : !tile.ptr<i32>, tensor<SIZExi32> -> tensor<SIZEx!tile.ptr<i32>>
    tile.store %q, %r : tensor<SIZEx!tile.ptr<i32>>, tensor<SIZExi32>`,
	"arithmetic that states how to round": `
    %lanes = tile.iota : tensor<SIZExi32>
    %c7 = arith.constant 7 : i32
    %low = tile.and %lanes, %c7 : tensor<SIZExi32>, i32 -> tensor<SIZExi32>
    %f = tile.cast %low : tensor<SIZExi32> -> tensor<SIZExf32>
    %e = tile.exp2 %f rounding approx flush_to_zero : tensor<SIZExf32> -> tensor<SIZExf32>
    %g = tile.fma %e, %e, %f rounding zero : tensor<SIZExf32>, tensor<SIZExf32>, tensor<SIZExf32> -> tensor<SIZExf32>
    %r = tile.cast %g : tensor<SIZExf32> -> tensor<SIZExi32>
    %q = tile.addptr %y, %lanes : !tile.ptr<i32>, tensor<SIZExi32> -> tensor<SIZEx!tile.ptr<i32>>
    tile.store %q, %r : tensor<SIZEx!tile.ptr<i32>>, tensor<SIZExi32>`,
	"atomics": `
    %lanes = tile.iota : tensor<SIZExi32>
    %c7 = arith.constant 7 : i32
    %at = tile.and %lanes, %c7 : tensor<SIZExi32>, i32 -> tensor<SIZExi32>
    %q = tile.addptr %y, %at : !tile.ptr<i32>, tensor<SIZExi32> -> tensor<SIZEx!tile.ptr<i32>>
    %old = tile.atomic_rmw add relaxed device %q, %lanes : tensor<SIZEx!tile.ptr<i32>>, tensor<SIZExi32>`,
}

// Tensors in functions that are called, not inlined, are cut, too.
func TestFunctionsThatAreCalledAreCut(t *testing.T) {
	compare(t, 192, `
    func.call @fill(%y, %n) : (!tile.ptr<i32>, i32) -> ()`, girih.CompileOptions{SM: 80, NumWarps: 4})
}

// Kernels with tensors of all allowed sizes compute the same as in the reference executor, which does not cut tensors.
func TestCutTensorsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	for name, body := range kernels {
		t.Run(name, func(t *testing.T) {
			sizes := []int{24, 40, 56, 88, 96, 120, 176, 192, 208, 240}
			switch {
			case strings.Contains(body, "SIZE/8"): // SIZE/8 must be a valid size, too
				sizes = []int{192, 320, 448, 832}
			case strings.Contains(body, "SIZExSIZE"): // larger tensors would not fit into registers
				sizes = sizes[:4]
			}
			for _, size := range sizes {
				compare(t, size, body, girih.CompileOptions{SM: 80, NumWarps: 4})
			}
			compare(t, sizes[0], body, girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: 1})
		})
	}
}

const room = 4096

func compare(t *testing.T, size int, body string, o girih.CompileOptions) {
	t.Helper()
	var list []string
	for i := range size {
		list = append(list, fmt.Sprint(i*i-7))
	}
	source := strings.NewReplacer("{4*SIZE}", fmt.Sprint(4*size), "{SIZE/8}", fmt.Sprint(size/8), "SIZE",
		fmt.Sprint(size), "LIST", strings.Join(list, ", ")).Replace(`
module attributes {tile.semantics = #tile.semantics<triton>} {
  func.func @fill(%y: !tile.ptr<i32>, %n: i32) attributes {no_inline} {
    %lanes = tile.iota : tensor<SIZExi32>
    %v = tile.mul %lanes, %n : tensor<SIZExi32>, i32 -> tensor<SIZExi32>
    %q = tile.addptr %y, %lanes : !tile.ptr<i32>, tensor<SIZExi32> -> tensor<SIZEx!tile.ptr<i32>>
    tile.store %q, %v : tensor<SIZEx!tile.ptr<i32>>, tensor<SIZExi32>
    return
  }
  tile.kernel @k(%x: !tile.ptr<i32>, %y: !tile.ptr<i32>, %n: i32) {` + body + `
    tile.return
  }
}`)
	module, err := girih.Parse("k.mlir", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(size), 3))
	numbers := make([]float64, room)
	for i := range numbers {
		numbers[i] = float64(r.IntN(200))
	}
	i32 := module.Operation().Context().I(32)
	arrays := func() (x, y *interp.Array) {
		x, err := interp.Filled(i32, []int64{room}, func(i int) float64 { return numbers[i] })
		if err != nil {
			t.Fatal(err)
		}
		if y, err = interp.Filled(i32, []int64{room}, func(int) float64 { return 0 }); err != nil {
			t.Fatal(err)
		}
		return x, y
	}
	const n = 37
	x, want := arrays()
	if err := module.Execute(t.Context(), "k", interp.Grid{1, 1, 1}, x, want, int64(n)); err != nil {
		t.Fatalf("reference: %v", err)
	}
	program, err := module.Compile(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	x, got := arrays()
	if _, err := program.Execute(t.Context(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, x, got, int32(n)); err != nil {
		t.Fatal(err)
	}
	for i := range room {
		if got.Bits(i) != want.Bits(i) {
			t.Fatalf("size %d: element %d is %v, want %v", size, i, got.Float64(i), want.Float64(i))
		}
	}
}

// refused are operations that move elements across pieces. Each has the operation that defines %r, its shape, and a
// part of the error.
var refused = [][3]string{
	{`%r = tile.flip %v axis = 0 : tensor<192xi32>`, "192", "it cannot be split"},
	{`%r = tile.reshape %v : tensor<192xi32> -> tensor<2x96xi32>`, "2x96", "must become a sum of as many powers of two"},
	{`%s = tile.iota : tensor<64xi32>
    %l = tile.iota : tensor<128xi32>
    %r = tile.cat %s, %l axis = 0 : tensor<64xi32>, tensor<128xi32> -> tensor<192xi32>`, "192",
		"the larger first"},
}

func TestOperationsAcrossPiecesAreRefusedWithTheirLine(t *testing.T) {
	for _, c := range refused {
		module, err := girih.Parse("k.mlir", []byte(strings.ReplaceAll(`module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%x: !tile.ptr<i32>) {
    %v = tile.iota : tensor<192xi32>
    `+c[0]+`
    %p = tile.splat %x : !tile.ptr<i32> -> tensor<SHAPEx!tile.ptr<i32>>
    tile.store %p, %r : tensor<SHAPEx!tile.ptr<i32>>, tensor<SHAPExi32>
    tile.return
  }
}`, "SHAPE", c[1])))
		if err != nil {
			t.Errorf("%s: %v", c[0], err)
			continue
		}
		_, err = module.Compile(t.Context(), girih.CompileOptions{SM: 80})
		var d *ir.Diagnostic
		if !errors.As(err, &d) || !strings.Contains(err.Error(), c[2]) || !strings.Contains(err.Error(), "k.mlir:") {
			t.Errorf("%s: error %v, want one with %q", c[0], err, c[2])
		}
	}
}
