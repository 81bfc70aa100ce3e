package cse

import "github.com/girih-ir/girih/ir"

// combine adds v to a hash.
func combine(h, v uint32) uint32 {
	x := (uint64(h)<<32 | uint64(v)) * 0x9E3779B97F4A7C15
	return uint32(x>>32) ^ uint32(x)
}

// hashOf returns the hash of an operation, given the hash of its regions. Equivalent operations have the same hash.
//
// Values are hashed by structure, not by address: a result by the hash of its operation, an argument by its position.
// So equivalent regions have the same hash. One walk from the inside out computes all hashes.
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
