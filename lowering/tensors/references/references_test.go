package references_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/ir"
)

func TestSums(t *testing.T) {
	check(t, []example{
		{"add.Tensor(%a, %b, alpha = 2)", args(vec(1, 2), ints(10, 20)), vec(21, 42)},
		{"add.Tensor(%a, %b)", args(of(f32, shape{2, 1}, 1, 2), vec(10, 20, 30)),
			of(f32, shape{2, 3}, 11, 21, 31, 12, 22, 32)},
		{"add.Scalar(%a, other = 2.5)", args(ints(1, 2)), vec(3.5, 4.5)},
		{"sub.Scalar(%a, other = 2, alpha = 3)", args(ints(1, 2)), ints(-5, -4)},
		{"rsub.Scalar(%a, other = 2)", args(vec(1, 5)), vec(1, -3)},
	})
}

func TestSoftmaxOfLargeNumbersAndInfinities(t *testing.T) {
	e := math.E
	check(t, []example{
		{"softmax.int(%a, dim = -1)", args(vec(1000, 1001)), vec(1/(1+e), e/(1+e))},
		{"softmax.int(%a, dim = 0)", args(vec(-inf, 0)), vec(0, 1)},
		{"softmax.int(%a, dim = 0)", args(vec(-inf, -inf)), vec(nan, nan)},
		{"log_softmax.int(%a, dim = 0)", args(vec(0, 0)), vec(-math.Ln2, -math.Ln2)},
		{"logsumexp(%a, dim = [0])", args(vec(1000, 1000)), vec0(1000 + math.Ln2)},
		{"logsumexp(%a, dim = [0])", args(vec(-inf, -inf)), vec0(-inf)},
	})
}

func TestActivationsKeepNaNAndDecideAtTheirKinks(t *testing.T) {
	x := vec(-2, -0.5, 0, 0.5, 2, nan)
	check(t, []example{
		{"relu(%a)", args(x), vec(0, 0, 0, 0.5, 2, nan)},
		{"hardtanh(%a)", args(x), vec(-1, -0.5, 0, 0.5, 1, nan)},
		{"leaky_relu(%a, negative_slope = 0.5)", args(x), vec(-1, -0.25, 0, 0.5, 2, nan)},
		{"threshold(%a, threshold = 0, value = 7)", args(x), vec(7, 7, 7, 0.5, 2, nan)},
		{"hardshrink(%a)", args(x), vec(-2, 0, 0, 0, 2, nan)},
		{"clamp(%a, min = -1, max = 1)", args(x), vec(-1, -0.5, 0, 0.5, 1, nan)},
		{"clamp(%a, min = 3, max = 1)", args(vec(0, 5)), vec(1, 1)},
		{"clamp(%a, max = nan)", args(vec(0, 5)), vec(nan, nan)},
		{"silu(%a)", args(vec(0, 1)), vec(0, 1/(1+math.Exp(-1)))},
		{"gelu(%a)", args(vec(0, 1)), vec(0, 0.5*(1+math.Erf(1/math.Sqrt2)))},
		{"softplus(%a)", args(vec(0, 30)), vec(math.Ln2, 30)},
		{"glu(%a)", args(vec(1, 2, 0, 0)), vec(0.5, 1)},
	})
}

func TestDivisions(t *testing.T) {
	check(t, []example{
		{"div.Tensor(%a, %b)", args(ints(7, -7), ints(2, 2)), vec(3.5, -3.5)},
		{`div.Tensor_mode(%a, %b, rounding_mode = "trunc")`, args(ints(7, -7), ints(2, 2)), ints(3, -3)},
		{"floor_divide(%a, %b)", args(ints(7, -7, 7, -7), ints(2, 2, -2, -2)), ints(3, -4, -4, 3)},
		// Not the floor of the rounded quotient, which is 250.
		{"floor_divide(%a, %b)", args(of(f64, shape{1}, 0.25), of(f64, shape{1}, 0.001)), of(f64, shape{1}, 249)},
		{"remainder.Tensor(%a, %b)", args(ints(7, -7, 7, -7), ints(3, 3, -3, -3)), ints(1, 2, -2, -1)},
		{"fmod.Tensor(%a, %b)", args(ints(7, -7, 7, -7), ints(3, 3, -3, -3)), ints(1, -1, 1, -1)},
	})
}

