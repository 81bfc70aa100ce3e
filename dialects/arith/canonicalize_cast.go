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

// merged replaces a cast of the result of another cast by one cast.
func merged(name string, outer, inner, result *ir.OpDef, where ...func(m *rewrite.Match) bool) rewrite.Rule {
	return rule(name, 2, rewrite.Op(outer, rewrite.Op(inner, anyX)), rewrite.Make(result, useX).LikeRoot(), where...)
}

// upperHalf replaces shrsi followed by a truncation that takes the highest bits by shrui followed by the truncation.
// The truncation keeps nsw only if it has nuw too, which implies that the highest bit is 0. mlir-opt 22 always keeps
// nsw.
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
