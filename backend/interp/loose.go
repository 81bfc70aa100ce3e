package interp

import (
	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/internal/elementary"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// numeric has the kernels of an operation by the kind of its elements; nil if it is not defined for that kind.
type numeric struct {
	float            float2
	signed, unsigned integer2
}

func (n numeric) kernel(t ir.Type) kernel {
	elem := ir.ElementOrSelf(t)
	switch {
	case ir.IsFloat(elem):
		return n.float.kernel(elem)
	case promotion.IsUnsigned(elem):
		return n.unsigned.kernel(elem)
	}
	return n.signed.kernel(elem)
}

// addLoose adds the operations of the loosely typed level. Their operands have already been converted and broadcast.
func addLoose(table map[*ir.OpDef]evaluator) {
	for def, n := range map[*ir.OpDef]numeric{
		&tile.And: {nil, and, and}, &tile.Or: {nil, or, or}, &tile.XOr: {nil, xor, xor},
		&tile.Shl:      {nil, smallint.ShiftLeft, smallint.ShiftLeft},
		&tile.Shr:      {nil, smallint.ShiftRightSigned, smallint.ShiftRightUnsigned},
		&tile.TruncDiv: {truncDivF, smallint.DivSigned, smallint.DivUnsigned},
		&tile.CDiv:     {ceilDivF, smallint.CeilDivSigned, smallint.CeilDivUnsigned},
		&tile.Rem:      {remF, smallint.RemSigned, smallint.RemUnsigned}, &tile.MulHi: {nil, mulHighSigned, mulHighUnsigned},
		&tile.Pow: {powF, powSigned, powUnsigned},
	} {
		table[def] = evaluate(func(op *ir.Operation) kernel { return n.kernel(op.Result(0).Type()) })
	}
	for def, n := range map[*ir.OpDef]struct {
		directed
		numeric
	}{
		&tile.Sub: {directedSub, numeric{subF, smallint.Sub.Compute, smallint.Sub.Compute}},
		&tile.Mul: {directedMul, numeric{mulF, smallint.Mul.Compute, smallint.Mul.Compute}},
		&tile.Div: {directedDiv, numeric{float: divF}},
	} {
		table[def] = byMode(n.directed, func(op *ir.Operation) kernel { return n.numeric.kernel(op.Result(0).Type()) })
	}
	table[&tile.Add] = byMode(directedAdd, sum)
	table[&tile.FMA] = byMode(directedFMA, multiplyAdd)
	table[&tile.Clamp] = evaluate(clamp)
	table[&tile.Not] = evaluate(func(op *ir.Operation) kernel {
		width := bitWidth(op.Result(0).Type())
		return func(args []uint64) (uint64, error) { return ^args[0] & smallint.Mask(width), nil }
	})
	addClassificationsOf(table)
	table[&tile.Min] = extremum(numeric{minNumF, minSigned, minUnsigned}, minimumF)
	table[&tile.Max] = extremum(numeric{maxNumF, maxSigned, maxUnsigned}, maximumF)
	table[&tile.FloorDiv] = evaluate(floorDivision)
	table[&tile.Mod] = bySemantics(numeric{remF, smallint.RemSigned, smallint.RemUnsigned},
		numeric{floorModF, floorModSigned, smallint.RemUnsigned})
	table[&tile.Cmp] = evalCmp
	table[&tile.Where] = table[&arith.Select]
	table[&tile.Neg] = evaluate(negation)
	table[&tile.Abs] = evaluate(magnitude)
	for def, same := range sameFunctions() {
		table[def] = table[same]
	}
	for _, def := range []*ir.OpDef{&tile.Floor, &tile.Ceil, &tile.Trunc, &tile.Round} {
		table[def] = onFloats(table[def])
	}
	for def, fn := range map[*ir.OpDef]directed{
		&tile.Exp:   nearestOf(func(f *apfloat.Format) kernel { return rounded(f, &elementary.Exp) }),
		&tile.Exp2:  nearestOf(func(f *apfloat.Format) kernel { return rounded(f, &elementary.Exp2) }),
		&tile.Tanh:  nearestOf(func(f *apfloat.Format) kernel { return rounded(f, &elementary.TanH) }),
		&tile.Erf:   nearestOf(func(f *apfloat.Format) kernel { return rounded(f, &elementary.Erf) }),
		&tile.RSqrt: nearestOf(func(f *apfloat.Format) kernel { return near(f, rsqrt) }),
		&tile.Sqrt:  directedSqrt,
	} {
		usual := table[def]
		modes := byMode(fn, nil)
		table[def] = func(f *frame, op *ir.Operation, operands []*value) ([]*value, error) {
			if op.Inherent(tile.RoundingName) == nil && !tile.FlushesToZero(op) {
				return usual(f, op, operands)
			}
			return modes(f, op, operands)
		}
	}
	table[&tile.Cast] = evalCast
	table[&tile.Bitcast] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		return []*value{operands[0].retyped(ir.ElementOrSelf(op.Result(0).Type()))}, nil
	}
}

// typing returns the types of a loosely typed operation; other operations have none.
func (f *frame) typing(op *ir.Operation) (tile.Typing, error) {
	t, known := f.typings[op]
	if !known {
		var err error
		if t, _, err = tile.TypingOf(op); err != nil {
			return t, op.Errorf("%w", err)
		}
		f.typings[op] = t
	}
	return t, nil
}

