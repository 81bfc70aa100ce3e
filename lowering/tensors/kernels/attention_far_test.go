package kernels_test

import (
	"math"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
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
