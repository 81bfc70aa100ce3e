package importtorch_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importtorch"
)

func ExampleImport() {
	module, err := importtorch.Import(registry.NewContext(), []byte(graph))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text.Print(module, text.Options{})))
	// Output:
	// module {
	//   func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
	//     %0 = torch.aten.relu(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
	//     return %0 : tensor<4xf32>
	//   }
	// }
}
