package stripmine

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// printApart splits a tile.print of several values, one of which is large, into one operation for each value. Each
// value can then be divided along its own dimensions.
func printApart(kernel tile.Kernel, l limits) {
	var all []*ir.Operation
	kernel.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.Print) && len(op.GroupValues(0)) > 1 &&
			slices.ContainsFunc(op.GroupValues(0), func(v *ir.Value) bool { return perThread(v, l.threads) > l.elements }) {
			all = append(all, op)
		}
		return true
	})
	for _, op := range all {
		b := ir.NewBuilder(op.Context()).Before(op)
		b.SetLoc(op.Loc())
		prefix := op.Inherent("prefix").(*ir.StringAttr).Value
		for k, v := range op.GroupValues(0) {
			tile.NewPrintPart(b, op, prefix+fmt.Sprintf("(operand %d) ", k), v, op.GroupValues(1)...)
		}
		op.Erase()
	}
}

// print prints the strip of a tensor, with the coordinates that its elements have in the whole.
func (s *strip) print(op *ir.Operation) {
	v := op.Operand(0)
	own := s.own(v)
	offsets := op.GroupValues(1)
	for i, offset := range offsets {
		offsets[i] = s.own(offset)
	}
	if d, divided := s.of[v]; divided {
		if len(offsets) == 0 {
			offsets = slices.Repeat([]*ir.Value{arith.NewInt(s.b, s.number.Type(), 0)}, len(shapeOf(v)))
		}
		offsets[d] = arith.Binary(s.b, &arith.AddI, offsets[d], s.start(v, shapeOf(own)[d]))
	}
	tile.NewPrintPart(s.b, op, op.Inherent("prefix").(*ir.StringAttr).Value, own, offsets...)
}
