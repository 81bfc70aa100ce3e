package nvvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// VoteSync defines `nvvm.vote.sync`: the result says for which of the lanes in a mask a predicate is true.
var VoteSync = ir.OpDef{
	Name:     "nvvm.vote.sync",
	Summary:  "Vote across thread group",
	Operands: []ir.ValueDef{{Name: "mask", Type: constraints.I32}, {Name: "pred", Type: constraints.I1}},
	Results:  []ir.ValueDef{{Name: "res", Type: voted}},
	Attrs:    []ir.OpAttr{{Name: "kind", Attr: voteKinds.constraint()}},
	Assembly: `$kind $mask ',' $pred attr-dict '->' type($res)`,
	Verify:   verifyVote,

	Interfaces: byMask,
}

var voted = ir.TypeConstraint{Summary: "32-bit signless integer or 1-bit signless integer",
	Check: func(t ir.Type) bool { return ir.IsInt(t, 32) || ir.IsInt(t, 1) }}

func verifyVote(op *ir.Operation) error {
	ballot := op.Inherent("kind").(*KindAttr).Kind == VoteBallot
	switch t := op.Result(0).Type(); {
	case ballot && !ir.IsInt(t, 32):
		return op.Errorf("vote.sync 'ballot' returns an i32")
	case !ballot && !ir.IsInt(t, 1):
		return op.Errorf("vote.sync 'any', 'all' and 'uni' returns an i1")
	}
	return nil
}

// NewVote creates a vote among the lanes of a mask, of a kind that all of them learn as an i1, and returns it.
func NewVote(b *ir.Builder, kind string, mask, pred *ir.Value) *ir.Value {
	st := b.State(&VoteSync)
	st.Operands = append(st.Operands, mask, pred)
	st.Types = append(st.Types, b.Context().I(1))
	st.SetInherent("kind", voteKinds.attr(b.Context(), kind))
	return b.Create(st).Result(0)
}

// ElectSync defines `nvvm.elect.sync`: the result is true in one of the lanes that the mask names, and false in the
// others. Without a mask, one of all lanes is elected.
var ElectSync = ir.OpDef{
	Name:     "nvvm.elect.sync",
	Summary:  "Elect one leader thread",
	Operands: []ir.ValueDef{{Name: "membermask", Type: constraints.I32, Arity: ir.Optional}},
	Results:  []ir.ValueDef{{Name: "pred", Type: electedType}},
	Assembly: `($membermask^)? attr-dict '->' type($pred)`,

	Interfaces: byMask,
}

// electedType is i1. The text of the operation has the type although no other one is possible.
var electedType = ir.TypeConstraint{Summary: "1-bit signless integer",
	Check: func(t ir.Type) bool { return ir.IsInt(t, 1) }}
