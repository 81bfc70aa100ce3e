package kernels_test

import (
	"math"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/tensorgen"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
)

// The columns of the last tile that are beyond the matrices have scores of 0, whose exponentials are infinite beside
// scores far below 0. They add nothing to the gradients.
func TestGradientsOfAttentionWithScoresFarBelowZero(t *testing.T) {
	for _, elem := range []string{"f16", "bf16"} {
		t.Run(elem, func(t *testing.T) {
			q, k := "tensor<1x1x20x128x"+elem+">", "tensor<1x1x70x128x"+elem+">"
			source := "func.func @main(%q: " + q + ", %k: " + k + ", %v: " + k + ") -> " + q + " {\n" +
				"%0 = torch.aten.scaled_dot_product_attention(%q, %k, %v) : (" + q + ", " + k + ", " + k + ") -> " + q + "\n" +
				"return %0 : " + q + " }"
			ctx := registry.NewContext()
			f := gradientOf(t, ctx, source)
			var args []*tensors.Tensor
			for i, level := range []float64{4, -4, 0, 0} { // scores are about -181
				shape := []int{1, 1, []int{20, 70, 70, 20}[i], 128}
				list := make([]float64, shape[2]*shape[3])
				for n := range list {
					list[n] = level + 0.1*math.Sin(float64(n*7+i))
				}
				x, err := tensors.Of(ctx.F64(), list, shape...)
				if err == nil {
					x, err = x.To(map[string]ir.Type{"f16": ctx.F16(), "bf16": ctx.Float("bf16")}[elem])
				}
				if err != nil {
					t.Fatal(err)
				}
				args = append(args, x)
			}
			fuseForGPU(t, f.Parent())
			c := newComparison(t)
			c.program(f, args, 7)
			if c.compared < 5 {
				t.Errorf("only %d results were compared", c.compared)
			}
		})
	}
}

// The gradient of numbers that are converted to bf16 for an attention is rounded to bf16 before it is converted back.
func TestGradientsOfConvertedNumbersAreRounded(t *testing.T) {
	types := strings.NewReplacer("WIDE", "tensor<1x1x20x128xf32>", "Q", "tensor<1x1x20x128xbf16>", "K",
		"tensor<1x1x70x128xbf16>")
	f := gradientOf(t, registry.NewContext(), types.Replace(`func.func @main(%q: WIDE, %k: K, %v: K) -> Q {
  %0 = prim.convert_element_type %q : WIDE -> Q
  %1 = torch.aten.scaled_dot_product_attention(%0, %k, %v) : (Q, K, K) -> Q
  return %1 : Q }`))
	args := tensorgen.Arguments(t, f)
	fuseForGPU(t, f.Parent())
	c, sums := newComparison(t), 0
	run := c.run
	c.run = func(l *kernels.Launch, args []any) error {
		out, _ := args[len(args)-1].(*interp.Array)
		err := run(l, args)
		if err == nil && l.Kernel.Name == "sums" {
			sums++
			for i := range out.Len() {
				if bits := math.Float32bits(float32(out.Float64(i))); bits&0xFFFF != 0 {
					t.Fatalf("element %d is %v, which is not a bf16", i, out.Float64(i))
				}
			}
		}
		return err
	}
	c.program(f, args, 7)
	if sums != 1 {
		t.Errorf("%d kernels convert sums, want 1", sums)
	}
}
