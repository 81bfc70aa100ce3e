package references

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Functions of one tensor.

func (x Tensor) Abs() Tensor        { return apply(x.b, &prim.Abs, x) }
func (x Tensor) ACos() Tensor       { return apply(x.b, &prim.ACos, x) }
func (x Tensor) ACosH() Tensor      { return apply(x.b, &prim.ACosH, x) }
func (x Tensor) ASin() Tensor       { return apply(x.b, &prim.ASin, x) }
func (x Tensor) ASinH() Tensor      { return apply(x.b, &prim.ASinH, x) }
func (x Tensor) ATan() Tensor       { return apply(x.b, &prim.ATan, x) }
func (x Tensor) ATanH() Tensor      { return apply(x.b, &prim.ATanH, x) }
func (x Tensor) BesselI0() Tensor   { return apply(x.b, &prim.BesselI0, x) }
func (x Tensor) Ceil() Tensor       { return apply(x.b, &prim.Ceil, x) }
func (x Tensor) Cos() Tensor        { return apply(x.b, &prim.Cos, x) }
func (x Tensor) CosH() Tensor       { return apply(x.b, &prim.CosH, x) }
func (x Tensor) Digamma() Tensor    { return apply(x.b, &prim.Digamma, x) }
func (x Tensor) Erf() Tensor        { return apply(x.b, &prim.Erf, x) }
func (x Tensor) ErfC() Tensor       { return apply(x.b, &prim.ErfC, x) }
func (x Tensor) ErfInv() Tensor     { return apply(x.b, &prim.ErfInv, x) }
func (x Tensor) Exp() Tensor        { return apply(x.b, &prim.Exp, x) }
func (x Tensor) Exp2() Tensor       { return apply(x.b, &prim.Exp2, x) }
func (x Tensor) ExpM1() Tensor      { return apply(x.b, &prim.ExpM1, x) }
func (x Tensor) Floor() Tensor      { return apply(x.b, &prim.Floor, x) }
func (x Tensor) IsFinite() Tensor   { return apply(x.b, &prim.IsFinite, x) }
func (x Tensor) LGamma() Tensor     { return apply(x.b, &prim.LGamma, x) }
func (x Tensor) Log() Tensor        { return apply(x.b, &prim.Log, x) }
func (x Tensor) Log10() Tensor      { return apply(x.b, &prim.Log10, x) }
func (x Tensor) Log1P() Tensor      { return apply(x.b, &prim.Log1P, x) }
func (x Tensor) Log2() Tensor       { return apply(x.b, &prim.Log2, x) }
func (x Tensor) Neg() Tensor        { return apply(x.b, &prim.Neg, x) }
func (x Tensor) Reciprocal() Tensor { return apply(x.b, &prim.Reciprocal, x) }
func (x Tensor) Round() Tensor      { return apply(x.b, &prim.Round, x) }
func (x Tensor) RSqrt() Tensor      { return apply(x.b, &prim.RSqrt, x) }
func (x Tensor) Sign() Tensor       { return apply(x.b, &prim.Sign, x) }
func (x Tensor) SignBit() Tensor    { return apply(x.b, &prim.SignBit, x) }
func (x Tensor) Sin() Tensor        { return apply(x.b, &prim.Sin, x) }
func (x Tensor) SinH() Tensor       { return apply(x.b, &prim.SinH, x) }
func (x Tensor) Sqrt() Tensor       { return apply(x.b, &prim.Sqrt, x) }
func (x Tensor) Tan() Tensor        { return apply(x.b, &prim.Tan, x) }
func (x Tensor) TanH() Tensor       { return apply(x.b, &prim.TanH, x) }
func (x Tensor) Trunc() Tensor      { return apply(x.b, &prim.Trunc, x) }
func (x Tensor) Not() Tensor        { return apply(x.b, &prim.BitwiseNot, x) }

// Functions of a tensor and another tensor or a number.

