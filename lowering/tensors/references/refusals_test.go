package references_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/pass"
)

// Arguments that no call can have are located errors, which say what is expected.
func TestArgumentsOutOfRangeAreErrors(t *testing.T) {
	for _, c := range []struct{ call, types, want string }{
		{"slice.Tensor(%a)", "tensor<f32>", "the tensor has no dimensions"},
		{"unbind.int(%a)", "tensor<f32>", "the tensor has no dimensions"},
		{"split.Tensor(%a, split_size = 1)", "tensor<f32>", "the tensor has no dimensions"},
		{"diff(%a)", "tensor<f32>", "the tensor has no dimensions"},
		{"diff(%a, append = %a)", "tensor<f32>", "zero-dimensional tensor (at position 0) cannot be concatenated"},
		{"fill.Tensor(%a, %a)", "tensor<4xf32>", "only supports 0-dimension value tensor but got tensor with 1 dim"},
		{"trapezoid.dx(%a)", "tensor<f32>", "the tensor has no dimensions"},
		{"constant_pad_nd(%a, pad = [1, 1, 1])", "tensor<4xf32>", "the length of pad must be even"},
		{"constant_pad_nd(%a, pad = [1, 1])", "tensor<f32>", "at most twice the number of dimensions"},
		{"constant_pad_nd(%a, pad = [-3, -2])", "tensor<4xf32>", "resulted in a negative output size"},
		{"as_strided(%a, size = [4, 2], stride = [100, 1])", "tensor<4x8xf32>", "out of bounds for a tensor of 32 elements"},
		{"as_strided(%a, size = [4], stride = [9223372036854775807])", "tensor<8xf32>", "out of bounds for a tensor of 8"},
		{"as_strided(%a, size = [1], stride = [1], storage_offset = 8)", "tensor<8xf32>", "offset 8 are out of bounds"},
		{"repeat(%a, repeats = [-1])", "tensor<4xf32>", "negative dimension -1"},
		{"eye(n = -4)", "", "negative dimension -4"},
		{"zeros(size = [2, -4])", "", "negative dimension -4: [2, -4]"},
		{"rand(size = [-4])", "", "negative dimension -4"},
		{"pixel_shuffle(%a, upscale_factor = 2)", "tensor<4xf32>", "at least 3 dimensions"},
		{"max_pool2d(%a, kernel_size = [2])", "tensor<4xf32>", "images of 3 or 4 dimensions"},
		{"max_pool2d(%a, kernel_size = [2], stride = [0])", "tensor<1x4x4xf32>", "positive kernel_size, stride"},
		{"avg_pool2d(%a, kernel_size = [1, 2, 3])", "tensor<1x4x4xf32>", "expected one number, or 2, but got [1 2 3]"},
		{"adaptive_avg_pool2d(%a, output_size = [-5])", "tensor<1x4x4xf32>", "two positive numbers"},
		{"upsample_nearest2d(%a, output_size = [0, 2])", "tensor<1x1x4x4xf32>", "two positive numbers"},
		{"upsample_nearest2d.vec(%a, output_size = [2])", "tensor<1x1x4x4xf32>", "two positive numbers"},
		{"upsample_linear1d.vec(%a, align_corners = true)", "tensor<1x4x4xf32>", "output_size or scale_factors"},
		{`upsample_linear1d.vec(%a, align_corners = true, scale_factors = "[0]")`, "tensor<1x4x4xf32>", `but got "[0]"`},
		{`upsample_nearest2d.vec(%a, scale_factors = "[2]")`, "tensor<1x1x4x4xf32>", "2 positive numbers"},
		{"upsample_nearest2d.vec(%a, output_size = [2, 2])", "tensor<4x4xf32>", "2 spatial dimensions, but got [4, 4]"},
		{"upsample_linear1d.vec(%a, output_size = [2], align_corners = true)", "tensor<1x4x4xi64>", "floats, but got 'i64'"},
		{`upsample_nearest1d.vec(%a, scale_factors = "[0.1]")`, "tensor<1x4x4xf32>", "one positive number, but got [0]"},
		{`upsample_nearest1d.vec(%a, scale_factors = "[1e30]")`, "tensor<1x4x4xf32>", "1 positive numbers, but got \"[1e30]\""},
		{"upsample_nearest1d.vec(%a, output_size = [2])", "tensor<1x4x0xf32>", "images of positive sizes, but got [1, 4, 0]"},
		{"adaptive_avg_pool2d(%a, output_size = [1, 1])", "tensor<1x0x4xf32>", "images of positive sizes, but got [1, 0, 4]"},
		{`conv1d.padding(%a, %a, padding = "same")`, "tensor<1x1x0xf32>", "filters of positive sizes, but got [1, 1, 0]"},
		{`conv1d.padding(%a, %a, padding = "full")`, "tensor<3x3x3xf32>", `same or valid, but got "full"`},
		{`conv1d.padding(%a, %a, padding = "same", stride = [2])`, "tensor<3x3x3xf32>", "not supported for strided"},
		{"masked_scatter(%a, %a, %a)", "tensor<4xf32>", "expected a mask of bools"},
		{"gru.input(%a, %a, [%a], has_biases = true, num_layers = 1, dropout = 0.0, train = false, " +
			"bidirectional = true, batch_first = false)", "tensor<4x4x4xf32>", "expected 8 weights and biases for 1 layers"},
		{"rnn_tanh.input(%a, %a, [%a, %a], has_biases = false, num_layers = 1, dropout = 0.0, train = false, " +
			"bidirectional = false, batch_first = false)", "tensor<4x4xf32>", "expected an input of 3 dimensions"},
		{"rnn_tanh.input(%a, %a, [%a, %a], has_biases = false, num_layers = 1, dropout = 0.0, train = false, " +
			"bidirectional = false, batch_first = false)", "tensor<4x3x4xf32>", "states of size [1, 3, 4], but got [4, 3, 4]"},
		{"lstm.input(%a, [%a], [%a, %a], has_biases = false, num_layers = 1, dropout = 0.0, train = false, " +
			"bidirectional = false, batch_first = false)", "tensor<1x3x4xf32>", "expected 2 initial states, but got 1"},
		{"rnn_tanh.input(%a, %a, [%a, %a], has_biases = false, num_layers = 1, dropout = 0.0, train = false, " +
			"bidirectional = false, batch_first = false)", "tensor<?x4x4xf32>", "the size of dimension 0 must be known"},
		{"conv_transpose2d.input(%a, %a, stride = [2, 2], output_padding = [1, 2])", "tensor<3x3x3x3xf32>",
			"output padding must be smaller than either stride or dilation"},
		{"rms_norm(%a, normalized_shape = [4])", "tensor<4xi64>", "rms_norm expects floats"},
		{"gather(%a, dim = 0, index = %a)", "tensor<4xf32>", "an integer type, such as i64 or i32, but got 'f32'"},
		{"index_select(%a, dim = 0, index = %a)", "tensor<4xf32>", "expected indices of an integer type"},
		{"index.Tensor(%a, [%a])", "tensor<4xcomplex<f32>>", "expected indices of an integer type"},
		{"one_hot(%a, num_classes = 7)", "tensor<4xf32>", "expected indices of an integer type"},
		{"embedding(%a, %a)", "tensor<4xi64>", "'weight' must be 2-D, but has 1 dimensions"},
		{"cross_entropy_loss(%a, %a)", "tensor<3x3xi64>", "shape [3] for an input of shape [3, 3], but got [3, 3]"},
		{"cross_entropy_loss(%a, %a)", "tensor<i64>", "expected an input with a dimension of classes"},
		{"cross_entropy_loss(%a, %a)", "tensor<f32>", "expected an input with a dimension of classes"},
		{"cross_entropy_loss(%a, %a)", "tensor<4xi1>", "expected classes of an integer type, such as i64, as targets"},
		{"index.Tensor(%a, [%a])", "tensor<4xui8>", "indices of type 'ui8' are a mask"},
		{"index.Tensor(%a, [%a])", "tensor<4xi1>", "indices of type 'i1' are a mask"},
		{"index_put(%a, [%a, %a], %a)", "tensor<4x4xi1>", "indices of type 'i1' are a mask"},
		{"index_put(%a, [%a], %a)", "tensor<4xi1>", "values that differ between the elements that a mask selects"},
		{"index_put(%a, [none, %a], %a)", "tensor<4x4xi1>", "the shape of the mask, [4, 4], does not match"},
		{"pad(%a, pad = [1, 1], mode = \"reflect\")", "tensor<4xf32>", "expected mode \"constant\", but got \"reflect\""},
		{"group_norm(%a, num_groups = 3)", "tensor<1x4xf32>", "4 channels are not divisible by 3 groups"},
		{"mT(%a)", "tensor<4xf32>", "but the tensor has 1 dimensions"},
		{"mse_loss(%a, %a)", "tensor<4xi64>", "mse_loss is not implemented for 'i64'; convert self or target to a float"},
		{"mse_loss(%a, %a)", "tensor<4xi1>", "mse_loss is not implemented for 'i1'"},
		{"smooth_l1_loss(%a, %a)", "tensor<4xi32>", "smooth_l1_loss is not implemented for 'i32'"},
		{"huber_loss(%a, %a)", "tensor<4xi32>", "huber_loss is not implemented for 'i32'"},
		{"l1_loss(%a, %a)", "tensor<4xi32>", "the mean of l1_loss is not implemented for 'i32'"},
		{"gelu_backward(%a, %a, approximate = \"tann\")", "tensor<4xf32>", "must be either none or tanh, but got \"tann\""},
		{"nll_loss_forward(%a, %a, reduction = 1, ignore_index = -100)", "tensor<3xi64>", "expected targets of shape []"},
		{"scaled_dot_product_attention(%a, %a, %a, attn_mask = %a, is_causal = true)", "tensor<1x1x4x4xf32>",
			"attn_mask should not be set when is_causal=True"},
		{"gelu(%a, approximate = \"tann\")", "tensor<4xf32>", "must be either none or tanh, but got \"tann\""},
	} {
		arguments := ""
		if c.types != "" {
			arguments = "%a: " + c.types
		}
		types := strings.Join(slices.Repeat([]string{c.types}, strings.Count(c.call, "%a")), ", ")
		module, err := text.ParseString(registry.NewContext(), "func.func @f("+arguments+") -> tensor<9x9xf32> {\n"+
			"  %0 = torch.aten."+c.call+" : ("+types+") -> tensor<9x9xf32>\n  return %0 : tensor<9x9xf32>\n}")
		if err != nil {
			t.Errorf("%s: %v", c.call, err)
			continue
		}
		err = pass.NewPipeline("builtin.module", decompose.Pass).Run(t.Context(), module, pass.RunOptions{})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "panicked") {
			t.Errorf("%s of %s: got error %v, want %s", c.call, c.types, err, c.want)
		}
	}
}
