package importtt

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/fastmath"
)

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
