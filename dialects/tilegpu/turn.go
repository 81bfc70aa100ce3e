package tilegpu

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// The warp groups of a block take turns: they execute the code between a `tilegpu.take_turn` and the next
// `tilegpu.pass_turn` one after the other, the first group first, and then again from the first. While one group
// computes with its threads, the tensor cores can execute the products of another group.
//
// The numbers of turns that are taken and passed must be equal. The last warp group therefore passes its turn once
// before the first take_turn, and the first warp group takes its turn once after the last pass_turn.

// Attributes of turns.
const (
	// firstName says that only the first warp group takes its turn.
	firstName = "first"
	// lastName says that only the last warp group passes its turn.
	lastName = "last"
)

// TakeTurn defines `tilegpu.take_turn`: each warp group waits for its turn; with first, only the first one does.
var TakeTurn = ir.OpDef{
	Name:       "tilegpu.take_turn",
	Summary:    "wait for the warp group's turn",
	Attrs:      []ir.OpAttr{{Name: firstName, Attr: constraints.Unit, Optional: true}},
	Assembly:   `attr-dict`,
	Interfaces: []any{onRings},
}

// PassTurn defines `tilegpu.pass_turn`: each warp group ends its turn, and the turn of the next group begins; with
// last, only the last group does this.
var PassTurn = ir.OpDef{
	Name:       "tilegpu.pass_turn",
	Summary:    "end of the warp group's turn",
	Attrs:      []ir.OpAttr{{Name: lastName, Attr: constraints.Unit, Optional: true}},
	Assembly:   `attr-dict`,
	Interfaces: []any{onRings},
}

// NewTurn creates a take_turn or a pass_turn. With alone, only the first or the last warp group executes it.
func NewTurn(b *ir.Builder, def *ir.OpDef, alone bool) {
	st := b.State(def)
	if alone {
		st.SetInherent(def.Attrs[0].Name, b.Context().Unit())
	}
	b.Create(st)
}

// IsAlone reports whether only the first or the last warp group takes or passes its turn.
func IsAlone(op *ir.Operation) bool { return op.Inherent(op.Def().Attrs[0].Name) != nil }
