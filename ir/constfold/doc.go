// Package constfold evaluates operations on constants: one calculation on an integer or a float is applied to scalar
// attributes, to splats (once) and to dense elements (one by one).
//
// The functions take the operands as [ir.Folding] gives them, nil where an operand is not constant, and return nil
// where there is no constant result. Poison operands make poison results. Calculations that cannot be made, as a
// division by zero, answer false, which leaves the whole operation alone.
//
// What operations mean is not here: that is in packages apint and apfloat, and in the dialects. Start reading at
// [BinaryInt].
package constfold
