package kernels_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tensorgen"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/lowering/tensors/fusion"
	"github.com/girih-ir/girih/lowering/tensors/gradients"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
	"github.com/girih-ir/girih/lowering/tensors/promote"
	"github.com/girih-ir/girih/lowering/transforms/cse"
	"github.com/girih-ir/girih/pass"
)

// TestAttentionIsOneKernel checks that attention is one kernel with all kinds of masks, heads and sizes.
func TestAttentionIsOneKernel(t *testing.T) {
	const q, k, v = "tensor<2x3x40x24xbf16>", "tensor<2x3x50x24xbf16>", "tensor<2x3x50x40xbf16>"
	whole := func(more, types, rest string) string {
		return fmt.Sprintf(`(%%q: %s, %%k: %s, %%v: %s%s) -> tensor<2x3x40x40xbf16> {
			%%0 = torch.aten.scaled_dot_product_attention(%%q, %%k, %%v%s) : (%s, %s, %s%s) -> tensor<2x3x40x40xbf16>
			return %%0 : tensor<2x3x40x40xbf16> }`, q, k, v, more, rest, q, k, v, types)
	}
	for i, c := range []struct{ name, text string }{
		{"plain", whole("", "", "")},
		{"causal", whole("", "", ", is_causal = true, scale = 0.3")},
		{"numbers are added", whole(", %m: tensor<3x40x50xbf16>", ", tensor<3x40x50xbf16>", ", attn_mask = %m")},
		{"heads in groups", `(%q: tensor<2x6x40x24xbf16>, %k: tensor<2x2x50x24xbf16>, %v: tensor<2x2x50x40xbf16>, %m: tensor<2x1x40x50xi1>) -> tensor<2x6x40x40xbf16> {
			%0 = torch.aten.scaled_dot_product_attention(%q, %k, %v, attn_mask = %m, enable_gqa = true) : (tensor<2x6x40x24xbf16>, tensor<2x2x50x24xbf16>, tensor<2x2x50x40xbf16>, tensor<2x1x40x50xi1>) -> tensor<2x6x40x40xbf16>
			return %0 : tensor<2x6x40x40xbf16> }`},
		{"a mask of columns", whole(", %m: tensor<2x1x1x50xi1>", ", tensor<2x1x1x50xi1>", ", attn_mask = %m")},
		{"several tiles of heads that lie side by side", `(%x: tensor<1x150x6x32xf16>, %y: tensor<1x300x6x32xf16>) -> tensor<1x150x2x32xf16> {
			%q = torch.aten.slice.Tensor(%x, dim = 2, start = 0, end = 2) : (tensor<1x150x6x32xf16>) -> tensor<1x150x2x32xf16>
			%k = torch.aten.slice.Tensor(%y, dim = 2, start = 2, end = 4) : (tensor<1x300x6x32xf16>) -> tensor<1x300x2x32xf16>
			%v = torch.aten.slice.Tensor(%y, dim = 2, start = 4, end = 6) : (tensor<1x300x6x32xf16>) -> tensor<1x300x2x32xf16>
			%q1 = torch.aten.transpose.int(%q, dim0 = 1, dim1 = 2) : (tensor<1x150x2x32xf16>) -> tensor<1x2x150x32xf16>
			%k1 = torch.aten.transpose.int(%k, dim0 = 1, dim1 = 2) : (tensor<1x300x2x32xf16>) -> tensor<1x2x300x32xf16>
			%v1 = torch.aten.transpose.int(%v, dim0 = 1, dim1 = 2) : (tensor<1x300x2x32xf16>) -> tensor<1x2x300x32xf16>
			%0 = torch.aten.scaled_dot_product_attention(%q1, %k1, %v1, is_causal = true) : (tensor<1x2x150x32xf16>, tensor<1x2x300x32xf16>, tensor<1x2x300x32xf16>) -> tensor<1x2x150x32xf16>
			%1 = torch.aten.transpose.int(%0, dim0 = 1, dim1 = 2) : (tensor<1x2x150x32xf16>) -> tensor<1x150x2x32xf16>
			return %1 : tensor<1x150x2x32xf16> }`},
		{"grouped heads, a window, and rows that see nothing", `(%q: tensor<2x3x200x16xbf16>, %k: tensor<2x260x16xbf16>, %v: tensor<2x260x20xbf16>) -> tensor<2x3x200x20xf32> {
			%0 = prim.dot "hgmd,hnd->hgmn" %q, %k in f32 : (tensor<2x3x200x16xbf16>, tensor<2x260x16xbf16>) -> tensor<2x3x200x260xf32>
			%i = prim.iota start -20 step 1 : tensor<200xi64>
			%j = prim.iota start 0 step 1 : tensor<260xi64>
			%r = prim.broadcast_in_dim %i dims [0] : tensor<200xi64> -> tensor<200x260xi64>
			%c = prim.broadcast_in_dim %j dims [1] : tensor<260xi64> -> tensor<200x260xi64>
			%a = prim.le %c, %r : tensor<200x260xi64>
			%w = prim.fill %r, 30 : tensor<200x260xi64>
			%d = prim.sub %r, %w : tensor<200x260xi64>
			%b = prim.gt %c, %d : tensor<200x260xi64>
			%m = prim.bitwise_and %a, %b : tensor<200x260xi1>
			%s = prim.broadcast_in_dim %m dims [2, 3] : tensor<200x260xi1> -> tensor<2x3x200x260xi1>
			%n = prim.fill %0, -inf : tensor<2x3x200x260xf32>
			%1 = prim.where %s, %0, %n : tensor<2x3x200x260xi1>, tensor<2x3x200x260xf32>
			%2 = prim.amax %1 dims [3] : tensor<2x3x200x260xf32> -> tensor<2x3x200xf32>
			%3 = prim.broadcast_in_dim %2 dims [0, 1, 2] : tensor<2x3x200xf32> -> tensor<2x3x200x260xf32>
			%4 = prim.sub %1, %3 : tensor<2x3x200x260xf32>
			%5 = prim.exp %4 : tensor<2x3x200x260xf32>
			%6 = prim.sum %5 dims [3] : tensor<2x3x200x260xf32> -> tensor<2x3x200xf32>
			%7 = prim.broadcast_in_dim %6 dims [0, 1, 2] : tensor<2x3x200xf32> -> tensor<2x3x200x260xf32>
			%8 = prim.div %5, %7 : tensor<2x3x200x260xf32>
			%9 = prim.convert_element_type %8 : tensor<2x3x200x260xf32> -> tensor<2x3x200x260xbf16>
			%o = prim.dot "hgmn,hne->hgme" %9, %v in f32 : (tensor<2x3x200x260xbf16>, tensor<2x260x20xbf16>) -> tensor<2x3x200x20xf32>
			return %o : tensor<2x3x200x20xf32> }`},
		{"the sum of two scores' bias, and a mask that hides", `(%q: tensor<4x33x32xf16>, %k: tensor<4x70x32xf16>, %v: tensor<4x70x32xf16>, %b: tensor<33x70xf32>, %h: tensor<4x1x70xi1>) -> tensor<4x33x32xf16> {
			%0 = prim.dot "bmk,bnk->bmn" %q, %k in f32 : (tensor<4x33x32xf16>, tensor<4x70x32xf16>) -> tensor<4x33x70xf32>
			%1 = torch.add(%0, %b) : (tensor<4x33x70xf32>, tensor<33x70xf32>) -> tensor<4x33x70xf32>
			%2 = torch.where(%h, -3.0e38, %1) : (tensor<4x1x70xi1>, tensor<4x33x70xf32>) -> tensor<4x33x70xf32>
			%3 = torch.aten.softmax.int(%2, dim = 2) : (tensor<4x33x70xf32>) -> tensor<4x33x70xf32>
			%4 = prim.convert_element_type %3 : tensor<4x33x70xf32> -> tensor<4x33x70xf16>
			%5 = torch.aten.bmm(%4, %v) : (tensor<4x33x70xf16>, tensor<4x70x32xf16>) -> tensor<4x33x32xf16>
			return %5 : tensor<4x33x32xf16> }`},
	} {
		if !longtest.Includes(i, 3) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			f := compareKernels(t, c.text)
			var kinds []string
			for op := range f.Entry().Ops() {
				if kind := kindOf(f, op); op.NumResults() > 0 && !prim.IsView(op) {
					kinds = append(kinds, kind)
				}
			}
			if got := strings.Join(kinds, " "); got != prim.Attention {
				t.Errorf("steps are %s, want one of %s", got, prim.Attention)
			}
		})
	}
}

