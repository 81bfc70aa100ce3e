package importtt_test

import (
	"slices"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importtt"
)

// selections copies a block through a block pointer that is selected from two, which point into arrays of different
// sizes. Then it copies a block through a block pointer that a loop swaps with the other one in each iteration.
const selections = `
tt.func public @choose(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %out: !tt.ptr<f32>, %c: i1, %swaps: i32) {
  %one = arith.constant 1 : i64
  %np = arith.constant 4 : i64
  %nq = arith.constant 2 : i64
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i4 = arith.constant 4 : i32
  %0 = tt.make_tensor_ptr %p, [%np], [%one], [%i1] {order = array<i32: 0>} : <tensor<4xf32>>
  %1 = tt.make_tensor_ptr %q, [%nq], [%one], [%i0] {order = array<i32: 0>} : <tensor<4xf32>>
  %2 = arith.select %c, %0, %1 : !tt.ptr<tensor<4xf32>>
  %3 = tt.load %2 {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<4xf32>>
  %8 = arith.constant 8 : i64
  %4 = tt.make_tensor_ptr %out, [%8], [%one], [%i0] {order = array<i32: 0>} : <tensor<4xf32>>
  tt.store %4, %3 : !tt.ptr<tensor<4xf32>>
  %5:2 = scf.for %k = %i0 to %swaps step %i1 iter_args(%x = %0, %y = %1) -> (!tt.ptr<tensor<4xf32>>, !tt.ptr<tensor<4xf32>>) : i32 {
    scf.yield %y, %x : !tt.ptr<tensor<4xf32>>, !tt.ptr<tensor<4xf32>>
  }
  %6 = arith.select %c, %5#0, %5#1 : !tt.ptr<tensor<4xf32>>
  %7 = tt.load %6 {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<4xf32>>
  %9 = tt.advance %4, [%i4] : <tensor<4xf32>>
  tt.store %9, %7 : !tt.ptr<tensor<4xf32>>
  tt.return
}`

func TestSelectedBlockPointersLeadWhereTheChosenOneDoes(t *testing.T) {
	p, q := []float64{2, 3, 4, 0}, []float64{5, 6, 0, 0}
	for _, c := range []struct {
		condition bool
		swaps     int
		want      []float64
	}{
		{true, 0, slices.Concat(p, p)}, {false, 0, slices.Concat(q, q)},
		{true, 1, slices.Concat(p, q)}, {false, 3, slices.Concat(q, p)},
	} {
		module, err := text.ParseString(registry.NewContext(), selections)
		if err != nil {
			t.Fatal(err)
		}
		if err := importtt.Convert(module); err != nil {
			t.Fatal(err)
		}
		f32 := module.Context().F32()
		var arrays []any
		for _, values := range [][]float64{{1, 2, 3, 4}, {5, 6}, make([]float64, 8)} {
			a, err := interp.NewArray(f32, int64(len(values)))
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range values {
				a.SetFloat64(i, v)
			}
			arrays = append(arrays, a)
		}
		if err := interp.Run(t.Context(), module, "choose", interp.Grid{1, 1, 1},
			append(arrays, c.condition, c.swaps)...); err != nil {
			t.Fatal(err)
		}
		if got := arrays[2].(*interp.Array).Float64s(); !slices.Equal(got, c.want) {
			t.Errorf("condition %v, %d swaps: got %v, want %v", c.condition, c.swaps, got, c.want)
		}
	}
}
