package cookbook_test

import (
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/examples/cookbook"
	"github.com/girih-ir/girih/kernel"
)

// The time from the source of the package to the LLVM IR of one kernel. Blocks are as large as in the suite of
// benchmarks/speed.
func BenchmarkSourceToLLVM(b *testing.B) {
	list, err := kernel.Candidates(cookbook.Source)
	if err != nil {
		b.Fatal(err)
	}
	for _, l := range list {
		b.Run(l.Function.Name, func(b *testing.B) {
			for name := range l.Options.Constants {
				l.Options.Constants[name] = map[string]int64{"depth": 32, "rows": 8}[name]
				if name == "block" {
					l.Options.Constants[name] = 1024
				}
			}
			switch l.Function.Name {
			case "MatMul", "Transpose":
				l.Options.Constants["block"] = 64
			case "ColumnSum":
				l.Options.Constants["rows"], l.Options.Constants["block"] = 64, 32
			}
			l.Options.Target, l.Options.Divisible = "sm_90", 16
			for b.Loop() {
				k, err := kernel.Compile(cookbook.Source, l.Function.Name, l.Options)
				if err != nil {
					b.Fatal(err)
				}
				p, err := k.Program(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				if _, err := p.LLVMIR(llvmir.Typed); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
