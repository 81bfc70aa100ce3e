package stages_test

import (
	"fmt"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/stages"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	lowering "github.com/girih-ir/girih/lowering/registry"
)

const module = `
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%x: !tile.array<?xf32>) {
    %i = tile.program_id 0
    %v = tile.load_view %x[%i] : !tile.array<?xf32> -> tensor<64xf32>
    %e = tile.mul %v, %v : tensor<64xf32>, tensor<64xf32> -> tensor<64xf32>
    tile.store_view %e, %x[%i] : tensor<64xf32>, !tile.array<?xf32>
    tile.return
  }
}`

// An array has no layout: tile-lower-views must run first.
func ExampleHint() {
	m, err := text.ParseString(registry.NewContext(), module)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, def := range []*ir.OpDef{&tile.LoadView, &tile.Mul, &tile.Return} {
		m.Walk(func(op *ir.Operation) bool {
			if op.Is(def) {
				fmt.Printf("%s%s\n", op.Name(), stages.Hint(op))
			}
			return true
		})
	}
	// Output:
	// tile.load_view: run tile-lower-views before
	// tile.mul: run tile-to-arith before
	// tile.return
}

func TestPassesOfHintsAreRegistered(t *testing.T) {
	m, err := text.ParseString(registry.NewContext(), module)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, p := range lowering.Passes() {
		names[p.Name] = true
	}
	m.Walk(func(op *ir.Operation) bool {
		if name := stages.Pass(op); name != "" && !names[name] {
			t.Errorf("%s: there is no pass %s", op.Name(), name)
		}
		return true
	})
}
