package alias

import "github.com/girih-ir/girih/ir"

// Access is what an operation may do to memory.
type Access uint8

// The kinds of access, as bits.
const (
	Ref Access = 1 << iota // reads
	Mod                    // writes
)

// Effects returns what op, with everything in its regions, may do to the memory that v refers to. Allocation and
// release count neither as reads nor as writes.
func Effects(op *ir.Operation, v *ir.Value) Access { return new(Analysis).Effects(op, v) }

// Effects is the function [Effects], with the cached results of an.
func (an *Analysis) Effects(op *ir.Operation, v *ir.Value) Access {
	if ir.HasNoEffect(op) {
		return 0
	}
	return an.effects(op, v)
}

func (an *Analysis) effects(op *ir.Operation, v *ir.Value) (a Access) {
	known := ir.VisitEffects(op, func(_ *ir.Operation, e ir.Effect) bool {
		switch {
		case e.Kind != ir.Read && e.Kind != ir.Write:
			return true
		case e.Resource != "", e.Value != nil && an.Of(e.Value, v) == No:
			return true
		case e.Kind == ir.Read:
			a |= Ref
		default:
			a |= Mod
		}
		return a != Ref|Mod
	})
	if !known {
		return Ref | Mod
	}
	return a
}
