package simt_test

import (
	"context"
	"fmt"
	"os"
	"strings"
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

// BenchmarkWritesBesideProducts runs 4096 operations while products read left factors from registers. Each operation
// writes a register, which must not be part of a left factor.
func BenchmarkWritesBesideProducts(b *testing.B) {
	for _, products := range []int{1, 16, 64} {
		b.Run(fmt.Sprint(products), func(b *testing.B) {
			body, last := leftWords, "%p"
			for i := range products {
				next := fmt.Sprintf("%%by%d", i)
				body += strings.NewReplacer("%by ", next+" ", ", %p {", ", "+last+" {").Replace(byWords)
				last = next
			}
			for i := range 4096 {
				body += fmt.Sprintf("%%n%d = llvm.add %%t, %%t : i32\n", i)
			}
			through := "%r:2 = tilegpu.await_products " + last + ", %w {pending = 0 : i32} : !sums, !words -> !sums, !words\n"
			body += through + strings.ReplaceAll(store, "%r[", "%r#0[")
			for b.Loop() {
				if _, err := run(b, productThen(body), simt.Launch{}, zeros(128)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
