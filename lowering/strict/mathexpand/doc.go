// Package mathexpand computes by arithmetic what targets have no instruction for, elementary functions and conversions
// of narrow floats: the pass tile-expand-math.
//
// GPUs have instructions for few functions, and those are approximations. Here, arguments are reduced and polynomials
// evaluated in operations that IEEE 754 defines, on whole tensors, vectors or scalars: all that round
// as it says agree in all bits, but for the payload of NaN. Infinities, zeros of both signs, denormals and NaN give
// what IEEE 754 says (section 9.2.1).
//
// Formats narrower than f32 are computed in f32 and rounded, powers with integer exponents in f64. exp and exp2 stay up
// to f32, where the target has an instruction, unless the option exponentials asks for them.
//
// Errors in f32, in units in the last place, by TestErrorsStayBelowTheBounds on 786,432 inputs of each function:
//
//	up to 1.25  exp, exp2, log, log2, log10, sin, cos, acos, erf, cbrt, powf
//	up to 1.75  expm1, log1p, sinh, cosh, tanh, atan, atan2
//	up to 2.75  tan, asin, asinh, acosh, atanh
//	up to 3     erfc
//
// An erf in f32 that may be approximated (the flag afn) leaves an exponential to the target: it has up to 1.33 units by
// a rounded one, in 17 instructions rather than 34. Where results are only added to constants not below 1, as in gelu's
// 1 + erf(x), it has an absolute error of 2^-23.2 and 11 instructions, into which a constant factor of x goes for
// nothing; see error.go for the bounds, and summed.go and factor.go for when.
//
// Results in f64 are the rounded exact ones or their neighbors, of asin, tan and erfc up to the second neighbors, on
// random inputs.
//
// So are conversions that targets lack: to and from floats of 8 bits, in directed rounding modes, and from f64 to bf16,
// which are exact in all bits; arithmetic on numbers of 8 bits becomes that of f32 or f64, products of their matrices
// those of f16, and products of block-scaled matrices those of f32. Of arithmetic that says how to round, only that of
// f32 and f64 in a direction stays.
//
// The polynomials are minimax approximations, found by Remez' exchange algorithm in 260 bits (E. Ya. Remez, 1934);
// their tables name the interval and the error, and those of erf are found again by
// TestPolynomialsOfErfAreMinimaxApproximations. What is not here: fast approximations but of erf, and functions that
// targets compute exactly, as sqrt and floor. Start at [Expand]; exponential.go, logarithm.go, trigonometric.go,
// reduction.go, inverse.go, power.go, error.go and narrow.go have the methods.
package mathexpand
