package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

func init() {
	rewrite.CanonicalizeBy(withoutSigns("MulFOfNegF", &MulF), withoutSigns("DivFOfNegF", &DivF))
}

// withoutSigns removes negations if both operands of a product or quotient are negated.
func withoutSigns(name string, def *ir.OpDef) rewrite.Rule {
	return rule(name, 3, rewrite.Op(def, rewrite.Op(&NegF, anyX), rewrite.Op(&NegF, anyY)),
		rewrite.Make(def, useX, useY).Keeping("fastmath"))
}
