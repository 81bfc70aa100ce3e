// Package promotion has the rules for the types of loosely typed tile programs: the element type that operands are
// converted to, the type that an operation computes in, the type of its result, the type of a literal, the result of an
// operation between literals, and the shape that operands are broadcast to.
//
// The rules are pure functions of types and literal values. The verifier of dialect tile, the passes that lower it, its
// builders and the executor all use them, so that they agree.
//
// Start at [Resolve]. There is one file for each set of rules: triton.go, cutile.go, torch.go. class.go has further
// rules of classes of operations, literal.go and arithmetic.go those of literals, and shape.go broadcasting. Element
// types are those of level 1: i1 is a bool, i8 to i64 are signed integers, and ui8 to ui64 are unsigned integers.
package promotion
