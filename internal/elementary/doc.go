// Package elementary has the elementary functions, from exp to erfc, for constants of f32 and f64: rounded to the
// nearest number, the even one of two, so that results depend on no machine's library.
//
// A result is first computed in float64. If that precision does not decide which number of the result's format is
// nearest, which is always so for f64, the function is computed again with about 250 bits. Results that lie closer than
// 2**-180 of their size to the middle between two numbers could be rounded to the wrong one; none is known, and results
// that are such a middle, as those of small integer powers, are exact before they are rounded.
//
// What is not here: functions that are exact in every format, as sqrt, which are in package apfloat. Start reading at
// [Unary].
package elementary
