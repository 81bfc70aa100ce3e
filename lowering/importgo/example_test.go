package importgo_test

import (
	"fmt"
	"os"
	"testing/fstest"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importgo"
)

// A Go function becomes a kernel of dialect tile. Package kernel has the declarations that kernels use, and calls
// Import for its users.
func ExampleImport() {
	declarations, err := os.ReadFile("../../kernel/language.go")
	if err != nil {
		fmt.Println(err)
		return
	}
	language, err := importgo.LoadLanguage(declarations)
	if err != nil {
		fmt.Println(err)
		return
	}
	source := fstest.MapFS{"k.go": {Data: []byte(`package p

import "github.com/girih-ir/girih/kernel"

func double(x kernel.Array1[float32]) {
	i := kernel.Range(64)
	x.Store(i, 2*x.Load(i))
}
`)}}
	p, err := importgo.Load(source, language, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	module, err := importgo.Import(registry.NewContext(), p, importgo.Request{Function: "double"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module attributes {tile.semantics = #tile.semantics<triton>} {
	//   tile.kernel @double(%arg0: !tile.array<?xf32, strides = [1]>) {
	//     %0 = tile.iota : tensor<64xi32>
	//     %c0_i32 = arith.constant 0 : i32
	//     %1 = tile.load_view %arg0[%c0_i32] : !tile.array<?xf32, strides = [1]> -> tensor<64xf32>
	//     %cst = arith.constant 2.000000e+00 : f32
	//     %2 = tile.mul %cst, %1 : f32, tensor<64xf32> -> tensor<64xf32>
	//     %c0_i32_0 = arith.constant 0 : i32
	//     tile.store_view %2, %arg0[%c0_i32_0] : tensor<64xf32>, !tile.array<?xf32, strides = [1]>
	//     tile.return
	//   }
	// }
}
