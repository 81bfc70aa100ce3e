package kernels_test

import (
	"context"
	"testing"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tensorgen"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/lowering/tensors/fusion"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
	"github.com/girih-ir/girih/lowering/tensors/promote"
	"github.com/girih-ir/girih/lowering/transforms/cse"
	"github.com/girih-ir/girih/pass"
)

func TestKernelsOfModelsComputeTheirSteps(t *testing.T) {
	for _, name := range []string{"mlp_small", "resnet18_small", "gpt_small", "gpt_step_small", "gpt_train_small"} {
		t.Run(name, func(t *testing.T) {
			if name != "mlp_small" && name != "gpt_small" {
				longtest.Only(t, "a larger model")
			}
			module, args := tensorgen.Model(t, name)
			lower(t, module)
			f, _ := fn.AsFunc(ir.LookupSymbol(module, "main"))
			c := newComparison(t)
			c.program(f, args, 1)
			t.Log("kernels", c.kernels)
			t.Log("on the CPU", c.fallbacks)
		})
	}
}

func lower(t *testing.T, module *ir.Operation) {
	t.Helper()
	p := pass.NewPipeline("builtin.module", decompose.Pass, promote.Pass, cse.Pass).
		AddWith(fusion.Pass, &fusion.Options{Target: "gpu"})
	if err := p.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		t.Fatal(err)
	}
}

