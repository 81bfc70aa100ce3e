package arithexpand

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// expandCeilDivUI replaces ceil(x / y) by x == 0 ? 0 : (x - 1) / y + 1.
func expandCeilDivUI(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	x, y := operands.One(0), operands.One(1)
	b, err := newBuilder(rw, x)
	if err != nil {
		return err
	}
	zero := b.integer(nil, 0)
	isZero := b.compare(arith.EQ, x, zero)
	one := b.integer(nil, 1)
	quotient := b.binary(&arith.DivUI, b.binary(&arith.SubI, x, one), y)
	rw.Replace(op, b.choose(isZero, zero, b.binary(&arith.AddI, quotient, one)))
	return nil
}

// expandCeilDivSI adds one to the truncated quotient if that is less than the exact one: there is a remainder, and the
// operands have the same sign.
func expandCeilDivSI(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	x, y := operands.One(0), operands.One(1)
	b, err := newBuilder(rw, x)
	if err != nil {
		return err
	}
	zero, one := b.integer(nil, 0), b.integer(nil, 1)
	quotient := b.binary(&arith.DivSI, x, y)
	isRounded := b.compare(arith.NE, x, b.binary(&arith.MulI, quotient, y))
	xNegative, yNegative := b.compare(arith.SLT, x, zero), b.compare(arith.SLT, y, zero)
	isRoundedDown := b.binary(&arith.AndI, isRounded, b.compare(arith.EQ, xNegative, yNegative))
	rw.Replace(op, b.choose(isRoundedDown, b.binary(&arith.AddI, quotient, one), quotient))
	return nil
}

// expandFloorDivSI subtracts one from the truncated quotient if that is greater than the exact one: there is a
// remainder, and the operands have different signs.
func expandFloorDivSI(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	x, y := operands.One(0), operands.One(1)
	b, err := newBuilder(rw, x)
	if err != nil {
		return err
	}
	quotient := b.binary(&arith.DivSI, x, y)
	isRounded := b.compare(arith.NE, x, b.binary(&arith.MulI, quotient, y))
	zero := b.integer(nil, 0)
	xNegative, yNegative := b.compare(arith.SLT, x, zero), b.compare(arith.SLT, y, zero)
	isRoundedUp := b.binary(&arith.AndI, isRounded, b.compare(arith.NE, xNegative, yNegative))
	rw.Replace(op, b.choose(isRoundedUp, b.binary(&arith.AddI, quotient, b.integer(nil, -1)), quotient))
	return nil
}

// extremum returns a pattern that selects the first operand if the predicate holds, else the second one.
func extremum(predicate int) func(*conversion.Rewriter, *ir.Operation, conversion.Operands) error {
	return func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
		x, y := operands.One(0), operands.One(1)
		isFirst := arith.NewCmpI(rw.Builder, predicate, x, y)
		rw.Replace(op, arith.NewSelect(rw.Builder, isFirst, x, y))
		return nil
	}
}
