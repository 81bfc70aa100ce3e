package tilegen

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func (g *Generator) operand() *ir.Value {
	b := g.Builder.Builder
	switch g.rand.IntN(7) {
	case 0:
		return tile.LiteralInt(b, int64(g.rand.IntN(9)-2))
	case 6:
		if len(g.numbers) > 0 {
			return g.numbers[g.rand.IntN(len(g.numbers))]
		}
	case 1:
		return tile.LiteralFloat(b, float64(g.rand.IntN(9))/4)
	}
	return g.Pool[g.rand.IntN(len(g.Pool))]
}

// Binaries and Unaries are the elementwise operations of two operands and of one.
var (
	Binaries = []*ir.OpDef{&tile.Add, &tile.Sub, &tile.Mul, &tile.Div, &tile.FloorDiv, &tile.Mod, &tile.Min, &tile.Max,
		&tile.And, &tile.Or, &tile.XOr, &tile.Shl, &tile.Shr, &tile.TruncDiv, &tile.CDiv, &tile.Rem, &tile.MulHi,
		&tile.Pow, &tile.ATan2}
	Unaries = []*ir.OpDef{&tile.Neg, &tile.Abs, &tile.Not, &tile.Exp, &tile.Exp2, &tile.ExpM1, &tile.Log, &tile.Log2,
		&tile.Log10, &tile.Log1P, &tile.Sqrt, &tile.RSqrt, &tile.Cbrt, &tile.Sin, &tile.Cos, &tile.Tan, &tile.ASin,
		&tile.ACos, &tile.ATan, &tile.Sinh, &tile.Cosh, &tile.Tanh, &tile.Erf, &tile.Floor, &tile.Ceil, &tile.Trunc,
		&tile.Round, &tile.IsNaN, &tile.IsInf, &tile.IsFinite}
	// rounding are operations with a rounding mode.
	rounding = []*ir.OpDef{&tile.Add, &tile.Sub, &tile.Mul, &tile.Div, &tile.Sqrt}
)

// cast adds a conversion in a random mode.
func (g *Generator) cast() *ir.Value {
	b := g.Builder.Builder
	v, elem := g.Pool[g.rand.IntN(len(g.Pool))], g.Elems[g.rand.IntN(len(g.Elems))]
	if ir.BitWidth(ir.ElementOrSelf(v.Type())) == ir.BitWidth(elem) && g.rand.IntN(2) == 0 {
		return tile.Reinterpret(b, &tile.Bitcast, v, elem)
	}
	out := tile.Convert(b, v, elem)
	if out == v {
		return v
	}
	from := ir.ElementOrSelf(v.Type())
	if ir.IsFloat(elem) && g.rand.IntN(2) == 0 && (ir.IsFloat(from) || ir.BitWidth(from) < 64) {
		out.DefiningOp().SetAttr(tile.RoundingName, tile.Rounding.Attr(b.Context(), g.rand.IntN(tile.RoundApprox)))
	} else if !ir.IsInt(elem, 1) && g.rand.IntN(2) == 0 {
		out.DefiningOp().SetAttr(tile.SaturateName, b.Context().Unit())
	}
	return out
}

// directed adds an operation that rounds in a mode of its own.
func (g *Generator) directed() (*ir.Value, error) {
	b := g.Builder.Builder
	def := rounding[g.rand.IntN(len(rounding))]
	var v *ir.Value
	var err error
	if def == &tile.Sqrt {
		v, err = tile.Unary(b, def, g.Pool[g.rand.IntN(len(g.Pool))])
	} else {
		v, err = tile.Binary(b, def, g.Pool[g.rand.IntN(len(g.Pool))], g.Pool[g.rand.IntN(len(g.Pool))])
	}
	if err != nil || !ir.IsFloat(ir.ElementOrSelf(v.Type())) {
		return v, err
	}
	v.DefiningOp().SetAttr(tile.RoundingName, tile.Rounding.Attr(b.Context(), g.rand.IntN(tile.RoundNearestAway)))
	if ir.ElementOrSelf(v.Type()) == b.Context().F32() {
		v.DefiningOp().SetAttr(tile.FlushToZeroName, b.Context().Unit())
	}
	return v, nil
}