func TestReductionsOfIntegersAreLong(t *testing.T) {
	m := of(f32, shape{2, 3}, 1, 2, 3, 4, 5, 6)
	check(t, []example{
		{"sum(%a)", args(of(i32, shape{3}, 1, 2, 3)), of(i64, nil, 6)},
		{"sum.dim_IntList(%a, dim = [1], keepdim = true)", args(m), of(f32, shape{2, 1}, 6, 15)},
		{"mean.dim(%a, dim = [0])", args(m), vec(2.5, 3.5, 4.5)},
		{"var.correction(%a, dim = [1])", args(m), vec(1, 1)},
		{"std.correction(%a, dim = [1], correction = 0)", args(m), vec(math.Sqrt(2.0/3), math.Sqrt(2.0/3))},
		{"amax(%a, dim = [])", args(m), vec0(6)},
		{"argmax(%a)", args(m), of(i64, nil, 5)},
		{"argmin(%a, dim = 1, keepdim = true)", args(m), of(i64, shape{2, 1}, 0, 0)},
		{"tril(%a)", args(of(i1, shape{2, 2}, 1, 1, 1, 1)), of(i1, shape{2, 2}, 1, 0, 1, 1)},
		{"_safe_softmax(%a, dim = -1)", args(of(f32, shape{2, 2}, -inf, -inf, 0, 0)), of(f32, shape{2, 2}, 0, 0, 0.5, 0.5)},
		{"nll_loss_backward(%a, %b, %c, reduction = 1, ignore_index = -100, %d)", args(vec0(1),
			of(f32, shape{3, 2}, 0, 0, 0, 0, 0, 0), ints(1, -100, 0), vec0(2)), of(f32, shape{3, 2}, 0, -0.5, 0, 0, -0.5, 0)},
		{"any.dim(%a, dim = 0)", args(of(f32, shape{2, 2}, 0, nan, 0, 0)), of(i1, shape{2}, 0, 1)},
		{"cumsum(%a, dim = 1)", args(m), of(f32, shape{2, 3}, 1, 3, 6, 4, 9, 15)},
		{"linalg_vector_norm(%a, ord = inf, dim = [1])", args(m), vec(3, 6)},
		{"linalg_vector_norm(%a)", args(vec(3, 4)), vec0(5)},
	})
}

func TestShapes(t *testing.T) {
	m := of(f32, shape{2, 3}, 1, 2, 3, 4, 5, 6)
	check(t, []example{
		{"reshape(%a, shape = [3, -1])", args(m), of(f32, shape{3, 2}, 1, 2, 3, 4, 5, 6)},
		{"permute(%a, dims = [1, 0])", args(m), of(f32, shape{3, 2}, 1, 4, 2, 5, 3, 6)},
		{"flip(%a, dims = [1])", args(m), of(f32, shape{2, 3}, 3, 2, 1, 6, 5, 4)},
		{"roll(%a, shifts = [1], dims = [1])", args(m), of(f32, shape{2, 3}, 3, 1, 2, 6, 4, 5)},
		{"roll(%a, shifts = [1])", args(m), of(f32, shape{2, 3}, 6, 1, 2, 3, 4, 5)},
		{"cat([%a, %b], dim = 0)", args(vec(1), ints(2)), vec(1, 2)},
		{"stack([%a, %a], dim = 1)", args(vec(1, 2)), of(f32, shape{2, 2}, 1, 1, 2, 2)},
		{"slice.Tensor(%a, dim = 1, start = -2, end = 100)", args(m), of(f32, shape{2, 2}, 2, 3, 5, 6)},
		{"expand(%a, size = [2, -1])", args(vec(1, 2)), of(f32, shape{2, 2}, 1, 2, 1, 2)},
		{"repeat(%a, repeats = [2, 2])", args(vec(1, 2)), of(f32, shape{2, 4}, 1, 2, 1, 2, 1, 2, 1, 2)},
		{"diagonal(%a, offset = 1)", args(m), vec(2, 6)},
		{"diag_embed(%a, offset = -1)", args(vec(7)), of(f32, shape{2, 2}, 0, 0, 7, 0)},
		{"tril(%a)", args(m), of(f32, shape{2, 3}, 1, 0, 0, 4, 5, 0)},
		{"constant_pad_nd(%a, pad = [1, -1], value = 9)", args(m), of(f32, shape{2, 3}, 9, 1, 2, 9, 4, 5)},
		{"unfold(%a, dimension = 0, size = 2, step = 1)", args(vec(1, 2, 3)), of(f32, shape{2, 2}, 1, 2, 2, 3)},
		{"rot90(%a)", args(m), of(f32, shape{3, 2}, 3, 6, 2, 5, 1, 4)},
	})
}

