package broadcast_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/strict/broadcast"
	"github.com/girih-ir/girih/lowering/strict/promote"
	"github.com/girih-ir/girih/pass"
)

// shapesOfKernels are kernels of n operations that make much work for promotion and broadcasting: mixed has conversions
// and broadcasts everywhere, chain is one long chain of operations on broadcast elements, literals combines literals,
// and fan uses one broadcast n times.
var shapesOfKernels = map[string]func(n int) string{
	"mixed": func(n int) string {
		return kernelOf(n/4, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "    %%l%d = tile.literal %d\n", i, i%100)
			fmt.Fprintf(b, "    %%a%d = tile.add %%row, %%l%[1]d : tensor<1x64xf16>, !tile.literal<int> -> "+
				"tensor<1x64xf16>\n", i)
			fmt.Fprintf(b, "    %%b%d = tile.mul %%a%[1]d, %%s : tensor<1x64xf16>, f32 -> tensor<1x64xf32>\n", i)
			fmt.Fprintf(b, "    %%x%d = tile.add %%b%d, %%x%d : tensor<1x64xf32>, tensor<16x64xf32> -> tensor<16x64xf32>\n",
				i+1, i, i)
		})
	},
	"chain": func(n int) string {
		return kernelOf(n, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "    %%x%d = tile.add %%x%d, %%row : tensor<16x64xf32>, tensor<1x64xf16> -> tensor<16x64xf32>\n",
				i+1, i)
		})
	},
	"literals": func(n int) string {
		return kernelOf(n/3, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "    %%l%d = tile.literal %d\n", i, i%100)
			fmt.Fprintf(b, "    %%k%d = tile.mod %%l%[1]d, %%c : !tile.literal<int>, !tile.literal<int> -> "+
				"!tile.literal<int>\n", i)
			fmt.Fprintf(b, "    %%x%d = tile.add %%x%d, %%k%[2]d : tensor<16x64xf32>, !tile.literal<int> -> "+
				"tensor<16x64xf32>\n", i+1, i)
		})
	},
	"fan": func(n int) string {
		return kernelOf(n/2, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "    %%w%d = tile.mul %%wide, %%s : tensor<16x64xf16>, f32 -> tensor<16x64xf32>\n", i)
			fmt.Fprintf(b, "    %%x%d = tile.add %%x%d, %%w%[2]d : tensor<16x64xf32>, tensor<16x64xf32> -> "+
				"tensor<16x64xf32>\n", i+1, i)
		})
	},
}

// kernelOf returns a module with n repetitions of the operations that step writes. Repetition i defines %x with number
// i+1.
func kernelOf(n int, step func(b *strings.Builder, i int)) string {
	var b strings.Builder
	b.WriteString(`module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%array: !tile.array<?x?xf16>, %out: !tile.array<?x?xf32>, %s: f32) {
    %i = tile.program_id 0
    %row = tile.load_view %array[%i, %i] : !tile.array<?x?xf16> -> tensor<1x64xf16>
    %wide = tile.broadcast %row : tensor<1x64xf16> -> tensor<16x64xf16>
    %c = tile.literal 7
    %x0 = tile.splat %s : f32 -> tensor<16x64xf32>
`)
	for i := range n {
		step(&b, i)
	}
	fmt.Fprintf(&b, "    tile.store_view %%x%d, %%out[%%i, %%i] : tensor<16x64xf32>, !tile.array<?x?xf32>\n    "+
		"tile.return\n  }\n}\n", n)
	return b.String()
}

// BenchmarkPromoteAndBroadcast measures both passes, without reading and verifying.
func BenchmarkPromoteAndBroadcast(b *testing.B) {
	for _, name := range []string{"mixed", "chain", "literals", "fan"} {
		for _, n := range []int{10_000, 100_000} {
			source := shapesOfKernels[name](n)
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					m := irtest.Parse(b, source)
					b.StartTimer()
					p := pass.NewPipeline("builtin.module", promote.Pass, broadcast.Pass)
					if err := p.Run(context.Background(), m, pass.RunOptions{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func TestKernelsOfTheBenchmarkLower(t *testing.T) {
	for name, source := range shapesOfKernels {
		m := irtest.Parse(t, source(200))
		if err := ir.Verify(m, nil); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		lower(t, m, true)
	}
}
