package text_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// chain returns a function of n integer operations in generic form, each using the two before it.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("\"func.func\"() <{function_type = (i32, i32) -> i32, sym_name = \"f\"}> ({\n^bb0(%0: i32, %1: i32):\n")
	names := []string{"addi", "muli", "subi"}
	for i := range n {
		fmt.Fprintf(&b, "  %%%d = \"arith.%s\"(%%%d, %%%d) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32\n",
			i+2, names[i%3], i+1, i)
	}
	fmt.Fprintf(&b, "  \"func.return\"(%%%d) : (i32) -> ()\n}) : () -> ()\n", n+1)
	return b.String()
}

func BenchmarkParse(b *testing.B)  { benchmark(b, true, false, false) }
func BenchmarkVerify(b *testing.B) { benchmark(b, false, true, false) }
func BenchmarkPrint(b *testing.B)  { benchmark(b, false, false, true) }

// benchmark measures one stage of the round trip of a flat function; the metric is per operation.
func benchmark(b *testing.B, parse, verify, print bool) {
	const n = 100_000
	input := []byte(chain(n))
	b.SetBytes(int64(len(input)))
	load := func() *ir.Operation {
		ctx := ir.NewContext(registry.All()...)
		ctx.Threads = 1
		op, err := text.Parse(ctx, &ir.Source{Name: "-", Text: input}, text.ParseOptions{})
		if err != nil {
			b.Fatal(err)
		}
		return op
	}
	op := load()
	b.ResetTimer()
	for range b.N {
		if parse {
			load()
		}
		if verify {
			if err := ir.Verify(op, nil); err != nil {
				b.Fatal(err)
			}
		}
		if print {
			if err := text.Fprint(io.Discard, op, text.Options{Generic: true}); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/operation")
}
