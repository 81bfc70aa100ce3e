package tilellvm

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/cf"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// rules has the operations that are more than a function of the same register of each operand.
var rules map[*ir.OpDef]func(c *converter, op *ir.Operation) error

func init() { // rules of operations with regions look into the table themselves
	rules = map[*ir.OpDef]func(c *converter, op *ir.Operation) error{
		&arith.ConstantOp:      (*converter).constant,
		&tile.ProgramID:        (*converter).programID,
		&tile.NumPrograms:      (*converter).numPrograms,
		&tile.Iota:             (*converter).iota,
		&tile.Splat:            (*converter).splat,
		&tile.ExpandDims:       (*converter).sameElements,
		&tile.Broadcast:        (*converter).sameElements,
		&tile.Load:             (*converter).load,
		&tile.Store:            (*converter).store,
		&tile.Reduce:           (*converter).reduce,
		&tile.Dot:              (*converter).dot,
		&tile.Sort:             (*converter).sort,
		&tile.Histogram:        (*converter).histogram,
		&tile.Scan:             (*converter).scan,
		&tilegpu.ConvertLayout: (*converter).convertLayout,
		&tile.Reshape:          (*converter).rearrange,
		&tile.Permute:          (*converter).rearrange,
		&tile.Cat:              (*converter).rearrange,
		&tile.Join:             (*converter).rearrange,
		&tile.Split:            (*converter).rearrange,
		&tile.Flip:             (*converter).flip,
		&tile.Gather:           (*converter).gather,
		&scf.ForOp:             (*converter).loop,
		&scf.IfOp:              (*converter).branches,
		&fn.CallOp:             (*converter).call,
		&scf.WhileOp:           (*converter).while,
		&scf.IndexSwitchOp:     (*converter).indexSwitch,
		&scf.ExecuteRegion:     (*converter).executeRegion,
		&tile.AtomicRMW:        (*converter).atomicUpdate,
		&tile.AtomicCAS:        (*converter).compareAndExchange,
		&tile.Barrier:          (*converter).meet,
		&tile.Assume:           (*converter).assume,
		&tile.Assert:           (*converter).assertion,
		&cf.Assert:             (*converter).assertion,
		&tile.Map:              (*converter).mapElements,
		&tile.Cast:             (*converter).cast,
		&tile.Extract:          (*converter).extract,
		&tile.Insert:           (*converter).insert,
		&tile.InlineAsm:        (*converter).inlineAsm,
		&tile.Print:            (*converter).print,
		&tile.Add:              inDirection("add"),
		&tile.Sub:              inDirection("sub"),
		&tile.Mul:              inDirection("mul"),
		&tile.Div:              inDirection("div"),
		&tile.FMA:              inDirection("fma"),
		&tile.Sqrt:             inDirection("sqrt"),
		&tile.Hint:             (*converter).hint,
	}
}

