// Package mathexpand is the pass tile-expand-math. It replaces elementary functions and conversions of narrow floats,
// for which GPUs have no instruction or an inexact one, by arithmetic.
//
// The code reduces arguments and evaluates polynomials in operations that IEEE 754 defines, on whole tensors, vectors
// or scalars. So all machines that follow IEEE 754 compute the same bits, except in the payload of NaN. Infinities,
// zeros of both signs, denormals and NaN give the results that IEEE 754 specifies (section 9.2.1).
//
// Formats narrower than f32 are computed in f32 and rounded, powers with integer exponents in f64. exp and exp2 up to
// f32 stay, since targets have an instruction, unless the option exponentials expands them as well.
//
// The largest errors in f32, in units in the last place (ULP), as TestErrorsStayBelowTheBounds checks them on 786,432
// inputs of each function:
//
//	up to 1.25  exp, exp2, log, log2, log10, sin, cos, acos, erf, cbrt, powf
//	up to 1.75  expm1, log1p, sinh, cosh, tanh, atan, atan2
//	up to 2.75  tan, asin, asinh, acosh, atanh
//	up to 3     erfc
//
// In f64, on random inputs, a result differs from the correctly rounded one by at most one ULP; results of asin, tan
// and erfc by at most two.
//
// An erf in f32 that may be approximated (fast-math flag afn) uses the target's exponential. It has an error of up to
// 1.33 ULP and takes 17 instructions instead of 34. If results are only added to constants of at least 1, as in gelu's
// 1 + erf(x), it takes 11 instructions with an absolute error of 2^-23.2, and a constant factor of x costs nothing. See
// error.go for the bounds, and summed.go and factor.go for the conditions.
//
// Conversions that targets lack are expanded, too, and are exact: to and from floats of 8 bits, in directed rounding
// modes, and from f64 to bf16. Arithmetic on floats of 8 bits becomes arithmetic in f32 or f64, products of their
// matrices become products in f16, and products of block-scaled matrices become products in f32. Arithmetic in f32 and
// f64 with a directed rounding mode stays; arithmetic with other rounding modes is expanded.
//
// The polynomials are minimax approximations, computed by Remez' exchange algorithm with 260 bits of precision (E. Ya.
// Remez, 1934). Their tables state the interval and the error. TestPolynomialsOfErfAreMinimaxApproximations recomputes
// those of erf. The package has no fast approximations of functions other than erf, and does not expand functions that
// targets compute exactly, such as sqrt and floor. Start at [Expand]; exponential.go, logarithm.go, trigonometric.go,
// reduction.go, inverse.go, power.go, error.go and narrow.go have the methods.
//
// Before:
//
//	func.func @f(%x: f8E8M0FNU) -> f32 {
//	  %y = arith.extf %x : f8E8M0FNU to f32
//	  return %y : f32
//	}
//
// After tile-expand-math:
//
//	func.func @f(%arg0: f8E8M0FNU) -> f32 {
//	  %0 = arith.bitcast %arg0 : f8E8M0FNU to i8
//	  %1 = arith.extui %0 : i8 to i32
//	  %c23_i32 = arith.constant 23 : i32
//	  %2 = arith.shli %1, %c23_i32 : i32
//	  %c0_i32 = arith.constant 0 : i32
//	  %3 = arith.cmpi eq, %1, %c0_i32 : i32
//	  %c4194304_i32 = arith.constant 4194304 : i32
//	  %4 = arith.select %3, %c4194304_i32, %2 : i32
//	  %c255_i32 = arith.constant 255 : i32
//	  %5 = arith.cmpi eq, %1, %c255_i32 : i32
//	  %c2143289344_i32 = arith.constant 2143289344 : i32
//	  %6 = arith.select %5, %c2143289344_i32, %4 : i32
//	  %7 = arith.bitcast %6 : i32 to f32
//	  return %7 : f32
//	}
package mathexpand
