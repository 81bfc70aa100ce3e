// Package promotion holds the rules by which loosely typed tile programs find the types of their results: which element
// type operands of different types are converted to, which type an operation computes in and which one it returns, what
// type a literal takes, what an operation between literals gives, and which shape operands of different shapes are
// broadcast to.
//
// The rules are pure functions of types and literal values. The verifier of dialect tile, the passes that lower it, its
// builders and the executor all call them, so that they cannot disagree.
//
// [Resolve] is where to start. A file for each set of rules: triton.go, cutile.go, torch.go; class.go says what kinds
// of operations ask for beyond that. literal.go and arithmetic.go have the literals, shape.go broadcasting. Element
// types are those of level 1: i1 is a bool, i8 to i64 are signed integers, ui8 to ui64 unsigned ones.
package promotion
