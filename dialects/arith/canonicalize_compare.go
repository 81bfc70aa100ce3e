package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/rewrite"
)

func init() {
	rewrite.CanonicalizeBy(beforeExtension("CmpIExtSI", &ExtSI), beforeExtension("CmpIExtUI", &ExtUI))
	rewrite.Canonicalize(&CmpF, pattern("CmpFIntToFPConst", 1, compareAsInt))
}

// beforeExtension replaces an equality test of two extensions of one type by one of their operands.
func beforeExtension(name string, ext *ir.OpDef) rewrite.Rule {
	return rule(name, 3, rewrite.Op(&CmpI, rewrite.Op(ext, anyX), rewrite.Op(ext, anyY)),
		rewrite.Make(&CmpI, useX, useY).Keeping("predicate"), sameTypes,
		func(m *rewrite.Match) bool { p := Predicate(m.Root()); return p == EQ || p == NE })
}

// compareAsInt replaces the comparison of a converted integer with a float constant by an integer comparison or by a
// constant. It only handles scalars.
func compareAsInt(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	rhs, ok := ir.ConstantOf(op.Operand(1)).(*ir.FloatAttr)
	if !ok || rhs.Format().IsNaN(rhs.Bits()) {
		return nil
	}
	signed := true
	conversion := operandBy(op, 0, &SIToFP)
	if conversion == nil {
		conversion, signed = operandBy(op, 0, &UIToFP), false
	}
	if conversion == nil {
		return nil
	}
	t, ok := conversion.Operand(0).Type().(*ir.IntegerType)
	if !ok || t.Width == 0 {
		return nil
	}
	c := conversionTest{width: int(t.Width), signed: signed, format: rhs.Format(), rhs: rhs.Bits()}
	test, ok := c.asInt(Predicate(op))
	switch {
	case !ok:
		return nil
	case test.constant:
		return NewConstant(rw.Builder, op.Context().Bool(test.holds))
	}
	with := NewConstant(rw.Builder, constfold.IntAttr(op.Context(), t, test.with))
	return NewCmpI(rw.Builder, test.predicate, conversion.Operand(0), with)
}
