package simt

import (
	"math"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

func addConversions(table map[*ir.OpDef]func(op *ir.Operation) elementwise) {
	table[&llvm.SExt] = func(op *ir.Operation) elementwise {
		from, cut := width(op.Operand(0).Type()), smallint.Mask(width(op.Result(0).Type()))
		return total1(func(x uint64) uint64 { return uint64(smallint.SignExtend(x, from)) & cut })
	}
	table[&llvm.ZExt] = nonNegative(func(*ir.Operation) total1 { return same })
	table[&llvm.Trunc] = truncation
	for _, def := range []*ir.OpDef{&llvm.PtrToInt, &llvm.IntToPtr, &llvm.AddrSpaceCast} {
		table[def] = convertPointer
	}
	for _, def := range []*ir.OpDef{&llvm.FPExt, &llvm.FPTrunc} {
		table[def] = betweenFloats
	}
	table[&llvm.SIToFP] = func(op *ir.Operation) elementwise {
		from, to := width(op.Operand(0).Type()), formatOf(op.Result(0).Type())
		return total1(func(x uint64) uint64 { return to.FromInt64(smallint.SignExtend(x, from), apfloat.ToNearestEven).Lo })
	}
	table[&llvm.UIToFP] = nonNegative(func(op *ir.Operation) total1 {
		to := formatOf(op.Result(0).Type())
		return func(x uint64) uint64 { return to.FromUint64(x, apfloat.ToNearestEven).Lo }
	})
	table[&llvm.FPToSI] = func(op *ir.Operation) elementwise {
		from, to := formatOf(op.Operand(0).Type()), width(op.Result(0).Type())
		return partial1(func(x uint64) (uint64, error) {
			v, ok := from.Int64(pattern(x), to, apfloat.ToZero)
			return uint64(v) & smallint.Mask(to), poisonUnless(ok)
		})
	}
	table[&llvm.FPToUI] = func(op *ir.Operation) elementwise {
		from, to := formatOf(op.Operand(0).Type()), width(op.Result(0).Type())
		return partial1(func(x uint64) (uint64, error) {
			v, ok := from.Uint64(pattern(x), to, apfloat.ToZero)
			return v & smallint.Mask(to), poisonUnless(ok)
		})
	}
}

func same(x uint64) uint64 { return x }

func poisonUnless(ok bool) error {
	if !ok {
		return smallint.ErrPoison
	}
	return nil
}

// nonNegative is a conversion whose flag says that the operand is not negative.
func nonNegative(of func(op *ir.Operation) total1) func(op *ir.Operation) elementwise {
	return func(op *ir.Operation) elementwise {
		f, from := of(op), width(op.Operand(0).Type())
		if op.Inherent("nonNeg") == nil {
			return f
		}
		return partial1(func(x uint64) (uint64, error) { return f(x), poisonUnless(smallint.SignExtend(x, from) >= 0) })
	}
}

func truncation(op *ir.Operation) elementwise {
	from, to, flags := width(op.Operand(0).Type()), width(op.Result(0).Type()), llvm.OverflowOf(op)
	cut := smallint.Mask(to)
	if flags == 0 {
		return total1(func(x uint64) uint64 { return x & cut })
	}
	return partial1(func(x uint64) (uint64, error) {
		v := x & cut
		return v, poisonUnless((flags&llvm.NUW == 0 || v == x) &&
			(flags&llvm.NSW == 0 || smallint.SignExtend(v, to) == smallint.SignExtend(x, from)))
	})
}

func betweenFloats(op *ir.Operation) elementwise {
	from, to := formatOf(op.Operand(0).Type()), formatOf(op.Result(0).Type())
	slow := func(x uint64) uint64 { return apfloat.Convert(to, from, pattern(x), apfloat.ToNearestEven).Lo }
	switch {
	case from == apfloat.F32 && to == apfloat.F64:
		return total1(func(x uint64) uint64 {
			if v := float64(f32(x)); v == v {
				return math.Float64bits(v)
			}
			return slow(x)
		})
	case from == apfloat.F64 && to == apfloat.F32:
		return total1(func(x uint64) uint64 {
			if v := float32(f64(x)); v == v {
				return uint64(math.Float32bits(v))
			}
			return slow(x)
		})
	}
	return total1(slow)
}
