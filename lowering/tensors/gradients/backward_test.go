package gradients_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/gradients"
)

// TestBackwardOperatorsAreGradients compares operators such as tanh_backward, which traced training steps call, with
// the gradients of the operators they belong to. In the calls, %a, %b, ... are arguments, %y is the result of the first
// operator, %g the gradient of that result, and %s and %t are its further results.
func TestBackwardOperatorsAreGradients(t *testing.T) {
	const image, channels, matrix = "2x4x5x6", "4", "3x4"
	const mask = `output_mask = "[true, true, true]"`
	for _, c := range []struct {
		forward, backward string
		args              []string // shapes
		results           []string // of the first operator; those of i64 begin with i
		gradients         int
	}{
		{"leaky_relu(%a, negative_slope = 0.1)", "leaky_relu_backward(%g, %a, negative_slope = 0.1, self_is_result = false)",
			[]string{matrix}, []string{matrix}, 1},
		{"hardtanh(%a, min_val = -0.5, max_val = 0.5)", "hardtanh_backward(%g, %a, min_val = -0.5, max_val = 0.5)",
			[]string{matrix}, []string{matrix}, 1},
		{"hardswish(%a)", "hardswish_backward(%g, %a)", []string{matrix}, []string{matrix}, 1},
		{"hardsigmoid(%a)", "hardsigmoid_backward(%g, %a)", []string{matrix}, []string{matrix}, 1},
		{"softplus(%a, beta = 2.0, threshold = 1.0)", "softplus_backward(%g, %a, beta = 2.0, threshold = 1.0)",
			[]string{matrix}, []string{matrix}, 1},
		{"elu(%a, alpha = 0.5)", "elu_backward(%g, alpha = 0.5, scale = 1.0, input_scale = 1.0, is_result = false, " +
			"self_or_result = %a)", []string{matrix}, []string{matrix}, 1},
		{"slice.Tensor(%a, dim = 1, start = 1, end = -1, step = 2)",
			"slice_backward(%g, input_sizes = [3, 6], dim = 1, start = 1, end = -1, step = 2)",
			[]string{"3x6"}, []string{"3x2"}, 1},
		{"select.int(%a, dim = 0, index = -1)", "select_backward(%g, input_sizes = [3, 4], dim = 0, index = -1)",
			[]string{matrix}, []string{"4"}, 1},
		{"max_pool2d_with_indices(%a, kernel_size = [2, 3], stride = [1, 2])",
			"max_pool2d_with_indices_backward(%g, %a, kernel_size = [2, 3], stride = [1, 2], padding = [0, 0], " +
				"dilation = [1, 1], ceil_mode = false, indices = %s)", []string{image}, []string{"2x4x4x2", "i2x4x4x2"}, 1},
		{"convolution(%a, %b, bias = %c, stride = [2, 1], padding = [1, 1], dilation = [1, 1], transposed = false, " +
			"output_padding = [0, 0], groups = 2)",
			"convolution_backward(%g, %a, %b, bias_sizes = [6], stride = [2, 1], padding = [1, 1], dilation = [1, 1], " +
				"transposed = false, output_padding = [0, 0], groups = 2, " + mask + ")",
			[]string{image, "6x2x3x3", "6"}, []string{"2x6x3x6"}, 3},
		{"_scaled_dot_product_flash_attention_for_cpu(%a, %b, %c, is_causal = true, scale = 0.4)",
			"_scaled_dot_product_flash_attention_for_cpu_backward(%g, %a, %b, %c, %y, %s, dropout_p = 0.0, is_causal = true, " +
				"scale = 0.4)", []string{"2x3x4x5", "2x3x6x5", "2x3x6x5"}, []string{"2x3x4x5", "2x3x4"}, 3},
		{"_fused_rms_norm(%a, normalized_shape = [4], weight = %b, eps = 1.0e-05)",
			"_fused_rms_norm_backward(%g, %a, normalized_shape = [4], rstd = %s, weight = %b, " +
				`output_mask = "[true, true]")`, []string{"2x3x4", "4"}, []string{"2x3x4", "2x3x1"}, 2},
		{"native_batch_norm(%a, weight = %b, bias = %c, training = true, momentum = 0.1, eps = 1.0e-05)",
			"native_batch_norm_backward(%g, %a, weight = %b, save_mean = %s, save_invstd = %t, train = true, " +
				"eps = 1.0e-05, " + mask + ")", []string{image, channels, channels}, []string{image, channels, channels}, 3},
	} {
		t.Run(strings.Split(c.forward, "(")[0], func(t *testing.T) {
			typ := func(shape string) string {
				if rest, ok := strings.CutPrefix(shape, "i"); ok {
					return "tensor<" + rest + "xi64>"
				}
				return tensorOf(shape)
			}
			names := map[string]string{"%g": typ(c.results[0]), "%y": typ(c.results[0])}
			var params, results, gradientTypes []string
			for i, s := range c.args {
				name := fmt.Sprintf("%%%c", 'a'+i)
				names[name], params = typ(s), append(params, name+": "+typ(s))
			}
			for i, s := range c.results {
				results = append(results, typ(s))
				if i > 0 {
					names[fmt.Sprintf("%%%c", 's'+i-1)] = typ(s)
				}
			}
			for _, s := range c.args[:c.gradients] {
				gradientTypes = append(gradientTypes, typ(s))
			}
			operands := func(call string) string {
				var list []string
				for i := range call {
					if call[i] == '%' {
						list = append(list, names[call[i:i+2]])
					}
				}
				return strings.Join(list, ", ")
			}
			backward := strings.NewReplacer("%y", "%y#0", "%s", "%y#1", "%t", "%y#2").Replace(c.backward)
			head := fmt.Sprintf("  %%y:%d = torch.aten.%s : (%s) -> (%s)\n", len(results), c.forward, operands(c.forward),
				strings.Join(results, ", "))
			if len(results) == 1 {
				head = strings.Replace(head, "%y:1", "%y", 1)
			}
			first := map[bool]string{true: "%y", false: "%y#0"}[len(results) == 1]
			source := fmt.Sprintf("func.func @f(%s) -> %s {\n%s  return %s : %s\n}\n", strings.Join(params, ", "),
				results[0], head, first, results[0])
			list := strings.Join(gradientTypes, ", ")
			source += fmt.Sprintf("func.func @named(%s, %%g: %s) -> (%s) {\n%s  %%z:%d = torch.aten.%s : (%s) -> (%s)\n",
				strings.Join(params, ", "), results[0], list, head, c.gradients, backward, operands(c.backward), list)
			var returned []string
			for i := range c.gradients {
				returned = append(returned, fmt.Sprintf("%%z#%d", i))
			}
			source += fmt.Sprintf("  return %s : %s\n}", strings.Join(returned, ", "), list)
			if c.gradients == 1 {
				source = strings.NewReplacer("%z:1", "%z", "%z#0", "%z").Replace(source)
			}
			compareFunctions(t, source, append(c.args, c.results[0]))
		})
	}
}

// compareFunctions compares the gradients of @f with the results of @named.
func compareFunctions(t *testing.T, source string, shapes []string) {
	t.Helper()
	ctx := registry.NewContext()
	module, err := lowered(ctx, source, &gradients.Options{Function: "f", Cotangents: true})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	r := rand.New(rand.NewPCG(7, 8))
	var args []*tensors.Tensor
	for _, s := range shapes {
		var shape []int
		for d := range strings.SplitSeq(s, "x") {
			var n int
			if _, err := fmt.Sscan(d, &n); err != nil {
				t.Fatal(err)
			}
			shape = append(shape, n)
		}
		args = append(args, random(t, ctx, r, shape, -1, 1))
	}
	results := map[string][]*tensors.Tensor{}
	for _, name := range []string{"f_gradient", "named"} {
		f, _ := fn.AsFunc(ir.LookupSymbol(module, name))
		results[name] = must(tensors.Run(t.Context(), f, args, tensors.Options{}))(t)
	}
	for i, named := range results["named"] {
		if at := differs(results["f_gradient"][i+1], named); at >= 0 {
			t.Errorf("gradient %d, element %d: %v, but the operator gives %v", i, at,
				results["f_gradient"][i+1].Floats()[at], named.Floats()[at])
		}
	}
}