func TestIndices(t *testing.T) {
	m := of(f32, shape{3, 2}, 1, 2, 3, 4, 5, 6)
	check(t, []example{
		{"embedding(%a, %b)", args(m, ints(2, 0)), of(f32, shape{2, 2}, 5, 6, 1, 2)},
		{"gather(%a, dim = 0, %b)", args(m, of(i64, shape{1, 2}, 2, 1)), of(f32, shape{1, 2}, 5, 4)},
		{"scatter_add(%a, dim = 0, %b, %c)", args(m, of(i64, shape{2, 1}, 1, 1), of(f32, shape{2, 1}, 10, 20)),
			of(f32, shape{3, 2}, 1, 2, 33, 4, 5, 6)},
		{"index.Tensor(%a, [none, %b])", args(m, ints(-1)), of(f32, shape{3, 1}, 2, 4, 6)},
		{"index.Tensor(%a, [%b, %c])", args(m, ints(0, 1, 2), ints(1, 0, 1)), vec(2, 3, 6)},
		{"index_put(%a, [%b], %c, accumulate = true)", args(m, ints(1, 1), vec(1, 1)),
			of(f32, shape{3, 2}, 1, 2, 5, 6, 5, 6)},
		{"index_put(%a, [%b], %c)", args(m, of(i1, shape{3, 2}, 1, 0, 0, 1, 0, 0), vec0(9)),
			of(f32, shape{3, 2}, 9, 2, 3, 9, 5, 6)},
		{"index_put(%a, [%b], %c)", args(m, of(i1, shape{3}, 1, 0, 1), vec(7, 8)), of(f32, shape{3, 2}, 7, 8, 3, 4, 7, 8)},
		{"index_put(%a, [none, %b], %c)",
			args(m, of(ctx.IntegerType(8, ir.Unsigned), shape{2}, 0, 2), of(f32, shape{3, 1}, 7, 8, 9)),
			of(f32, shape{3, 2}, 1, 7, 3, 8, 5, 9)},
		{"index_put(%a, [%b], %c, accumulate = true)", args(m, of(i1, shape{3}, 0, 1, 0), of(f32, shape{1, 1}, 10)),
			of(f32, shape{3, 2}, 1, 2, 13, 14, 5, 6)},
		{"index_put(%a, [%b], %c)", args(vec(1, 2), of(i1, nil, 1), vec(8, 9)), vec(8, 9)},
		{"bucketize.Tensor(%a, %b)", args(vec(0, 1, 1.5, 9), vec(1, 2, 3)), ints(0, 0, 1, 3)},
		{"one_hot(%a, num_classes = 3)", args(ints(1, 0)), of(i64, shape{2, 3}, 0, 1, 0, 1, 0, 0)},
	})
}

// A factor moves the elements also where the size stays. PyTorch copies them only where it interpolates linearly.
func TestImagesAreResizedByFactorsThatKeepTheirSize(t *testing.T) {
	x := of(f32, shape{1, 1, 4}, 1, 2, 3, 5)
	square := of(f32, shape{1, 1, 1, 4}, 1, 2, 3, 5)
	check(t, []example{
		{`upsample_nearest1d.vec(%a, scale_factors = "[1.2]")`, args(x), of(f32, shape{1, 1, 4}, 1, 1, 2, 3)},
		{`_upsample_nearest_exact1d.vec(%a, scale_factors = "[1.2]")`, args(x), of(f32, shape{1, 1, 4}, 1, 2, 3, 3)},
		{`upsample_linear1d.vec(%a, align_corners = false, scale_factors = "[1.2]")`, args(x), x},
		{`upsample_bicubic2d.vec(%a, align_corners = false, scale_factors = "[1.0, 1.2]")`, args(square),
			of(f32, shape{1, 1, 1, 4}, 0.94748264, 1.66796875, 2.45674190, 3.91941551)},
		{"upsample_bicubic2d.vec(%a, output_size = [1, 4], align_corners = false)", args(square), square},
	})
}