// TestDropoutOfWeightsIsPartOfAttention checks that random weights that are set to 0 do not divide an attention.
func TestDropoutOfWeightsIsPartOfAttention(t *testing.T) {
	const q, k = "tensor<2x3x40x16xbf16>", "tensor<2x3x50x16xbf16>"
	f := compareKernels(t, fmt.Sprintf(`(%%q: %s, %%k: %s, %%v: %s) -> %s {
		%%0 = torch.aten.scaled_dot_product_attention(%%q, %%k, %%v, dropout_p = 0.25, is_causal = true) : (%s, %s, %s) -> %s
		return %%0 : %s }`, q, k, k, q, q, k, k, q, q))
	var kinds []string
	for op := range f.Entry().Ops() {
		if kind := kindOf(f, op); op.NumResults() > 0 && !prim.IsView(op) {
			kinds = append(kinds, kind)
		}
	}
	if got := strings.Join(kinds, " "); got != "prim.random_key prim.uniform "+prim.Attention {
		t.Errorf("steps are %s", got)
	}
}

// The kernels of the gradients of attention. One kernel computes all if there are many features.
const twoKernels, oneKernel = "attention_over_rows attention_over_columns", "attention_over_both"

// TestGradientsOfAttentionKeepNoPairs checks that the gradients of attention compute weights again from the logarithms
// of their sums. No step stores an element for each pair, and results are those of the operators one by one.
func TestGradientsOfAttentionKeepNoPairs(t *testing.T) {
	for i, c := range []struct {
		name, elem, q, kv, rest, sizes string
		tolerance                      float64
		kernels                        string
	}{
		{"causal", "f16", "2x3x40x32", "2x3x50x32", ", is_causal = true", "40x50", 1e-2, twoKernels},
		{"several tiles", "f16", "1x2x140x48", "1x2x210x48", "", "140x210", 1e-2, twoKernels},
		{"a mask, and many features", "f16", "1x1x20x128", "1x1x70x128", ", attn_mask = %m", "20x70", 1e-2, oneKernel},
		{"causal, with many features in several tiles", "bf16", "1x2x140x96", "1x2x210x96", ", is_causal = true",
			"140x210", 3e-2, oneKernel},
	} {
		if !longtest.Includes(i, 4) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			types := strings.NewReplacer("Q", "tensor<"+c.q+"xELEM>", "K", "tensor<"+c.kv+"xELEM>", "M",
				"tensor<"+c.sizes+"xi1>", "REST", c.rest)
			mask, maskType := "", ""
			if strings.Contains(c.rest, "%m") {
				mask, maskType = ", %m: M", ", M"
			}
			pattern := types.Replace("func.func @main(%q: Q, %k: K, %v: K" + mask + ") -> Q {\n" +
				"%0 = torch.aten.scaled_dot_product_attention(%q, %k, %vREST) : (Q, K, K" + maskType + ") -> Q\n" +
				"return %0 : Q }")
			source := strings.ReplaceAll(pattern, "ELEM", c.elem)
			ctx := registry.NewContext()
			primitives, fused := gradientOf(t, ctx, source), gradientOf(t, ctx, source)
			args := tensorgen.Arguments(t, primitives)
			exact := gradientOf(t, ctx, strings.ReplaceAll(pattern, "ELEM", "f64"))
			want, err := tensors.Run(t.Context(), primitives, args, tensors.Options{})
			if err != nil {
				t.Fatal(err)
			}
			fuseForGPU(t, fused.Parent())
			got, err := tensors.Run(t.Context(), fused, args, tensors.Options{})
			if err != nil {
				t.Fatal(err)
			}
			wide, err := tensors.Run(t.Context(), exact, wideOf(t, ctx.F64(), args), tensors.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				closeTo(t, fmt.Sprint("result ", i), got[i], want[i], c.tolerance)
				closeTo(t, fmt.Sprint("result ", i, " beside f64's"), got[i], wide[i], c.tolerance)
			}
			for op := range fused.Entry().Ops() {
				if kind := kindOf(fused, op); op.NumResults() > 0 && !prim.IsView(op) && kind != prim.Attention &&
					kind != prim.Rows {
					t.Errorf("%s is apart", kind)
				}
			}
			for _, run := range []func(l *kernels.Launch, args []any) error{nil, byThreads(t)} {
				compared := newComparison(t)
				if run == nil {
					run = compared.run
				}
				var names []string
				compared.run = func(l *kernels.Launch, args []any) error {
					if strings.HasPrefix(l.Kernel.Name, "attention_over") {
						names = append(names, l.Kernel.Name)
					}
					return run(l, args)
				}
				compared.program(fused, args, 7)
				if got := strings.Join(names, " "); got != c.kernels {
					t.Errorf("kernels of the gradients are %s, want %s", got, c.kernels)
				}
				if len(compared.fallbacks) > 0 || compared.compared < 5 {
					t.Errorf("%d results were compared, and there are no kernels of %v", compared.compared, compared.fallbacks)
				}
			}
		})
	}
}

