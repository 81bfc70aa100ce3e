package interp

import (
	"testing"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func TestEveryOperationOfDialectTileCanBeExecuted(t *testing.T) {
	structural := map[*ir.OpDef]bool{&tile.KernelOp: true, &tile.Return: true, &tile.Yield: true}
	table := evaluators()
	for _, def := range tile.Dialect.Ops {
		if evaluated := table[def] != nil; evaluated == structural[def] {
			t.Errorf("%s: it has an evaluator: %v; it is structural: %v", def.Name, evaluated, structural[def])
		}
	}
}
