package references_test

import (
	"fmt"
	"strings"
)

// unrecorded are calls of operators without cases recorded from PyTorch, with the shapes of their operands and results.
// The element type is f32, or i64 and i1 after the letters i and b.
var unrecorded = []unrecordedCall{
	{"_adaptive_avg_pool2d(%a, output_size = [2, 2])", "1x2x4x6", "1x2x2x2"},
	{"_fused_rms_norm(%a, normalized_shape = [4], weight = %b, eps = 1.0e-05)", "3x4 4", "3x4 3x1"},
	{`_fused_rms_norm_backward(%a, %b, normalized_shape = [4], rstd = %c, weight = %d, output_mask = "[true, true]")`,
		"3x4 3x4 3x1 4", "3x4 4"},
	{"_log_softmax(%a, dim = 1, half_to_float = false)", "3x4", "3x4"},
	{"_native_batch_norm_legit_functional(%a, weight = %b, bias = %c, %d, %e, training = true, momentum = 0.1, " +
		"eps = 1.0e-05)", "2x3x4 3 3 3 3", "2x3x4 3 3 3 3"},
	{"_native_batch_norm_legit_no_training(%a, weight = %b, bias = %c, %d, %e, momentum = 0.1, eps = 1.0e-05)",
		"2x3x4 3 3 3 3", "2x3x4 0 0"},
	{"_safe_softmax(%a, dim = 1)", "3x4", "3x4"},
	{"_scaled_dot_product_flash_attention_for_cpu(%a, %b, %c)", "1x2x4x5 1x2x6x5 1x2x6x5", "1x2x4x5 1x2x4"},
	{"_scaled_dot_product_flash_attention_for_cpu_backward(%a, %b, %c, %d, %e, %f, dropout_p = 0.0, is_causal = false)",
		"1x2x4x5 1x2x4x5 1x2x6x5 1x2x6x5 1x2x4x5 1x2x4", "1x2x4x5 1x2x6x5 1x2x6x5"},
	{"_softmax(%a, dim = 1, half_to_float = false)", "3x4", "3x4"},
	{"_unsafe_view(%a, size = [4, 3])", "3x4", "4x3"},
	{"addcdiv_(%a, %b, %c)", "4 4 4", "4"}, {"addcmul_(%a, %b, %c)", "4 4 4", "4"},
	{"addmv(%a, %b, %c)", "3 3x4 4", "3"},
	{"alias(%a)", "4", "4"},
	{"all.dims(%a, dim = [0, 1])", "3x4", "b"}, {"any.dims(%a, dim = [1])", "3x4", "b3"},
	{"as_strided(%a, size = [2, 2], stride = [1, 2])", "6", "2x2"},
	{"batch_norm(%a, weight = %b, bias = %c, running_mean = %d, running_var = %e, training = false, momentum = 0.1, " +
		"eps = 1.0e-05, cudnn_enabled = false)", "2x3x4 3 3 3 3", "2x3x4"},
	{"bmm.out(%a, %b, %c)", "2x3x4 2x4x5 2x3x5", "2x3x5"}, {"mm.out(%a, %b, %c)", "3x4 4x5 3x5", "3x5"},
	{"cat.out([%a, %b], dim = 0, %c)", "2 3 5", "5"},
	{"clamp.out(%a, min = 1, max = 2, %b)", "4 4", "4"}, {"clamp_(%a, min = 1)", "4", "4"},
	{"clamp_max_(%a, max = 1)", "4", "4"}, {"clamp_min_(%a, min = 1)", "4", "4"},
	{"clone(%a)", "4", "4"}, {"contiguous(%a)", "4", "4"}, {"detach(%a)", "4", "4"}, {"conj_physical(%a)", "4", "4"},
	{"conv2d(%a, %b, bias = %c)", "1x2x4x4 3x2x3x3 3", "1x3x2x2"}, {"conv3d(%a, %b)", "1x2x3x3x3 1x2x2x2x2", "1x1x2x2x2"},
	{"convolution_backward(%a, %b, %c, bias_sizes = [3], stride = [1, 1], padding = [0, 0], dilation = [1, 1], " +
		`transposed = false, output_padding = [0, 0], groups = 1, output_mask = "[true, true, true]")`,
		"1x3x2x2 1x2x4x4 3x2x3x3", "1x2x4x4 3x2x3x3 3"},
	{`div.Scalar_mode(%a, other = 2.0, rounding_mode = "floor")`, "4", "4"},
	{"dropout(%a, p = 0.5, train = true)", "4", "4"}, {"native_dropout(%a, p = 0.5, train = true)", "4", "4 b4"},
	{"elu_(%a)", "4", "4"},
	{"elu_backward(%a, alpha = 0.5, scale = 1.0, input_scale = 1.0, is_result = false, self_or_result = %b)", "4 4", "4"},
	{"expand_as(%a, %b)", "1x4 3x4", "3x4"}, {"view_as(%a, %b)", "6 2x3", "2x3"}, {"type_as(%a, %b)", "4 i4", "i4"},
	{"fill.Scalar(%a, value = 2)", "3x4", "3x4"}, {"fill_.Scalar(%a, value = 2)", "3x4", "3x4"},
	{"fill.Tensor(%a, %b)", "4 0d", "4"}, {"fill_.Tensor(%a, %b)", "4 0d", "4"},
	{"hardsigmoid_backward(%a, %b)", "4 4", "4"}, {"hardswish_backward(%a, %b)", "4 4", "4"}, {"hardtanh_(%a)", "4", "4"},
	{"hardtanh_backward(%a, %b, min_val = -1.0, max_val = 1.0)", "4 4", "4"},
	{"leaky_relu_(%a)", "4", "4"},
	{"leaky_relu_backward(%a, %b, negative_slope = 0.1, self_is_result = false)", "4 4", "4"},
	{"lerp_.Scalar(%a, %b, weight = 0.25)", "4 4", "4"}, {"lerp_.Tensor(%a, %b, %c)", "4 4 4", "4"},
	{"masked_fill_.Scalar(%a, %b, value = 1.0)", "4 b4", "4"},
	{"max_pool2d_with_indices(%a, kernel_size = [2, 2])", "1x2x4x4", "1x2x2x2 i1x2x2x2"},
	{"max_pool2d_with_indices_backward(%a, %b, kernel_size = [2, 2], stride = [2, 2], padding = [0, 0], " +
		"dilation = [1, 1], ceil_mode = false, indices = %c)", "1x2x2x2 1x2x4x4 i1x2x2x2", "1x2x4x4"},
	{"masked_scatter(%a, %b, %c)", "3x4 b4 6", "3x4"},
	{"nan_to_num(%a)", "4", "4"},
	{"native_batch_norm_backward(%a, %b, weight = %c, save_mean = %d, save_invstd = %e, train = true, eps = 1.0e-05, " +
		`output_mask = "[true, true, true]")`, "2x3x4 2x3x4 3 3 3", "2x3x4 3 3"},
	{"nll_loss_backward(%a, %b, %c, reduction = 1, ignore_index = -100, total_weight = %d)", "0d 3x4 i3 0d", "3x4"},
	{"rand(size = [4])", "", "4"}, {"randn(size = [4])", "", "4"}, {"scalar_tensor(s = 1.5)", "", "0d"},
	{"rsub.Tensor(%a, %b)", "4 4", "4"},
	{"select_backward(%a, input_sizes = [3, 4], dim = 0, index = 1)", "4", "3x4"},
	{"select_scatter(%a, %b, dim = 0, index = 1)", "3x4 4", "3x4"},
	{"slice_backward(%a, input_sizes = [6], dim = 0, start = 1, end = 5, step = 2)", "2", "6"},
	{"slice_scatter(%a, %b, dim = 0, start = 1, end = 3)", "6 2", "6"},
	{"softplus_backward(%a, %b, beta = 1.0, threshold = 20.0)", "4 4", "4"},
	{"sort(%a, dim = 0)", "4", "4 i4"}, {"std_mean.correction(%a, dim = [1])", "3x4", "3 3"},
	{"sum.IntList_out(%a, dim = [1], %b)", "3x4 3", "3"}, {"var.dim(%a, dim = [1])", "3x4", "3"},
	{"to.dtype(%a, dtype = i64)", "4", "i4"}, {"tril_(%a)", "3x4", "3x4"}, {"triu_(%a)", "3x4", "3x4"},
	{"where.ScalarOther(%a, %b, other = 1.0)", "b4 4", "4"}, {"where.ScalarSelf(%a, self = 1.0, %b)", "b4 4", "4"},
	{"abs_(%a)", "4", "4"}, {"ceil_(%a)", "4", "4"}, {"cos_(%a)", "4", "4"}, {"exp_(%a)", "4", "4"},
	{"floor_(%a)", "4", "4"}, {"hardswish_(%a)", "4", "4"}, {"log_(%a)", "4", "4"}, {"logical_not_(%a)", "b4", "b4"},
	{"neg_(%a)", "4", "4"}, {"reciprocal_(%a)", "4", "4"}, {"relu_(%a)", "4", "4"}, {"round_(%a)", "4", "4"},
	{"rsqrt_(%a)", "4", "4"}, {"sigmoid_(%a)", "4", "4"}, {"silu_(%a)", "4", "4"}, {"sin_(%a)", "4", "4"},
	{"sqrt_(%a)", "4", "4"}, {"square_(%a)", "4", "4"}, {"tanh_(%a)", "4", "4"}, {"trunc_(%a)", "4", "4"},
	{"add_.Scalar(%a, other = 2)", "4", "4"}, {"add_.Tensor(%a, %b)", "4 4", "4"},
	{"div_.Scalar(%a, other = 2)", "4", "4"}, {"div_.Tensor(%a, %b)", "4 4", "4"},
	{"mul_.Scalar(%a, other = 2)", "4", "4"}, {"mul_.Tensor(%a, %b)", "4 4", "4"},
	{"sub_.Scalar(%a, other = 2)", "4", "4"}, {"sub_.Tensor(%a, %b)", "4 4", "4"},
	{"group_norm(%a, num_groups = 2, weight = %b, bias = %c)", "2x4x3 4 4", "2x4x3"}, {"argsort(%a)", "4", "i4"},
	{"conv_transpose2d.input(%a, %b, stride = [2, 2])", "1x2x3x3 2x3x2x2", "1x3x6x6"},
	{`pad(%a, pad = [1, 2], mode = "constant")`, "3x4", "3x7"}, {"lift_fresh_copy(%a)", "4", "4"},
	{"to.dtype_layout(%a, dtype = i64)", "4", "i4"}, {`to.device(%a, device = "cpu", dtype = i64)`, "4", "i4"},
	{"new_zeros(%a, size = [2])", "4", "2"},
	{"new_ones(%a, size = [2], dtype = i64)", "4", "i2"}, {"new_full(%a, size = [2], fill_value = 7)", "4", "2"},
	{"zero(%a)", "4", "4"}, {"zero_(%a)", "4", "4"}, {"rand_like(%a)", "4", "4"}, {"randn_like(%a)", "4", "4"},
	{"mT(%a)", "2x3x4", "2x4x3"}, {"numpy_T(%a)", "2x3x4", "4x3x2"}, {"std.dim(%a, dim = [1])", "3x4", "3"},
	{"repeat_interleave.self_int(%a, repeats = 2, dim = 1)", "3x4", "3x8"},
	{"copy(%a, %b)", "3x4 i4", "3x4"}, {"copy_(%a, %b)", "4 4", "4"},
	{"index_add_(%a, dim = 0, %b, %c)", "4 i2 2", "4"}, {"index_copy_(%a, dim = 0, %b, %c)", "4 i2 2", "4"},
	{"index_put_(%a, [%b], %c)", "4 b4 0d", "4"}, {"scatter_.src(%a, dim = 0, %b, %c)", "4 i2 2", "4"},
	{"scatter_.value(%a, dim = 0, %b, value = 7)", "4 i2", "4"}, {"scatter_add_(%a, dim = 0, %b, %c)", "4 i2 2", "4"},
	{"abs.out(%a, %b)", "4 4", "4"}, {"exp.out(%a, %b)", "4 4", "4"}, {"log.out(%a, %b)", "4 4", "4"},
	{"sigmoid.out(%a, %b)", "4 4", "4"}, {"sqrt.out(%a, %b)", "4 4", "4"}, {"tanh.out(%a, %b)", "4 4", "4"},
	{"conv1d.padding(%a, %b)", "1x2x4 3x2x3", "1x3x2"},
	{`conv2d.padding(%a, %b, padding = "same")`, "1x1x4x4 1x1x3x2", "1x1x4x4"},
	{`conv3d.padding(%a, %b, padding = "same", dilation = [2])`, "1x1x3x3x3 1x1x2x2x2", "1x1x3x3x3"},
	{"upsample_bilinear2d(%a, output_size = [3, 4], align_corners = true)", "1x1x2x4", "1x1x3x4"},
	{"upsample_bicubic2d(%a, output_size = [3, 4], align_corners = false)", "1x1x2x4", "1x1x3x4"},
	{`upsample_nearest1d.vec(%a, scale_factors = "[1.5]")`, "1x2x4", "1x2x6"},
	{"upsample_nearest2d.vec(%a, output_size = [3, 4])", "1x1x2x4", "1x1x3x4"},
	{`upsample_nearest3d.vec(%a, scale_factors = "[2.0, 1.0, 1.0]")`, "1x1x2x2x2", "1x1x4x2x2"},
	{"_upsample_nearest_exact1d.vec(%a, output_size = [6])", "1x2x4", "1x2x6"},
	{"_upsample_nearest_exact2d.vec(%a, output_size = [3, 4])", "1x1x2x4", "1x1x3x4"},
	{"_upsample_nearest_exact3d.vec(%a, output_size = [3, 2, 2])", "1x1x2x2x2", "1x1x3x2x2"},
	{"upsample_linear1d.vec(%a, output_size = [6], align_corners = false)", "1x2x4", "1x2x6"},
	{"upsample_bilinear2d.vec(%a, output_size = [3, 4], align_corners = false)", "1x1x2x4",
		"1x1x3x4"},
	{"upsample_trilinear3d.vec(%a, output_size = [3, 2, 2], align_corners = false)", "1x1x2x2x2",
		"1x1x3x2x2"},
	{"upsample_bicubic2d.vec(%a, output_size = [3, 4], align_corners = true)", "1x1x2x4",
		"1x1x3x4"},
	{"rnn_tanh.input(%a, %b, [%c, %d], has_biases = false, num_layers = 1, dropout = 0.0, train = false, " +
		"bidirectional = false, batch_first = false)", "2x1x3 1x1x4 4x3 4x4", "2x1x4 1x1x4"},
	{"rnn_relu.input(%a, %b, [%c, %d], has_biases = false, num_layers = 1, dropout = 0.0, train = false, " +
		"bidirectional = false, batch_first = true)", "1x2x3 1x1x4 4x3 4x4", "1x2x4 1x1x4"},
	{"gru.input(%a, %b, [%c, %d, %e, %f], has_biases = true, num_layers = 1, dropout = 0.0, train = false, " +
		"bidirectional = false, batch_first = false)", "1x1x3 1x1x4 12x3 12x4 12 12", "1x1x4 1x1x4"},
	{"lstm.input(%a, [%b, %c], [%d, %e, %f, %g], has_biases = true, num_layers = 1, dropout = 0.0, train = false, " +
		"bidirectional = false, batch_first = false)", "1x1x3 1x1x4 1x1x4 16x3 16x4 16 16", "1x1x4 1x1x4 1x1x4"},
	{"add.out(%a, %b, %c)", "4 4 4", "4"}, {"div.out(%a, %b, %c)", "4 4 4", "4"},
	{"mul.out(%a, %b, %c)", "4 4 4", "4"}, {"sub.out(%a, %b, %c)", "4 4 4", "4"},
}

