package importtt_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importtt"
)

// A kernel in Triton's textual format is converted to dialect tile. Values keep their names in Python.
func ExampleConvert() {
	module, err := text.ParseString(registry.NewContext(), `
tt.func public @double(%x: !tt.ptr<f32> loc("x"), %n: i32 loc("n")) {
  %i = tt.get_program_id x : i32 loc("i")
  %p = tt.addptr %x, %i : !tt.ptr<f32>, i32 loc("p")
  %v = tt.load %p : !tt.ptr<f32> loc("v")
  %w = arith.addf %v, %v : f32 loc("w")
  tt.store %p, %w : !tt.ptr<f32>
  tt.return
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := importtt.Convert(module); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text.Print(module, text.Options{NameLocAsPrefix: true})))
	// Output:
	// module attributes {tile.semantics = #tile.semantics<triton>} {
	//   tile.kernel @double(%x: !tile.ptr<f32> {tile.may_overlap}, %n: i32) {
	//     %i = tile.program_id 0
	//     %p = tile.addptr %x, %i : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
	//     %v = tile.load %p : !tile.ptr<f32>
	//     %w = arith.addf %v, %v fastmath<contract> : f32
	//     tile.store %p, %w : !tile.ptr<f32>, f32
	//     tile.return
	//   }
	// }
}
