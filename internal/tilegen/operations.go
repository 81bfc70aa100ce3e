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

// Binaries and Unaries are the elementwise operations with two operands and with one.
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

// cast adds a conversion with a random rounding mode.
func (g *Generator) cast() *ir.Value {
	b := g.Builder.Builder
	v, elem := g.Pool[g.rand.IntN(len(g.Pool))], g.Elems[g.rand.IntN(len(g.Elems))]
	if ir.BitWidth(ir.ElementOrSelf(v.Type())) == ir.BitWidth(elem) && g.rand.IntN(2) == 0 {
		number, err := g.withoutNaN(v) // the bits of a NaN are not specified
		if err == nil {
			number, err = g.withoutNaN(tile.Reinterpret(b, &tile.Bitcast, number, elem)) // the bits may be a signaling NaN
		}
		if err == nil {
			return number
		}
	}
	out := tile.Convert(b, v, elem)
	if out == v {
		return v
	}
	from := ir.ElementOrSelf(v.Type())
	if ir.IsFloat(elem) && g.rand.IntN(2) == 0 && (ir.IsFloat(from) || ir.BitWidth(from) < 64) {
		out.DefiningOp().SetAttr(tile.RoundingName,
			tile.Roundings.Attr(b.Context(), tile.Rounding(g.rand.IntN(int(tile.RoundApprox)))))
	} else if !ir.IsInt(elem, 1) && g.rand.IntN(2) == 0 {
		out.DefiningOp().SetAttr(tile.SaturateName, b.Context().Unit())
	}
	return out
}

// directed adds an operation with an explicit rounding mode.
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
	v.DefiningOp().SetAttr(tile.RoundingName, tile.Roundings.Attr(b.Context(),
		tile.Rounding(g.rand.IntN(int(tile.RoundNearestAway)))))
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
	switch g.rand.IntN(12) {
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
	case 6:
		return g.product(v)
	case 7:
		return g.counts(v), nil
	case 8:
		return g.combined(v, axis)
	case 9:
		indices := g.bounded(v, t.Shape()[axis])
		return tile.NewGather(b, v, indices, axis), nil
	case 10:
		other := tile.Convert(b, v, g.Elems[g.rand.IntN(len(g.Elems))])
		return tile.NewSort(b, axis, g.rand.IntN(2) == 0, v, tile.NewFlip(b, other, axis))[1], nil
	case 4:
		if ir.IsFloat(t.ElementType()) { // with a signaling NaN, the result depends on the order
			v = g.notNaN(v)
		}
		return g.maxima(v, axis)
	}
	return tile.NewReshape(b, tile.NewExtract(b, tile.NewCat(b, v, v, axis), t.Shape(), g.zeros(len(t.Shape()))...),
		t.Shape()...), nil
}

