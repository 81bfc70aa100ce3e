// Package promotion holds the rules by which loosely typed tile programs find the types of their results: which element
// type operands of different types are converted to, what type a literal takes, and which shape operands of different
// shapes are broadcast to.
//
// The rules are pure functions of types and literal values. The verifier of dialect tile, the passes that lower it and
// its builders all call them, so that they cannot disagree.
//
// [Promote] is where to start; triton.go and cutile.go hold the two sets of rules, shape.go broadcasting. Element types
// are those of level 1: i1 is a bool, i8 to i64 are signed integers, ui8 to ui64 unsigned ones.
package promotion
