package tilearith

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// roundsItself reports whether an operation has a rounding mode, or flushes subnormal numbers, which operations of
// arith do not. Such an operation stays in dialect tile.
func roundsItself(op *ir.Operation) bool {
	return tile.RoundingOf(op) != tile.RoundNearestEven || tile.FlushesToZero(op)
}

func isUnsigned(t ir.Type) bool { return promotion.IsUnsigned(ir.ElementOrSelf(t)) }
func isFloat(t ir.Type) bool    { return ir.IsFloat(ir.ElementOrSelf(t)) }

func truncDiv(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	def := choice{&arith.DivF, &arith.DivSI, &arith.DivUI}.of(op.Result(0).Type())
	return integral(rw, &math.Trunc, rw.Build(def, op.OperandValues()).Result(0))
}

func ceilDiv(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	def := choice{&arith.DivF, &arith.CeilDivSI, &arith.CeilDivUI}.of(op.Result(0).Type())
	return integral(rw, &math.Ceil, rw.Build(def, op.OperandValues()).Result(0))
}

// integral rounds floats to integers by def. It returns integers unchanged.
func integral(rw *rewrite.Rewriter, def *ir.OpDef, v *ir.Value) *ir.Value {
	if !isFloat(v.Type()) {
		return v
	}
	return rw.Build(def, []*ir.Value{v}).Result(0)
}

func mulHi(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	def := choice{nil, &arith.MulSIExtended, &arith.MulUIExtended}.of(op.Result(0).Type())
	return rw.Build(def, op.OperandValues()).Result(1)
}

// power lowers tile.pow. math.ipowi treats the exponent as signed, so unsigned integers of n bits need more work. The
// power is split into that for the low n-1 bits of the exponent and that for the upper bit. The latter is
// base^(2^(n-1)), which modulo 2^n is 1 for odd bases and 0 for even ones.
func power(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	t := op.Result(0).Type()
	if !isUnsigned(t) {
		return rw.Build(choice{float: &math.PowF, signed: &math.IPowI}.of(t), op.OperandValues()).Result(0)
	}
	b, base, exponent := rw.Builder, op.Operand(0), op.Operand(1)
	width := ir.BitWidth(ir.ElementOrSelf(t))
	rest := arith.Binary(b, &arith.AndI, exponent, number(b, t, 1<<(width-1)-1))
	low := rw.Build(&math.IPowI, []*ir.Value{base, rest}).Result(0)
	odd := arith.Binary(b, &arith.AndI, base, number(b, t, 1))
	high := arith.NewCmpI(b, arith.SLT, exponent, number(b, t, 0))
	return arith.NewSelect(b, high, arith.Binary(b, &arith.MulI, low, odd), low)
}

func multiplyAdd(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	switch {
	case roundsItself(op):
		return nil
	case isFloat(op.Result(0).Type()):
		return rw.Build(&math.FMA, op.OperandValues()).Result(0)
	}
	product := arith.Binary(rw.Builder, &arith.MulI, op.Operand(0), op.Operand(1))
	return arith.Binary(rw.Builder, &arith.AddI, product, op.Operand(2))
}

func clamp(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	low := choice{&arith.MaxNumF, &arith.MaxSI, &arith.MaxUI}
	high := choice{&arith.MinNumF, &arith.MinSI, &arith.MinUI}
	if op.Inherent(tile.PropagateNaN) != nil {
		low.float, high.float = &arith.MaximumF, &arith.MinimumF
	}
	t := op.Result(0).Type()
	v := arith.Binary(rw.Builder, low.of(t), op.Operand(0), op.Operand(1))
	return arith.Binary(rw.Builder, high.of(t), v, op.Operand(2))
}

func complement(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	return arith.Binary(rw.Builder, &arith.XOrI, op.Operand(0), number(rw.Builder, op.Operand(0).Type(), -1))
}

// classify returns a lowering that tests floats by def. For integers, which are always finite, the result is the
// constant ofIntegers.
func classify(def *ir.OpDef, ofIntegers int64) func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	return func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
		if !isFloat(op.Operand(0).Type()) {
			return number(rw.Builder, op.Result(0).Type(), ofIntegers)
		}
		return rw.Build(def, op.OperandValues()).Result(0)
	}
}

// bitcast lowers tile.bitcast. A bitcast between integers only changes the signedness; it stays until the types become
// signless.
func bitcast(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	in, out := op.Operand(0).Type(), op.Result(0).Type()
	switch {
	case in == out:
		return op.Operand(0)
	case !isFloat(in) && !isFloat(out):
		return nil
	}
	return cast(rw, &arith.Bitcast, op.Operand(0), out)
}
