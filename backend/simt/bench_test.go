package simt_test

import (
	"context"
	"os"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
)

// BenchmarkKernels runs compiled kernels. Its metric is thread-instructions per second.
func BenchmarkKernels(b *testing.B) {
	for _, test := range []struct {
		file   string
		blocks int32
		arrays []int64
		args   []any
	}{
		{"vector_add", 512, []int64{65536, 65536, 65536}, []any{65536}},
		{"softmax", 256, []int64{256 * 1000, 256 * 1000}, []any{1000}},
		{"column_sum", 64, []int64{4096 * 64, 64}, []any{4096, 64}},
		{"row_sum", 64, []int64{64 * 4096, 64}, []any{4096}},
		{"exp", 256, []int64{65536, 65536}, []any{65536}},
	} {
		b.Run(test.file, func(b *testing.B) {
			source, err := os.ReadFile("../../benchmarks/gpu/kernels/" + test.file + ".mlir")
			if err != nil {
				b.Fatal(err)
			}
			m, err := girih.Parse(test.file, source)
			if err != nil {
				b.Fatal(err)
			}
			kernel := m.Kernels()[0]
			p, err := m.Compile(context.Background(), girih.CompileOptions{})
			if err != nil {
				b.Fatal(err)
			}
			var args []any
			for _, n := range test.arrays {
				a, err := interp.Filled(m.Operation().Context().F32(), []int64{n}, func(i int) float64 { return float64(i%64) / 8 })
				if err != nil {
					b.Fatal(err)
				}
				args = append(args, a)
			}
			var instructions int64
			for b.Loop() {
				stats, err := p.Execute(context.Background(), kernel, simt.Launch{Grid: [3]int32{test.blocks, 1, 1}},
					append(args, test.args...)...)
				if err != nil {
					b.Fatal(err)
				}
				instructions += stats.Instructions
			}
			b.ReportMetric(float64(instructions)/b.Elapsed().Seconds()/1e6, "Minstr/s")
		})
	}
}
