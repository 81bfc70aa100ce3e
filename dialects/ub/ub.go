// Package ub defines the dialect `ub`: values and code whose behaviour is undefined. Names, syntax and rules are
// upstream's (mlir/Dialect/UB/IR/UBOps.td).
//
// Folds return [PoisonAttr] if a result is poison, and [Dialect] materializes it as [Poison]. The dialects of the
// folded operations define when a result is poison.
package ub

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
)

// Dialect is the dialect `ub`.
var Dialect = &ir.Dialect{
	Name:     "ub",
	Summary:  "Undefined behaviour",
	Ops:      []*ir.OpDef{&Poison, &Unreachable},
	Inlining: &ir.Inlining{},
	Attrs:    []*ir.AttrDef{poisonAttr},
	Constant: Materialize,
}

// Poison defines `ub.poison`: the result is poison, and so are results that are computed from it.
var Poison = ir.OpDef{
	Name:    "ub.poison",
	Summary: "Poisoned constant operation",
	Results: []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
	Attrs: []ir.OpAttr{{Name: "value", Attr: anyPoison,
		Default: func(ctx *ir.Context) ir.Attribute { return PoisonAttrOf(ctx) }}},
	Traits:   ir.ConstantLike | ir.Pure,
	Assembly: "attr-dict ('<' $value^ '>')? ':' type($result)",
}

// Unreachable defines `ub.unreachable`, which ends blocks that are never executed.
var Unreachable = ir.OpDef{
	Name:     "ub.unreachable",
	Summary:  "Unreachable operation",
	Traits:   ir.Terminator,
	Assembly: "attr-dict",
}

// NewPoison creates a poison value of type t.
func NewPoison(b *ir.Builder, t ir.Type) *ir.Value {
	return Materialize(b, PoisonAttrOf(b.Context()), t, nil).Result(0)
}

// Materialize creates the constant of a poison attribute; it returns nil for other attributes.
func Materialize(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	if !isPoison(value) {
		return nil
	}
	st := b.State(&Poison)
	st.SetInherent("value", value)
	st.Types = append(st.Types, t)
	st.Loc = loc
	return b.Create(st)
}

// PoisonAttr is the attribute #ub.poison: the value of a constant whose elements are all poison.
type PoisonAttr struct{ ir.AttrBase }

var poisonAttr = &ir.AttrDef{
	Dialect:  "ub",
	Mnemonic: "poison",
	Summary:  "The poison value",
	Parse:    func(p ir.Parser, _ ir.Type) ir.Attribute { return PoisonAttrOf(p.Context()) },
}

// anyPoison admits the poison attributes of any dialect.
var anyPoison = ir.AttrConstraint{Summary: "PoisonAttrInterface instance", Check: isPoison, Storage: isPoison}

func isPoison(a ir.Attribute) bool {
	_, ok := a.(constfold.Poison)
	return ok
}

type poisonKey struct{}

// PoisonAttrOf returns the attribute #ub.poison.
func PoisonAttrOf(ctx *ir.Context) *PoisonAttr {
	return ir.Intern(ctx, poisonKey{}, func(poisonKey) *PoisonAttr { return &PoisonAttr{} })
}

// IsPoison implements [constfold.Poison].
func (*PoisonAttr) IsPoison() bool { return true }

// Def returns the definition of the attribute.
func (*PoisonAttr) Def() *ir.AttrDef { return poisonAttr }

// PrintBody appends nothing.
func (*PoisonAttr) PrintBody(*ir.Printer) {}

// String returns the attribute's text.
func (a *PoisonAttr) String() string { return ir.AttrText(a) }
