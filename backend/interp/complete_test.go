package interp_test

import (
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func TestEveryOperationOfDialectTileCanBeExecuted(t *testing.T) {
	structural := map[*ir.OpDef]bool{&tile.KernelOp: true, &tile.Return: true, &tile.Yield: true}
	for _, def := range tile.Dialect.Ops {
		if executes := interp.Executes(def); executes == structural[def] {
			t.Errorf("%s: it can be executed: %v; it is structural: %v", def.Name, executes, structural[def])
		}
	}
}
