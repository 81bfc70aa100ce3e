// Package apint implements integers of any fixed width: two's complement bit patterns that operations read as signed or
// unsigned numbers, as those of the dialects arith and math do.
//
// An [Int] is a value. Up to 64 bits no operation allocates; wider integers use math/big.
//
// The package does not know types, attributes or overflow flags. Start reading at [Int].
package apint
