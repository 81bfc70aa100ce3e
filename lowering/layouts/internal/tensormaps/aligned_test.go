package tensormaps_test

import (
	"fmt"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
)

func TestTilesOfMapsBeginAtMultiplesOf16Bytes(t *testing.T) {
	const eightfold = "%i = arith.muli %n, %c8 : i32"
	for _, test := range []struct {
		elem, strides string
		rows, columns int
		index         string
		want          bool
	}{
		{"f8E4M3FN", "[?, 1]", 64, 40, "", false},
		{"f8E4M3FN", "[?, 1]", 64, 48, "", true},
		{"f8E4M3FN", "[?, 1]", 64, 40, eightfold, true}, // 40 * 8 bytes
		{"f8E4M3FN", "[1, ?]", 40, 64, "", false},
		{"f8E4M3FN", "[1, ?]", 64, 40, "", true},
		{"f16", "[?, 1]", 64, 40, "", true},
		{"f16", "[?, 1]", 64, 4, "", false},
	} {
		shape := fmt.Sprintf("tensor<%dx%dx%s>", test.rows, test.columns, test.elem)
		index := test.index
		if index == "" {
			index = "%i = arith.addi %n, %n : i32"
		}
		module, err := text.ParseString(registry.NewContext(), fmt.Sprintf(`
!m = !tile.array<?x?x%s, strides = %s>
tile.kernel @loads(%%a: !m, %%n: i32) {
  %%c8 = arith.constant 8 : i32
  %s
  %%x = tile.load_view %%a[%%i, %%i] padding zero : !m -> %s
  tile.return
}`, test.elem, test.strides, index, shape))
		if err != nil {
			t.Fatal(err)
		}
		for kernel := range tile.Kernels(module) {
			kernel.Walk(func(op *ir.Operation) bool {
				if op.Is(&tile.LoadView) && tensormaps.BeginsAligned(kernel, op) != test.want {
					t.Errorf("%s with strides %s and index %q: BeginsAligned is %v", shape, test.strides, index, !test.want)
				}
				return true
			})
		}
	}
}