// The places of results are computed in f64 for images of f64. Rounded to f32, a third is off by 1e-8.
func TestImagesOfDoublesAreResizedInDoubles(t *testing.T) {
	x := of(f64, shape{1, 1, 2}, -1e9, 2.003e9)
	check(t, []example{
		{"upsample_linear1d.vec(%a, output_size = [4], align_corners = true)", args(x),
			of(f64, shape{1, 1, 4}, -1e9, 1e6, 1.002e9, 2.003e9)},
		{"upsample_linear1d.vec(%a, output_size = [6], align_corners = false)", args(x),
			of(f64, shape{1, 1, 6}, -1e9, -1e9, 1e6, 1.002e9, 2.003e9, 2.003e9)},
	})
}

// A tensor without dimensions is indexed as if it had one, of size 1. The result of gather has the shape of the index.
func TestTensorsWithoutDimensionsAreIndexed(t *testing.T) {
	zero := of(i64, nil, 0)
	check(t, []example{
		{"index_select(%a, dim = 0, %b)", args(vec0(5), zero), vec0(5)},
		{"index_select(%a, dim = -1, %b)", args(vec0(5), ints(0)), vec0(5)},
		{"index_select(%a, dim = 0, %b)", args(vec(5, 6), of(i64, nil, 1)), vec(6)},
		{"gather(%a, dim = 0, %b)", args(vec0(5), zero), vec0(5)},
		{"gather(%a, dim = 0, %b)", args(vec0(5), ints(0, 0)), vec(5, 5)},
		{"gather(%a, dim = 0, %b)", args(vec(5, 6), of(i64, nil, 1)), vec0(6)},
		{"take_along_dim(%a, %b, dim = 0)", args(vec0(5), zero), vec0(5)},
		{"scatter.src(%a, dim = 0, %b, %c)", args(vec0(5), zero, vec0(7)), vec0(7)},
		{"scatter.value(%a, dim = 0, %b, value = 7)", args(vec(5, 6), of(i64, nil, 1)), vec(5, 7)},
		{"scatter_add(%a, dim = 0, %b, %c)", args(vec0(5), ints(0, 0), vec(1, 2)), vec0(8)},
		{"index_add(%a, dim = 0, %b, %c)", args(vec0(5), zero, vec0(7)), vec0(12)},
		{"index_copy(%a, dim = 0, %b, %c)", args(vec0(5), ints(0), vec0(7)), vec0(7)},
		{"index_fill.int_Scalar(%a, dim = 0, %b, value = 7)", args(vec0(5), zero), vec0(7)},
	})
	_, err := run("torch.aten.index_select(%a, dim = 0, %b)", []string{"tensor<2xf32>"}, vec0(5), ints(0, 0))
	if err == nil || !strings.Contains(err.Error(), "without dimensions takes one index, but got 2") {
		t.Errorf("two indices: %v", err)
	}
}

func TestOperatorsThatTorchExportLeavesWhole(t *testing.T) {
	m := of(f32, shape{2, 2}, 1, 2, 3, 4)
	check(t, []example{
		{"group_norm(%a, num_groups = 2, weight = %b, bias = %c, eps = 0.0)",
			args(of(f32, shape{1, 4, 1}, 1, 3, 5, 9), vec(1, 2, 1, 1), vec(0, 0, 0, 5)), of(f32, shape{1, 4, 1}, -1, 2, -1, 6)},
		{"argsort(%a, dim = 0, descending = true)", args(vec(1, 3, 2)), ints(1, 2, 0)},
		{"pad(%a, pad = [1, 0, 0, 1])", args(m), of(f32, shape{3, 3}, 0, 1, 2, 0, 3, 4, 0, 0, 0)},
		{`pad(%a, pad = [0, 1], mode = "constant", value = 7.0)`, args(vec(1)), vec(1, 7)},
		{"numpy_T(%a)", args(m), of(f32, shape{2, 2}, 1, 3, 2, 4)},
		{"mT(%a)", args(m), of(f32, shape{2, 2}, 1, 3, 2, 4)},
		{"repeat_interleave.self_int(%a, repeats = 2)", args(m), vec(1, 1, 2, 2, 3, 3, 4, 4)},
		{"repeat_interleave.self_int(%a, repeats = 2, dim = 0)", args(m), of(f32, shape{4, 2}, 1, 2, 1, 2, 3, 4, 3, 4)},
		{"repeat_interleave.self_int(%a, repeats = 3, dim = 0)", args(vec0(5)), vec(5, 5, 5)},
		{"std.dim(%a, dim = [1], unbiased = false)", args(m), vec(0.5, 0.5)},
		{"new_full(%a, size = [2], fill_value = 2.5)", args(ints(1)), ints(2, 2)},
		{"new_zeros(%a, size = [1, 2], dtype = f32)", args(ints(1)), of(f32, shape{1, 2}, 0, 0)},
		{"zero(%a)", args(ints(1, 2)), ints(0, 0)},
		{"to.dtype_layout(%a, dtype = i64)", args(vec(1.5, -2.5)), ints(1, -2)},
		{"conv_transpose2d.input(%a, %b, stride = [2, 2], bias = %c)", args(of(f32, shape{1, 1, 1, 2}, 1, 2),
			of(f32, shape{1, 1, 1, 2}, 10, 1), vec(100)), of(f32, shape{1, 1, 1, 4}, 110, 101, 120, 102)},
	})
}

