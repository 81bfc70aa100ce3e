package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/rewrite"
)

func init() {
	extends := func(m *rewrite.Match) bool {
		return ir.BitWidth(ir.ElementOrSelf(m.Value("x").Type())) < ir.BitWidth(elementType(m.Root()))
	}
	defaultRounding := func(m *rewrite.Match) bool { return m.Root().Inherent("roundingmode") == nil }
	rewrite.CanonicalizeBy(
		merged("ExtSIOfExtUI", &ExtSI, &ExtUI, &ExtUI),
		merged("IndexCastOfExtSI", &IndexCast, &ExtSI, &IndexCast),
		merged("IndexCastUIOfExtUI", &IndexCastUI, &ExtUI, &IndexCastUI),
		merged("BitcastOfBitcast", &Bitcast, &Bitcast, &Bitcast),
		merged("TruncIExtSIToExtSI", &TruncI, &ExtSI, &ExtSI, extends),
		merged("TruncIExtUIToExtUI", &TruncI, &ExtUI, &ExtUI, extends),
		merged("TruncFSIToFPToSIToFP", &TruncF, &SIToFP, &SIToFP, defaultRounding),
		merged("TruncFUIToFPToUIToFP", &TruncF, &UIToFP, &UIToFP, defaultRounding))
	rewrite.Canonicalize(&TruncI, pattern("TruncIShrSIToTrunciShrUI", 3, upperHalf))
}

// merged turns a cast of what an inner cast gives into a single one from the innermost type.
func merged(name string, outer, inner, result *ir.OpDef, where ...func(m *rewrite.Match) bool) rewrite.Rule {
	return rule(name, 2, rewrite.Op(outer, rewrite.Op(inner, anyX)), rewrite.Make(result, useX).LikeRoot(), where...)
}

// upperHalf turns a truncation that takes the highest bits of a value, which a signed shift brought down, into one
// after an unsigned shift. The flag nsw holds of the new truncation only where the highest bit is 0, which nuw says of
// the old one; mlir-opt 22 keeps it.
func upperHalf(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	shr := operandBy(op, 0, &ShRSI)
	if shr == nil {
		return nil
	}
	c, _ := ir.ConstantOf(shr.Operand(1)).(ir.TypedAttr)
	by, ok := constfold.Int(c)
	dropped := ir.BitWidth(ir.ElementOrSelf(shr.Result(0).Type())) - ir.BitWidth(elementType(op))
	if !ok || !by.ShiftInRange() || by.Uint64() != uint64(dropped) {
		return nil
	}
	bits := Binary(rw.Builder, &ShRUI, shr.Operand(0), NewConstant(rw.Builder, c))
	st := rw.State(&TruncI)
	st.Operands, st.Types = []*ir.Value{bits}, []ir.Type{op.Result(0).Type()}
	flags := OverflowOf(op)
	if flags&NUW == 0 {
		flags = 0
	}
	st.SetInherent("overflowFlags", Overflow.Attr(op.Context(), flags))
	return rw.Create(st).Result(0)
}
