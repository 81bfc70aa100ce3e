package tiletollvm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/lowering/threads/tiletollvm"
)

// TestBulkStoresOfWordsHaveNoBankConflicts stores a sum of products in f32, from which a copy in bulk reads it.
func TestBulkStoresOfWordsHaveNoBankConflicts(t *testing.T) {
	for _, s := range []struct{ rows, columns, warps int }{{64, 32, 4}, {64, 64, 4}, {128, 64, 8}, {64, 128, 8}} {
		source := fmt.Sprintf(`
!in = !tile.array<256x256xf16, strides = [256, 1]>
!out = !tile.array<%[1]dx%[2]dxf32, strides = [%[2]d, 1]>
tile.kernel @product(%%a: !in {tile.divisibility = 16 : i32}, %%b: !in {tile.divisibility = 16 : i32},
                     %%out: !out {tile.divisibility = 16 : i32}) {
  %%none = arith.constant dense<0.0> : tensor<%[1]dx%[2]dxf32>
  %%c0 = arith.constant 0 : i32
  %%c1 = arith.constant 1 : i32
  %%n = arith.constant 4 : i32
  %%sum = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%acc = %%none) -> (tensor<%[1]dx%[2]dxf32>) : i32 {
    %%x = tile.load_view %%a[%%c0, %%i] padding zero : !in -> tensor<%[1]dx64xf16>
    %%y = tile.load_view %%b[%%i, %%c0] padding zero : !in -> tensor<64x%[2]dxf16>
    %%next = tile.dot %%x, %%y, %%acc : tensor<%[1]dx64xf16>, tensor<64x%[2]dxf16> -> tensor<%[1]dx%[2]dxf32>
    scf.yield %%next : tensor<%[1]dx%[2]dxf32>
  }
  tile.store_view %%sum, %%out[%%c0, %%c0] : tensor<%[1]dx%[2]dxf32>, !out
  tile.return
}`, s.rows, s.columns)
		module := parse(t, "product", source)
		arrays := func() (list []*interp.Array, args []any) {
			for i, shape := range [][]int64{{256, 256}, {256, 256}, {int64(s.rows), int64(s.columns)}} {
				elem := module.Operation().Context().Float([]string{"f16", "f16", "f32"}[i])
				one, err := interp.Filled(elem, shape, func(at int) float64 { return float64((at*7+at/3+i)%5 - 2) })
				if err != nil {
					t.Fatal(err)
				}
				list, args = append(list, one), append(args, one)
			}
			return list, args
		}
		want, args := arrays()
		ctx := context.Background()
		if err := module.Clone().Execute(ctx, "product", interp.Grid{1, 1, 1}, args...); err != nil {
			t.Fatal(err)
		}
		program, err := module.Compile(ctx, girih.CompileOptions{NumWarps: s.warps, SM: 90, ArchSpecific: true})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(program.String(), "bulk.tensor") {
			t.Fatalf("no store in bulk:\n%s", program)
		}
		got, args := arrays()
		stats, err := program.Execute(ctx, "product", simt.Launch{Grid: [3]int32{1, 1, 1}, Seed: 1}, args...)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want[2].Len() {
			if x, y := got[2].Float64(i), want[2].Float64(i); x != y {
				t.Fatalf("%+v: element %d is %v, want %v", s, i, x, y)
			}
		}
		stores := int64(0)
		for _, op := range stats.Operations {
			if op.Name != llvm.Store.Name || op.SharedWavefronts == 0 {
				continue
			}
			stores += op.SharedWavefronts
			if op.BankConflicts > 0 {
				t.Errorf("%+v: %d of %d passes are due to bank conflicts", s, op.BankConflicts, op.SharedWavefronts)
			}
		}
		if least := int64(s.rows * s.columns / 32); stores < least {
			t.Errorf("%+v: %d passes, want %d at least", s, stores, least)
		}
	}
}

// TestNarrowTilesAreStoredInBulk stores a tile whose rows have 16 or 32 bytes: panels of 16 bytes have no permutation.
func TestNarrowTilesAreStoredInBulk(t *testing.T) {
	for _, c := range []struct{ columns, panel, swizzle int }{{4, 4, 0}, {8, 8, 32}} {
		module := parse(t, "narrow", fmt.Sprintf(`
#a = #tilegpu.blocked<{sizePerThread = [1, %[1]d], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
tile.kernel @k(%%y: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %%map: !tile.ptr<i8> {tilegpu.tensor_map = {
    base = 0 : i32, box = array<i64: 32, %[2]d>, elem = i32, sizes = array<i64: -33, -%[4]d>,
    strides = array<i64: -%[4]d, -2>, swizzle = %[3]d : i32}}) attributes {tilegpu.num_warps = 1 : i32} {
  %%i = tile.iota : tensor<32xi32, #tilegpu.slice<{dim = 1, parent = #a}>>
  %%rows = tile.expand_dims %%i axis = 1 : tensor<32xi32, #tilegpu.slice<{dim = 1, parent = #a}>>
    -> tensor<32x1xi32, #a>
  %%v = tile.broadcast %%rows : tensor<32x1xi32, #a> -> tensor<32x%[1]dxi32, #a>
  %%zero = arith.constant 0 : i32
  tilegpu.bulk_store %%v to %%map[%%zero, %%zero] : tensor<32x%[1]dxi32, #a>, !tile.ptr<i8>
  tile.return
}`, c.columns, c.panel, c.swizzle, c.columns+1))
		if err := tiletollvm.Convert(module.Operation(), tiletollvm.Options{SM: 90}); err != nil {
			t.Fatal(err)
		}
		out, err := interp.Filled(module.Operation().Context().I(32), []int64{32, int64(c.columns)},
			func(int) float64 { return -1 })
		if err != nil {
			t.Fatal(err)
		}
		launch := simt.Launch{Grid: [3]int32{1, 1, 1}}
		if _, err := simt.Run(context.Background(), module.Operation(), "k", launch, out); err != nil {
			t.Fatal(err)
		}
		for i := range out.Len() {
			if got, want := out.Float64(i), float64(i/c.columns); got != want {
				t.Errorf("%d columns: element %d is %v, want %v", c.columns, i, got, want)
			}
		}
	}
}
