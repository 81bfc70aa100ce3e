package tilegpu

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// The warp groups of a block take turns: what is between a `tilegpu.take_turn` and the next `tilegpu.pass_turn` one of
// them does after the other, the first one first, round and round. While one computes with its threads, tensor cores
// then have the products of another one to do.
//
// As many turns are taken as passed: before the first one the last warp group passes its turn, and behind the last one
// the first warp group takes it.

// Attributes that say which warp group alone takes or passes its turn.
const (
	firstName = "first"
	lastName  = "last"
)

// TakeTurn defines `tilegpu.take_turn`: each warp group, or only the first one, waits for its turn.
var TakeTurn = ir.OpDef{
	Name:       "tilegpu.take_turn",
	Summary:    "wait for the warp group's turn",
	Attrs:      []ir.OpAttr{{Name: firstName, Attr: constraints.Unit, Optional: true}},
	Assembly:   `attr-dict`,
	Interfaces: []any{onRings},
}

// PassTurn defines `tilegpu.pass_turn`: each warp group, or only the last one, ends its turn, and the next one begins.
var PassTurn = ir.OpDef{
	Name:       "tilegpu.pass_turn",
	Summary:    "end of the warp group's turn",
	Attrs:      []ir.OpAttr{{Name: lastName, Attr: constraints.Unit, Optional: true}},
	Assembly:   `attr-dict`,
	Interfaces: []any{onRings},
}

// NewTurn creates a take_turn or pass_turn; alone says that only the first or the last warp group does it.
func NewTurn(b *ir.Builder, def *ir.OpDef, alone bool) {
	st := b.State(def)
	if alone {
		st.SetInherent(def.Attrs[0].Name, b.Context().Unit())
	}
	b.Create(st)
}

// IsAlone reports whether only the first or the last warp group takes or passes its turn.
func IsAlone(op *ir.Operation) bool { return op.Inherent(op.Def().Attrs[0].Name) != nil }
