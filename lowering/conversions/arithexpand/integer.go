package arithexpand

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// expandCeilDivUI makes x / y into x == 0 ? 0 : (x - 1) / y + 1.
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

// expandCeilDivSI adds one to the quotient if that was rounded down: there is a remainder, and the signs are the same.
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

// expandFloorDivSI subtracts one from the quotient if that was rounded up: there is a remainder, and the signs differ.
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

// extremum selects the first operand where a predicate holds.
func extremum(predicate int) func(*conversion.Rewriter, *ir.Operation, conversion.Operands) error {
	return func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
		x, y := operands.One(0), operands.One(1)
		isFirst := arith.NewCmpI(rw.Builder, predicate, x, y)
		rw.Replace(op, arith.NewSelect(rw.Builder, isFirst, x, y))
		return nil
	}
}