type unrecordedCall struct{ call, operands, results string }

// program returns a function with the call.
func (c unrecordedCall) program() string {
	typesOf := func(shapes string) (list []string) {
		for _, s := range strings.Fields(shapes) {
			elem := map[byte]string{'i': "i64", 'b': "i1"}[s[0]]
			if s = strings.TrimLeft(s, "ib"); elem == "" {
				elem = "f32"
			}
			if s = strings.TrimSuffix(s, "0d"); s != "" {
				s += "x"
			}
			list = append(list, "tensor<"+s+elem+">")
		}
		return list
	}
	operands, types := typesOf(c.operands), typesOf(c.results)
	var params, results []string
	for i, o := range operands {
		params = append(params, fmt.Sprintf("%%%c: %s", 'a'+i, o))
	}
	count := ""
	for i := range types {
		results = append(results, "%0")
		if len(types) > 1 {
			count = fmt.Sprint(":", len(types))
			results[i] = fmt.Sprint("%0#", i)
		}
	}
	join := func(list []string) string { return strings.Join(list, ", ") }
	return fmt.Sprintf("func.func @f(%s) -> (%s) {\n  %%0%s = torch.aten.%s : (%s) -> (%s)\n  return %s : %s\n}",
		join(params), join(types), count, c.call, join(operands), join(types), join(results), join(types))
}
