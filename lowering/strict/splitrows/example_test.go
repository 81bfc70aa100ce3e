package splitrows_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/strict/splitrows"
)

// Eight blocks find the largest number of a row.
func ExampleSplit() {
	module, err := text.ParseString(registry.NewContext(), `
tile.kernel @most(%x: !tile.ptr<f32>, %out: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %start = arith.constant -1.0 : f32
  %most = scf.for %k = %c0 to %n step %c1 iter_args(%m = %start) -> (f32) : i32 {
    %p = tile.addptr %x, %k : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
    %v = tile.load %p : !tile.ptr<f32>
    %next = arith.maximumf %m, %v : f32
    scf.yield %next : f32
  }
  tile.store %out, %most : !tile.ptr<f32>, f32
  tile.return
}`)
	if err == nil {
		err = splitrows.Split(module, splitrows.Options{Parts: 8, SM: 90})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	module.Walk(func(op *ir.Operation) bool {
		if s, ok := tilegpu.AsSplit(op); ok {
			fmt.Println(s.Parts(), "parts combined by", s.Combiner().First().Name())
		}
		return true
	})
	// Output:
	// 8 parts combined by arith.maximumf
}
