package torch

import (
	"slices"
	"strings"
	"sync"
)

// aten lists the schemas of PyTorch's operators that have references (aten/src/ATen/native/native_functions.yaml).
var aten = sync.OnceValue(func() []string { return slices.Concat(functional(), inPlace(changing...), withOut()) })

// changing lists the operators that have a form which changes self.
var changing = []string{
	"abs", "add.Scalar", "add.Tensor", "addcdiv", "addcmul", "ceil", "clamp", "clamp_max", "clamp_min",
	"copy", "cos", "div.Scalar", "div.Tensor", "elu", "exp", "fill.Scalar", "fill.Tensor", "floor", "hardswish",
	"hardtanh", "index_add", "index_copy", "index_put", "leaky_relu", "lerp.Scalar", "lerp.Tensor", "log",
	"logical_not", "masked_fill.Scalar", "mul.Scalar", "mul.Tensor", "neg", "reciprocal", "relu", "round",
	"rsqrt", "scatter.src", "scatter.value", "scatter_add", "sigmoid", "silu", "sin", "sqrt", "square",
	"sub.Scalar", "sub.Tensor", "tanh", "tril", "triu", "trunc", "zero"}

// outs lists operators that store their result in an argument out, each with its functional form.
var outs = [][2]string{{"abs.out", "abs"}, {"add.out", "add.Tensor"}, {"bmm.out", "bmm"}, {"cat.out", "cat"},
	{"clamp.out", "clamp"}, {"div.out", "div.Tensor"}, {"exp.out", "exp"}, {"log.out", "log"}, {"mm.out", "mm"},
	{"mul.out", "mul.Tensor"}, {"sigmoid.out", "sigmoid"}, {"sqrt.out", "sqrt"}, {"sub.out", "sub.Tensor"},
	{"sum.IntList_out", "sum.dim_IntList"}, {"tanh.out", "tanh"}}

