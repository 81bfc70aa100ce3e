package importtorch_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
)

// sizesGraph has sizes as nodes.
const sizesGraph = `{"exported": [
  {"name": "x", "op": "placeholder", "meta": {"dtype": "f32", "shape": ["s0", 6]}},
  {"name": "n", "op": "call_function", "target": "aten.sym_size.int", "args": [{"node": "x"}, -2], "meta": {"scalar": "s0"}},
  {"name": "m", "op": "call_function", "target": "<built-in function mul>", "args": [{"node": "n"}, 2],
   "meta": {"scalar": "2*s0"}},
  {"name": "c", "op": "call_function", "target": "<built-in function ge>", "args": [{"node": "n"}, 2],
   "meta": {"scalar": "s0 >= 2"}},
  {"name": "a", "op": "call_function", "target": "aten._assert_scalar.default", "args": [{"node": "c"}, "too small"]},
  {"name": "h", "op": "call_function", "target": "<built-in function floordiv>", "args": [{"node": "m"}, {"node": "n"}],
   "meta": {"scalar": "2"}},
  {"name": "y", "op": "call_function", "target": "aten.view.default", "args": [{"node": "x"}, [{"node": "m"}, 3]],
   "meta": {"dtype": "f32", "shape": ["2*s0", 3]}},
  {"name": "s", "op": "call_function", "target": "aten.split.Tensor", "args": [{"node": "y"}, 2, 1],
   "meta": [{"dtype": "f32", "shape": ["2*s0", 2]}, {"dtype": "f32", "shape": ["2*s0", 1]}]},
  {"name": "z", "op": "call_function", "target": "<built-in function getitem>", "args": [{"node": "s"}, -1]},
  {"name": "output", "op": "output", "args": [[{"node": "z"}]]}]}`

// A graph with dynamic sizes computes with them: nodes may be sizes, and arithmetic of sizes. Nodes that only check
// assumptions are dropped.
func TestSizesAreNodes(t *testing.T) {
	f, ctx := primitives(t, []byte(sizesGraph))
	for _, rows := range []int{2, 5} {
		x := must(tensors.Of(ctx.F32(), weights(6*rows, 1, 1), rows, 6))(t)
		got := must(tensors.Run(t.Context(), f, []*tensors.Tensor{x}, tensors.Options{}))(t)[0]
		var want []float64
		for i := 2; i < 6*rows; i += 3 {
			want = append(want, x.Floats()[i])
		}
		if !slices.Equal(got.Shape(), []int{2 * rows, 1}) || !slices.Equal(got.Floats(), want) {
			t.Errorf("%d rows: got %v, want %v", rows, got, want)
		}
	}
}

// Tensors are computed with sizes of the run, as in x.sum(0) / x.shape[0]. A size does not change the element type.
func TestSizesAreOperands(t *testing.T) {
	source := `{"exported": [
  {"name": "x", "op": "placeholder", "meta": {"dtype": "f32", "shape": ["s0", 2]}},
  {"name": "n", "op": "call_function", "target": "aten.sym_size.int", "args": [{"node": "x"}, 0]},
  {"name": "s", "op": "call_function", "target": "aten.sum.dim_IntList", "args": [{"node": "x"}, [0]],
   "meta": {"dtype": "f32", "shape": [2]}},
  {"name": "y", "op": "call_function", "target": "aten.div.Tensor", "args": [{"node": "s"}, {"node": "n"}],
   "meta": {"dtype": "f32", "shape": [2]}},
  {"name": "z", "op": "call_function", "target": "aten.rsub.Scalar", "args": [{"node": "y"}, {"node": "n"}],
   "meta": {"dtype": "f32", "shape": [2]}},
  {"name": "w", "op": "call_function", "target": "aten.add.Tensor", "args": [{"node": "n"}, {"node": "z"}],
   "meta": {"dtype": "f32", "shape": [2]}},
  {"name": "output", "op": "output", "args": [[{"node": "w"}]]}]}`
	f, ctx := primitives(t, []byte(source))
	for _, rows := range []int{1, 4} {
		values := make([]float64, 2*rows)
		for i := range values {
			values[i] = float64(i % 2)
		}
		x := must(must(tensors.Of(ctx.F64(), values, rows, 2))(t).To(ctx.F32()))(t)
		got := must(tensors.Run(t.Context(), f, []*tensors.Tensor{x}, tensors.Options{}))(t)[0]
		if want := []float64{float64(2 * rows), float64(2*rows - 1)}; !slices.Equal(got.Floats(), want) {
			t.Errorf("%d rows: got %v, want %v", rows, got, want)
		}
	}
}

