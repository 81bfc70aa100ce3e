package cse

import "github.com/girih-ir/girih/ir"

// combine adds v to a hash.
func combine(h, v uint32) uint32 {
	x := (uint64(h)<<32 | uint64(v)) * 0x9E3779B97F4A7C15
	return uint32(x>>32) ^ uint32(x)
}

// hashOf returns the hash of an operation whose regions have the hash inside. Equivalent operations have the same.
//
// A value is hashed by what it is, not by its address: the result of an operation by that one's hash, an argument by
// its position. So regions that do the same have the same hash, which is found in one walk, from the inside out.
func hashOf(op *ir.Operation, inside uint32) uint32 {
	h := combine(op.HashHead(), inside)
	if op.HasTrait(ir.Commutative) {
		sum := uint32(0)
		for i := range op.NumOperands() {
			sum += op.Operand(i).Number
		}
		return combine(h, sum)
	}
	for i := range op.NumOperands() {
		h = combine(h, op.Operand(i).Number)
	}
	return h
}
