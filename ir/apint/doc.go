// Package apint gives integers of any fixed width their meaning: two's complement bit patterns that are read as signed
// or unsigned numbers, as the operations of the dialects arith and math do.
//
// An [Int] is a value. Up to 64 bits no operation allocates; wider integers use math/big.
//
// The package does not know types, attributes or overflow flags. Start reading at [Int].
package apint