// Python rounds quotients down, also if a difference of sizes is negative.
func TestQuotientsOfSizesAreRoundedDown(t *testing.T) {
	source := `{"exported": [
  {"name": "x", "op": "placeholder", "meta": {"dtype": "f32", "shape": ["s0", 6]}},
  {"name": "n", "op": "call_function", "target": "aten.sym_size.int", "args": [{"node": "x"}, 0]},
  {"name": "d", "op": "call_function", "target": "<built-in function sub>", "args": [{"node": "n"}, 5]},
  {"name": "h", "op": "call_function", "target": "<built-in function floordiv>", "args": [{"node": "d"}, 2]},
  {"name": "m", "op": "call_function", "target": "<built-in function add>", "args": [{"node": "h"}, 5]},
  {"name": "y", "op": "call_function", "target": "aten.view.default", "args": [{"node": "x"}, [{"node": "m"}, -1]],
   "meta": {"dtype": "f32", "shape": ["(s0 - 5)//2 + 5", "6*s0//((s0 - 5)//2 + 5)"]}},
  {"name": "output", "op": "output", "args": [[{"node": "y"}]]}]}`
	f, ctx := primitives(t, []byte(source))
	for rows, want := range map[int][]int{2: {3, 4}, 5: {5, 6}} {
		x := must(tensors.Of(ctx.F32(), weights(6*rows, 1, 1), rows, 6))(t)
		got := must(tensors.Run(t.Context(), f, []*tensors.Tensor{x}, tensors.Options{}))(t)[0]
		if !slices.Equal(got.Shape(), want) {
			t.Errorf("%d rows: got shape %v, want %v", rows, got.Shape(), want)
		}
	}
}

// positionsGraph is what torch.export makes of a model with dynamic_shapes {"x": {0: Dim("t", max=8)}}:
//
//	def forward(self, x):
//	    t = x.shape[0]
//	    return x + self.table[:t], self.table[torch.arange(t, device=x.device)]
const positionsGraph = `{"exported": [
  {"name": "p_table", "op": "placeholder", "meta": {"dtype": "f32", "shape": [8, 3]}},
  {"name": "x", "op": "placeholder", "meta": {"dtype": "f32", "shape": ["s77", 3]}},
  {"name": "sym_size_int_1", "op": "call_function", "target": "aten.sym_size.int", "args": [{"node": "x"}, 0],
   "meta": {"scalar": "s77"}},
  {"name": "slice_1", "op": "call_function", "target": "aten.slice.Tensor",
   "args": [{"node": "p_table"}, 0, 0, {"node": "sym_size_int_1"}], "meta": {"dtype": "f32", "shape": ["s77", 3]}},
  {"name": "add", "op": "call_function", "target": "aten.add.Tensor", "args": [{"node": "x"}, {"node": "slice_1"}],
   "meta": {"dtype": "f32", "shape": ["s77", 3]}},
  {"name": "arange", "op": "call_function", "target": "aten.arange.default", "args": [{"node": "sym_size_int_1"}],
   "kwargs": {"device": {"torch": "cpu"}, "pin_memory": false}, "meta": {"dtype": "i64", "shape": ["s77"]}},
  {"name": "index", "op": "call_function", "target": "aten.index.Tensor",
   "args": [{"node": "p_table"}, [{"node": "arange"}]], "meta": {"dtype": "f32", "shape": ["s77", 3]}},
  {"name": "output", "op": "output", "args": [[{"node": "add"}, {"node": "index"}]]}],
 "signature": {"inputs": [{"kind": "PARAMETER", "arg": "p_table", "target": "table"}, {"kind": "USER_INPUT", "arg": "x"}]}}`

