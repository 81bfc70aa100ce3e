package pairs_test

import (
	"fmt"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/internal/pairs"
)

// The pairs of a small attention without a softmax: b is a batch, m are rows, n are columns.
func ExampleFind() {
	module, err := text.ParseString(registry.NewContext(), `
func.func @f(%q: tensor<2x8x4xf16>, %k: tensor<2x9x4xf16>, %v: tensor<2x9x5xf16>) -> tensor<2x8x5xf16> {
  %s = prim.dot "bmk,bnk->bmn" %q, %k : (tensor<2x8x4xf16>, tensor<2x9x4xf16>) -> tensor<2x8x9xf16>
  %t = prim.tanh %s : tensor<2x8x9xf16>
  %o = prim.dot "bmn,bne->bme" %t, %v : (tensor<2x8x9xf16>, tensor<2x9x5xf16>) -> tensor<2x8x5xf16>
  return %o : tensor<2x8x5xf16>
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, "f"))
	var ops []*ir.Operation
	for op := range f.Entry().Ops() {
		if !op.Is(&fn.Return) {
			ops = append(ops, op)
		}
	}
	p, err := pairs.Find(ops)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("pairs", p.Shape, "rows", p.Row, "columns", p.Column)
	fmt.Println("rows are multiplied by", p.Scores[0].Row.Dims, p.Scores[0].Row.Feature)
	_, err = p.Softmax()
	fmt.Println(err)
	// Output:
	// pairs [2 8 9] rows 1 columns 2
	// rows are multiplied by [0 1 -1] 2
	// not fused: prim.tanh does not scale the weights by a factor of the row
}