// scalarRule computes one element of an operation's result of type t.
type scalarRule func(c *converter, op *ir.Operation, args []*ir.Value, t ir.Type) *ir.Value

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
	&arith.AddF: float(&llvm.FAdd), &arith.SubF: float(&llvm.FSub), &arith.MulF: float(&llvm.FMul),
	&arith.DivF: float(&llvm.FDiv), &arith.RemF: inSingle(remainder), &arith.NegF: negated,
	&arith.MaximumF: extremum(&llvm.Maximum, true), &arith.MinimumF: extremum(&llvm.Minimum, false),
	&arith.MaxNumF: float(&llvm.MaxNum), &arith.MinNumF: float(&llvm.MinNum),
	&arith.CmpI: compareInts, &arith.CmpF: compareFloats, &arith.Select: same(&llvm.Select),
	&arith.ExtSI: cast(&llvm.SExt), &arith.ExtUI: cast(&llvm.ZExt), &arith.TruncI: cast(&llvm.Trunc),
	&arith.ExtF: castFloat(&llvm.FPExt), &arith.TruncF: castFloat(&llvm.FPTrunc),
	&arith.SIToFP: castFloat(&llvm.SIToFP), &arith.UIToFP: castFloat(&llvm.UIToFP),
	&arith.FPToSI: castFloat(&llvm.FPToSI), &arith.FPToUI: castFloat(&llvm.FPToUI),
	&arith.Bitcast:     reinterpret,
	&arith.IndexCast:   resize(&llvm.SExt),
	&arith.IndexCastUI: resize(&llvm.ZExt),
	&math.AbsF:         absolute, &math.CopySign: copySign, &math.Sqrt: inSingle(float(&llvm.Sqrt)),
	&math.Floor: inSingle(float(&llvm.Floor)), &math.Ceil: inSingle(float(&llvm.Ceil)),
	&math.Trunc: inSingle(float(&llvm.TruncF)), &math.RoundEven: inSingle(float(&llvm.RoundEven)),
	&math.Round: inSingle(roundAway), &math.FMA: float(&llvm.FMA), &math.Exp2: inSingle(float(&llvm.Exp2)),
	&math.ClampF: clampFloat,
	&math.IsNaN:  classified("ugt"), &math.IsInf: classified("eq"), &math.IsFinite: classified("ult"),
	&math.IsNormal: isNormal,
	&math.AbsI:     magnitude, &math.IPowI: integerPower,
	&math.CtPop: countOnes, &math.CtTZ: countTrailingZeros, &math.CtLZ: countLeadingZeros,
	&arith.CeilDivSI: ceilDivision, &arith.CeilDivUI: ceilDivisionUnsigned,
	&math.Exp: exponential, &math.RSqrt: reciprocalRoot,
	&tile.AddPtr: addPointer, &tile.PtrCast: unchanged, &tile.PtrToInt: cast(&llvm.PtrToInt), &tile.IntToPtr: cast(&llvm.IntToPtr),
}

// pairRules has the operations with two results that work register by register.
var pairRules = map[*ir.OpDef]pairRule{
	&arith.AddUIExtended: sumAndCarry,
	&arith.MulSIExtended: wideProduct(&llvm.SExt), &arith.MulUIExtended: wideProduct(&llvm.ZExt),
}

// pairs applies a rule to each register of the operands.
func (c *converter) pairs(op *ir.Operation, rule pairRule) error {
	for _, v := range op.Results() {
		if _, err := c.scalar(op, v.Type()); err != nil {
			return err
		}
		if tilegpu.EncodingOf(v.Type()) != tilegpu.EncodingOf(op.Operand(0).Type()) {
			return op.Errorf("operands and results must have the same layout")
		}
	}
	n := len(c.values[op.Operand(0)])
	first, second := make([]*ir.Value, n), make([]*ir.Value, n)
	for r := range n {
		first[r], second[r] = rule(c, []*ir.Value{c.element(op.Operand(0), r), c.element(op.Operand(1), r)})
	}
	c.values[op.Result(0)], c.values[op.Result(1)] = first, second
	return nil
}

// float32Only are the operations whose rules rest on PTX's ex2, which exists up to f32.
var float32Only = map[*ir.OpDef]bool{&math.Exp: true, &math.Exp2: true}

