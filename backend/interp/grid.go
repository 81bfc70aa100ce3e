package interp

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func addGrid(table map[*ir.OpDef]evaluator) {
	table[&tile.ProgramID] = gridQuery(func(m *machine) Grid { return m.index })
	table[&tile.NumPrograms] = gridQuery(func(m *machine) Grid { return m.grid })
}

func gridQuery(of func(m *machine) Grid) evaluator {
	return func(f *frame, op *ir.Operation, _ []*value) ([]*value, error) {
		if f.run == nil {
			return nil, fmt.Errorf("%w: no grid runs", ErrUnsupported)
		}
		return []*value{scalar(op.Result(0).Type(), uint64(of(f.machine)[tile.Axis(op)]))}, nil
	}
}
