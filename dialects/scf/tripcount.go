package scf

import (
	"math/big"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// tripCount returns the number of iterations of a loop from lower to upper by step; nil if it is not known statically.
// The bounds and the step must be constants, but lower and upper may also be the same value, or upper may be lower plus
// a constant that does not wrap around. The rules are upstream's constantTripCount.
func tripCount(lower, upper, step *ir.Value, signed bool) *big.Int {
	if lower == upper {
		return new(big.Int)
	}
	by := constantInt(step, signed)
	if by != nil && by.Sign() == 0 {
		return new(big.Int)
	}
	distance := distance(lower, upper, signed)
	switch {
	case distance == nil:
		return nil
	case distance.Sign() <= 0:
		return new(big.Int)
	case by == nil:
		return nil
	case by.Sign() < 0:
		return new(big.Int)
	}
	distance.Add(distance, by).Sub(distance, big.NewInt(1))
	return distance.Quo(distance, by)
}

// distance returns upper minus lower, or nil if it is not known.
func distance(lower, upper *ir.Value, signed bool) *big.Int {
	from, to := constantInt(lower, signed), constantInt(upper, signed)
	if from != nil && to != nil {
		return to.Sub(to, from)
	}
	sum := upper.DefiningOp()
	if sum == nil || !sum.Is(&arith.AddI) || sum.Operand(0) != lower {
		return nil
	}
	flags := arith.OverflowOf(sum)
	if signed && flags&arith.NSW == 0 || !signed && flags&arith.NUW == 0 {
		return nil
	}
	return constantInt(sum.Operand(1), signed)
}

// constantInt returns the value of an integer or index constant, or nil.
func constantInt(v *ir.Value, signed bool) *big.Int {
	a, ok := ir.ConstantOf(v).(*ir.IntegerAttr)
	if !ok {
		return nil
	}
	value := a.Big()
	if !signed && value.Sign() < 0 {
		value.Add(value, new(big.Int).Lsh(big.NewInt(1), uint(ir.IntegerWidth(a.Type()))))
	}
	return value
}

// runs reports whether a trip count is known and equal to n.
func runs(count *big.Int, n int64) bool {
	return count != nil && count.IsInt64() && count.Int64() == n
}
