package fusion_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
)

// TestProductsTakeTheOrderOfTheirLetters checks that transposes of operands and results are folded into products for a
// GPU. A result that is needed in both orders is not changed.
func TestProductsTakeTheOrderOfTheirLetters(t *testing.T) {
	for _, c := range []struct{ name, body, result, want string }{
		{"operands", `
			%0 = prim.transpose %x perm [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
			%1 = prim.transpose %y perm [1, 0] : tensor<2x8xf32> -> tensor<8x2xf32>
			%2 = prim.dot "km,kn->mn" %0, %1 : (tensor<8x4xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>`, "tensor<4x2xf32>",
			`prim.dot "mk,nk->mn" %arg0, %arg1 `},
		{"a result", `
			%0 = prim.dot "mk,nk->mn" %x, %y : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<4x2xf32>
			%1 = prim.convert_element_type %0 : tensor<4x2xf32> -> tensor<4x2xf16>
			%2 = prim.transpose %1 perm [1, 0] : tensor<4x2xf16> -> tensor<2x4xf16>`, "tensor<2x4xf16>",
			`prim.dot "mk,nk->nm" %arg0, %arg1 : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<2x4xf32>`},
		{"a result in two orders", `
			%0 = prim.dot "mk,nk->mn" %x, %y : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<4x2xf32>
			%1 = prim.transpose %0 perm [1, 0] : tensor<4x2xf32> -> tensor<2x4xf32>
			%2 = prim.dot "nm,ml->nl" %1, %0 : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>`, "tensor<2x2xf32>",
			`prim.dot "mk,nk->mn" %arg0, %arg1 : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<4x2xf32>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			module, err := text.ParseString(registry.NewContext(), "func.func @f(%x: tensor<4x8xf32>, %y: tensor<2x8xf32>) -> "+
				c.result+" {"+c.body+"\nreturn %2 : "+c.result+"\n}")
			if err != nil {
				t.Fatal(err)
			}
			fuse(t, module, "f", "gpu")
			if got := string(text.Print(module, text.Options{})); !strings.Contains(got, c.want) {
				t.Errorf("no %s in\n%s", c.want, got)
			}
		})
	}
}
