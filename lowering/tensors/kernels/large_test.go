package kernels_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
)

// TestIndicesOfLargeTensorsAreWide checks that indices have 64 bits if 32 bits are not enough. The indices of the last
// tile reach beyond the last element.
func TestIndicesOfLargeTensorsAreWide(t *testing.T) {
	module, err := text.ParseString(registry.NewContext(), `
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = prim.exp %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}`)
	if err != nil {
		t.Fatal(err)
	}
	exp, f32 := module.Region(0).Entry().First().Region(0).Entry().First(), module.Context().F32()
	for _, c := range []struct {
		n    int64
		wide bool
	}{{1000, false}, {1 << 30, false}, {1<<31 - 1, true}, {1 << 32, true}} {
		operand := func(memory int) []*kernels.Operand {
			return []*kernels.Operand{{Elem: f32, Shape: []int64{c.n}, Strides: []int64{1}, Memory: memory}}
		}
		got, err := kernels.Build(&kernels.Step{Op: exp, In: operand(0), Out: operand(1)})
		if err != nil {
			t.Fatal(err)
		}
		program := string(text.Print(got.Launches[0].Kernel.Module, text.Options{}))
		if strings.Contains(program, "i64") != c.wide {
			t.Errorf("%d elements:\n%s", c.n, program)
		}
	}
}