func TestPuzzles(t *testing.T) {
	check(t, []example{
		{"inner(%a, %b)", args(of(f32, shape{2, 2}, 1, 2, 3, 4), vec(1, 10)), vec(21, 43)},
		{"kron(%a, %b)", args(vec(1, 2), of(f32, shape{2, 2}, 1, 0, 0, 1)),
			of(f32, shape{2, 4}, 1, 0, 2, 0, 0, 1, 0, 2)},
		{"linalg_cross(%a, %b)", args(vec(1, 2, 3), vec(4, 5, 6)), vec(-3, 6, -3)},
		{"diff(%a)", args(of(i1, shape{4}, 1, 1, 0, 1)), of(i1, shape{3}, 0, 1, 1)},
		{"diff(%a, n = 2)", args(vec(1, 4, 9, 16)), vec(2, 2)},
		{"diff(%a, n = 3)", args(vec(1, 4)), vec()},
		{"diff(%a, prepend = %b, append = %c)", args(vec(1, 4), vec(0), vec(10)), vec(1, 3, 6)},
		{"diff(%a, n = 2, append = %b)", args(vec(1, 4), ints(10)), vec(3)},
		{"trapezoid.dx(%a)", args(vec(1, 2, 3)), vec0(4)},
		{"trapezoid.x(%a, %b)", args(vec(1, 2, 3), vec(0, 2, 3)), vec0(5.5)},
		{"kaiser_window.beta(window_length = 3, periodic = false, beta = 0.0)", nil, vec(1, 1, 1)},
	})
}

func TestProducts(t *testing.T) {
	x, w := of(f32, shape{2, 2}, 1, 2, 3, 4), of(f32, shape{2, 2}, 1, 1, 0, 1)
	check(t, []example{
		{"mm(%a, %b)", args(x, w), of(f32, shape{2, 2}, 1, 3, 3, 7)},
		{"linear(%a, %b, bias = %c)", args(x, w, vec(10, 20)), of(f32, shape{2, 2}, 13, 22, 17, 24)},
		{"addmm(%a, %b, %c, beta = 0)", args(vec(nan, nan), x, w), of(f32, shape{2, 2}, 1, 3, 3, 7)},
		{"matmul(%a, %b)", args(of(f32, shape{1, 2, 2}, 1, 2, 3, 4), vec(1, 10)), of(f32, shape{1, 2}, 21, 43)},
		{`einsum(equation = "ij,jk->ki", [%a, %b])`, args(x, w), of(f32, shape{2, 2}, 1, 3, 3, 7)},
		{"conv2d(%a, %b)", args(of(f32, shape{1, 1, 2, 3}, 1, 2, 3, 4, 5, 6), of(f32, shape{1, 1, 2, 2}, 1, 0, 0, 1)),
			of(f32, shape{1, 1, 1, 2}, 6, 8)},
		{"convolution(%a, %b, stride = [2], padding = [0], dilation = [1], transposed = true, output_padding = [0], " +
			"groups = 1)",
			args(of(f32, shape{1, 1, 2}, 1, 2), of(f32, shape{1, 1, 2}, 1, 10)), of(f32, shape{1, 1, 4}, 1, 10, 2, 20)},
	})
}

