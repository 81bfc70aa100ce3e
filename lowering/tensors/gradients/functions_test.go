package gradients_test

import (
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/lowering/tensors/gradients"
)

// function is a program whose gradients are compared with finite differences: a call with arguments %a, %b, ... of
// given types, and the type of its result. Arguments that are floats are from an interval; integers are indices below
// 3.
type function struct {
	call, result string
	args         []string
	low, high    float64
	options      string // "repeat": integers may be equal; "zeros": some elements are 0; "second": only %b changes
}

// of2 is a function of tensors from -1 to 1.
func of2(call, result string, args ...string) function {
	return function{call: call, result: result, args: args, low: -1, high: 1}
}

// functions returns, for each rule, functions that test it.
func functions() map[string][]function {
	out := map[string][]function{}
	add := func(rule string, list ...function) { out[rule] = append(out[rule], list...) }
	domain := map[string][2]float64{"acosh": {1.1, 2}, "log": {0.2, 2}, "log2": {0.2, 2}, "log10": {0.2, 2},
		"sqrt": {0.2, 2}, "rsqrt": {0.2, 2}, "lgamma": {0.3, 4}, "digamma": {0.3, 4}, "ndtri": {0.1, 0.9}, "cbrt": {0.2, 2},
		"reciprocal": {0.2, 2}, "erf_inv": {-0.8, 0.8}, "asin": {-0.8, 0.8}, "acos": {-0.8, 0.8}, "atanh": {-0.8, 0.8},
		"log1p": {-0.5, 1}, "abs": {0.1, 1}, "bessel_i1e": {0.1, 2}, "bessel_i0e": {0.1, 2}, "ceil": {0.1, 0.9},
		"floor": {0.1, 0.9}, "trunc": {0.1, 0.9}, "round": {0.1, 0.4}, "sign": {0.1, 0.9}}
	for name := range gradients.Standard() {
		if !isUnary(name) {
			continue
		}
		bounds, given := domain[strings.TrimPrefix(name, "prim.")]
		if !given {
			bounds = [2]float64{-1, 1}
		}
		for _, t := range []string{"tensor<2x3xf64>", "tensor<f64>", "tensor<0xf64>"} {
			add(name, function{call: name + " %a : " + t, result: t, args: []string{t}, low: bounds[0], high: bounds[1]})
		}
	}
	for _, name := range []string{"add", "sub", "mul", "div", "atan2", "hypot", "maximum", "minimum", "fmax",
		"fmin", "fmod", "remainder", "pow"} {
		for _, t := range []string{"tensor<2x3xf64>", "tensor<f64>"} {
			add("prim."+name, function{call: "prim." + name + " %a, %b : " + t, result: t,
				args: []string{t, t}, low: 0.3, high: 1})
		}
	}
	for _, name := range []string{"zeta", "igamma", "igammac"} {
		f := function{call: "prim." + name + " %a, %b : tensor<4xf64>", result: "tensor<4xf64>",
			args: []string{"tensor<4xf64>", "tensor<4xf64>"}, low: 1.5, high: 3, options: "second"}
		add("prim."+name, f)
	}
	add("prim.frexp", of2("prim.frexp %a : tensor<4xf64>", "tensor<4xf64>, tensor<4xi32>", "tensor<4xf64>"))
	add("prim.fill", of2("prim.fill %a, 2.0 : tensor<4xf64>", "tensor<4xf64>", "tensor<4xf64>"))
	const m, v, s = "tensor<3x4xf64>", "tensor<4xf64>", "tensor<f64>"
	add("prim.where", of2("prim.where %a, %b, %c : tensor<4xi1>, "+v, v, "tensor<4xi1>", v, v))
	for _, name := range []string{"clone", "view_of"} {
		add("prim."+name, of2("prim."+name+" %a : "+m+" -> "+m, m, m))
	}
	add("prim.device_put", of2(`prim.device_put %a device "cpu" : `+m+" -> "+m, m, m))
	add("prim.copy_strided", of2("prim.copy_strided %a strides [1, 3] : "+m+" -> "+m, m, m))
	add("prim.guard_shape", of2("prim.guard_shape %a : tensor<?x4xf64> -> "+m, m, "tensor<?x4xf64>"))
	add("prim.convert_element_type", of2("prim.convert_element_type %a : "+m+" -> "+m, m, m))
	add("prim.reshape", of2("prim.reshape %a : "+m+" -> tensor<2x6xf64>", "tensor<2x6xf64>", m))
	for _, name := range []string{"collapse", "collapse_view"} {
		add("prim."+name, of2("prim."+name+" %a start 0 end 1 : tensor<3x4x2xf64> -> tensor<12x2xf64>", "tensor<12x2xf64>",
			"tensor<3x4x2xf64>"))
	}
	add("prim.split_dim", of2("prim.split_dim %a dim 1 outer 2 : "+m+" -> tensor<3x2x2xf64>", "tensor<3x2x2xf64>", m))
	add("prim.squeeze", of2("prim.squeeze %a dims [1] : tensor<3x1x2xf64> -> tensor<3x2xf64>", "tensor<3x2xf64>",
		"tensor<3x1x2xf64>"))
	add("prim.expand_dims", of2("prim.expand_dims %a dims [0, 2] : "+m+" -> tensor<1x3x1x4xf64>",
		"tensor<1x3x1x4xf64>", m))
	add("prim.broadcast_in_dim",
		of2("prim.broadcast_in_dim %a dims [1] : "+v+" -> "+m, m, v),
		of2("prim.broadcast_in_dim %a dims [] : "+s+" -> "+m, m, s),
		of2("prim.broadcast_in_dim %a dims [0, 2] : tensor<1x4xf64> -> tensor<2x3x4xf64>", "tensor<2x3x4xf64>",
			"tensor<1x4xf64>"))
	add("prim.transpose", of2("prim.transpose %a perm [2, 0, 1] : tensor<2x3x4xf64> -> tensor<4x2x3xf64>",
		"tensor<4x2x3xf64>", "tensor<2x3x4xf64>"))
	add("prim.rev", of2("prim.rev %a dims [0, 1] : "+m+" -> "+m, m, m), of2("prim.rev %a dims [] : "+m+" -> "+m, m, m))
	const bounds = "starts [1, 0] limits [3, 4] strides [1, 2]"
	add("prim.slice", of2("prim.slice %a "+bounds+" : "+m+" -> tensor<2x2xf64>", "tensor<2x2xf64>", m))
	add("prim.slice_scatter", of2("prim.slice_scatter %a, %b "+bounds+" : "+m+", tensor<2x2xf64>", m, m,
		"tensor<2x2xf64>"))
	add("prim.cat", of2("prim.cat %a, %b, %a dim 1 : ("+m+", tensor<3x1xf64>, "+m+") -> tensor<3x9xf64>",
		"tensor<3x9xf64>", m, "tensor<3x1xf64>"))
	add("prim.unfold", of2("prim.unfold %a dim 0 size 3 step 2 dilation 1 : tensor<7x2xf64> -> tensor<3x2x3xf64>",
		"tensor<3x2x3xf64>", "tensor<7x2xf64>"),
		of2("prim.unfold %a dim 1 size 2 step 1 dilation 3 : tensor<2x5xf64> -> tensor<2x2x2xf64>", "tensor<2x2x2xf64>",
			"tensor<2x5xf64>"))
	add("prim.copy_to", of2("prim.copy_to %a, %b : "+m+", tensor<12xf64>", m, m, "tensor<12xf64>"))
	const strided = "size [2, 3] strides [2, 1] offset 1"
	add("prim.as_strided", of2("prim.as_strided %a "+strided+" : "+m+" -> tensor<2x3xf64>", "tensor<2x3xf64>", m))
	add("prim.as_strided_scatter", of2("prim.as_strided_scatter %a, %b size [2, 2] strides [4, 1] offset 1 : "+m+
		", tensor<2x2xf64>", m, m, "tensor<2x2xf64>"))
	for _, name := range []string{"sum", "prod", "amax", "amin"} {
		for _, dims := range []struct{ list, result string }{{"[0]", v}, {"[1]", "tensor<3xf64>"}, {"[0, 1]", s}, {"[]", m}} {
			f := of2("prim."+name+" %a dims "+dims.list+" : "+m+" -> "+dims.result, dims.result, m)
			add("prim."+name, f)
			if f.options = "zeros"; name == "prod" {
				add("prim."+name, f)
			}
		}
		add("prim."+name, of2("prim."+name+" %a dims [0, 2] : tensor<2x3x2xf64> -> tensor<3xf64>", "tensor<3xf64>",
			"tensor<2x3x2xf64>"))
	}
	add("prim.var", of2("prim.var %a dims [1] correction 1.0 : "+m+" -> tensor<3xf64>", "tensor<3xf64>", m),
		of2("prim.var %a dims [0, 1] correction 0 : "+m+" -> "+s, s, m))
	for _, name := range []string{"cumsum", "cumprod", "logcumsumexp"} {
		for _, dim := range []string{"0", "1"} {
			f := of2("prim."+name+" %a dim "+dim+" : "+m+" -> "+m, m, m)
			add("prim."+name, f)
			if f.options = "zeros"; name == "cumprod" {
				add("prim."+name, f)
			}
		}
	}
	for _, name := range []string{"cummax", "cummin", "sort"} {
		add("prim."+name, of2("prim."+name+" %a dim 1 : "+m+" -> "+m+", tensor<3x4xi64>", m+", tensor<3x4xi64>", m))
	}
	add("prim.topk", of2("prim.topk %a dim 0 k 2 : "+m+" -> tensor<2x4xf64>, tensor<2x4xi64>",
		"tensor<2x4xf64>, tensor<2x4xi64>", m))
	const at, pairs = "tensor<2x4xi64>", "tensor<3x2xi64>"
	add("prim.gather", of2("prim.gather %a, %b dim 0 : ("+m+", "+at+") -> tensor<2x4xf64>", "tensor<2x4xf64>", m, at))
	for _, how := range []string{"sum", "none"} {
		f := of2("prim.scatter %a, %b, %c dim 1 reduction \""+how+"\" : ("+m+", "+pairs+", tensor<3x2xf64>) -> "+m, m,
			m, pairs, "tensor<3x2xf64>")
		if how == "sum" {
			f.options = "repeat"
		}
		add("prim.scatter", f)
	}
	add("prim.index", function{call: "prim.index %a[%b] dims [0] : (" + m + ", tensor<2x2xi64>) -> tensor<2x2x4xf64>",
		result: "tensor<2x2x4xf64>", args: []string{m, "tensor<2x2xi64>"}, low: -1, high: 1, options: "repeat"})
	add("prim.index_put", of2("prim.index_put %a, %b[%c] dims [0] : ("+m+", tensor<3x4xf64>, tensor<3xi64>) -> "+m, m, m,
		"tensor<3x4xf64>", "tensor<3xi64>"),
		function{call: "prim.index_put %a, %b[%c] dims [0] accumulate : (" + m + ", tensor<3x4xf64>, tensor<3xi64>) -> " + m,
			result: m, args: []string{m, "tensor<3x4xf64>", "tensor<3xi64>"}, low: -1, high: 1, options: "repeat"})
	add("prim.dot", of2(`prim.dot "mk,kn->mn" %a, %b : (tensor<3x4xf64>, tensor<4x2xf64>) -> tensor<3x2xf64>`,
		"tensor<3x2xf64>", m, "tensor<4x2xf64>"),
		of2(`prim.dot "nths,hes->nhte" %a, %b : (tensor<2x1x2x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x1x2xf64>`,
			"tensor<2x2x1x2xf64>", "tensor<2x1x2x3xf64>", "tensor<2x2x3xf64>"))
	for _, c := range []struct{ x, w, y, how string }{
		{"1x2x5", "3x2x2", "1x3x4", "strides [1] padding [0] dilation [1] output_padding [0] groups 1"},
		{"2x4x6", "2x2x2", "2x2x4", "strides [2] padding [1] dilation [1] output_padding [0] groups 2"},
		{"1x1x5x6", "2x1x2x3", "1x2x3x2", "strides [2, 3] padding [1, 1] dilation [2, 1] output_padding [0, 0] groups 1"},
		{"1x4x3", "4x1x2", "1x2x7", "strides [2] padding [0] dilation [2] output_padding [0] groups 2 transposed"},
		{"2x2x3", "2x3x2", "2x3x5", "strides [2] padding [1] dilation [1] output_padding [1] groups 1 transposed"},
	} {
		types := func(s string) string { return "tensor<" + s + "xf64>" }
		add("prim.convolution", of2("prim.convolution %a, %b "+c.how+" : ("+types(c.x)+", "+types(c.w)+") -> "+types(c.y),
			types(c.y), types(c.x), types(c.w)))
	}
	for _, call := range []string{"clamp(%a, min = -0.4, max = 0.4)", "clamp_min(%a, min = 0.1)",
		"clamp_max(%a, max = 0.1)", "hardtanh(%a, min_val = -0.5, max_val = 0.5)", "relu6(%a)", "hardsigmoid(%a)",
		"hardswish(%a)", "softshrink(%a)",
		"sigmoid(%a)", "silu(%a)", "mish(%a)", "softplus(%a, beta = 2.0, threshold = 1.0)", "log_sigmoid(%a)", "elu(%a)",
		"celu(%a, alpha = 0.7)", "selu(%a)", "gelu(%a)", `gelu(%a, approximate = "tanh")`, "sinc(%a)", "nan_to_num(%a)",
		"frac(%a)", "softmax.int(%a, dim = 1)",
		"_softmax(%a, dim = 0, half_to_float = false)", "_safe_softmax(%a, dim = 1)",
		"log_softmax.int(%a, dim = -1)", "_log_softmax(%a, dim = 0, half_to_float = false)",
		"layer_norm(%a, normalized_shape = [4])"} {
		name, _, _ := strings.Cut(call, "(")
		add("torch.aten."+name, of2("torch.aten."+call+" : ("+m+") -> "+m, m, m))
	}
	aten := func(call, result string, args ...string) {
		name, _, _ := strings.Cut(call, "(")
		first, _, _ := strings.Cut(result, ", ")
		results := result
		if first != result {
			results = "(" + result + ")"
		}
		list := strings.Join(args, ", ")
		switch name {
		case "native_layer_norm":
			list = m + ", " + v + ", " + v
		case "_fused_rms_norm":
			list = m + ", " + v
		}
		add("torch.aten."+name, function{call: "torch.aten." + call + " : (" + list + ") -> " + results, result: result,
			args: args, low: 0.1, high: 0.9})
	}
	const row, rows, image = "tensor<3xf64>", "tensor<3x1xf64>", "tensor<1x2x4x4xf64>"
	aten("logit(%a)", m, m)
	aten("logit(%a, eps = 0.2)", m, m)
	aten("clamp.Tensor(%a, min = %b, max = %c)", m, m, v, rows)
	aten("clamp_min.Tensor(%a, %b)", m, m, v)
	aten("clamp_max.Tensor(%a, %b)", m, m, v)
	for _, name := range []string{"logaddexp", "logaddexp2", "xlogy.Tensor", "copysign.Tensor"} {
		aten(name+"(%a, %b)", m, m, v)
	}
	const queries, keys, values = "tensor<2x3x4xf64>", "tensor<1x5x4xf64>", "tensor<2x5x3xf64>"
	attention := func(name, more, results string, further ...string) {
		aten(name+"(%a, %b, %c"+more+")", results, append([]string{queries, keys, values}, further...)...)
	}
	const seen = "tensor<2x3x3xf64>"
	attention("scaled_dot_product_attention", "", seen)
	attention("scaled_dot_product_attention", ", is_causal = true, scale = 0.3", seen)
	attention("scaled_dot_product_attention", ", dropout_p = 0.5", seen)
	attention("scaled_dot_product_attention", ", attn_mask = %d", seen, "tensor<3x1xf64>")
	aten("scaled_dot_product_attention(%a, %b, %c, attn_mask = %d, enable_gqa = true)", "tensor<4x3x3xf64>",
		"tensor<4x3x4xf64>", "tensor<2x5x4xf64>", "tensor<2x5x3xf64>", "tensor<4x3x1xf64>")
	attention("_scaled_dot_product_flash_attention_for_cpu", ", is_causal = true", seen+", tensor<2x3xf64>")
	aten("embedding(%a, %b)", "tensor<2x4xf64>", m, "tensor<2xi64>")
	aten("max_pool2d(%a, kernel_size = [3, 2], stride = [1, 2], padding = [1, 1])", "tensor<1x2x4x3xf64>", image)
	aten("max_pool2d_with_indices(%a, kernel_size = [2, 2])", "tensor<1x2x2x2xf64>, tensor<1x2x2x2xi64>", image)
	aten("max(%a)", s, m)
	aten("min(%a)", s, m)
	aten("max.dim(%a, dim = 1)", "tensor<3xf64>, tensor<3xi64>", m)
	aten("min.dim(%a, dim = 0, keepdim = true)", "tensor<1x4xf64>, tensor<1x4xi64>", m)
	aten("std.correction(%a, dim = [1], keepdim = true)", rows, m)
	aten("std.correction(%a, correction = 0)", s, m)
	aten("std_mean.correction(%a, dim = [1])", row+", "+row, m)
	for _, order := range []string{"1.0", "2.0", "3.0", "0.5", "inf", "-inf"} {
		aten("linalg_vector_norm(%a, ord = "+order+", dim = [1])", row, m)
	}
	aten("linalg_vector_norm(%a)", s, m)
	aten("logsumexp(%a, dim = [0], keepdim = true)", "tensor<1x4xf64>", m)
	aten("native_layer_norm(%a, normalized_shape = [4], weight = %b, bias = %c, eps = 1.0e-05)",
		m+", "+rows+", "+rows, m, v, v)
	aten("rms_norm(%a, normalized_shape = [4])", m, m)
	aten("rms_norm(%a, normalized_shape = [4], weight = %b, eps = 0.1)", m, m, v)
	aten("_fused_rms_norm(%a, normalized_shape = [4], weight = %b, eps = 0.1)", m+", "+rows, m, v)
	for _, reduction := range []string{"0", "1", "2"} {
		result := map[string]string{"0": m, "1": s, "2": s}[reduction]
		aten("binary_cross_entropy(%a, %b, reduction = "+reduction+")", result, m, m)
		aten("kl_div(%a, %b, reduction = "+reduction+")", result, m, m)
	}
	aten("binary_cross_entropy(%a, %b, weight = %c)", s, m, m, v)
	aten("kl_div(%a, %b, log_target = true)", s, m, m)
	return out
}

// isUnary reports whether a primitive is an elementwise function from one float tensor to another.
func isUnary(name string) bool {
	for _, def := range prim.Dialect.Ops {
		for _, i := range def.Interfaces {
			if of, ok := i.(prim.Dtype); ok && def.Name == name {
				return of&prim.Float != 0 && len(def.Operands) == 1
			}
		}
	}
	return false
}