func (x Tensor) Add(y any) Tensor       { return apply(x.b, &prim.Add, x, y) }
func (x Tensor) Sub(y any) Tensor       { return apply(x.b, &prim.Sub, x, y) }
func (x Tensor) Mul(y any) Tensor       { return apply(x.b, &prim.Mul, x, y) }
func (x Tensor) Div(y any) Tensor       { return apply(x.b, &prim.Div, x, y) }
func (x Tensor) Pow(y any) Tensor       { return apply(x.b, &prim.Pow, x, y) }
func (x Tensor) Maximum(y any) Tensor   { return apply(x.b, &prim.Maximum, x, y) }
func (x Tensor) Minimum(y any) Tensor   { return apply(x.b, &prim.Minimum, x, y) }
func (x Tensor) FMax(y any) Tensor      { return apply(x.b, &prim.FMax, x, y) }
func (x Tensor) FMin(y any) Tensor      { return apply(x.b, &prim.FMin, x, y) }
func (x Tensor) FMod(y any) Tensor      { return apply(x.b, &prim.FMod, x, y) }
func (x Tensor) Remainder(y any) Tensor { return apply(x.b, &prim.Remainder, x, y) }
func (x Tensor) Eq(y any) Tensor        { return apply(x.b, &prim.Eq, x, y) }
func (x Tensor) Ne(y any) Tensor        { return apply(x.b, &prim.Ne, x, y) }
func (x Tensor) Lt(y any) Tensor        { return apply(x.b, &prim.Lt, x, y) }
func (x Tensor) Le(y any) Tensor        { return apply(x.b, &prim.Le, x, y) }
func (x Tensor) Gt(y any) Tensor        { return apply(x.b, &prim.Gt, x, y) }
func (x Tensor) Ge(y any) Tensor        { return apply(x.b, &prim.Ge, x, y) }
func (x Tensor) ATan2(y any) Tensor     { return apply(x.b, &prim.ATan2, x, y) }
func (x Tensor) Hypot(y any) Tensor     { return apply(x.b, &prim.Hypot, x, y) }
func (x Tensor) GCD(y any) Tensor       { return apply(x.b, &prim.GCD, x, y) }

// And, Or and Xor are bitwise.
func (x Tensor) And(y any) Tensor { return apply(x.b, &prim.BitwiseAnd, x, y) }
func (x Tensor) Or(y any) Tensor  { return apply(x.b, &prim.BitwiseOr, x, y) }
func (x Tensor) Xor(y any) Tensor { return apply(x.b, &prim.BitwiseXor, x, y) }

// Under returns n - x, Over returns n / x, and Raise returns n to the power of x.
func (x Tensor) Under(n any) Tensor { return apply(x.b, &prim.Sub, n, x) }
func (x Tensor) Over(n any) Tensor  { return apply(x.b, &prim.Div, n, x) }
func (x Tensor) Raise(n any) Tensor { return apply(x.b, &prim.Pow, n, x) }

// Where returns yes where x is true, and no elsewhere. yes and no are tensors or numbers.
func (x Tensor) Where(yes, no any) Tensor { return apply(x.b, &prim.Where, x, yes, no) }

// IsNaN and IsInf return bools.
func (x Tensor) IsNaN() Tensor { return x.Ne(x) }

func (x Tensor) IsInf() Tensor {
	if x.Dtype()&(prim.Bool|prim.Int) != 0 {
		return x.Ne(x)
	}
	return x.Abs().Eq(infinity)
}

// Square returns x times x.
func (x Tensor) Square() Tensor { return x.Mul(x) }

// Sigmoid returns 1 / (1 + exp(-x)).
func (x Tensor) Sigmoid() Tensor { return x.Neg().Exp().Add(1.0).Over(1.0) }

// True returns whether elements are different from zero.
func (x Tensor) True() Tensor {
	if x.Dtype() == prim.Bool {
		return x
	}
	return x.Ne(0)
}

// index returns the type of indices.
func (x Tensor) index() ir.Type { return x.ctx().I(64) }