// structural adds an operation that moves elements.
func (g *Generator) structural() (*ir.Value, error) {
	b, v := g.Builder.Builder, g.Pool[g.rand.IntN(len(g.Pool))]
	t, ok := v.Type().(*ir.TensorType)
	if !ok {
		return tile.NewReshape(b, tile.NewJoin(b, v, v), 2, 1), nil
	}
	axis := g.rand.IntN(len(t.Shape()))
	switch g.rand.IntN(6) {
	case 0:
		return tile.NewFlip(b, v, axis), nil
	case 1:
		order := g.rand.Perm(len(t.Shape()))
		return tile.NewReshape(b, tile.NewPermute(b, v, order...), t.Shape()...), nil
	case 2:
		return tile.NewSort(b, axis, g.rand.IntN(2) == 0, v)[0], nil
	case 3:
		lhs, rhs := tile.NewSplit(b, tile.NewJoin(b, v, v))
		return tile.NewWhere(b, tile.Convert(b, lhs, b.Context().I(1)), lhs, rhs)
	case 4:
		out, err := tile.NewScan(b, axis, g.rand.IntN(2) == 0, []*ir.Value{v},
			func(b *ir.Builder, left, right []*ir.Value) ([]*ir.Value, error) {
				m, err := tile.Binary(b, &tile.Max, left[0], right[0])
				return []*ir.Value{m}, err
			})
		if err != nil {
			return nil, err
		}
		return out[0], nil
	}
	return tile.NewReshape(b, tile.NewExtract(b, tile.NewCat(b, v, v, axis), t.Shape(), g.zeros(len(t.Shape()))...),
		t.Shape()...), nil
}

func (g *Generator) zeros(n int) []*ir.Value {
	out := make([]*ir.Value, n)
	for i := range out {
		out[i] = tile.Convert(g.Builder.Builder, tile.LiteralInt(g.Builder.Builder, 0), g.Builder.Context().I(32))
	}
	return out
}

// Operation adds a random operation, unless promotion refuses it.
func (g *Generator) Operation() {
	b := g.Builder.Builder
	var v *ir.Value
	var err error
	switch g.rand.IntN(10) {
	case 6:
		v = g.cast()
	case 7:
		v, err = g.directed()
	case 8:
		v, err = g.structural()
	case 9:
		v, err = tile.NewFMA(b, g.operand(), g.operand(), g.operand())
	case 0:
		v, err = tile.Unary(b, Unaries[g.rand.IntN(len(Unaries))], g.Pool[g.rand.IntN(len(g.Pool))])
	case 1:
		v, err = tile.NewCmp(b, g.rand.IntN(6), g.operand(), g.operand())
	case 2:
		v = tile.Convert(b, g.Pool[g.rand.IntN(len(g.Pool))], g.Elems[g.rand.IntN(len(g.Elems))])
	case 3:
		condition := tile.Convert(b, g.Pool[g.rand.IntN(len(g.Pool))], b.Context().I(1))
		v, err = tile.NewWhere(b, condition, g.operand(), g.operand())
	default:
		v, err = tile.Binary(b, Binaries[g.rand.IntN(len(Binaries))], g.operand(), g.operand())
	}
	if err != nil {
		return
	}
	if _, literal := v.Type().(*tile.LiteralType); literal {
		if _, ok := tile.LiteralValue(v); ok {
			g.numbers = append(g.numbers, v)
		} else { // a division by zero, which lowering may find to be dead, but execution does not
			v.DefiningOp().Erase()
		}
		return
	}
	g.Output(v)
}
