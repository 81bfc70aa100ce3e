package fusion_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// TestConcatenationsComeBeforeWhatTheyConcatenateIsComputedWith checks that operations on the operands of a Cat move
// behind it, and that slices move to arguments. Each case says how many regions remain.
func TestConcatenationsComeBeforeWhatTheyConcatenateIsComputedWith(t *testing.T) {
	const rotated = `
  %a = prim.slice %v starts [0, 0, 3] limits [5, 4, 6] strides [1, 1, 1] : tensor<5x4x6xf32> -> tensor<5x4x3xf32>
  %b = prim.slice %v starts [0, 0, 0] limits [5, 4, 3] strides [1, 1, 1] : tensor<5x4x6xf32> -> tensor<5x4x3xf32>
  %n = prim.neg %a : tensor<5x4x3xf32>
  %c = prim.cat %n, %b dim 2 : (tensor<5x4x3xf32>, tensor<5x4x3xf32>) -> tensor<5x4x6xf32>
  %s = prim.add %c, %v : tensor<5x4x6xf32>
  return %s : tensor<5x4x6xf32>`
	for _, c := range []struct {
		name, body string
		regions    int
	}{
		{"the first operand", `
  %n = prim.neg %x : tensor<5x24xf32>
  %c = prim.cat %n, %y dim 1 : (tensor<5x24xf32>, tensor<5x24xf32>) -> tensor<5x48xf32>
  return %c : tensor<5x48xf32>`, 1},
		{"the middle one, by two functions", `
  %n = prim.neg %x : tensor<5x24xf32>
  %e = prim.exp %n : tensor<5x24xf32>
  %c = prim.cat %y, %e, %x dim 0 : (tensor<5x24xf32>, tensor<5x24xf32>, tensor<5x24xf32>) -> tensor<15x24xf32>
  return %c : tensor<15x24xf32>`, 1},
		{"all, by functions of other types", `
  %n = prim.convert_element_type %x : tensor<5x24xf32> -> tensor<5x24xi32>
  %e = prim.isfinite %y : tensor<5x24xf32>
  %k = prim.convert_element_type %e : tensor<5x24xi1> -> tensor<5x24xi32>
  %c = prim.cat %n, %k dim 1 : (tensor<5x24xi32>, tensor<5x24xi32>) -> tensor<5x48xi32>
  return %c : tensor<5x48xi32>`, 1},
		{"halves of a normalization", `
  %0 = prim.sum %x dims [1] : tensor<5x24xf32> -> tensor<5xf32>
  %1 = prim.expand_dims %0 dims [1] : tensor<5xf32> -> tensor<5x1xf32>
  %2 = prim.broadcast_in_dim %1 dims [0, 1] : tensor<5x1xf32> -> tensor<5x24xf32>
  %3 = prim.div %x, %2 : tensor<5x24xf32>
  %f = prim.fill %3, 2.0 : tensor<5x24xf32>
  %4 = prim.mul %3, %f : tensor<5x24xf32>
  %v = prim.reshape %4 : tensor<5x24xf32> -> tensor<5x4x6xf32>` + rotated, 1},
		{"halves of a normalization by what something else needs in the first shape", `
  %0 = prim.sum %x dims [1] : tensor<5x24xf32> -> tensor<5xf32>
  %1 = prim.expand_dims %0 dims [1] : tensor<5xf32> -> tensor<5x1xf32>
  %2 = prim.broadcast_in_dim %1 dims [0, 1] : tensor<5x1xf32> -> tensor<5x24xf32>
  %3 = prim.div %x, %2 : tensor<5x24xf32>
  %4 = prim.sub %y, %2 : tensor<5x24xf32>
  %5 = prim.cumsum %4 dim 1 : tensor<5x24xf32> -> tensor<5x24xf32>
  %6 = prim.mul %3, %5 : tensor<5x24xf32>
  %v = prim.reshape %6 : tensor<5x24xf32> -> tensor<5x4x6xf32>` + rotated, 3},
		{"halves of what is large and computed", `
  %0 = prim.cumsum %x dim 1 : tensor<5x24xf32> -> tensor<5x24xf32>
  %3 = prim.mul %0, %y : tensor<5x24xf32>
  %v = prim.reshape %3 : tensor<5x24xf32> -> tensor<5x4x6xf32>` + rotated, 1}, // and the product by itself
		{"halves of an argument", "\n  %v = prim.reshape %x : tensor<5x24xf32> -> tensor<5x4x6xf32>" + rotated, 1},
	} {
		_, result, _ := strings.Cut(c.body, "return ")
		_, result, _ = strings.Cut(result, " : ")
		source := "func.func @f(%x: tensor<5x24xf32>, %y: tensor<5x24xf32>) -> " + result + " {" + c.body + "\n}"
		module, err := text.ParseString(registry.NewContext(), source)
		if err != nil {
			t.Fatal(c.name, err)
		}
		f, _ := fn.AsFunc(ir.LookupSymbol(module, "f"))
		args := make([]*tensors.Tensor, 2)
		for k := range args {
			data := make([]float32, 120)
			for i := range data {
				data[i] = float32((i*7+k*5)%31) - 12
			}
			if args[k], err = tensors.Of(module.Context().F32(), data, 5, 24); err != nil {
				t.Fatal(err)
			}
		}
		want, err := tensors.Run(t.Context(), f, args, tensors.Options{})
		if err != nil {
			t.Fatal(c.name, err)
		}
		f = fuse(t, module, "f", "gpu")
		regions := 0
		for op := range module.Region(0).Entry().Ops() {
			if op.Attr("prim.region") != nil {
				regions++
			}
		}
		got, err := tensors.NewProgram(f).Run(t.Context(), args, tensors.Options{})
		if err != nil {
			t.Fatal(c.name, err)
		}
		if regions != c.regions || !bytes.Equal(got[0].Bytes(), want[0].Bytes()) {
			t.Errorf("%s: %d regions, want %d; result %v, want %v\n%s", c.name, regions, c.regions, got[0], want[0],
				text.Print(module, text.Options{}))
		}
	}
}
