// Package elementary has the elementary functions, from exp to erfc, for constants of f32 and f64. They are rounded to
// the nearest number, ties to even, so that results do not depend on a machine's math library.
//
// A result is first computed in float64. If that precision does not decide which number of the result's format is
// nearest, as always for f64, the function is computed again with about 250 bits. A result that differs from the
// midpoint of two neighboring numbers by less than 2**-180 of its magnitude could be rounded to the wrong one, but no
// such result is known. Results that are exactly such midpoints, such as those of small integer powers, are exact
// before they are rounded.
//
// Functions that are exact in every format, such as sqrt, are in package apfloat. Start reading at
// [Unary].
package elementary
