// Package arithmetic lowers the operations that compute each element of their results from the same element of their
// operands. Start at [Rules], the list of operations.
package arithmetic

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// scalarRule computes one element of an operation's result of type t.
type scalarRule func(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value

// scalarRules has the operations that work register by register.
var scalarRules = map[*ir.OpDef]scalarRule{
	&arith.AddI: wrapping(&llvm.Add), &arith.SubI: wrapping(&llvm.Sub), &arith.MulI: wrapping(&llvm.Mul),
	&arith.ShLI: wrapping(&llvm.Shl), &arith.ShRUI: same(&llvm.LShr), &arith.ShRSI: same(&llvm.AShr),
	&arith.DivUI: same(&llvm.UDiv), &arith.DivSI: same(&llvm.SDiv),
	&arith.RemUI: same(&llvm.URem), &arith.RemSI: same(&llvm.SRem),
	&arith.FloorDivSI: floorDivision,
	&arith.AndI:       same(&llvm.And), &arith.OrI: same(&llvm.Or), &arith.XOrI: same(&llvm.XOr),
	&arith.MaxSI: same(&llvm.SMax), &arith.MinSI: same(&llvm.SMin),
	&arith.MaxUI: same(&llvm.UMax), &arith.MinUI: same(&llvm.UMin),
	&arith.AddF: Float(&llvm.FAdd), &arith.SubF: Float(&llvm.FSub), &arith.MulF: Float(&llvm.FMul),
	&arith.DivF: Float(&llvm.FDiv), &arith.RemF: inSingle(remainder), &arith.NegF: negated,
	&arith.MaximumF: extremum(&llvm.Maximum, true), &arith.MinimumF: extremum(&llvm.Minimum, false),
	&arith.MaxNumF: Float(&llvm.MaxNum), &arith.MinNumF: Float(&llvm.MinNum),
	&arith.CmpI: compareInts, &arith.CmpF: compareFloats,
	&arith.ExtSI: cast(&llvm.SExt), &arith.ExtUI: cast(&llvm.ZExt), &arith.TruncI: cast(&llvm.Trunc),
	&arith.ExtF: castFloat(&llvm.FPExt), &arith.TruncF: castFloat(&llvm.FPTrunc),
	&arith.SIToFP: castFloat(&llvm.SIToFP), &arith.UIToFP: castFloat(&llvm.UIToFP),
	&arith.FPToSI: castFloat(&llvm.FPToSI), &arith.FPToUI: castFloat(&llvm.FPToUI),
	&arith.Bitcast:     reinterpret,
	&arith.IndexCast:   resize(&llvm.SExt),
	&arith.IndexCastUI: resize(&llvm.ZExt),
	&math.AbsF:         absolute, &math.CopySign: copySign, &math.Sqrt: inSingle(Float(&llvm.Sqrt)),
	&math.Floor: inSingle(Float(&llvm.Floor)), &math.Ceil: inSingle(Float(&llvm.Ceil)),
	&math.Trunc: inSingle(Float(&llvm.TruncF)), &math.RoundEven: inSingle(Float(&llvm.RoundEven)),
	&math.Round: inSingle(roundAway), &math.FMA: Float(&llvm.FMA), &math.Exp2: inSingle(Float(&llvm.Exp2)),
	&math.ClampF: clampFloat,
	&math.IsNaN:  classified("ugt"), &math.IsInf: classified("eq"), &math.IsFinite: classified("ult"),
	&math.IsNormal: isNormal,
	&math.AbsI:     magnitude, &math.IPowI: integerPower,
	&math.CtPop: countOnes, &math.CtTZ: countTrailingZeros, &math.CtLZ: countLeadingZeros,
	&arith.CeilDivSI: ceilDivision, &arith.CeilDivUI: ceilDivisionUnsigned,
	&math.Exp: exponential, &math.RSqrt: reciprocalRoot,
	&tile.PtrCast: unchanged, &tile.PtrToInt: cast(&llvm.PtrToInt),
	&tile.IntToPtr: cast(&llvm.IntToPtr),
}

// pairRules has the operations with two results that work register by register.
var pairRules = map[*ir.OpDef]pairRule{
	&arith.AddUIExtended: sumAndCarry,
	&arith.MulSIExtended: wideProduct(&llvm.SExt), &arith.MulUIExtended: wideProduct(&llvm.ZExt),
}

// pairRule computes one element of each of an operation's two results.
type pairRule func(c *emit.Code, args []*ir.Value) (first, second *ir.Value)

// Rules returns the lowering of every operation that computes the elements of its results one by one from those
// of its operands.
func Rules() map[*ir.OpDef]emit.Rule {
	rules := make(map[*ir.OpDef]emit.Rule)
	for def, one := range scalarRules {
		rules[def] = func(c *emit.Code, op *ir.Operation) error { return elementwise(c, op, one) }
	}
	rules[&tile.AddPtr], rules[&arith.Select] = addPointers, choose
	for def, one := range pairRules {
		rules[def] = func(c *emit.Code, op *ir.Operation) error { return pairs(c, op, one) }
	}
	return rules
}

// pairs applies a rule to each register of the operands.
func pairs(c *emit.Code, op *ir.Operation, rule pairRule) error {
	for _, v := range op.Results() {
		if _, err := c.Scalar(op, v.Type()); err != nil {
			return err
		}
		if tilegpu.EncodingOf(v.Type()) != tilegpu.EncodingOf(op.Operand(0).Type()) {
			return op.Errorf("operands and results must have the same layout")
		}
	}
	n := len(c.Values.Get(op.Operand(0)))
	first, second := make([]*ir.Value, n), make([]*ir.Value, n)
	for r := range n {
		first[r], second[r] = rule(c, []*ir.Value{c.Element(op.Operand(0), r), c.Element(op.Operand(1), r)})
	}
	c.Values.Set(op.Result(0), first)
	c.Values.Set(op.Result(1), second)
	return nil
}

// float32Only are the operations whose rules use PTX's ex2, which f64 does not have.
var float32Only = map[*ir.OpDef]bool{&math.Exp: true, &math.Exp2: true}

// elementwise applies a rule to each register of the operands.
func elementwise(c *emit.Code, op *ir.Operation, rule scalarRule) error {
	t, err := c.Scalar(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	if float32Only[op.Def()] && ir.BitWidth(t) > 32 {
		return op.Errorf("has no rule for %s: PTX has exponentials up to f32; truncate the operand and extend the result",
			ir.Quote(t))
	}
	if m, ok := arith.RoundingMode.Value(op.Inherent("roundingmode")); ok && m != arith.ToNearestEven {
		return op.Errorf("has no rule for rounding mode %s: threads round to the nearest", arith.RoundingMode.Name(m))
	}
	if computesBytes(op) && !convertsBytes(c, op) {
		return op.Errorf("has no rule for numbers of 8 bits: tile-expand-math computes f8E4M3FN and f8E5M2 in f32")
	}
	if n := op.NumOperands(); n > 0 {
		if e := tilegpu.EncodingOf(op.Result(0).Type()); e != tilegpu.EncodingOf(op.Operand(n-1).Type()) {
			return op.Errorf("operands and result must have the same layout")
		}
	}
	if pairs := pairwiseOf(c, op); pairs != nil {
		inPairs(c, op, t, pairs)
		return nil
	}
	n := op.NumOperands()
	var buf [4][]*ir.Value
	operands := buf[:0]
	for _, v := range op.Operands() {
		operands = append(operands, c.Values.Get(v))
	}
	out := make([]*ir.Value, len(operands[n-1]))
	equal := equalRegisters(c, op)
	args := make([]*ir.Value, 0, len(out)*n) // of all registers
	for r := range out {
		if first := r &^ equal; first != r {
			out[r] = out[first]
			continue
		}
		for _, registers := range operands {
			args = append(args, registers[min(r, len(registers)-1)]) // a scalar condition selects whole tensors
		}
		out[r] = rule(c, op, args[len(args)-n:len(args):len(args)], t)
	}
	c.Values.Set(op.Result(0), out)
	return nil
}

// equalRegisters returns a mask of bits of register numbers. Registers whose numbers differ only in these bits hold
// equal elements of the result, because the axis analysis knows that the result is constant there. For instance, one
// mask often covers all elements of a vector.
func equalRegisters(c *emit.Code, op *ir.Operation) (mask int) {
	l, err := c.Layout(op, op.Result(0).Type())
	if err != nil {
		return 0
	}
	dims := c.Info.Of(op.Result(0))
	return l.Within(layout.Register, func(d int) int64 { return dims[d].Constancy })
}

// Hint lowers a hint to its operand. Only the analysis of addresses uses what the hint says.
func Hint(c *emit.Code, op *ir.Operation) error {
	c.Values.Set(op.Result(0), c.Values.Get(op.Operand(0)))
	return nil
}

func unchanged(_ *emit.Code, _ *ir.Operation, args []*ir.Value, _ ir.Type) *ir.Value { return args[0] }
