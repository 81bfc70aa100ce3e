package interp

import (
	"math/big"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// wideInteger2 computes with two integers of a width, given as numbers. Signed operations get them as signed numbers.
type wideInteger2 struct {
	signed  bool
	compute func(width int, x, y *big.Int) (*big.Int, error)
}

func addWideIntegers(table map[*ir.OpDef]func(op *ir.Operation) wideKernel) {
	for def, fn := range map[*ir.OpDef]wideInteger2{
		&arith.AddI: {compute: bigOp((*big.Int).Add)}, &arith.SubI: {compute: bigOp((*big.Int).Sub)},
		&arith.MulI: {compute: bigOp((*big.Int).Mul)}, &arith.AndI: {compute: bigOp((*big.Int).And)},
		&arith.OrI: {compute: bigOp((*big.Int).Or)}, &arith.XOrI: {compute: bigOp((*big.Int).Xor)},
		&arith.DivUI: {compute: bigDivision((*big.Int).Quo)}, &arith.RemUI: {compute: bigDivision((*big.Int).Rem)},
		&arith.DivSI: {true, bigDivision((*big.Int).Quo)}, &arith.RemSI: {true, bigDivision((*big.Int).Rem)},
		&arith.FloorDivSI: {true, bigDivision(floorQuotient)}, &arith.CeilDivSI: {true, bigDivision(ceilQuotient)},
		&arith.CeilDivUI: {compute: bigDivision(ceilQuotient)},
		&arith.MinUI:     {compute: bigChoice(-1)}, &arith.MaxUI: {compute: bigChoice(1)},
		&arith.MinSI: {true, bigChoice(-1)}, &arith.MaxSI: {true, bigChoice(1)},
		&arith.ShRUI: {compute: bigShift((*big.Int).Rsh)}, &arith.ShRSI: {true, bigShift((*big.Int).Rsh)},
		&arith.ShLI: {compute: bigShift((*big.Int).Lsh)},
	} {
		table[def] = fn.kernel
	}
	table[&arith.CmpI] = func(op *ir.Operation) wideKernel {
		predicate, width := arith.Predicate(op), bitWidth(op.Operand(0).Type())
		return func(args []*big.Int) ([]*big.Int, error) {
			return flag(wideHolds(predicate, args[0].Cmp(args[1]), signedOf(args[0], width).Cmp(signedOf(args[1], width)))), nil
		}
	}
	table[&arith.AddUIExtended] = func(op *ir.Operation) wideKernel {
		width := bitWidth(op.Result(0).Type())
		return func(args []*big.Int) ([]*big.Int, error) {
			sum := new(big.Int).Add(args[0], args[1])
			return []*big.Int{sum, new(big.Int).SetUint64(smallint.Truth(sum.BitLen() > width))}, nil
		}
	}
	for def, isSigned := range map[*ir.OpDef]bool{&arith.MulSIExtended: true, &arith.MulUIExtended: false} {
		table[def] = func(op *ir.Operation) wideKernel {
			width := bitWidth(op.Result(0).Type())
			return func(args []*big.Int) ([]*big.Int, error) {
				x, y := args[0], args[1]
				if isSigned {
					x, y = signedOf(x, width), signedOf(y, width)
				}
				product := new(big.Int).Mul(x, y)
				return []*big.Int{product, new(big.Int).Rsh(product, uint(width))}, nil
			}
		}
	}
}

// kernel returns a kernel that checks the overflow flags of the operation against the exact result.
func (fn wideInteger2) kernel(op *ir.Operation) wideKernel {
	width, flags := bitWidth(op.Result(0).Type()), arith.OverflowOf(op)
	return func(args []*big.Int) ([]*big.Int, error) {
		x, y := signedOf(args[0], width), signedOf(args[1], width)
		if flags&arith.NSW != 0 {
			amount := y
			if op.Is(&arith.ShLI) {
				amount = args[1]
			}
			if r, err := fn.compute(width, x, amount); err != nil || !inRange(r, width, true) {
				return nil, smallint.ErrPoison
			}
		}
		if !fn.signed {
			x, y = args[0], args[1]
		} else if op.Is(&arith.ShRSI) {
			y = args[1]
		}
		r, err := fn.compute(width, x, y)
		if err == nil && flags&arith.NUW != 0 && !inRange(r, width, false) {
			return nil, smallint.ErrPoison
		}
		if err == nil && fn.signed && !inRange(r, width, true) {
			return nil, ErrOverflow
		}
		return one(r), err
	}
}

func bigOp(f func(z, x, y *big.Int) *big.Int) func(int, *big.Int, *big.Int) (*big.Int, error) {
	return func(_ int, x, y *big.Int) (*big.Int, error) { return f(new(big.Int), x, y), nil }
}

func bigDivision(f func(z, x, y *big.Int) *big.Int) func(int, *big.Int, *big.Int) (*big.Int, error) {
	return func(width int, x, y *big.Int) (*big.Int, error) {
		switch {
		case y.Sign() == 0:
			return nil, ErrDivisionByZero
		case x.Sign() < 0 && y.IsInt64() && y.Int64() == -1 && x.BitLen() == width:
			return nil, ErrOverflow
		}
		return f(new(big.Int), x, y), nil
	}
}

func floorQuotient(z, x, y *big.Int) *big.Int {
	z, rest := z.QuoRem(x, y, new(big.Int))
	if rest.Sign() != 0 && rest.Sign() != y.Sign() {
		z.Sub(z, big.NewInt(1))
	}
	return z
}

func ceilQuotient(z, x, y *big.Int) *big.Int {
	z, rest := z.QuoRem(x, y, new(big.Int))
	if rest.Sign() != 0 && rest.Sign() == y.Sign() {
		z.Add(z, big.NewInt(1))
	}
	return z
}

// bigChoice returns the smaller of two numbers for sign -1, and the larger for 1.
func bigChoice(sign int) func(int, *big.Int, *big.Int) (*big.Int, error) {
	return func(_ int, x, y *big.Int) (*big.Int, error) {
		if x.Cmp(y) == sign {
			return x, nil
		}
		return y, nil
	}
}

// bigShift shifts. An amount of the width or more has no defined result.
func bigShift(f func(z, x *big.Int, n uint) *big.Int) func(int, *big.Int, *big.Int) (*big.Int, error) {
	return func(width int, x, y *big.Int) (*big.Int, error) {
		if y.Cmp(big.NewInt(int64(width))) >= 0 {
			return nil, smallint.ErrPoison
		}
		return f(new(big.Int), x, uint(y.Uint64())), nil
	}
}

// wideHolds evaluates a predicate, given the unsigned and the signed comparison.
func wideHolds(predicate, unsigned, signed int) bool {
	switch predicate {
	case arith.EQ:
		return unsigned == 0
	case arith.NE:
		return unsigned != 0
	case arith.SLT:
		return signed < 0
	case arith.SLE:
		return signed <= 0
	case arith.SGT:
		return signed > 0
	case arith.SGE:
		return signed >= 0
	case arith.ULT:
		return unsigned < 0
	case arith.ULE:
		return unsigned <= 0
	case arith.UGT:
		return unsigned > 0
	}
	return unsigned >= 0
}
