package axisinfo

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// constantOf returns the number that all elements of a value have, if it is a constant.
func (in *Info) constantOf(v *ir.Value) (int64, bool) {
	return in.constants.Lookup(v)
}

// natural reports whether no element of a value is negative.
func (in *Info) natural(v *ir.Value) bool { return in.facts.Get(v).natural }

// isNatural reports whether no element of an operation's result is negative, if nothing overflows.
func (in *Info) isNatural(op *ir.Operation) bool {
	all := func() bool {
		for _, v := range op.Operands() {
			if !in.natural(v) {
				return false
			}
		}
		return true
	}
	switch op.Def() {
	case &tile.Iota, &tile.ProgramID, &tile.NumPrograms, &arith.ExtUI:
		return true
	case &arith.ConstantOp:
		c, ok := in.constantOf(op.Result(0))
		return ok && c >= 0
	case &arith.AndI, &arith.RemUI:
		return in.natural(op.Operand(1)) || in.natural(op.Operand(0))
	case &arith.RemSI:
		return in.natural(op.Operand(0))
	case &arith.MaxSI:
		return in.natural(op.Operand(0)) || in.natural(op.Operand(1))
	case &arith.Select:
		return in.natural(op.Operand(1)) && in.natural(op.Operand(2))
	case &tile.Splat, &tile.ExpandDims, &tile.Broadcast, &tile.Reshape, &tile.Permute, &tile.Join, &tile.Cat,
		&arith.AddI, &arith.MulI, &arith.DivSI, &arith.DivUI, &arith.FloorDivSI, &arith.CeilDivSI, &arith.CeilDivUI,
		&arith.MinSI, &arith.MinUI, &arith.ShRSI, &arith.ShRUI, &arith.ShLI, &arith.OrI, &arith.XOrI,
		&arith.ExtSI, &arith.IndexCast, &arith.IndexCastUI, &tile.Hint:
		return all()
	}
	return false
}

// quotientInfo: if a run starts at a multiple of a power of two, the quotients by that power are constant until the
// next multiple. Signed division rounds towards zero, so this does not hold for negative numbers.
func quotientInfo(in *Info, op *ir.Operation) []Dim {
	x, y := in.Of(op.Operand(0)), in.Of(op.Operand(1))
	out := in.unknowns(op.Result(0).Type())
	c, ok := in.constantOf(op.Operand(1))
	if ok && c == 1 {
		return x
	}
	power := lowestBit(c)
	floors := !op.Is(&arith.DivSI) || in.natural(op.Operand(0))
	for i := range out {
		out[i].Constancy = min(x[i].Constancy, y[i].Constancy)
		if !ok || c <= 0 {
			continue
		}
		if floors {
			out[i].Constancy = max(out[i].Constancy, min(x[i].Contiguity, x[i].Divisor, power))
		}
		if c != power {
			continue
		}
		if floors {
			out[i].Steps = stepsOf(x[i], power)
		}
		if every := elementDivisor(x[i], 1); every > power {
			out[i].Divisor = every / power
		}
		if floors && x[i].Contiguity <= power && x[i].Divisor > power {
			out[i].Divisor = max(out[i].Divisor, x[i].Divisor/power)
		}
	}
	return out
}

// remainderInfo: a run that starts at a multiple of a power of two counts up until the next multiple. For negative
// numbers, signed remainders count differently.
func remainderInfo(in *Info, op *ir.Operation) []Dim {
	x, y := in.Of(op.Operand(0)), in.Of(op.Operand(1))
	counts := !op.Is(&arith.RemSI) || in.natural(op.Operand(0))
	return remainders(in, op, x, y, counts)
}

func remainders(in *Info, op *ir.Operation, x, y []Dim, counts bool) []Dim {
	out := in.unknowns(op.Result(0).Type())
	for i := range out {
		// The modulus is constant in whole runs, and a multiple of its divisor.
		modulus := elementDivisor(y[i], 1)
		out[i] = dim(1, min(elementDivisor(x[i], 1), modulus), min(x[i].Constancy, y[i].Constancy))
		if counts {
			if run := min(x[i].Contiguity, x[i].Divisor, modulus, y[i].Constancy); run > 1 {
				out[i] = dim(run, min(x[i].Divisor, modulus), out[i].Constancy)
				if run < x[i].Contiguity {
					out[i].Divisor = min(out[i].Divisor, run)
				}
			}
		}
	}
	return out
}

// conjunctionInfo: a mask of low bits is a remainder, a mask of high bits rounds down.
func conjunctionInfo(in *Info, op *ir.Operation) []Dim {
	x, y := in.Of(op.Operand(0)), in.Of(op.Operand(1))
	out := in.eachDim(op, combined)
	c, ok := in.constantOf(op.Operand(1))
	if !ok || !ir.IsInt(ir.ElementOrSelf(op.Result(0).Type()), 0) {
		return out
	}
	if low := uint64(c) + 1; c > 0 && bits.OnesCount64(low) == 1 {
		modulus := in.room(len(y))
		for i := range y {
			modulus[i] = dim(1, lowestBit(int64(low)), y[i].Constancy)
		}
		return remainders(in, op, x, modulus, true)
	}
	step := lowestBit(c)
	for i := range out {
		out[i].Divisor = max(step, elementDivisor(x[i], 1))
		if c < 0 && -c == step { // all bits from one on
			out[i].Constancy = max(out[i].Constancy, min(x[i].Contiguity, x[i].Divisor, step))
		}
	}
	return out
}

// shiftInfo: a shift to the left is a product, a shift to the right a quotient.
func shiftInfo(in *Info, op *ir.Operation) []Dim {
	x := in.Of(op.Operand(0))
	n, ok := in.constantOf(op.Operand(1))
	out := in.eachDim(op, combined)
	if !ok || n < 0 || n > 30 {
		return out
	}
	if n == 0 {
		return x
	}
	power := int64(1) << n
	for i := range out {
		every := elementDivisor(x[i], 1)
		if op.Is(&arith.ShLI) {
			out[i].Divisor = scale(every, power)
			continue
		}
		if every > power && every < maxDivisor {
			out[i].Divisor = every / power
		}
		out[i].Constancy = max(out[i].Constancy, min(x[i].Contiguity, x[i].Divisor, power))
		out[i].Steps = stepsOf(x[i], power)
	}
	return out
}

// stepsOf describes the quotients of runs by a power of two: a run that starts at a multiple of it rises by one after
// that many elements.
func stepsOf(x Dim, power int64) Steps {
	if x.Contiguity <= power || x.Divisor < power {
		return Steps{}
	}
	return Steps{Each: power, Length: x.Contiguity, Divisor: x.Divisor / power}
}

// disjunctionInfo: if the operands have no common bits, the result is a sum.
func disjunctionInfo(in *Info, op *ir.Operation) []Dim {
	out := in.eachDim(op, combined)
	for i := range 2 {
		c, ok := in.constantOf(op.Operand(1 - i))
		if !ok || c < 0 {
			continue
		}
		disjoint := true
		for _, d := range in.Of(op.Operand(i)) {
			disjoint = disjoint && elementDivisor(d, 1) > c
		}
		if disjoint {
			return in.eachDim(op, sum)
		}
	}
	return out
}
