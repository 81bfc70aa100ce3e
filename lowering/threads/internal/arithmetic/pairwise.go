package arithmetic

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/lowering/strict/mathexpand"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// Instructions that compute two 16-bit numbers at a time take both in one register, as a vector of two.

// pairwise computes two elements of an operation's result from two elements of each operand. args has the two elements
// of the first operand, then those of the second, and so on.
type pairwise func(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) (first, second *ir.Value)

// pairwiseOf returns the rule that computes an operation for two elements at a time, or nil if there is none.
func pairwiseOf(c *emit.Code, op *ir.Operation) pairwise {
	if convertsBytes(c, op) {
		return byteConversion
	}
	if rule := integerPairs(c, op); rule != nil {
		return rule
	}
	half, brain := ir.Type(c.Ctx.F16()), ir.Type(c.Ctx.Float("bf16"))
	switch ir.ElementOrSelf(op.Result(0).Type()) {
	case half:
		if def, ok := halfPairs[op.Def()]; ok {
			return func(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) (first, second *ir.Value) {
				return parts(c, c.B.Build(def, vectors(c, args), c.FastMath(op)).Result(0))
			}
		}
	case brain:
		if _, ok := brainPairs[op.Def()]; ok && c.SM >= 80 {
			return brainFMA
		}
	}
	return nil
}

var halfPairs = map[*ir.OpDef]*ir.OpDef{&arith.AddF: &llvm.FAdd, &arith.SubF: &llvm.FSub, &arith.MulF: &llvm.FMul,
	&math.FMA: &llvm.FMA}

// brainPairs says how operations on bf16 are computed by fma, which is the only bf16 arithmetic of sm_80. Each entry
// has the three operands of the fma: the index of an operand, or the bits of a pair of constants.
var brainPairs = map[*ir.OpDef][3]int64{
	&arith.AddF: {0, ones, 1}, &arith.SubF: {1, minusOnes, 0}, &arith.MulF: {0, 1, minusZeros}, &math.FMA: {0, 1, 2},
}

// Pairs of bf16 constants, as the bits of a register. Adding -0 to a product keeps the sign of a zero.
const (
	ones       = 0x3F803F80
	minusOnes  = 0xBF80BF80
	minusZeros = 0x80008000
)

// brainFMA multiplies and adds pairs of bf16.
func brainFMA(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) (first, second *ir.Value) {
	vectors := vectors(c, args)
	operands := make([]*ir.Value, 3)
	for i, from := range brainPairs[op.Def()] {
		if from < int64(len(vectors)) {
			operands[i] = vectors[from]
		} else {
			operands[i] = c.I32(from)
		}
	}
	return parts(c, llvm.NewInlineAsm(c.B, "fma.rn.bf16x2 $0, $1, $2, $3;", "=r,r,r,r", false, c.PairOf(t), operands...))
}

// vectors makes a vector of two of each pair of arguments.
func vectors(c *emit.Code, args []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for i := 0; i < len(args); i += 2 {
		st := c.B.State(&llvm.Undef)
		st.Types = append(st.Types, c.PairOf(args[i].Type()))
		v := c.B.Create(st).Result(0)
		for k := range 2 {
			v = c.B.Build(&llvm.InsertElement, []*ir.Value{v, args[i+k], c.I32(int64(k))}).Result(0)
		}
		out = append(out, v)
	}
	return out
}

// parts returns the elements of a vector of two.
func parts(c *emit.Code, v *ir.Value) (first, second *ir.Value) {
	part := func(i int64) *ir.Value { return c.B.Build(&llvm.ExtractElement, []*ir.Value{v, c.I32(i)}).Result(0) }
	return part(0), part(1)
}

// inPairs computes the registers of an operation's result two at a time. Registers that are known to be equal to others
// are not computed again. With an odd number of registers, the last one is computed twice.
func inPairs(c *emit.Code, op *ir.Operation, t ir.Type, rule pairwise) {
	out := make([]*ir.Value, len(c.Values.Get(op.Operand(op.NumOperands()-1))))
	equal := equalRegisters(c, op)
	var todo []int
	for r := range out {
		if r&equal == 0 {
			todo = append(todo, r)
		}
	}
	for i := 0; i < len(todo); i += 2 {
		one, two := todo[i], todo[min(i+1, len(todo)-1)]
		var args []*ir.Value
		for _, v := range op.Operands() {
			args = append(args, c.Element(v, one), c.Element(v, two))
		}
		out[one], out[two] = rule(c, op, args, t)
	}
	for r := range out {
		out[r] = out[r&^equal]
	}
	c.Values.Set(op.Result(0), out)
}

