package prim_test

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"testing"

	"github.com/girih-ir/girih/dialects/prim"
)

// layouts has strides recorded from PyTorch; benchmarks/torch/record.py writes it.
const layouts = "../../benchmarks/torch/goldens/layout.zip"

// layout is a line of the recorded strides: an elementwise function of operands with some shapes and strides, or a
// reshape.
type layout struct {
	F      string
	S, ST  json.RawMessage
	Shape  []int64
	Out    []int64
	CUDA   []int64 `json:"cuda"`
	To     []int64
	View   bool
	Failed string
}

func readLayouts(t *testing.T) (lines []layout) {
	t.Helper()
	z, err := zip.OpenReader(layouts)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("strides have not been recorded")
	} else if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }()
	index, err := z.Open("index.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(index); d.More(); {
		var l layout
		if err := d.Decode(&l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	return lines
}

// broadcast returns the strides of an operand in a shape that it is broadcast to.
func broadcast(of, strides, to []int64) []int64 {
	out := make([]int64, len(to))
	for d := range of {
		if at := len(to) - len(of) + d; of[d] == to[at] {
			out[at] = strides[d]
		}
	}
	return out
}

// sameWhereItMatters compares strides of dimensions with more than one element, if there are any elements.
func sameWhereItMatters(shape, a, b []int64) bool {
	if prim.Numel(shape) == 0 {
		return true
	}
	for d, n := range shape {
		if n > 1 && a[d] != b[d] {
			return false
		}
	}
	return true
}

func TestElementwiseStridesAreThoseOfPyTorch(t *testing.T) {
	compared, different := 0, 0
	for _, l := range readLayouts(t) {
		if l.F == "" || l.F == "reshape" || l.Failed != "" {
			continue
		}
		var shapes, strides [][]int64
		if json.Unmarshal(l.S, &shapes) != nil || json.Unmarshal(l.ST, &strides) != nil {
			t.Fatal(string(l.S))
		}
		if l.F == "where" { // the condition is computed from its first operand
			condition := prim.ElementwiseStrides(shapes[0], strides[0])
			shapes, strides = slices.Insert(shapes, 0, shapes[0]), slices.Insert(strides, 0, condition)
		}
		for i := range shapes {
			strides[i] = broadcast(shapes[i], strides[i], l.Shape)
		}
		got := prim.ElementwiseStrides(l.Shape, strides...)
		compared++
		if !sameWhereItMatters(l.Shape, got, l.Out) {
			if different++; different < 10 {
				t.Errorf("%s %s of strides %s in shape %v: got %v, want %v", l.F, l.S, l.ST, l.Shape, got, l.Out)
			}
		}
	}
	if t.Logf("%d of %d differ", different, compared); compared < 2000 {
		t.Errorf("only %d were compared", compared)
	}
}

func TestReshapesAreViewsWherePyTorchsAre(t *testing.T) {
	for _, l := range readLayouts(t) {
		if l.F != "reshape" {
			continue
		}
		var shape, strides []int64
		if json.Unmarshal(l.S, &shape) != nil || json.Unmarshal(l.ST, &strides) != nil {
			t.Fatal(string(l.S))
		}
		got, view := prim.ReshapedStrides(shape, strides, l.To)
		if view != l.View || view && !sameWhereItMatters(l.To, got, l.Out) {
			t.Errorf("%v with strides %v to %v: got %v %v, want %v %v", shape, strides, l.To, got, view, l.Out, l.View)
		}
	}
}

// This example shows that two functions of two operands can give other strides than one function of three operands.
func TestStridesOfClampAreNotThoseOfMinimumAndMaximum(t *testing.T) {
	shape, a, b, c := []int64{2, 2, 2}, []int64{2, 0, 1}, []int64{0, 1, 0}, []int64{2, 1, 4}
	two := prim.ElementwiseStrides(shape, prim.ElementwiseStrides(shape, a, b), c)
	three := prim.ElementwiseStrides(shape, a, b, c)
	if !slices.Equal(two, []int64{4, 2, 1}) || !slices.Equal(three, []int64{4, 1, 2}) {
		t.Errorf("got %v and %v, want [4 2 1] and [4 1 2]", two, three)
	}
}

func TestElementwiseStridesOfTwoOperands(t *testing.T) {
	for _, c := range []struct{ shape, a, b, want []int64 }{
		{[]int64{3, 4}, []int64{4, 1}, []int64{1, 3}, []int64{4, 1}},
		{[]int64{3, 4}, []int64{1, 3}, []int64{4, 1}, []int64{1, 3}},
		{[]int64{3, 4}, []int64{1, 0}, []int64{0, 1}, []int64{4, 1}},
		{[]int64{2, 3, 4, 5}, []int64{60, 1, 15, 3}, []int64{0, 1, 0, 0}, []int64{60, 1, 15, 3}},
		{[]int64{4, 3}, []int64{0, 0}, []int64{0, 0}, []int64{3, 1}},
		{[]int64{}, []int64{}, []int64{}, []int64{}},
		{[]int64{3}, []int64{2}, []int64{2}, []int64{1}},
	} {
		if got := prim.ElementwiseStrides(c.shape, c.a, c.b); !slices.Equal(got, c.want) {
			t.Errorf("%v and %v in %v: got %v, want %v", c.a, c.b, c.shape, got, c.want)
		}
	}
}
