package uniformity_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/analysis/uniformity"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// The warp's number is the same in all lanes of a warp, a vote's result too, and an argument in the whole block.
func ExampleAnalyze() {
	module, err := text.ParseString(registry.NewContext(), `
llvm.func @k(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %five = llvm.mlir.constant(5 : i32) : i32
  %warp = llvm.lshr %thread, %five : i32
  %size = llvm.mul %n, %five : i32
  %less = llvm.icmp "slt" %thread, %n : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %any = nvvm.vote.sync any %all, %less -> i1
  llvm.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	info, err := uniformity.Analyze(context.Background(), module)
	if err != nil {
		fmt.Println(err)
		return
	}
	for op := range ir.LookupSymbol(module, "k").Region(0).Entry().Ops() {
		for _, v := range op.Results() {
			if !op.HasTrait(ir.ConstantLike) {
				fmt.Printf("%s: in a block %t, in a warp %t\n", op.Name(), info.IsUniform(v, gpu.Block),
					info.IsUniform(v, gpu.Warp))
			}
		}
	}
	// Output:
	// nvvm.read.ptx.sreg.tid.x: in a block false, in a warp false
	// llvm.lshr: in a block false, in a warp true
	// llvm.mul: in a block true, in a warp true
	// llvm.icmp: in a block false, in a warp false
	// nvvm.vote.sync: in a block false, in a warp true
}