// functional lists the schemas of operators that change no operand.
var functional = sync.OnceValue(func() []string {
	return slices.Concat(
		alike("(Tensor self) -> Tensor",
			"abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "bitwise_not", "ceil", "conj_physical", "cos", "cosh",
			"digamma", "erf", "erfc", "erfinv", "exp", "exp2", "expm1", "floor", "frac", "hardsigmoid", "hardswish", "i0",
			"isfinite", "isinf", "isnan", "lgamma", "log", "log10", "log1p", "log2", "log_sigmoid", "logical_not", "mish", "neg",
			"reciprocal", "relu", "relu6", "round", "rsqrt", "selu", "sgn", "sigmoid", "sign", "signbit", "silu", "sin", "sinc",
			"sinh", "special_bessel_j0", "special_bessel_j1", "special_erfcx", "special_i0e", "special_i1", "special_i1e",
			"special_ndtri", "sqrt", "square", "tan", "tanh", "trunc",
			"max", "min", "any", "all", "trace", "t", "squeeze", "detach", "alias"),
		alike("(Tensor self, Tensor other) -> Tensor",
			"maximum", "minimum", "fmax", "fmin", "atan2", "hypot", "copysign.Tensor", "nextafter", "gcd", "lcm", "logaddexp",
			"logaddexp2", "xlogy.Tensor", "igamma", "igammac", "special_zeta", "mul.Tensor",
			"div.Tensor", "floor_divide", "remainder.Tensor", "fmod.Tensor", "eq.Tensor", "ne.Tensor", "lt.Tensor", "le.Tensor",
			"gt.Tensor", "ge.Tensor", "bitwise_and.Tensor", "bitwise_or.Tensor", "bitwise_xor.Tensor",
			"bitwise_left_shift.Tensor", "bitwise_right_shift.Tensor", "logical_and", "logical_or", "logical_xor",
			"matmul", "kron", "inner", "expand_as", "view_as", "type_as"),
		alike("(Tensor self, Scalar other) -> Tensor",
			"mul.Scalar", "div.Scalar", "remainder.Scalar", "fmod.Scalar", "eq.Scalar", "ne.Scalar", "lt.Scalar", "le.Scalar",
			"gt.Scalar", "ge.Scalar", "bitwise_and.Scalar", "bitwise_or.Scalar", "bitwise_xor.Scalar"),
		[]string{
			"add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
			"add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
			"sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
			"sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
			"rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
			"rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
			"div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor",
			"div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor",
			"pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor",
			"float_power.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor",
			"pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor",
			"pow.Scalar(Scalar self, Tensor exponent) -> Tensor",
			"heaviside(Tensor self, Tensor values) -> Tensor",
			"isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor",
			"clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor",
			"clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor",
			"clamp_min(Tensor self, Scalar min) -> Tensor",
			"clamp_min.Tensor(Tensor self, Tensor min) -> Tensor",
			"clamp_max(Tensor self, Scalar max) -> Tensor",
			"clamp_max.Tensor(Tensor self, Tensor max) -> Tensor",
			"addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
			"addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
			"lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor",
			"lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor",
			"where.self(Tensor condition, Tensor self, Tensor other) -> Tensor",
			"where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor",
			"where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor",
			"fill.Scalar(Tensor self, Scalar value) -> Tensor",
			"fill.Tensor(Tensor self, Tensor value) -> Tensor",
			"masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor",
			"masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor",
			"masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor",
			"special_spherical_bessel_j0(Tensor x) -> Tensor",
			"round.decimals(Tensor self, *, int decimals) -> Tensor",
			"nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor",
			"logit(Tensor self, float? eps=None) -> Tensor",
			"gelu(Tensor self, *, str approximate='none') -> Tensor",
			"softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor",
			"elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor",
			"celu(Tensor self, Scalar alpha=1.0) -> Tensor",
			"leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor",
			"hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor",
			"hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor",
			"softshrink(Tensor self, Scalar lambd=0.5) -> Tensor",
			"threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor",
			"prelu(Tensor self, Tensor weight) -> Tensor",
			"glu(Tensor self, int dim=-1) -> Tensor",
		},
		[]string{ // reductions and scans
			"sum(Tensor self, *, ScalarType? dtype=None) -> Tensor",
			"sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
			"mean(Tensor self, *, ScalarType? dtype=None) -> Tensor",
			"mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
			"prod(Tensor self, *, ScalarType? dtype=None) -> Tensor",
			"prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
			"amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
			"amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
			"max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
			"min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
			"argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
			"argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
			"any.dim(Tensor self, int dim, bool keepdim=False) -> Tensor",
			"any.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
			"all.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
			"all.dim(Tensor self, int dim, bool keepdim=False) -> Tensor",
			"var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor",
			"var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor",
			"std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor",
			"var_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> " +
				"(Tensor, Tensor)",
			"std_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> " +
				"(Tensor, Tensor)",
			"count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor",
			"logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor",
			"softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
			"_softmax(Tensor self, int dim, bool half_to_float) -> Tensor",
			"_safe_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
			"log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
			"_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor",
			"linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, " +
				"ScalarType? dtype=None) -> Tensor",
			"cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
			"cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
			"cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)",
			"cummin(Tensor self, int dim) -> (Tensor values, Tensor indices)",
			"logcumsumexp(Tensor self, int dim) -> Tensor",
			"sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)",
			"sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)",
			"topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)",
			"diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor",
			"trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor",
			"trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor",
		},
		[]string{ // shapes
			"view(Tensor self, SymInt[] size) -> Tensor",
			"_unsafe_view(Tensor self, SymInt[] size) -> Tensor",
			"reshape(Tensor self, SymInt[] shape) -> Tensor",
			"permute(Tensor self, int[] dims) -> Tensor",
			"transpose.int(Tensor self, int dim0, int dim1) -> Tensor",
			"movedim.int(Tensor self, int source, int destination) -> Tensor",
			"expand(Tensor self, SymInt[] size, *, bool implicit=False) -> Tensor",
			"broadcast_to(Tensor self, SymInt[] size) -> Tensor",
			"squeeze.dim(Tensor self, int dim) -> Tensor",
			"squeeze.dims(Tensor self, int[] dim) -> Tensor",
			"unsqueeze(Tensor self, int dim) -> Tensor",
			"flatten.using_ints(Tensor self, int start_dim=0, int end_dim=-1) -> Tensor",
			"unflatten.int(Tensor self, int dim, SymInt[] sizes) -> Tensor",
			"select.int(Tensor self, int dim, SymInt index) -> Tensor",
			"slice.Tensor(Tensor self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor",
			"slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor",
			"select_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor",
			"as_strided(Tensor self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor",
			"narrow(Tensor self, int dim, SymInt start, SymInt length) -> Tensor",
			"cat(Tensor[] tensors, int dim=0) -> Tensor",
			"stack(Tensor[] tensors, int dim=0) -> Tensor",
			"hstack(Tensor[] tensors) -> Tensor",
			"vstack(Tensor[] tensors) -> Tensor",
			"split.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[]",
			"split_with_sizes(Tensor self, SymInt[] split_sizes, int dim=0) -> Tensor[]",
			"chunk(Tensor self, int chunks, int dim=0) -> Tensor[]",
			"unbind.int(Tensor self, int dim=0) -> Tensor[]",
			"flip(Tensor self, int[] dims) -> Tensor",
			"roll(Tensor self, SymInt[1] shifts, int[1] dims=[]) -> Tensor",
			"rot90(Tensor self, int k=1, int[] dims=[0,1]) -> Tensor",
			"repeat(Tensor self, SymInt[] repeats) -> Tensor",
			"tile(Tensor self, SymInt[] dims) -> Tensor",
			"diagonal(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor",
			"diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor",
			"tril(Tensor self, int diagonal=0) -> Tensor",
			"triu(Tensor self, int diagonal=0) -> Tensor",
			"constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor",
			"unfold(Tensor self, int dimension, int size, int step) -> Tensor",
			"clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor",
			"copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor",
			"contiguous(Tensor self, *, MemoryFormat memory_format='contiguous_format') -> Tensor",
			"_to_copy(Tensor self, *, ScalarType? dtype=None, Device? device=None, bool non_blocking=False) -> Tensor",
			"to.dtype(Tensor self, ScalarType dtype, bool non_blocking=False, bool copy=False) -> Tensor",
			"pixel_shuffle(Tensor self, int upscale_factor) -> Tensor",
		},
		[]string{ // what torch.export leaves whole
			"group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, " +
				"bool cudnn_enabled=True) -> Tensor",
			"conv_transpose2d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=1, SymInt[2] padding=0, " +
				"SymInt[2] output_padding=0, SymInt groups=1, SymInt[2] dilation=1) -> Tensor",
			"argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor",
			"pad(Tensor self, SymInt[] pad, str mode='constant', float? value=None) -> Tensor",
			"lift_fresh_copy(Tensor self) -> Tensor",
			"to.dtype_layout(Tensor self, *, ScalarType? dtype=None, Device? device=None, bool non_blocking=False, " +
				"bool copy=False) -> Tensor",
			"to.device(Tensor self, Device device, ScalarType dtype, bool non_blocking=False, bool copy=False) -> Tensor",
			"new_zeros(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"new_ones(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"new_full(Tensor self, SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"zero(Tensor self) -> Tensor",
			"rand_like(Tensor self, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"randn_like(Tensor self, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"mT(Tensor self) -> Tensor",
			"numpy_T(Tensor self) -> Tensor",
			"repeat_interleave.self_int(Tensor self, SymInt repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor",
			"std.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor",
		},
		[]string{ // indices
			"index_select(Tensor self, int dim, Tensor index) -> Tensor",
			"gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor",
			"scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
			"scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
			"scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
			"index.Tensor(Tensor self, Tensor?[] indices) -> Tensor",
			"index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor",
			"index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor",
			"index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor",
			"index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
			"take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor",
			"embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False, " +
				"bool sparse=False) -> Tensor",
			"one_hot(Tensor self, int num_classes=-1) -> Tensor",
			"bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor",
		},
		[]string{ // creation
			"full(SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"zeros(SymInt[] size, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"ones(SymInt[] size, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"full_like(Tensor self, Scalar fill_value, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"zeros_like(Tensor self, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"ones_like(Tensor self, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"scalar_tensor(Scalar s, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"arange(Scalar end, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"arange.start(Scalar start, Scalar end, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"arange.start_step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, " +
				"Device? device=None) -> Tensor",
			"linspace(Scalar start, Scalar end, int steps, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"logspace(Scalar start, Scalar end, int steps, float base=10.0, *, ScalarType? dtype=None) -> Tensor",
			"eye(SymInt n, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"eye.m(SymInt n, SymInt m, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"kaiser_window(int window_length, *, ScalarType? dtype=None) -> Tensor",
			"kaiser_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None) -> Tensor",
			"kaiser_window.beta(int window_length, bool periodic, float beta, *, ScalarType? dtype=None) -> Tensor",
			"rand(SymInt[] size, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
			"randn(SymInt[] size, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
		},
		[]string{ // products
			"mm(Tensor self, Tensor mat2) -> Tensor",
			"bmm(Tensor self, Tensor mat2) -> Tensor",
			"mv(Tensor self, Tensor vec) -> Tensor",
			"dot(Tensor self, Tensor tensor) -> Tensor",
			"outer(Tensor self, Tensor vec2) -> Tensor",
			"linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor",
			"addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
			"baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
			"addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
			"addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
			"einsum(str equation, Tensor[] tensors) -> Tensor",
			"linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor",
			"linalg_vecdot(Tensor x, Tensor y, *, int dim=-1) -> Tensor",
			"cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor",
			"pairwise_distance(Tensor x1, Tensor x2, float p=2, float eps=1e-06, bool keepdim=False) -> Tensor",
			"convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, " +
				"bool transposed, SymInt[] output_padding, SymInt groups) -> Tensor",
			"conv1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=1, SymInt[1] padding=0, " +
				"SymInt[1] dilation=1, SymInt groups=1) -> Tensor",
			"conv2d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=1, SymInt[2] padding=0, " +
				"SymInt[2] dilation=1, SymInt groups=1) -> Tensor",
			"conv3d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=1, SymInt[3] padding=0, " +
				"SymInt[3] dilation=1, SymInt groups=1) -> Tensor",
			"conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=1, str padding='valid', " +
				"SymInt[1] dilation=1, SymInt groups=1) -> Tensor",
			"conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=1, str padding='valid', " +
				"SymInt[2] dilation=1, SymInt groups=1) -> Tensor",
			"conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=1, str padding='valid', " +
				"SymInt[3] dilation=1, SymInt groups=1) -> Tensor",
			"scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, " +
				"float dropout_p=0.0, bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor",
			"_scaled_dot_product_flash_attention_for_cpu(Tensor query, Tensor key, Tensor value, float dropout_p=0.0, " +
				"bool is_causal=False, *, Tensor? attn_mask=None, float? scale=None) -> (Tensor, Tensor)",
		},
		[]string{ // layers
			"native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> " +
				"(Tensor, Tensor, Tensor)",
			"layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, " +
				"bool cudnn_enable=True) -> Tensor",
			"rms_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor",
			"_fused_rms_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, float? eps) -> (Tensor, Tensor)",
			"native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group, " +
				"float eps) -> (Tensor, Tensor, Tensor)",
			"native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, " +
				"bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)",
			"_native_batch_norm_legit_no_training(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, " +
				"Tensor running_var, float momentum, float eps) -> (Tensor, Tensor, Tensor)",
			"_native_batch_norm_legit_functional(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, " +
				"Tensor running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor, Tensor, Tensor)",
			"batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, " +
				"float momentum, float eps, bool cudnn_enabled) -> Tensor",
			"max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, " +
				"bool ceil_mode=False) -> Tensor",
			"max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, " +
				"bool ceil_mode=False) -> (Tensor, Tensor)",
			"avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, " +
				"bool count_include_pad=True, int? divisor_override=None) -> Tensor",
			"adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor",
			"_adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor",
			"upsample_nearest2d(Tensor self, SymInt[2] output_size, float? scales_h=None, float? scales_w=None) -> Tensor",
			"upsample_bilinear2d(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, " +
				"float? scales_w=None) -> Tensor",
			"upsample_bicubic2d(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, " +
				"float? scales_w=None) -> Tensor",
			"dropout(Tensor input, float p, bool train) -> Tensor",
			"native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)",
		},
		alike("(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor",
			"upsample_nearest1d.vec", "upsample_nearest2d.vec", "upsample_nearest3d.vec", "_upsample_nearest_exact1d.vec",
			"_upsample_nearest_exact2d.vec", "_upsample_nearest_exact3d.vec"),
		alike("(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor",
			"upsample_linear1d.vec", "upsample_bilinear2d.vec", "upsample_trilinear3d.vec", "upsample_bicubic2d.vec"),
		alike("(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, "+
			"bool bidirectional, bool batch_first) -> (Tensor, Tensor, Tensor)", "lstm.input"),
		alike("(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, "+
			"bool bidirectional, bool batch_first) -> (Tensor, Tensor)", "gru.input", "rnn_tanh.input", "rnn_relu.input"),
		[]string{ // losses
			"mse_loss(Tensor self, Tensor target, int reduction=1) -> Tensor",
			"l1_loss(Tensor self, Tensor target, int reduction=1) -> Tensor",
			"smooth_l1_loss(Tensor self, Tensor target, int reduction=1, float beta=1.0) -> Tensor",
			"huber_loss(Tensor self, Tensor target, int reduction=1, float delta=1.0) -> Tensor",
			"kl_div(Tensor self, Tensor target, int reduction=1, *, bool log_target=False) -> Tensor",
			"binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1) -> Tensor",
			"binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, " +
				"int reduction=1) -> Tensor",
			"nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> " +
				"(Tensor output, Tensor total_weight)",
			"cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100, " +
				"float label_smoothing=0.0) -> Tensor",
		},
		[]string{ // gradients that traced training steps call
			"threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor",
			"gelu_backward(Tensor grad_output, Tensor self, *, str approximate='none') -> Tensor",
			"silu_backward(Tensor grad_output, Tensor self) -> Tensor",
			"sigmoid_backward(Tensor grad_output, Tensor output) -> Tensor",
			"tanh_backward(Tensor grad_output, Tensor output) -> Tensor",
			"_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor",
			"_log_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor",
			"nll_loss_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, " +
				"SymInt ignore_index, Tensor total_weight) -> Tensor",
			"native_layer_norm_backward(Tensor grad_out, Tensor input, SymInt[] normalized_shape, Tensor mean, Tensor rstd, " +
				"Tensor? weight, Tensor? bias, bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
			"_fused_rms_norm_backward(Tensor grad_out, Tensor input, SymInt[] normalized_shape, Tensor rstd, " +
				"Tensor? weight, bool[2] output_mask) -> (Tensor, Tensor)",
			"native_batch_norm_backward(Tensor grad_out, Tensor input, Tensor? weight, Tensor? running_mean, " +
				"Tensor? running_var, Tensor? save_mean, Tensor? save_invstd, bool train, float eps, bool[3] output_mask) -> " +
				"(Tensor, Tensor, Tensor)",
			"convolution_backward(Tensor grad_output, Tensor input, Tensor weight, SymInt[]? bias_sizes, SymInt[] stride, " +
				"SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups, " +
				"bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
			"max_pool2d_with_indices_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, " +
				"int[2] padding, int[2] dilation, bool ceil_mode, Tensor indices) -> Tensor",
			"_scaled_dot_product_flash_attention_for_cpu_backward(Tensor grad_out, Tensor query, Tensor key, Tensor value, " +
				"Tensor out, Tensor logsumexp, float dropout_p, bool is_causal, *, Tensor? attn_mask=None, float? scale=None) -> " +
				"(Tensor, Tensor, Tensor)",
			"leaky_relu_backward(Tensor grad_output, Tensor self, Scalar negative_slope, bool self_is_result) -> Tensor",
			"hardtanh_backward(Tensor grad_output, Tensor self, Scalar min_val, Scalar max_val) -> Tensor",
			"hardswish_backward(Tensor grad_output, Tensor self) -> Tensor",
			"hardsigmoid_backward(Tensor grad_output, Tensor self) -> Tensor",
			"softplus_backward(Tensor grad_output, Tensor self, Scalar beta, Scalar threshold) -> Tensor",
			"elu_backward(Tensor grad_output, Scalar alpha, Scalar scale, Scalar input_scale, bool is_result, " +
				"Tensor self_or_result) -> Tensor",
			"slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt start, SymInt end, SymInt step) -> Tensor",
			"select_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt index) -> Tensor",
			"embedding_dense_backward(Tensor grad_output, Tensor indices, SymInt num_weights, SymInt padding_idx, " +
				"bool scale_grad_by_freq) -> Tensor",
		},
	)
})

// signatureOf returns the part of a functional operator's schema after the name.
func signatureOf(name string) string {
	for _, s := range functional() {
		if signature, ok := strings.CutPrefix(s, name+"("); ok {
			return "(" + signature
		}
	}
	panic("torch: there is no operator " + name)
}
