package interp

import (
	"errors"
	"math/big"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/arith"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// Elements of more than 64 bits, such as those of i100 and f80, are big integers: their bits as a nonnegative number.
// Only dialect arith computes with them.

// wideKernel computes the elements of the results from the elements of the operands, each as its bits.
type wideKernel func(args []*big.Int) ([]*big.Int, error)

// isWide reports whether elements of a type have more than 64 bits.
func isWide(t ir.Type) bool { return bitWidth(t) > 64 }

// bitWidth returns the width of the elements of a numeric type, and 0 for others.
func bitWidth(t ir.Type) int {
	switch t := ir.ElementOrSelf(t).(type) {
	case *ir.IntegerType, *ir.FloatType:
		return ir.BitWidth(t)
	case *ir.IndexType:
		return ir.IndexWidth
	}
	return 0
}

// touchesWide reports whether an operation has an operand or a result of wide elements.
func touchesWide(op *ir.Operation) bool {
	for _, v := range op.Operands() {
		if isWide(v.Type()) {
			return true
		}
	}
	for _, v := range op.Results() {
		if isWide(v.Type()) {
			return true
		}
	}
	return false
}

// movesValues reports whether an operation passes values on without reading their elements.
func movesValues(op *ir.Operation) bool {
	switch op.Def() {
	case &scf.ForOp:
		return !isWide(op.Operand(0).Type())
	case &scf.IfOp, &scf.ParallelOp, &scf.WhileOp, &scf.ExecuteRegion, &scf.IndexSwitchOp, &fn.CallOp, &arith.Select,
		&arith.ConstantOp, &ub.Poison,
		&tilegpu.SharedLoad, &tilegpu.SharedStore:
		return true
	}
	return false
}

// evalWide executes an elementwise operation on wide elements.
func evalWide(op *ir.Operation, operands []*value) ([]*value, error) {
	of := wideKernels[op.Def()]
	if of == nil {
		return nil, ErrUnsupported
	}
	k := of(op)
	results := make([]*value, op.NumResults())
	for i := range results {
		results[i] = newValue(op.Result(i).Type())
	}
	args := make([]*big.Int, len(operands))
	for i := range results[0].len() {
		undef := false
		for j, v := range operands {
			args[j] = v.bits(i)
			undef = undef || v.poisoned(i)
		}
		var out []*big.Int
		err := smallint.ErrPoison
		if !undef {
			out, err = k(args)
		}
		if err != nil && !errors.Is(err, smallint.ErrPoison) {
			return nil, err
		}
		for j, r := range results {
			if err != nil {
				r.setPoison(i)
			} else {
				r.setBits(i, out[j])
			}
		}
	}
	return results, nil
}

// bits returns the bits of element i.
func (v *value) bits(i int) *big.Int {
	if v.wide != nil {
		return v.wide[i]
	}
	return new(big.Int).SetUint64(v.words[i])
}

// setBits sets element i to the lowest bits of a number, which may be negative.
func (v *value) setBits(i int, b *big.Int) {
	cut := unsignedOf(b, bitWidth(v.elem))
	if v.wide != nil {
		v.wide[i] = cut
	} else {
		v.words[i] = cut.Uint64()
	}
}

// unsignedOf returns the lowest bits of a number in two's complement.
func unsignedOf(b *big.Int, width int) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return m.And(b, m.Sub(m, big.NewInt(1)))
}

// signedOf returns bits as a signed number in two's complement.
func signedOf(b *big.Int, width int) *big.Int {
	if b.Bit(width-1) == 0 {
		return b
	}
	return new(big.Int).Sub(b, new(big.Int).Lsh(big.NewInt(1), uint(width)))
}

var wideKernels = func() map[*ir.OpDef]func(op *ir.Operation) wideKernel {
	table := make(map[*ir.OpDef]func(op *ir.Operation) wideKernel)
	addWideIntegers(table)
	addWideFloats(table)
	addWideConversions(table)
	return table
}()

func one(b *big.Int) []*big.Int { return []*big.Int{b} }

func flag(b bool) []*big.Int { return one(new(big.Int).SetUint64(smallint.Truth(b))) }