func TestPoolings(t *testing.T) {
	x, row := of(f32, shape{1, 1, 2, 4}, 1, 2, 3, 4, 5, 6, 7, 8), of(f32, shape{1, 1, 1, 4}, 1, 2, 3, 4)
	check(t, []example{
		{"max_pool2d(%a, kernel_size = [2])", args(x), of(f32, shape{1, 1, 1, 2}, 6, 8)},
		{"avg_pool2d(%a, kernel_size = [2])", args(x), of(f32, shape{1, 1, 1, 2}, 3.5, 5.5)},
		{"avg_pool2d(%a, kernel_size = [2], ceil_mode = true)", args(of(f32, shape{1, 1, 3, 3}, 1, 2, 3, 4, 5, 6, 7, 8, 9)),
			of(f32, shape{1, 1, 2, 2}, 3, 4.5, 7.5, 9)},
		{"avg_pool2d(%a, kernel_size = [1, 3], stride = [1, 2], padding = [0, 1], ceil_mode = true)", args(row),
			of(f32, shape{1, 1, 1, 3}, 1, 3, 2)},
		{"avg_pool2d(%a, kernel_size = [1, 3], stride = [1, 2], padding = [0, 1], ceil_mode = true, " +
			"count_include_pad = false)", args(row), of(f32, shape{1, 1, 1, 3}, 1.5, 3, 4)},
		{"adaptive_avg_pool2d(%a, output_size = [1, 1])", args(x), of(f32, shape{1, 1, 1, 1}, 4.5)},
	})
}

func TestNormalizationsHaveMeanZeroAndVarianceOne(t *testing.T) {
	check(t, []example{
		{"layer_norm(%a, normalized_shape = [2], eps = 0.0)", args(of(f32, shape{2, 2}, 1, 3, -5, 5)),
			of(f32, shape{2, 2}, -1, 1, -1, 1)},
		{"rms_norm(%a, normalized_shape = [2], eps = 0.0)", args(vec(3, 4)),
			vec(3/math.Sqrt(12.5), 4/math.Sqrt(12.5))},
	})
}

func TestLossesLeaveIgnoredTargetsOut(t *testing.T) {
	x := of(f32, shape{2, 2}, 0, 0, 0, 0)
	check(t, []example{
		{"cross_entropy_loss(%a, %b)", args(x, ints(0, 1)), vec0(math.Ln2)},
		{"cross_entropy_loss(%a, %b, reduction = 2)", args(x, ints(-100, 1)), vec0(math.Ln2)},
		{"mse_loss(%a, %b)", args(vec(1, 2), vec(3, 5)), vec0(6.5)},
		{"huber_loss(%a, %b)", args(vec(0, 0), vec(0.5, 3)), vec0((0.125 + 2.5) / 2)},
	})
}

func TestPartsAreReplaced(t *testing.T) {
	x := of(f32, shape{2, 3}, 1, 2, 3, 4, 5, 6)
	check(t, []example{
		{"slice_scatter(%a, %b, dim = 1, start = -2, step = 1)", args(x, of(f32, shape{2, 2}, 7, 8, 9, 10)),
			of(f32, shape{2, 3}, 1, 7, 8, 4, 9, 10)},
		{"select_scatter(%a, %b, dim = 0, index = -1)", args(x, vec(7, 8, 9)), of(f32, shape{2, 3}, 1, 2, 3, 7, 8, 9)},
		{"as_strided(%a, size = [2, 2], stride = [1, 3], storage_offset = 1)", args(x), of(f32, shape{2, 2}, 2, 5, 3, 6)},
		{"as_strided(%a, size = [2], stride = [2])", args(x), vec(1, 3)},
	})
}

func TestReductionsOfSeveralDimensions(t *testing.T) {
	x := of(f32, shape{2, 2}, 0, 2, 0, 4)
	check(t, []example{
		{"any.dims(%a, dim = [0])", args(x), of(i1, shape{2}, 0, 1)},
		{"any.dims(%a, dim = [0, 1], keepdim = true)", args(x), of(i1, shape{1, 1}, 1)},
		{"all.dims(%a, dim = [0])", args(x), of(i1, shape{2}, 0, 1)},
		{"all.dims(%a)", args(x), of(i1, nil, 0)},
		{"var.dim(%a, dim = [1])", args(x), vec(2, 8)},
		{"var.dim(%a, dim = [1], unbiased = false)", args(x), vec(1, 4)},
	})
}

