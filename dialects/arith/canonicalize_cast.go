package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/rewrite"
)

func init() {
	rewrite.Canonicalize(&ExtSI, merged("ExtSIOfExtUI", &ExtUI, &ExtUI))
	rewrite.Canonicalize(&IndexCast, merged("IndexCastOfExtSI", &ExtSI, &IndexCast))
	rewrite.Canonicalize(&IndexCastUI, merged("IndexCastUIOfExtUI", &ExtUI, &IndexCastUI))
	rewrite.Canonicalize(&Bitcast, merged("BitcastOfBitcast", &Bitcast, &Bitcast))
	rewrite.Canonicalize(&TruncI, shorterExtension("TruncIExtSIToExtSI", &ExtSI),
		shorterExtension("TruncIExtUIToExtUI", &ExtUI), pattern("TruncIShrSIToTrunciShrUI", 3, upperHalf))
	rewrite.Canonicalize(&TruncF, rounded("TruncFSIToFPToSIToFP", &SIToFP), rounded("TruncFUIToFPToUIToFP", &UIToFP))
}

// merged turns a cast of what an inner cast gives into a single cast from the innermost type.
func merged(name string, inner, result *ir.OpDef) *rewrite.Pattern {
	return pattern(name, 2, func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
		in := operandBy(op, 0, inner)
		if in == nil {
			return nil
		}
		return Cast(rw.Builder, result, in.Operand(0), op.Result(0).Type())
	})
}

// shorterExtension turns the truncation of an extension into an extension to fewer bits.
func shorterExtension(name string, ext *ir.OpDef) *rewrite.Pattern {
	return pattern(name, 2, func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
		in := operandBy(op, 0, ext)
		if in == nil || ir.BitWidth(ir.ElementOrSelf(in.Operand(0).Type())) >= ir.BitWidth(elementType(op)) {
			return nil
		}
		return Cast(rw.Builder, ext, in.Operand(0), op.Result(0).Type())
	})
}

// upperHalf turns a truncation that takes the highest bits of a value, which a signed shift brought down, into one
// after an unsigned shift.
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
	st.SetInherent("overflowFlags", op.Inherent("overflowFlags"))
	return rw.Create(st).Result(0)
}

// rounded turns the conversion of an integer to a float that is then truncated, in the default rounding mode, into one
// conversion.
func rounded(name string, conversion *ir.OpDef) *rewrite.Pattern {
	return pattern(name, 2, func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
		in := operandBy(op, 0, conversion)
		if in == nil || op.Inherent("roundingmode") != nil {
			return nil
		}
		return Cast(rw.Builder, conversion, in.Operand(0), op.Result(0).Type())
	})
}
