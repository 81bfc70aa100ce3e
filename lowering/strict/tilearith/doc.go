// Package tilearith is the pass tile-to-arith: it turns the loosely typed arithmetic of dialect tile into operations of
// arith and math. The signedness of integers moves from their types into the operations: afterwards a kernel has
// signless integers only.
//
// It runs after tile-promote and tile-broadcast, which give all operands of an operation one type.
//
// convert.go has tile.cast and constants, arithmetic.go the elementwise operations, signless.go the change of types.
package tilearith