func addWideFloats(table map[*ir.OpDef]func(op *ir.Operation) wideKernel) {
	nearest := apfloat.ToNearestEven
	for def, fn := range map[*ir.OpDef]func(f *apfloat.Format, x, y apfloat.Bits) apfloat.Bits{
		&arith.AddF: func(f *apfloat.Format, x, y apfloat.Bits) apfloat.Bits { return f.Add(x, y, nearest) },
		&arith.SubF: func(f *apfloat.Format, x, y apfloat.Bits) apfloat.Bits { return f.Sub(x, y, nearest) },
		&arith.MulF: func(f *apfloat.Format, x, y apfloat.Bits) apfloat.Bits { return f.Mul(x, y, nearest) },
		&arith.DivF: func(f *apfloat.Format, x, y apfloat.Bits) apfloat.Bits { return f.Div(x, y, nearest) },
		&arith.RemF: (*apfloat.Format).Rem, &arith.MaximumF: (*apfloat.Format).Maximum,
		&arith.MinimumF: (*apfloat.Format).Minimum, &arith.MaxNumF: (*apfloat.Format).MaxNum,
		&arith.MinNumF: (*apfloat.Format).MinNum,
	} {
		table[def] = func(op *ir.Operation) wideKernel {
			f := formatOf(op.Result(0).Type())
			return func(args []*big.Int) ([]*big.Int, error) {
				return one(fromPattern(fn(f, toPattern(args[0]), toPattern(args[1])))), nil
			}
		}
	}
	table[&arith.NegF] = func(op *ir.Operation) wideKernel {
		f := formatOf(op.Result(0).Type())
		return func(args []*big.Int) ([]*big.Int, error) { return one(fromPattern(f.Neg(toPattern(args[0])))), nil }
	}
	table[&arith.CmpF] = func(op *ir.Operation) wideKernel {
		predicate, f := arith.Predicate(op), formatOf(op.Operand(0).Type())
		return func(args []*big.Int) ([]*big.Int, error) {
			return flag(holds(predicate, f.Compare(toPattern(args[0]), toPattern(args[1])))), nil
		}
	}
}

func toPattern(b *big.Int) apfloat.Bits {
	return apfloat.Bits{Lo: unsignedOf(b, 64).Uint64(), Hi: new(big.Int).Rsh(b, 64).Uint64()}
}

func fromPattern(p apfloat.Bits) *big.Int {
	b := new(big.Int).SetUint64(p.Hi)
	return b.Or(b.Lsh(b, 64), new(big.Int).SetUint64(p.Lo))
}

func addWideConversions(table map[*ir.OpDef]func(op *ir.Operation) wideKernel) {
	same := func(*ir.Operation) wideKernel {
		return func(args []*big.Int) ([]*big.Int, error) { return one(args[0]), nil }
	}
	signed := func(op *ir.Operation) wideKernel {
		width := bitWidth(op.Operand(0).Type())
		return func(args []*big.Int) ([]*big.Int, error) { return one(signedOf(args[0], width)), nil }
	}
	table[&arith.ExtUI], table[&arith.IndexCastUI], table[&arith.Bitcast] = same, same, same
	table[&arith.ExtSI], table[&arith.IndexCast] = signed, signed
	table[&arith.TruncI] = wideTruncation
	convertFloat := func(op *ir.Operation) wideKernel {
		from, to, mode := formatOf(op.Operand(0).Type()), formatOf(op.Result(0).Type()), roundingMode(op)
		return func(args []*big.Int) ([]*big.Int, error) {
			return one(fromPattern(apfloat.Convert(to, from, toPattern(args[0]), mode))), nil
		}
	}
	table[&arith.ExtF], table[&arith.TruncF] = convertFloat, convertFloat
	for def, isSigned := range map[*ir.OpDef]bool{&arith.SIToFP: true, &arith.UIToFP: false} {
		table[def] = func(op *ir.Operation) wideKernel {
			width, f := bitWidth(op.Operand(0).Type()), formatOf(op.Result(0).Type())
			return func(args []*big.Int) ([]*big.Int, error) {
				x := args[0]
				if isSigned {
					x = signedOf(x, width)
				}
				return one(fromPattern(f.FromBigInt(x, apfloat.ToNearestEven))), nil
			}
		}
	}
	for def, isSigned := range map[*ir.OpDef]bool{&arith.FPToSI: true, &arith.FPToUI: false} {
		table[def] = func(op *ir.Operation) wideKernel {
			f, width := formatOf(op.Operand(0).Type()), bitWidth(op.Result(0).Type())
			return func(args []*big.Int) ([]*big.Int, error) {
				x, ok := f.BigInt(toPattern(args[0]), apfloat.ToZero)
				if !ok || !inRange(x, width, isSigned) {
					return nil, smallint.ErrPoison
				}
				return one(x), nil
			}
		}
	}
}

// inRange reports whether a number fits in a width.
func inRange(x *big.Int, width int, signed bool) bool {
	if signed {
		return signedOf(unsignedOf(x, width), width).Cmp(x) == 0
	}
	return x.Sign() >= 0 && x.BitLen() <= width
}

func wideTruncation(op *ir.Operation) wideKernel {
	from, to, flags := bitWidth(op.Operand(0).Type()), bitWidth(op.Result(0).Type()), arith.OverflowOf(op)
	return func(args []*big.Int) ([]*big.Int, error) {
		if flags&arith.NUW != 0 && !inRange(args[0], to, false) ||
			flags&arith.NSW != 0 && !inRange(signedOf(args[0], from), to, true) {
			return nil, smallint.ErrPoison
		}
		return one(args[0]), nil
	}
}
