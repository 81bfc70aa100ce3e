package importtt

import (
	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
)

var debugging = map[*ir.OpDef]conversion{
	&tt.Print: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		hex := op.Inherent("hex").(*ir.IntegerAttr).Bool()
		tile.NewPrint(im.b, op.Inherent("prefix").(*ir.StringAttr).Value, hex, op.OperandValues()...)
		return nil, nil
	},
	&tt.Assert: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		tile.NewAssert(im.b, op.Operand(0), op.Inherent("message").(*ir.StringAttr).Value)
		return nil, nil
	},
	&llvm.Assume: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		tile.NewAssume(im.b, op.Operand(0))
		return nil, nil
	},
	&gpu.Barrier: renamed(&tile.Barrier),
}
