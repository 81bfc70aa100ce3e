package importtt

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
)

var collections = map[*ir.OpDef]conversion{
	&tt.Histogram: renamed(&tile.Histogram),
	&tt.Gather: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		return []*ir.Value{tile.NewGather(im.b, op.Operand(0), op.Operand(1), tt.Axis(op))}, nil
	},
}
