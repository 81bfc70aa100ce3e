package axisinfo_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// Four times an index grows in steps of four.
func ExampleAnalyze() {
	module, err := text.ParseString(registry.NewContext(), `tile.kernel @k() {
  %four = arith.constant dense<4> : tensor<64xi32>
  %i = tile.iota : tensor<64xi32>
  %times = arith.muli %i, %four : tensor<64xi32>
  tile.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for kernel := range tile.Kernels(module) {
		info := axisinfo.Analyze(kernel)
		kernel.Walk(func(op *ir.Operation) bool {
			if op.Is(&tile.Iota) || op.Is(&arith.MulI) {
				d := info.Of(op.Result(0))[0]
				fmt.Println(op.Name(), "contiguity", d.Contiguity, "divisor", d.Divisor, "constancy", d.Constancy)
			}
			return true
		})
	}
	// Output:
	// tile.iota contiguity 64 divisor 1073741824 constancy 1
	// arith.muli contiguity 1 divisor 4 constancy 1
}
