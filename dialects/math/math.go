// Package math defines the dialect `math`: mathematical functions of integers and floats, one by one or elementwise on
// vectors and tensors. Names, syntax and rules are upstream's (mlir/Dialect/Math/IR/MathOps.td).
//
// See float.go for functions of floats and predicates on them, integer.go for functions of integers. Build operations
// with [ir.Builder.Build] or with [arith.Unary] and [arith.Binary]. How functions of floats fold is in fold.go.
package math

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// Dialect is the dialect `math`.
var Dialect = &ir.Dialect{
	Name:    "math",
	Summary: "Mathematical functions, elementwise on vectors and tensors",
	Ops: []*ir.OpDef{
		&AbsF, &Ceil, &Floor, &Round, &RoundEven, &Trunc, &CopySign, &ClampF, &FMA,
		&Sin, &Cos, &Tan, &SinCos, &ASin, &ACos, &ATan, &ATan2,
		&SinH, &CosH, &TanH, &ASinH, &ACosH, &ATanH,
		&Exp, &Exp2, &ExpM1, &Log, &Log2, &Log10, &Log1P, &Sqrt, &RSqrt, &Cbrt, &PowF, &FPowI, &Erf, &ErfC,
		&IsFinite, &IsInf, &IsNaN, &IsNormal,
		&AbsI, &CtLZ, &CtTZ, &CtPop, &IPowI,
	},
	Dependencies: []*ir.Dialect{arith.Dialect},
	Constant:     arith.Dialect.Constant,
	Inlining:     &ir.Inlining{},
}

const elementwise = ir.Pure | ir.ElementwiseMappable

func fastMath() []ir.OpAttr {
	return []ir.OpAttr{{Name: "fastmath", Attr: arith.FastMath.Constraint(), Default: arith.FastMath.None}}
}
