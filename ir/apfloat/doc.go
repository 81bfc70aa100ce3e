// Package apfloat gives every floating-point type of MLIR its exact meaning:
// f16, bf16, tf32, f32, f64, f80, f128 and the 8, 6 and 4 bit formats of
// machine learning hardware.
//
// A value is a [Bits], a raw bit pattern that is small, comparable and usable
// as a map key; a [Format] says how to read it. All operations are methods of
// the format:
//
//	v, err := apfloat.F16.ParseDecimal([]byte("0.1"))
//	w := apfloat.F16.Add(v, v, apfloat.ToNearestEven)
//	dst = apfloat.F16.AppendText(dst, w)
//
// The reference for text is mlir-opt of LLVM 22: literals denote the bits that it reads, and [Format.AppendText] writes
// the characters that it prints. Arithmetic and conversions are correctly rounded in every format and every rounding
// [Mode]. Where IEEE 754 leaves a choice (NaN payloads, formats without infinities or NaNs) they follow LLVM's APFloat.
// Where APFloat leaves the result undefined, the comment of the method says so and defines it.
//
// The package does not know types, attributes or contexts, raises no
// floating-point exception flags, and has no transcendental functions.
//
// Start reading at [Format], then round.go, which holds the one function that
// rounds.
package apfloat
