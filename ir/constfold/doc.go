// Package constfold evaluates operations on constants: one calculation on an integer or a float is applied to scalar
// attributes, to splats (once) and to dense elements (one by one).
//
// The functions take the operands as [ir.Folding] has them, nil for an operand that is not constant, and return nil if
// the result is not constant. If an operand is poison, so is the result. A calculation that has no result, such as a
// division by zero, returns false, and then the operation is not folded.
//
// The meaning of operations is defined elsewhere: in packages apint and apfloat, and in the dialects. Start reading at
// [BinaryInt].
package constfold