// TestBatchNormalizationUpdatesRunningStatistics checks that the running mean and variance move towards those of the
// batch. The variance is the unbiased one.
func TestBatchNormalizationUpdatesRunningStatistics(t *testing.T) {
	x, zero, one := of(f32, shape{2, 1, 2}, 1, 3, 5, 7), vec(0), vec(1)
	list := []string{"tensor<2x1x2xf32>", "tensor<1xf32>", "tensor<1xf32>", "tensor<1xf32>", "tensor<1xf32>"}
	call := "torch.aten._native_batch_norm_legit_functional(%a, running_mean = %b, running_var = %c, training = true, " +
		"momentum = 0.25, eps = 0.0)"
	got, err := run(call, list, x, zero, one)
	if err != nil {
		t.Fatal(err)
	}
	s := math.Sqrt(5)
	for i, want := range []*tensors.Tensor{of(f32, shape{2, 1, 2}, -3/s, -1/s, 1/s, 3/s), vec(4), vec(1 / s), vec(1),
		vec(0.75 + 0.25*20/3)} {
		same(t, call, got[i], want)
	}
}

// TestGradientsThatAreNotWantedHaveNoElements checks that gradients that output_mask does not select are not computed.
func TestGradientsThatAreNotWantedHaveNoElements(t *testing.T) {
	x, w, g := of(f32, shape{1, 1, 3}, 1, 2, 3), of(f32, shape{1, 1, 2}, 1, -1), of(f32, shape{1, 1, 2}, 1, 2)
	none := of(f32, shape{0})
	call := "torch.aten.convolution_backward(%a, %b, %c, stride = [1], padding = [0], dilation = [1], " +
		"transposed = false, output_padding = [0], groups = 1, output_mask = \"[false, true, false]\")"
	got, err := run(call, []string{"tensor<0xf32>", "tensor<1x1x2xf32>", "tensor<0xf32>"}, g, x, w)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []*tensors.Tensor{none, of(f32, shape{1, 1, 2}, 5, 8), none} {
		same(t, call, got[i], want)
	}
}

func TestAttentionOfQueriesThatSeeNoKeyIsZero(t *testing.T) {
	q, v := of(f32, shape{2, 1}, 1, 2), of(f32, shape{2, 1}, 3, 5)
	check(t, []example{
		{"scaled_dot_product_attention(%a, %a, %b, attn_mask = %c)", args(q, v, of(i1, shape{2, 2}, 0, 0, 0, 1)),
			of(f32, shape{2, 1}, 0, 5)},
	})
}

func TestHeadsInARowShareKeysAndValues(t *testing.T) {
	q, k := of(f32, shape{4, 1, 1}, 1, 2, 3, 4), of(f32, shape{2, 1, 1}, 1, 2)
	check(t, []example{{"scaled_dot_product_attention(%a, %b, %c, enable_gqa = true)",
		args(q, k, of(f32, shape{2, 1, 1}, 5, 7)), of(f32, shape{4, 1, 1}, 5, 5, 7, 7)}})
}

// TestAttentionOfNarrowFloatsRoundsWeights checks the error of attention on narrow floats. Weights are rounded before
// they are multiplied with values. This changes a result by at most half a unit of the largest value, in addition to
// the rounding of the result.
func TestAttentionOfNarrowFloatsRoundsWeights(t *testing.T) {
	const queries, keys, size = 6, 40, 8
	numbers := func(rows int, seed float64) (list []float64) {
		for i := range rows * size {
			list = append(list, math.Sin(seed+float64(i*i%101)))
		}
		return list
	}
	for _, c := range []struct {
		elem ir.Type
		unit float64
	}{{f16, 0x1p-11}, {ctx.Float("bf16"), 0x1p-8}} {
		q, k, v := of(c.elem, shape{queries, size}, numbers(queries, 1)...), of(c.elem, shape{keys, size},
			numbers(keys, 2)...), of(c.elem, shape{keys, size}, numbers(keys, 3)...)
		attend := func(elem ir.Type, args ...*tensors.Tensor) []float64 {
			got, err := run("torch.aten.scaled_dot_product_attention(%a, %b, %c)",
				[]string{fmt.Sprintf("tensor<%dx%dx%v>", queries, size, elem)}, args...)
			if err != nil {
				t.Fatal(err)
			}
			return got[0].Floats()
		}
		wide := make([]*tensors.Tensor, 3)
		for i, x := range []*tensors.Tensor{q, k, v} {
			wide[i] = of(f64, x.Shape(), x.Floats()...)
		}
		want := attend(f64, wide...)
		for i, got := range attend(c.elem, q, k, v) {
			if d := math.Abs(got - want[i]); !(d <= 2*c.unit) {
				t.Errorf("%v: element %d is %v, want %v", c.elem, i, got, want[i])
			}
		}
	}
}
