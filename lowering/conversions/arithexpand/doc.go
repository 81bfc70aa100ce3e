// Package arithexpand replaces operations of the dialect arith that targets lack by several that they have: the pass
// `arith-expand`. What it makes of each operation is what upstream's pass makes, operation by operation
// (mlir/lib/Dialect/Arith/Transforms/ExpandOps.cpp), with upstream's approximations: the maximum of zeros of both signs
// is the second one, a truncation to f8E8M0FNU drops sign and fraction, and one to f4E2M1FN rounds halves up.
//
// Types of dynamic shape, for which there are no constants, are refused where constants are needed. Start with [Pass].
package arithexpand
