package importtt

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/fastmath"
)

var elementwise = map[*ir.OpDef]conversion{
	&tt.IntToPtr: renamed(&tile.IntToPtr),
	&tt.PtrToInt: renamed(&tile.PtrToInt),
	&tt.Bitcast: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		if isPointer(ir.ElementOrSelf(op.Operand(0).Type())) {
			return im.like(&tile.PtrCast, op), nil
		}
		return im.like(&tile.Bitcast, op), nil
	},
	&tt.FpToFp: (*importer).fpToFp,
	&tt.ClampF: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		if tt.Keyword(op, "propagateNan", tt.NaNPropagations) == "all" {
			return im.like(&tile.Clamp, op, im.unit(tile.PropagateNaN)), nil
		}
		return im.like(&tile.Clamp, op), nil
	},
	&tt.PreciseSqrt: nearest(&tile.Sqrt),
	&tt.PreciseDivF: nearest(&tile.Div),
	&tt.MulhiUI: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		t := op.Result(0).Type()
		product := im.build(&arith.MulUIExtended, []ir.Type{t, t}, op.OperandValues())
		return product.ResultValues()[1:], nil
	},
	&tt.ExternElementwise:    (*importer).extern,
	&tt.ElementwiseInlineAsm: (*importer).inlineAsm,
}

// nearest returns the conversion to an operation that rounds to nearest even, as IEEE 754 specifies.
func nearest(def *ir.OpDef) conversion {
	return func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		return im.like(def, op, ir.NamedAttr{Name: tile.RoundingName,
			Value: tile.Roundings.Attr(im.ctx, tile.RoundNearestEven)}), nil
	}
}

// fpToFp makes a tile.cast. Conversions to floats of 8 bits saturate, like the instructions of NVIDIA's GPUs.
func (im *importer) fpToFp(op *ir.Operation) ([]*ir.Value, error) {
	var attrs []ir.NamedAttr
	if tt.Keyword(op, "rounding", tt.Roundings) == "rtz" {
		attrs = append(attrs, ir.NamedAttr{Name: tile.RoundingName, Value: tile.Roundings.Attr(im.ctx, tile.RoundZero)})
	}
	if ir.BitWidth(ir.ElementOrSelf(op.Result(0).Type())) == 8 {
		attrs = append(attrs, im.unit(tile.SaturateName))
	}
	return im.like(&tile.Cast, op, attrs...), nil
}

// inlineAsm makes a tile.inline_asm with the same text and constraints. Both dialects use LLVM's syntax for
// constraints.
func (im *importer) inlineAsm(op *ir.Operation) ([]*ir.Value, error) {
	for _, t := range slices.Concat(op.OperandTypes(), op.ResultTypes()) {
		if isPointer(ir.ElementOrSelf(t)) {
			return nil, unsupported(op, "inline assembly on pointers, such as %s", ir.Quote(t))
		}
	}
	attrs := []ir.NamedAttr{
		{Name: tile.AsmText, Value: op.Inherent("asm_string")},
		{Name: tile.AsmConstraints, Value: op.Inherent("constraints")},
	}
	if pack := op.Inherent("packed_element").(*ir.IntegerAttr); pack.Int64() != 1 {
		attrs = append(attrs, ir.NamedAttr{Name: tile.PackName, Value: pack})
	}
	if op.Inherent("pure").(*ir.IntegerAttr).Bool() {
		attrs = append(attrs, im.unit(tile.PureName))
	}
	return im.like(&tile.InlineAsm, op, attrs...), nil
}

// libdevice maps functions of NVIDIA's libdevice (CUDA libdevice User's Guide) to operations. The names are without the
// prefix __nv_ and without the suffix f of single precision.
var libdevice = map[string]*ir.OpDef{
	"acos": &math.ACos, "acosh": &math.ACosH, "asin": &math.ASin, "asinh": &math.ASinH, "atan": &math.ATan,
	"atan2": &math.ATan2, "atanh": &math.ATanH, "cbrt": &math.Cbrt, "ceil": &math.Ceil, "copysign": &math.CopySign,
	"cos": &math.Cos, "cosh": &math.CosH, "erf": &math.Erf, "erfc": &math.ErfC, "exp": &math.Exp, "exp2": &math.Exp2,
	"expm1": &math.ExpM1, "fabs": &math.AbsF, "floor": &math.Floor, "fma": &math.FMA, "fmax": &arith.MaxNumF,
	"fmin": &arith.MinNumF, "fmod": &arith.RemF, "log": &math.Log, "log10": &math.Log10, "log1p": &math.Log1P,
	"log2": &math.Log2, "nearbyint": &math.RoundEven, "pow": &math.PowF, "rint": &math.RoundEven, "round": &math.Round,
	"rsqrt": &math.RSqrt, "sin": &math.Sin, "sinh": &math.SinH, "sqrt": &math.Sqrt, "tan": &math.Tan, "tanh": &math.TanH,
	"trunc": &math.Trunc,
}

// extern replaces the call of a known library function by an operation.
func (im *importer) extern(op *ir.Operation) ([]*ir.Value, error) {
	symbol := op.Inherent("symbol").(*ir.StringAttr).Value
	name, single := symbol, ir.BitWidth(ir.ElementOrSelf(op.Result(0).Type())) == 32
	if len(name) > 5 && name[:5] == "__nv_" {
		name = name[5:]
		if single && name[len(name)-1] == 'f' {
			name = name[:len(name)-1]
		}
	}
	def, ok := libdevice[name]
	if !ok || len(def.Operands) != op.NumOperands() {
		return nil, unsupported(op, "the external function '%s' is not known", symbol)
	}
	return im.like(def, op), nil
}

// contracted are operations that Triton's compiler may fuse into multiply-adds (option enable_fp_fusion, on by
// default). Triton's IR does not state this.
var contracted = map[*ir.OpDef]bool{&arith.AddF: true, &arith.SubF: true, &arith.MulF: true}

// approximated are operations that Triton's compiler does not round correctly in f32, with the flag that permits this.
// A quotient is div.full.f32, which multiplies by an approximate reciprocal, with an error of up to 2 units in the last
// place. exp and exp2 are ex2.approx, and so is the exponential in the library's erf. Roots are sqrt.approx and
// rsqrt.approx. The exact forms are separate operations, precise_divf and precise_sqrt.
//
// Later passes decide what to do with a flag, depending on the uses of the result. Package mathexpand computes an erf
// that is only added to 1 with the absolute error of such a sum, and package approximate uses the reciprocal alone if a
// divisor is known not to be small.
var approximated = map[*ir.OpDef]uint32{
	&arith.DivF: fastmath.ARcp, &math.Exp: fastmath.AFn, &math.Exp2: fastmath.AFn, &math.Erf: fastmath.AFn,
	&math.Sqrt: fastmath.AFn, &math.RSqrt: fastmath.AFn,
}

// relax sets the fast-math flags that state the liberties of Triton's compiler with an operation of arith or math.
func (im *importer) relax(op *ir.Operation) {
	if op.NumResults() != 1 {
		return
	}
	elem := ir.ElementOrSelf(op.Result(0).Type())
	flags := arith.FastMathOf(op)
	if contracted[op.Def()] {
		flags |= fastmath.Contract
	}
	if elem == ir.Type(im.ctx.F32()) {
		flags |= approximated[op.Def()]
	}
	if flags != arith.FastMathOf(op) {
		op.SetAttr("fastmath", arith.FastMath.Attr(im.ctx, flags))
	}
}
