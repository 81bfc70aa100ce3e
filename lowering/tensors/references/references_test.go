package references_test

import (
	"math"
	"testing"
)

func TestSums(t *testing.T) {
	check(t, []example{
		{"add.Tensor(%a, %b, alpha = 2)", args(vec(1, 2), ints(10, 20)), vec(21, 42)},
		{"add.Tensor(%a, %b)", args(of(f32, shape{2, 1}, 1, 2), vec(10, 20, 30)),
			of(f32, shape{2, 3}, 11, 21, 31, 12, 22, 32)},
	})
}

func TestSoftmaxOfLargeNumbersAndInfinities(t *testing.T) {
	e := math.E
	check(t, []example{
		{"softmax.int(%a, dim = -1)", args(vec(1000, 1001)), vec(1/(1+e), e/(1+e))},
		{"softmax.int(%a, dim = 0)", args(vec(-inf, 0)), vec(0, 1)},
		{"softmax.int(%a, dim = 0)", args(vec(-inf, -inf)), vec(nan, nan)},
	})
}