// coerce converts and broadcasts the operands of a loosely typed operation by the promotion rules. Other operands are
// unchanged.
func (f *frame) coerce(op *ir.Operation, operands []*value) ([]*value, error) {
	typing, err := f.typing(op)
	if err != nil {
		return nil, err
	}
	for i, t := range typing.Operands {
		if _, stays := t.(*tile.LiteralType); stays {
			continue
		}
		v, err := convertValue(operands[i], ir.ElementOrSelf(t))
		if err != nil {
			return nil, located(op, err)
		}
		operands[i] = expand(t, v)
	}
	return operands, nil
}

// evaluateOp executes an operation on the values of its operands. Under torch semantics, an operation may compute in a
// type that differs from its result type. Then it is executed as if the computation type were its result type, and the
// result is converted.
func (f *frame) evaluateOp(eval evaluator, op *ir.Operation, operands []*value) ([]*value, error) {
	if op.NumResults() == 1 {
		if t, ok := op.Result(0).Type().(*tile.LiteralType); ok && len(operands) > 0 {
			return combineLiterals(op, t, operands)
		}
	}
	typing := f.typings[op]
	if len(typing.Results) == 0 || typing.Computed[0] == typing.Results[0] {
		return eval(f, op, operands)
	}
	out := op.Result(0).Type()
	results, err := eval(f, f.computing(op, typing), operands)
	if err != nil {
		return nil, err
	}
	v, err := convertValue(results[0], ir.ElementOrSelf(out))
	return []*value{v}, err
}

// computing returns a copy of op, without operands, whose result type is the computation type.
func (f *frame) computing(op *ir.Operation, typing tile.Typing) *ir.Operation {
	like, ok := f.computed[op]
	if !ok {
		b := ir.NewBuilder(op.Context())
		st := b.State(op.Def())
		st.Types, st.Loc = typing.Computed, op.Loc()
		like = b.Arena().Create(st)
		like.SetProperties(op.Properties())
		semantics, _ := tile.SemanticsOf(op)
		like.SetAttr(tile.SemanticsName, tile.Semantics(op.Context(), semantics))
		f.computed[op] = like
	}
	return like
}

// combineLiterals executes an operation between literals.
func combineLiterals(op *ir.Operation, t *tile.LiteralType, operands []*value) ([]*value, error) {
	args := make([]promotion.Number, len(operands))
	for i, v := range operands {
		args[i] = v.literal
	}
	n, err := tile.EvaluateLiterals(op, args)
	return []*value{{elem: t, literal: n}}, err
}

// convertValue converts elements by value; a literal becomes a scalar.
func convertValue(v *value, elem ir.Type) (*value, error) {
	if _, ok := v.elem.(*tile.LiteralType); ok {
		return scalar(elem, literalBits(v.literal, elem)), nil
	}
	if v.elem == elem || v.words == nil {
		return v, nil
	}
	out := allocate(elem, v.shape)
	return out, out.fill(conversion(convert).kernel(v.elem, elem), []*value{v})
}

// sameFunctions maps operations to those of dialect math with the same meaning.
func sameFunctions() map[*ir.OpDef]*ir.OpDef {
	return map[*ir.OpDef]*ir.OpDef{
		&tile.Exp: &math.Exp, &tile.Exp2: &math.Exp2, &tile.Log: &math.Log, &tile.Log2: &math.Log2, &tile.Sqrt: &math.Sqrt,
		&tile.RSqrt: &math.RSqrt, &tile.Sin: &math.Sin, &tile.Cos: &math.Cos, &tile.Tanh: &math.TanH,
		&tile.Floor: &math.Floor, &tile.Ceil: &math.Ceil, &tile.Trunc: &math.Trunc, &tile.Round: &math.RoundEven,
		&tile.ExpM1: &math.ExpM1, &tile.Log10: &math.Log10, &tile.Log1P: &math.Log1P, &tile.Cbrt: &math.Cbrt,
		&tile.Tan: &math.Tan, &tile.ASin: &math.ASin, &tile.ACos: &math.ACos, &tile.ATan: &math.ATan,
		&tile.Sinh: &math.SinH, &tile.Cosh: &math.CosH, &tile.Erf: &math.Erf, &tile.ATan2: &math.ATan2,
	}
}

// addClassificationsOf adds tests of floats, such as isnan. Integers are finite.
func addClassificationsOf(table map[*ir.OpDef]evaluator) {
	for def, is := range map[*ir.OpDef]func(f *apfloat.Format, x apfloat.Bits) bool{
		&tile.IsNaN: (*apfloat.Format).IsNaN, &tile.IsInf: (*apfloat.Format).IsInf,
		&tile.IsFinite: (*apfloat.Format).IsFinite,
	} {
		table[def] = func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
			test := func([]uint64) (uint64, error) { return smallint.Truth(op.Is(&tile.IsFinite)), nil }
			if ir.IsFloat(operands[0].elem) {
				f := formatOf(operands[0].elem)
				test = func(args []uint64) (uint64, error) { return smallint.Truth(is(f, pattern(args[0]))), nil }
			}
			v, err := elementwise(op.Result(0).Type(), test, operands)
			return []*value{v}, err
		}
	}
}
