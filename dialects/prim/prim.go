// Package prim defines the dialect `prim`: programs on whole tensors. Tensors may have any rank, and sizes may be
// unknown until the program runs. Other packages define PyTorch's operators by the few primitives of this dialect;
// executors and transformations only need to know the primitives.
//
//	%0 = prim.amax %x dims [1] : tensor<?x8xf32> -> tensor<?xf32>
//
// Primitives neither broadcast nor promote. Operands of one primitive have one element type, and operands of an
// elementwise primitive have one shape. Unknown sizes are assumed to match; executors check that they do. Every
// primitive is a function of values: primitives for PyTorch's in-place changes return the changed tensor.
//
// The names and rules are those of torch._prims. Primitives that torch._prims does not have are products, convolutions,
// indexing, scans, sorting and random numbers. Element types are i1, iN and uiN of 8 to 64 bits, floats, and complex
// numbers of floats. The types iN are signed.
//
// Each primitive is one value: its definition, with the [Rule] that infers its results. Start reading at [Rule], and
// then in elementwise.go. Tiles, layouts and memory belong to dialect tile, and operators that promote to dialect
// torch.
package prim

import (
	"errors"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// Errors of rules, for errors.Is.
var (
	// ErrDtype is wrapped by errors about element types that a primitive is not defined for.
	ErrDtype = errors.New("wrong element type")
	// ErrEmpty is wrapped by errors about values that do not exist for no elements, such as a maximum.
	ErrEmpty = errors.New("no elements")
)

// Dialect is the dialect `prim`.
var Dialect = &ir.Dialect{
	Name:    "prim",
	Summary: "Primitives on whole tensors, which neither broadcast nor promote",
	Ops: []*ir.OpDef{
		&Abs, &ACos, &ACosH, &ASin, &ASinH, &ATan, &ATanH, &BesselI0, &BesselI0E, &BesselI1, &BesselI1E, &BesselJ0,
		&BesselJ1, &BitwiseNot, &Cbrt, &Ceil, &ConjPhysical, &Cos, &CosH, &Digamma, &Erf, &ErfInv, &ErfC, &ErfCX, &Exp,
		&Exp2, &ExpM1, &Floor, &Imag, &IsFinite, &LGamma, &Log, &Log10, &Log1P, &Log2, &NdTRI, &Neg, &Real, &Reciprocal,
		&Round, &RSqrt, &Sign, &SignBit, &Sin, &SinH, &SphericalBesselJ0, &Sqrt, &Tan, &TanH, &Trunc,
		&Add, &ATan2, &BitwiseAnd, &BitwiseOr, &BitwiseXor, &Div, &Eq, &FMax, &FMin, &FMod, &GCD, &Ge, &Gt, &Hypot,
		&IGamma, &IGammaC, &Le, &Lt, &Maximum, &Minimum, &Mul, &Ne, &NextAfter, &Pow, &Remainder, &ShiftLeft, &ShiftRight,
		&Sub, &Zeta, &Where, &FrExp,
		&AsStrided, &BroadcastInDim, &CollapseView, &Conj, &ExpandDims, &Slice, &SplitDim, &Squeeze, &Transpose, &ViewOf,
		&ViewElementType, &Unfold, &GuardShape, &Size, &IndexTensor,
		&Reshape, &Collapse, &Rev, &Cat, &AsStridedScatter, &SliceScatter,
		&ConvertElementType, &Clone, &CopyStrided, &DevicePut, &CopyTo, &Resize, &Item, &MaximumValue, &MinimumValue,
		&AMax, &AMin, &Prod, &Sum, &XorSum, &Var, &ArgMax, &ArgMin,
		&CumSum, &CumProd, &CumMax, &CumMin, &LogCumSumExp, &Sort, &TopK,
		&Full, &Empty, &EmptyStrided, &EmptyPermuted, &Iota, &Fill, &Constant, &ScalarTensor,
		&RandomKey, &Uniform, &Normal,
		&Gather, &Scatter, &Index, &IndexPut, &Dot, &Convolution, &SVD, &FFTR2C, &FFTC2C, &FFTC2R,
	},
	Dependencies: []*ir.Dialect{arith.Dialect},
	Inlining:     &ir.Inlining{},
	SyntaxNotes:  true,
}
