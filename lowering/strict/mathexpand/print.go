package mathexpand

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// widenPrinted converts floats of at most 8 bits to f32, which holds all of them, before they are printed.
func widenPrinted(op *ir.Operation) {
	b := ir.NewBuilder(op.Context())
	op.Walk(func(inner *ir.Operation) bool {
		if !inner.Is(&tile.Print) {
			return true
		}
		b.Before(inner).SetLoc(inner.Loc())
		for i, v := range inner.Operands() {
			if isByte(v.Type()) {
				wide := op.Context().WithElement(v.Type(), op.Context().F32())
				inner.SetOperand(i, arith.Cast(b, &arith.ExtF, v, wide))
			}
		}
		return true
	})
}
