package interp

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func addGrid(table map[*ir.OpDef]evaluator) {
	table[&tile.ProgramID] = func(f *frame, op *ir.Operation, _ []*value) ([]*value, error) {
		return []*value{scalar(op.Result(0).Type(), uint64(f.program[tile.Axis(op)]))}, nil
	}
	table[&tile.NumPrograms] = func(f *frame, op *ir.Operation, _ []*value) ([]*value, error) {
		return []*value{scalar(op.Result(0).Type(), uint64(f.grid[tile.Axis(op)]))}, nil
	}
}