// elementwise applies a rule to each register of the operands.
func (c *converter) elementwise(op *ir.Operation, rule scalarRule) error {
	t, err := c.scalar(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	if float32Only[op.Def()] && ir.BitWidth(t) > 32 {
		return op.Errorf("has no rule for %s: PTX has exponentials up to f32; truncate the operand and extend the result", ir.Quote(t))
	}
	if m, ok := arith.RoundingMode.Value(op.Inherent("roundingmode")); ok && m != arith.ToNearestEven {
		return op.Errorf("has no rule for rounding mode %s: threads round to the nearest", arith.RoundingMode.Name(m))
	}
	if computesBytes(op) && !c.convertsBytes(op) {
		return op.Errorf("has no rule for numbers of 8 bits: tile-expand-math computes f8E4M3FN and f8E5M2 in f32")
	}
	if n := op.NumOperands(); n > 0 {
		if e := tilegpu.EncodingOf(op.Result(0).Type()); e != tilegpu.EncodingOf(op.Operand(n-1).Type()) {
			return op.Errorf("operands and result must have the same layout")
		}
	}
	if pairs := c.pairwiseOf(op); pairs != nil {
		c.inPairs(op, t, pairs)
		return nil
	}
	out := make([]*ir.Value, len(c.values[op.Operand(op.NumOperands()-1)]))
	equal := c.equalRegisters(op)
	for r := range out {
		if first := r &^ equal; first != r {
			out[r] = out[first]
			continue
		}
		args := make([]*ir.Value, op.NumOperands())
		for i, v := range op.Operands() {
			args[i] = c.values[v][min(r, len(c.values[v])-1)] // a scalar condition selects whole tensors
		}
		out[r] = rule(c, op, args, t)
	}
	c.values[op.Result(0)] = out
	return nil
}

// equalRegisters returns the bits of a register's number in which registers may differ and still hold equal elements of an
// operation's result, by what is known of its constancy: one mask often covers all elements of a vector.
func (c *converter) equalRegisters(op *ir.Operation) (mask int) {
	l, err := c.linear(op, op.Result(0).Type())
	if err != nil {
		return 0
	}
	dims := c.info.Of(op.Result(0))
	for k, basis := range l.Bases(layout.Register) {
		equal := true
		for d, x := range basis {
			equal = equal && int64(x) < dims[d].Constancy
		}
		if equal {
			mask |= 1 << k
		}
	}
	return mask
}

func (c *converter) constant(op *ir.Operation) error {
	t, l, err := c.elements(op)
	if err != nil {
		return err
	}
	value := op.Inherent("value")
	if dense, ok := value.(*ir.DenseElementsAttr); ok {
		if !dense.IsSplat() {
			return c.table(op, dense, t, l)
		}
		value = dense.SplatValue(c.ctx)
	}
	c.values[op.Result(0)] = repeat(c.constantOf(t, value), registerCount(l))
	return nil
}

// constantOf returns a constant of the type that a thread has for it: i64 where it was index.
func (c *converter) constantOf(t ir.Type, value ir.Attribute) *ir.Value {
	if i, ok := value.(*ir.IntegerAttr); ok {
		value = c.ctx.Integer(t, i.Int64())
	}
	if f, ok := value.(*ir.FloatAttr); ok && isByte(f.Type()) {
		value = c.ctx.Integer(t, int64(f.Bits().Lo))
	}
	return llvm.NewConstant(c.b, value.(ir.TypedAttr))
}

func (c *converter) splat(op *ir.Operation) error {
	l, err := c.linear(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	c.values[op.Result(0)] = repeat(c.element(op.Operand(0), 0), registerCount(l))
	return nil
}

func repeat(v *ir.Value, n int) []*ir.Value {
	out := make([]*ir.Value, n)
	for i := range out {
		out[i] = v
	}
	return out
}

func (c *converter) programID(op *ir.Operation) error { return c.gridRegister(op, nvvm.BlockID) }

func (c *converter) numPrograms(op *ir.Operation) error { return c.gridRegister(op, nvvm.GridDim) }

func (c *converter) gridRegister(op *ir.Operation, defs [3]*ir.OpDef) error {
	c.values[op.Result(0)] = []*ir.Value{nvvm.ReadRegister(c.b, defs[tile.Axis(op)], 0)}
	return nil
}

func (c *converter) iota(op *ir.Operation) error {
	t, l, err := c.elements(op)
	if err != nil {
		return err
	}
	out := c.offsets(l)
	for r, v := range out {
		out[r] = c.resized(&llvm.ZExt, v, t)
	}
	c.values[op.Result(0)] = out
	return nil
}

// elements returns the type that a thread has for an element of op's result, and the layout of the result.
func (c *converter) elements(op *ir.Operation) (t ir.Type, l layout.Layout, err error) {
	if t, err = c.scalar(op, op.Result(0).Type()); err != nil {
		return nil, l, err
	}
	l, err = c.linear(op, op.Result(0).Type())
	return t, l, err
}