// wideOf converts floats to another type.
func wideOf(t *testing.T, elem ir.Type, args []*tensors.Tensor) []*tensors.Tensor {
	t.Helper()
	out := slices.Clone(args)
	for i, x := range args {
		if prim.DtypeOf(x.Elem()) != prim.Float {
			continue
		}
		var err error
		if out[i], err = x.To(elem); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// gradientOf returns the gradients of a function @main, as primitives.
func gradientOf(t *testing.T, ctx *ir.Context, source string) fn.Func {
	t.Helper()
	module, err := text.ParseString(ctx, source)
	if err != nil {
		t.Fatal(err)
	}
	p := pass.NewPipeline("builtin.module").
		AddWith(gradients.Pass, &gradients.Options{Function: "main", Cotangents: true}).
		Add(decompose.Pass, promote.Pass, cse.Pass)
	if err := p.Run(t.Context(), module, pass.RunOptions{Verify: true}); err != nil {
		t.Fatal(err)
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, "main_gradient"))
	return f
}

func fuseForGPU(t *testing.T, module *ir.Operation) {
	t.Helper()
	p := pass.NewPipeline("builtin.module").AddWith(fusion.Pass, &fusion.Options{Target: "gpu"})
	if err := p.Run(t.Context(), module, pass.RunOptions{Verify: true}); err != nil {
		t.Fatal(err)
	}
}

// closeTo compares elements with a tolerance relative to the largest one.
func closeTo(t *testing.T, what string, got, want *tensors.Tensor, tolerance float64) {
	t.Helper()
	largest := 0.0
	for _, w := range want.Floats() {
		largest = max(largest, math.Abs(w))
	}
	g := got.Floats()
	for k, w := range want.Floats() {
		if !(math.Abs(g[k]-w) <= tolerance*largest) {
			t.Fatalf("%s: element %d is %v, want %v", what, k, g[k], w)
		}
	}
}