func TestPositionsUpToASize(t *testing.T) {
	f, ctx := primitives(t, []byte(positionsGraph))
	table := must(tensors.Of(ctx.F32(), weights(24, 2, 1), 8, 3))(t)
	for _, rows := range []int{1, 2, 8} {
		x := must(tensors.Of(ctx.F32(), weights(3*rows, 1, 1), rows, 3))(t)
		got := must(tensors.Run(t.Context(), f, []*tensors.Tensor{table, x}, tensors.Options{}))(t)
		for i, v := range table.Floats()[:3*rows] {
			if sum := float64(float32(x.Floats()[i] + v)); got[0].Floats()[i] != sum || got[1].Floats()[i] != v {
				t.Fatalf("%d rows, element %d: got %v and %v, want %v and %v", rows, i, got[0], got[1], sum, v)
			}
		}
	}
	x := must(tensors.Of(ctx.F32(), weights(27, 1, 1), 9, 3))(t)
	if _, err := tensors.Run(t.Context(), f, []*tensors.Tensor{table, x}, tensors.Options{}); err == nil {
		t.Error("9 rows are added to a table of 8")
	}
}

// Bounds that are sizes are clipped and count from the end as those of Python do.
func TestSlicesWithSizesAsBounds(t *testing.T) {
	const null = "null"
	node := func(name string) string { return `{"node": "` + name + `"}` }
	for _, c := range []struct {
		start, end string
		step       int
		bounds     func(n int) (start, end int)
	}{
		{"0", node("h"), 1, func(n int) (int, int) { return 0, n / 2 }},
		{node("h"), null, 2, func(n int) (int, int) { return n / 2, n }},
		{node("d"), "9223372036854775807", 1, func(n int) (int, int) { return n - 4, n }},
		{"1", node("d"), 3, func(n int) (int, int) { return 1, n - 4 }},
		{"-2", node("m"), 1, func(n int) (int, int) { return -2, 2 * n }},
		{node("m"), node("h"), 1, func(n int) (int, int) { return 2 * n, n / 2 }},
	} {
		source := fmt.Sprintf(`{"exported": [
  {"name": "x", "op": "placeholder", "meta": {"dtype": "f32", "shape": ["s0"]}},
  {"name": "n", "op": "call_function", "target": "aten.sym_size.int", "args": [{"node": "x"}, 0]},
  {"name": "m", "op": "call_function", "target": "<built-in function mul>", "args": [{"node": "n"}, 2]},
  {"name": "h", "op": "call_function", "target": "<built-in function floordiv>", "args": [{"node": "n"}, 2]},
  {"name": "d", "op": "call_function", "target": "<built-in function sub>", "args": [{"node": "n"}, 4]},
  {"name": "y", "op": "call_function", "target": "aten.slice.Tensor", "args": [{"node": "x"}, -1, %s, %s, %d],
   "meta": {"dtype": "f32", "shape": ["u0"]}},
  {"name": "output", "op": "output", "args": [[{"node": "y"}]]}]}`, c.start, c.end, c.step)
		f, ctx := primitives(t, []byte(source))
		for n := 1; n < 10; n++ {
			x := must(tensors.Of(ctx.F32(), weights(n, 1, 1), n))(t)
			got := must(tensors.Run(t.Context(), f, []*tensors.Tensor{x}, tensors.Options{}))(t)[0].Floats()
			start, end := c.bounds(n)
			var want []float64
			for i := clipped(start, n); i < clipped(end, n); i += c.step {
				want = append(want, x.Floats()[i])
			}
			if !slices.Equal(got, want) {
				t.Errorf("[%s:%s:%d] of %d elements: got %v, want %v", c.start, c.end, c.step, n, got, want)
			}
		}
	}
}

// clipped returns a bound of a slice of n elements as Python understands it.
func clipped(bound, n int) int {
	if bound < 0 {
		bound += n
	}
	return max(0, min(bound, n))
}