// TestKernelsOfPrimitivesComputeThem tests each primitive that has a kernel of its own, with sizes that do not fill
// tiles.
func TestKernelsOfPrimitivesComputeThem(t *testing.T) {
	for i, c := range []struct{ name, text string }{
		{"transpose", `(%x: tensor<70x130xf32>) -> tensor<130x70xf32> {
			%0 = prim.transpose %x perm [1, 0] : tensor<70x130xf32> -> tensor<130x70xf32>
			%1 = prim.clone %0 : tensor<130x70xf32> -> tensor<130x70xf32>
			return %1 : tensor<130x70xf32> }`},
		{"concatenation", `(%x: tensor<3x5xf16>, %y: tensor<3x2xf16>) -> tensor<3x7xf16> {
			%0 = prim.cat %x, %y dim 1 : (tensor<3x5xf16>, tensor<3x2xf16>) -> tensor<3x7xf16>
			return %0 : tensor<3x7xf16> }`},
		{"padding", `(%x: tensor<3x5xf32>) -> tensor<5x9xf32> {
			%0 = prim.full 2.5 : tensor<5x9xf32>
			%1 = prim.slice_scatter %0, %x starts [1, 2] limits [4, 7] strides [1, 1] : tensor<5x9xf32>, tensor<3x5xf32>
			return %1 : tensor<5x9xf32> }`},
		{"argmax", `(%x: tensor<7x300xf32>) -> (tensor<7xi64>, tensor<300xi64>) {
			%0 = prim.argmax %x dim 1 : tensor<7x300xf32> -> tensor<7xi64>
			%1 = prim.argmin %x dim 0 : tensor<7x300xf32> -> tensor<300xi64>
			return %0, %1 : tensor<7xi64>, tensor<300xi64> }`},
		{"argmax of a long row", `(%x: tensor<2x9001xf32>) -> tensor<2xi64> {
			%0 = prim.argmax %x dim 1 : tensor<2x9001xf32> -> tensor<2xi64>
			return %0 : tensor<2xi64> }`},
		{"top k", `(%x: tensor<7x30xf32>) -> (tensor<7x4xf32>, tensor<7x4xi64>) {
			%0:2 = prim.topk %x dim 1 k 4 : tensor<7x30xf32> -> tensor<7x4xf32>, tensor<7x4xi64>
			return %0#0, %0#1 : tensor<7x4xf32>, tensor<7x4xi64> }`},
		{"sum of a long row", `(%x: tensor<3x40000xf32>) -> tensor<3xf32> {
			%0 = prim.sum %x dims [1] : tensor<3x40000xf32> -> tensor<3xf32>
			return %0 : tensor<3xf32> }`},
		{"sum of long columns", `(%x: tensor<8192x70xf16>) -> tensor<70xf16> {
			%0 = prim.sum %x dims [0] : tensor<8192x70xf16> -> tensor<70xf16>
			return %0 : tensor<70xf16> }`},
		{"variance of columns", `(%x: tensor<50x70x3xf32>) -> tensor<70xf32> {
			%0 = prim.var %x dims [0, 2] correction 1.0 : tensor<50x70x3xf32> -> tensor<70xf32>
			return %0 : tensor<70xf32> }`},
		{"softmax of a long row", `(%x: tensor<2x35000xf32>) -> tensor<2x35000xf32> {
			%0 = prim.amax %x dims [1] : tensor<2x35000xf32> -> tensor<2xf32>
			%1 = prim.broadcast_in_dim %0 dims [0] : tensor<2xf32> -> tensor<2x35000xf32>
			%2 = prim.sub %x, %1 : tensor<2x35000xf32>
			%3 = prim.exp %2 : tensor<2x35000xf32>
			%4 = prim.sum %3 dims [1] : tensor<2x35000xf32> -> tensor<2xf32>
			%5 = prim.broadcast_in_dim %4 dims [0] : tensor<2xf32> -> tensor<2x35000xf32>
			%6 = prim.div %3, %5 : tensor<2x35000xf32>
			%7 = prim.var %3 dims [1] correction 0.0 : tensor<2x35000xf32> -> tensor<2xf32>
			%8 = prim.broadcast_in_dim %7 dims [0] : tensor<2xf32> -> tensor<2x35000xf32>
			%9 = prim.add %6, %8 : tensor<2x35000xf32>
			return %9 : tensor<2x35000xf32> }`},
		{"scan of a long row", `(%x: tensor<2x5000xf32>) -> (tensor<2x5000xf32>, tensor<2x5000xf32>) {
			%0 = prim.cumsum %x dim 1 : tensor<2x5000xf32> -> tensor<2x5000xf32>
			%1 = prim.cumprod %x dim 0 : tensor<2x5000xf32> -> tensor<2x5000xf32>
			return %0, %1 : tensor<2x5000xf32>, tensor<2x5000xf32> }`},
		{"embedding", `(%w: tensor<11x6xf32>, %i: tensor<2x3xi64>) -> tensor<2x3x6xf32> {
			%0 = prim.index %w[%i] dims [0] : (tensor<11x6xf32>, tensor<2x3xi64>) -> tensor<2x3x6xf32>
			return %0 : tensor<2x3x6xf32> }`},
		{"two indices", `(%w: tensor<11x6x11xf32>, %i: tensor<4xi64>) -> (tensor<4x6xf32>, tensor<11x4xf32>) {
			%0 = prim.index %w[%i, %i] dims [0, 2] : (tensor<11x6x11xf32>, tensor<4xi64>, tensor<4xi64>) -> tensor<4x6xf32>
			%s = prim.slice %w starts [0, 0, 0] limits [11, 1, 11] strides [1, 1, 1] : tensor<11x6x11xf32> -> tensor<11x1x11xf32>
			%q = prim.squeeze %s dims [1] : tensor<11x1x11xf32> -> tensor<11x11xf32>
			%1 = prim.index %q[%i] dims [1] : (tensor<11x11xf32>, tensor<4xi64>) -> tensor<11x4xf32>
			return %0, %1 : tensor<4x6xf32>, tensor<11x4xf32> }`},
		{"gather and scatter", `(%x: tensor<11x6xf32>, %i: tensor<11x6xi64>) -> (tensor<11x6xf32>, tensor<11x6xf32>) {
			%0 = prim.gather %x, %i dim 0 : (tensor<11x6xf32>, tensor<11x6xi64>) -> tensor<11x6xf32>
			%1 = prim.scatter %x, %i, %x dim 0 reduction "sum" : (tensor<11x6xf32>, tensor<11x6xi64>, tensor<11x6xf32>) -> tensor<11x6xf32>
			return %0, %1 : tensor<11x6xf32>, tensor<11x6xf32> }`},
		{"addition at indices", `(%x: tensor<11x6xf32>, %i: tensor<4xi64>, %v: tensor<4x6xf32>) -> tensor<11x6xf32> {
			%0 = prim.index_put %x, %v[%i] dims [0] accumulate : (tensor<11x6xf32>, tensor<4x6xf32>, tensor<4xi64>) -> tensor<11x6xf32>
			return %0 : tensor<11x6xf32> }`},
		{"random numbers", `() -> (tensor<7x9xf32>, tensor<101xf16>, tensor<5xf32>, tensor<f32>) {
			%k = prim.random_key : tensor<2xi64>
			%l = prim.random_key : tensor<2xi64>
			%0 = prim.uniform %k low 0.0 high 1.0 : tensor<2xi64> -> tensor<7x9xf32>
			%1 = prim.uniform %l low -2.0 high 3.0 : tensor<2xi64> -> tensor<101xf16>
			%2 = prim.normal %k mean 1.0 std 2.0 : tensor<2xi64> -> tensor<5xf32>
			%3 = prim.uniform %l low 0.0 high 1.0 : tensor<2xi64> -> tensor<f32>
			return %0, %1, %2, %3 : tensor<7x9xf32>, tensor<101xf16>, tensor<5xf32>, tensor<f32> }`},
		{"products", `(%x: tensor<2x7x40xf32>, %w: tensor<40x33xf32>) -> (tensor<2x7x33xf32>, tensor<2x7x7xf32>) {
			%0 = prim.dot "amk,kn->amn" %x, %w : (tensor<2x7x40xf32>, tensor<40x33xf32>) -> tensor<2x7x33xf32>
			%1 = prim.dot "amk,ank->amn" %x, %x : (tensor<2x7x40xf32>, tensor<2x7x40xf32>) -> tensor<2x7x7xf32>
			return %0, %1 : tensor<2x7x33xf32>, tensor<2x7x7xf32> }`},
		{"narrow products", `(%x: tensor<17x40xbf16>, %w: tensor<33x40xbf16>) -> (tensor<17x33xbf16>, tensor<17x33xf32>) {
			%0 = prim.dot "mk,nk->mn" %x, %w : (tensor<17x40xbf16>, tensor<33x40xbf16>) -> tensor<17x33xbf16>
			%1 = prim.dot "mk,nk->mn" %x, %w in f32 : (tensor<17x40xbf16>, tensor<33x40xbf16>) -> tensor<17x33xf32>
			return %0, %1 : tensor<17x33xbf16>, tensor<17x33xf32> }`},
		{"cross entropy", `(%x: tensor<9x70xf32>, %t: tensor<9xi64>) -> tensor<f32> {
			%0 = torch.aten.cross_entropy_loss(%x, %t) : (tensor<9x70xf32>, tensor<9xi64>) -> tensor<f32>
			return %0 : tensor<f32> }`},
		{"cross entropy of long rows", `(%x: tensor<3x35000xf32>, %t: tensor<3xi64>) -> tensor<f32> {
			%0 = torch.aten.cross_entropy_loss(%x, %t) : (tensor<3x35000xf32>, tensor<3xi64>) -> tensor<f32>
			return %0 : tensor<f32> }`},
		{"gradient of cross entropy", `(%g: tensor<f32>, %l: tensor<9x70xf32>, %t: tensor<9xi64>, %w: tensor<f32>) -> tensor<9x70xf32> {
			%0 = torch.aten.nll_loss_backward(%g, %l, %t, reduction = 1, ignore_index = -100, total_weight = %w) : (tensor<f32>, tensor<9x70xf32>, tensor<9xi64>, tensor<f32>) -> tensor<9x70xf32>
			%1 = torch.aten._log_softmax_backward_data(%0, %l, dim = 1, input_dtype = f32) : (tensor<9x70xf32>, tensor<9x70xf32>) -> tensor<9x70xf32>
			return %1 : tensor<9x70xf32> }`},
		{"loss with its gradient", `(%x: tensor<9x70xf32>, %t: tensor<9xi64>) -> (tensor<f32>, tensor<9x70xf32>) {
			%l = torch.aten._log_softmax(%x, dim = 1, half_to_float = false) : (tensor<9x70xf32>) -> tensor<9x70xf32>
			%0:2 = torch.aten.nll_loss_forward(%l, %t, reduction = 1, ignore_index = -100) : (tensor<9x70xf32>, tensor<9xi64>) -> (tensor<f32>, tensor<f32>)
			%1 = torch.aten.nll_loss_backward(%0#1, %l, %t, reduction = 1, ignore_index = -100, total_weight = %0#1) : (tensor<f32>, tensor<9x70xf32>, tensor<9xi64>, tensor<f32>) -> tensor<9x70xf32>
			%2 = torch.aten._log_softmax_backward_data(%1, %l, dim = 1, input_dtype = f32) : (tensor<9x70xf32>, tensor<9x70xf32>) -> tensor<9x70xf32>
			return %0#0, %2 : tensor<f32>, tensor<9x70xf32> }`},
		{"rotation", `(%x: tensor<5x7x32xbf16>, %c: tensor<7x32xbf16>) -> tensor<5x7x32xbf16> {
			%0 = torch.aten.slice.Tensor(%x, dim = 2, start = 0, end = 12) : (tensor<5x7x32xbf16>) -> tensor<5x7x12xbf16>
			%1 = torch.aten.slice.Tensor(%x, dim = 2, start = 12, end = 32) : (tensor<5x7x32xbf16>) -> tensor<5x7x20xbf16>
			%2 = torch.aten.cat([%1, %0], dim = 2) : (tensor<5x7x20xbf16>, tensor<5x7x12xbf16>) -> tensor<5x7x32xbf16>
			%3 = torch.aten.mul.Tensor(%2, %c) : (tensor<5x7x32xbf16>, tensor<7x32xbf16>) -> tensor<5x7x32xbf16>
			%4 = torch.aten.cat([%x, %3], dim = 1) : (tensor<5x7x32xbf16>, tensor<5x7x32xbf16>) -> tensor<5x14x32xbf16>
			%5 = torch.aten.softmax.int(%4, dim = 2) : (tensor<5x14x32xbf16>) -> tensor<5x14x32xbf16>
			%6 = torch.aten.slice.Tensor(%5, dim = 1, start = 3, end = 10) : (tensor<5x14x32xbf16>) -> tensor<5x7x32xbf16>
			return %6 : tensor<5x7x32xbf16> }`},
		{"halves that change places", `(%x: tensor<5x7x32xf32>, %y: tensor<5x7x32xf32>) -> (tensor<5x7x32xf32>, tensor<5x7x40xf32>) {
			%0 = prim.slice %x starts [0, 0, 20] limits [5, 7, 32] strides [1, 1, 1] : tensor<5x7x32xf32> -> tensor<5x7x12xf32>
			%1 = prim.slice %x starts [0, 0, 0] limits [5, 7, 20] strides [1, 1, 1] : tensor<5x7x32xf32> -> tensor<5x7x20xf32>
			%2 = prim.cat %0, %1 dim 2 : (tensor<5x7x12xf32>, tensor<5x7x20xf32>) -> tensor<5x7x32xf32>
			%3 = prim.mul %2, %y : tensor<5x7x32xf32>
			%4 = prim.slice %x starts [0, 0, 3] limits [5, 7, 19] strides [1, 1, 2] : tensor<5x7x32xf32> -> tensor<5x7x8xf32>
			%5 = prim.cat %4, %1, %0 dim 2 : (tensor<5x7x8xf32>, tensor<5x7x20xf32>, tensor<5x7x12xf32>) -> tensor<5x7x40xf32>
			%6 = prim.exp %5 : tensor<5x7x40xf32>
			return %3, %6 : tensor<5x7x32xf32>, tensor<5x7x40xf32> }`},
		{"rotation of normalized rows", `(%x: tensor<5x7x32xbf16>, %c: tensor<7x8xbf16>) -> tensor<5x7x4x8xbf16> {
			%0 = torch.aten.rms_norm(%x, normalized_shape = [32]) : (tensor<5x7x32xbf16>) -> tensor<5x7x32xbf16>
			%1 = torch.aten.view(%0, size = [5, 7, 4, 8]) : (tensor<5x7x32xbf16>) -> tensor<5x7x4x8xbf16>
			%2 = torch.aten.slice.Tensor(%1, dim = 3, start = 0, end = 4) : (tensor<5x7x4x8xbf16>) -> tensor<5x7x4x4xbf16>
			%3 = torch.aten.slice.Tensor(%1, dim = 3, start = 4, end = 8) : (tensor<5x7x4x8xbf16>) -> tensor<5x7x4x4xbf16>
			%4 = torch.aten.neg(%3) : (tensor<5x7x4x4xbf16>) -> tensor<5x7x4x4xbf16>
			%5 = torch.aten.cat([%4, %2], dim = 3) : (tensor<5x7x4x4xbf16>, tensor<5x7x4x4xbf16>) -> tensor<5x7x4x8xbf16>
			%6 = torch.aten.unsqueeze(%c, dim = 1) : (tensor<7x8xbf16>) -> tensor<7x1x8xbf16>
			%7 = torch.aten.mul.Tensor(%5, %6) : (tensor<5x7x4x8xbf16>, tensor<7x1x8xbf16>) -> tensor<5x7x4x8xbf16>
			%8 = torch.aten.add.Tensor(%1, %7) : (tensor<5x7x4x8xbf16>, tensor<5x7x4x8xbf16>) -> tensor<5x7x4x8xbf16>
			return %8 : tensor<5x7x4x8xbf16> }`},
		{"dropout", `(%x: tensor<5x7x30xbf16>) -> tensor<5x7x30xbf16> {
			%0 = torch.aten.gelu(%x) : (tensor<5x7x30xbf16>) -> tensor<5x7x30xbf16>
			%1 = torch.aten.dropout(%0, p = 0.3, train = true) : (tensor<5x7x30xbf16>) -> tensor<5x7x30xbf16>
			return %1 : tensor<5x7x30xbf16> }`},
		{"dropout of normalized rows", `(%x: tensor<5x7x30xf32>) -> tensor<5x7x30xf32> {
			%0 = torch.aten.layer_norm(%x, normalized_shape = [30]) : (tensor<5x7x30xf32>) -> tensor<5x7x30xf32>
			%1 = torch.aten.dropout(%0, p = 0.3, train = true) : (tensor<5x7x30xf32>) -> tensor<5x7x30xf32>
			return %1 : tensor<5x7x30xf32> }`},
		{"convolution in groups", `(%x: tensor<2x4x9x8xf32>, %w: tensor<6x2x3x2xf32>) -> tensor<2x6x5x9xf32> {
			%0 = prim.convolution %x, %w strides [2, 1] padding [1, 1] dilation [1, 1] output_padding [0, 0] groups 2 : (tensor<2x4x9x8xf32>, tensor<6x2x3x2xf32>) -> tensor<2x6x5x9xf32>
			return %0 : tensor<2x6x5x9xf32> }`},
	} {
		if !longtest.Includes(i, 2) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			compareKernels(t, c.text)
		})
	}
}

// compareKernels compares the kernels of a function @main, given without its name, with the CPU's results: as tile
// programs and as threads. It returns the fused function.
func compareKernels(t *testing.T, source string) fn.Func {
	t.Helper()
	module, err := text.ParseString(registry.NewContext(), "func.func @main"+source)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, "main"))
	args := tensorgen.Arguments(t, f)
	lower(t, module)
	for _, run := range []func(l *kernels.Launch, args []any) error{nil, byThreads(t)} {
		compared := newComparison(t)
		if run != nil {
			compared.run = run
		}
		compared.program(f, args, 7)
		delete(compared.fallbacks, "prim.random_key")
		if len(compared.fallbacks) > 0 || compared.compared == 0 {
			t.Errorf("%d results were compared, and there are no kernels of %v", compared.compared, compared.fallbacks)
		}
	}
	return f
}