// byteNames are PTX's names of pairs of 8-bit floats.
var byteNames = map[string]string{"f8E4M3FN": "e4m3x2", "f8E5M2": "e5m2x2"}

// convertsBytes reports whether an operation is a conversion from or to 8-bit floats for which the target has an
// instruction.
func convertsBytes(c *emit.Code, op *ir.Operation) bool {
	return c.SM >= mathexpand.BytesSM && mathexpand.ConvertsBytes(op)
}

// byteConversion converts pairs from or to 8-bit floats.
func byteConversion(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) (first, second *ir.Value) {
	if op.Is(&arith.ExtF) {
		return fromBytes(c, byteNames[ir.ElementOrSelf(op.Operand(0).Type()).String()], args, t)
	}
	return toBytes(c, op, args)
}

// fromBytes converts to f16, which has all values of the 8-bit formats, and then to the result type.
func fromBytes(c *emit.Code, name string, args []*ir.Value, t ir.Type) (first, second *ir.Value) {
	halves := llvm.NewInlineAsm(c.B, fmt.Sprintf("cvt.rn.f16x2.%s $0, $1;", name), "=r,h", false, c.PairOf(c.Ctx.F16()),
		vectors(c, args)...)
	widened := func(v *ir.Value) *ir.Value {
		if t == ir.Type(c.Ctx.F16()) {
			return v
		}
		if v = llvm.NewCast(c.B, &llvm.FPExt, v, c.Ctx.F32()); t == ir.Type(c.Ctx.F64()) {
			return llvm.NewCast(c.B, &llvm.FPExt, v, t)
		}
		return c.Narrowed(v, t)
	}
	first, second = parts(c, halves)
	return widened(first), widened(second)
}

// toBytes rounds to nearest. The instruction saturates. If the operation does not, results that are too large are
// replaced.
func toBytes(c *emit.Code, op *ir.Operation, args []*ir.Value) (first, second *ir.Value) {
	for i, v := range args {
		if v.Type() != ir.Type(c.Ctx.F32()) {
			args[i] = llvm.NewCast(c.B, &llvm.FPExt, v, c.Ctx.F32())
		}
	}
	elem := ir.ElementOrSelf(op.Result(0).Type()).(*ir.FloatType)
	text := fmt.Sprintf("cvt.rn.satfinite.%s.f32 $0, $1, $2;", byteNames[elem.String()])
	first, second = parts(c, llvm.NewInlineAsm(c.B, text, "=h,f,f", false, c.PairOf(c.Ctx.I(8)), args[1], args[0]))
	if !op.Is(&arith.TruncF) {
		return first, second
	}
	return beyond(c, elem, args[0], first), beyond(c, elem, args[1], second)
}

// beyond replaces the saturated bits of an 8-bit float by infinity, or NaN in a format without infinity, if the f32
// number x is too large for the format.
func beyond(c *emit.Code, elem *ir.FloatType, x, bits *ir.Value) *ir.Value {
	f := elem.Format
	special := f.NaN(false)
	predicate := "ogt" // halfway between the largest number and the next one, the tie goes to the largest, which is even
	if f.HasInf() {
		special, predicate = f.Inf(false), "oge"
	}
	largest := f.Float64(f.Largest(false))
	step := largest - f.Float64(apfloat.Bits{Lo: f.Largest(false).Lo - 1})
	p, _ := llvm.FloatPredicate.Parse(predicate)
	large := c.B.Build(&llvm.FCmp, []*ir.Value{c.B.Build(&llvm.FAbs, []*ir.Value{x}).Result(0), c.F32(largest + step/2)},
		ir.NamedAttr{Name: "predicate", Value: llvm.FloatPredicate.Attr(c.Ctx, p)}).Result(0)
	sign := c.Binary(&llvm.And, bits, c.Number(bits.Type(), -128))
	return c.Choose(large, c.Binary(&llvm.Or, sign, c.Number(bits.Type(), int64(special.Lo))), bits)
}

// Cast converts floats to 8-bit floats. Numbers out of range become the largest one.
func Cast(c *emit.Code, op *ir.Operation) error {
	if !convertsBytes(c, op) {
		return op.Errorf("has no rule in the conversion to one thread's program: tile-expand-math computes casts by " +
			"arithmetic")
	}
	return elementwise(c, op, nil)
}
