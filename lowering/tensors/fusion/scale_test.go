package fusion_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/lowering/tensors/fusion"
	"github.com/girih-ir/girih/lowering/tensors/promote"
	"github.com/girih-ir/girih/pass"
)

// BenchmarkTenThousandOperators decomposes, promotes and fuses a graph of layers, for a CPU and for a GPU. The results
// are recorded in benchmarks/results/fusion.md.
func BenchmarkTenThousandOperators(b *testing.B) {
	source := tenThousand()
	for _, target := range []string{"cpu", "gpu"} {
		b.Run(target, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				module, err := text.ParseString(registry.NewContext(), source)
				if err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				p := pass.NewPipeline("builtin.module", decompose.Pass, promote.Pass).
					AddWith(fusion.Pass, &fusion.Options{Target: target})
				if err := p.Run(b.Context(), module, pass.RunOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// tenThousand returns the text of the graph.
func tenThousand() string {
	var s strings.Builder
	s.WriteString("func.func @main(%x: tensor<64x128xf32>, %w: tensor<128x128xf32>) -> tensor<64x128xf32> {\n")
	last, n := "%x", 0
	add := func(format string, args ...any) string {
		fmt.Fprintf(&s, "  %%v%d = "+format+"\n", append([]any{n}, args...)...)
		n++
		return fmt.Sprintf("%%v%d", n-1)
	}
	const t = "tensor<64x128xf32>"
	for n < 10000 {
		y := add("torch.aten.mm(%s, %%w) : ("+t+", tensor<128x128xf32>) -> "+t, last)
		z := add("torch.aten.gelu(%s) : ("+t+") -> "+t, y)
		z = add("torch.aten.add.Tensor(%s, %s) : ("+t+", "+t+") -> "+t, z, last)
		z = add("torch.aten.softmax.int(%s, dim = 1) : ("+t+") -> "+t, z)
		last = add("torch.aten.mul.Tensor(%s, %s) : ("+t+", "+t+") -> "+t, z, y)
	}
	fmt.Fprintf(&s, "  return %s : %s\n}", last, t)
	return s.String()
}
