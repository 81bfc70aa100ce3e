package ub

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
)

// PoisonAttr is the attribute #ub.poison: the value of a constant whose elements are all poison.
type PoisonAttr struct{ ir.AttrBase }

var poisonAttr = &ir.AttrDef{
	Dialect:  "ub",
	Mnemonic: "poison",
	Summary:  "A value without a meaning",
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
func (a *PoisonAttr) String() string {
	var p ir.Printer
	p.AttributeInFull(a)
	return string(p.Buf)
}