// maxima returns the maximum of the elements up to each one along an axis, from one end or the other.
func (g *Generator) maxima(v *ir.Value, axis int) (*ir.Value, error) {
	out, err := tile.NewScan(g.Builder.Builder, axis, g.rand.IntN(2) == 0, []*ir.Value{v},
		func(b *ir.Builder, left, right []*ir.Value) ([]*ir.Value, error) {
			m, err := tile.Binary(b, &tile.Max, left[0], right[0])
			return []*ir.Value{m}, err
		})
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// bounded returns indices less than a power of two, from a tensor.
func (g *Generator) bounded(v *ir.Value, n int64) *ir.Value {
	b := g.Builder.Builder
	// floats may be too large to convert to integers
	small := tile.Convert(b, tile.Convert(b, v, b.Context().I(1)), b.Context().I(32))
	if !ir.IsFloat(ir.ElementOrSelf(v.Type())) {
		small = tile.Convert(b, v, b.Context().I(32))
	}
	out, err := tile.Binary(b, &tile.And, small, tile.Convert(b, tile.LiteralInt(b, n-1), b.Context().I(32)))
	if err != nil {
		return small
	}
	return out
}

// product multiplies a matrix of zeros and ones by its transpose, in the element type of a tensor, and reduces each row
// to its largest element. All sums are exact.
func (g *Generator) product(v *ir.Value) (*ir.Value, error) {
	b := g.Builder.Builder
	ctx, t := b.Context(), v.Type().(*ir.TensorType)
	elem := t.ElementType()
	ones := tile.Convert(b, tile.Convert(b, v, ctx.I(1)), elem)
	if len(t.Shape()) == 1 {
		ones = tile.NewReshape(b, ones, t.Shape()[0], 1)
	}
	shape := ones.Type().(*ir.TensorType).Shape()
	acc := ir.Type(ctx.I(32))
	switch {
	case elem == ctx.F64():
		acc = elem
	case ir.IsFloat(elem):
		acc = ctx.F32()
	}
	zero := tile.Convert(b, tile.NewReshape(b, tile.NewIota(b, shape[0]*shape[0]), shape[0], shape[0]), acc)
	products := tile.NewDot(b, ones, tile.NewPermute(b, ones, 1, 0), zero, tile.PrecisionIEEE)
	rows, err := g.combined(products, 1)
	if err != nil || len(t.Shape()) > 1 {
		return rows, err
	}
	return tile.NewReshape(b, rows, t.Shape()...), nil
}

// counts returns the number of times that each number below 8 occurs in a tensor, in one dimension.
func (g *Generator) counts(v *ir.Value) *ir.Value {
	b := g.Builder.Builder
	n, _ := ir.NumElements(v.Type().(*ir.TensorType))
	flat := tile.NewReshape(b, v, n)
	var mask *ir.Value
	if g.rand.IntN(2) == 0 {
		mask = tile.Convert(b, tile.NewFlip(b, flat, 0), b.Context().I(1))
	}
	return tile.NewHistogram(b, g.bounded(flat, 8), mask, 8)
}

// combined reduces a tensor along an axis to the largest element and its index, and returns one of them as a tensor of
// size 1 along the axis.
func (g *Generator) combined(v *ir.Value, axis int) (*ir.Value, error) {
	b := g.Builder.Builder
	t := v.Type().(*ir.TensorType)
	shape := append([]int64(nil), t.Shape()...)
	for i := range shape {
		if i != axis {
			shape[i] = 1
		}
	}
	v, err := g.withoutNaN(v) // a comparison with NaN depends on the order
	if err != nil {
		return nil, err
	}
	places := tile.NewBroadcast(b, tile.NewReshape(b, tile.NewIota(b, t.Shape()[axis]), shape...), t.Shape()...)
	out, err := tile.NewReduce(b, axis, []*ir.Value{v, places}, larger)
	if err != nil {
		return nil, err
	}
	shape = append([]int64(nil), t.Shape()...)
	shape[axis] = 1
	chosen := out[g.rand.IntN(2)]
	if _, isTensor := chosen.Type().(*ir.TensorType); !isTensor {
		return chosen, nil
	}
	return tile.NewReshape(b, chosen, shape...), nil
}

// withoutNaN returns a value in which NaNs are replaced by zero.
func (g *Generator) withoutNaN(v *ir.Value) (*ir.Value, error) {
	elem := ir.ElementOrSelf(v.Type())
	if !ir.IsFloat(elem) {
		return v, nil
	}
	b := g.Builder.Builder
	same, err := tile.NewCmp(b, tile.EQ, v, v)
	if err != nil {
		return nil, err
	}
	return tile.NewWhere(b, same, v, tile.Convert(b, tile.LiteralInt(b, 0), elem))
}

// notNaN returns a float, or zero for NaN.
func (g *Generator) notNaN(v *ir.Value) *ir.Value {
	b := g.Builder.Builder
	w := tile.NewBuilder(b)
	zero := tile.Convert(b, tile.LiteralInt(b, 0), ir.ElementOrSelf(v.Type()))
	out := w.Where(w.Cmp(tile.EQ, v, v), v, zero)
	if w.Err() != nil {
		return tile.Convert(b, tile.Convert(b, v, b.Context().I(1)), ir.ElementOrSelf(v.Type()))
	}
	return out
}

// larger combines numbers and their indices: the larger number, and the lowest index of equal ones.
func larger(b *ir.Builder, left, right []*ir.Value) ([]*ir.Value, error) {
	w := tile.NewBuilder(b)
	greater, equal := w.Cmp(tile.GT, left[0], right[0]), w.Cmp(tile.EQ, left[0], right[0])
	first := w.Cmp(tile.LT, left[1], right[1])
	keep := w.Binary(&tile.Or, greater, w.Binary(&tile.And, equal, first))
	return []*ir.Value{w.Where(keep, left[0], right[0]), w.Where(keep, left[1], right[1])}, w.Err()
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
	switch g.rand.IntN(16) {
	case 15:
		v = g.viewed()
	case 13:
		v = g.masked()
	case 14:
		v = g.indirect()
	case 10, 11:
		v = g.control()
	case 12:
		v = g.updated()
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
		v, err = tile.NewCmp(b, tile.Predicate(g.rand.IntN(6)), g.operand(), g.operand())
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
		} else { // a division by zero is an error for the executor, even if lowering finds it to be dead
			v.DefiningOp().Erase()
		}
		return
	}
	g.Output(v)
}
