package kernels

import (
	"math"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/internal/pairs"
)

// exponents are the operands of exponentials of pairs: of, multiplied by the positive number scale, for pairs that
// satisfy the bounds and masks, and negative infinity for others.
type exponents struct {
	of     *ir.Value
	scale  float64
	bounds []bound
	masks  []mask
}

// mask is a condition for pairs. Pairs for which it is true are visible if sees is set, and hidden otherwise.
type mask struct {
	v    *ir.Value
	sees bool
}

// exponentsOf separates factors and masks from exponents.
func (t *pairTile) exponentsOf(v *ir.Value) exponents {
	e := exponents{of: v, scale: 1}
	for t.peel(&e) {
	}
	if !t.along.isWhole() {
		e.bounds = append(e.bounds, bound{along: 1, n: 1 - t.along.n})
	}
	return e
}

// peel separates one mask or factor from exponents, and reports whether there was one.
func (t *pairTile) peel(e *exponents) bool {
	op := e.of.DefiningOp()
	switch {
	case op == nil:
	case op.Is(&prim.Where):
		sees := isMinusInfinity(op.Operand(2))
		if !sees && !isMinusInfinity(op.Operand(1)) {
			return false
		}
		if b, ok := t.boundsOf(op.Operand(0), t.identity(), sees); ok {
			e.bounds = append(e.bounds, b...)
		} else {
			e.masks = append(e.masks, mask{op.Operand(0), sees})
		}
		e.of = op.Operand(1)
		if !sees {
			e.of = op.Operand(2)
		}
		return true
	case op.Is(&prim.Mul) || op.Is(&prim.Div):
		n, ok := positive(op.Operand(1))
		if !ok || t.p.Place(op.Operand(0)) != pairs.Pair {
			return false
		}
		if op.Is(&prim.Div) {
			n = 1 / n
		}
		e.of, e.scale = op.Operand(0), e.scale*n
		return true
	}
	return false
}

func isMinusInfinity(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.Is(&prim.Fill) && math.IsInf(numberOf(op), -1)
}

// isPlain reports whether exponents are multiples of scores, without other terms. They are small, so that one fma can
// scale them and subtract.
func (t *pairTile) isPlain(e exponents) bool {
	op := e.of.DefiningOp()
	return op != nil && op.Is(&prim.Dot)
}

// seen returns the exponents, with negative infinity for hidden pairs. It does not multiply by scale if they are plain.
// Only tiles in which a pair may be hidden compare indices.
func (t *pairTile) seen(e exponents) (*ir.Value, error) {
	s, err := t.value(e.of)
	if err != nil {
		return nil, err
	}
	if !t.isPlain(e) && e.scale != 1 {
		s = t.Mul(s, t.constantOf(e.scale, t.ctx.F32(), nil))
	}
	hidden := t.constantOf(math.Inf(-1), t.ctx.F32(), []int64{t.own.tile, t.along.tile})
	for _, m := range e.masks {
		v, err := t.value(m.v)
		if err != nil {
			return nil, err
		}
		if m.sees {
			s = t.Where(v, s, hidden)
		} else {
			s = t.Where(v, hidden, s)
		}
	}
	edge := t.atEdge(e.bounds)
	if edge == nil {
		return s, t.Err()
	}
	return t.If(edge, func() []*ir.Value { return []*ir.Value{t.Where(t.within(e.bounds), s, hidden)} },
		func() []*ir.Value { return []*ir.Value{s} })[0], t.Err()
}

// lowered returns the exponents and the value that is subtracted from them, if op is an exponential of such a
// difference.
func (t *pairTile) lowered(op *ir.Operation) (e exponents, by *ir.Value) {
	if op == nil || !op.Is(&prim.Exp) || ir.ElementOrSelf(op.Result(0).Type()) != t.ctx.F32() {
		return e, nil
	}
	sub := op.Operand(0).DefiningOp()
	if sub == nil || !sub.Is(&prim.Sub) || t.p.Place(sub.Operand(0)) != pairs.Pair {
		return e, nil
	}
	return t.exponentsOf(sub.Operand(0)), sub.Operand(1)
}

// exponential computes the exponentials of e - by.
func (t *pairTile) exponential(e exponents, by *ir.Value) (*ir.Value, error) {
	s, err := t.seen(e)
	if err != nil {
		return nil, err
	}
	y, err := t.value(by)
	if err != nil {
		return nil, err
	}
	log2e := t.constantOf(math.Log2E, t.ctx.F32(), nil)
	if t.isPlain(e) {
		return t.fastExp2(t.FMA(s, t.constantOf(e.scale*math.Log2E, t.ctx.F32(), nil), t.Neg(t.Mul(y, log2e)))), t.Err()
	}
	return t.fastExp2(t.Mul(t.Sub(s, y), log2e)), t.Err()
}

// vanishes returns bounds outside of which a value of pairs is 0; false if there are none.
func (t *pairTile) vanishes(v *ir.Value) ([]bound, bool) {
	op := v.DefiningOp()
	if op == nil || t.p.Place(v) != pairs.Pair {
		return nil, false
	}
	if e, by := t.lowered(op); by != nil {
		return e.bounds, true
	}
	switch op.Def() {
	case &prim.Mul:
		if b, ok := t.vanishes(op.Operand(0)); ok {
			return b, true
		}
		return t.vanishes(op.Operand(1))
	case &prim.Div, &prim.ConvertElementType:
		return t.vanishes(op.Operand(0))
	}
	return nil, false
}

// fastExp2 computes 2^x with a relative error of at most 2^-22. Subnormal results are 0.
func (m *maker) fastExp2(x *ir.Value) *ir.Value {
	v := m.rounded(m.Exp2(x), tile.RoundApprox)
	if v != nil {
		v.DefiningOp().SetAttr(tile.FlushToZeroName, m.ctx.Unit())
	}
	return v
}

// fastExp computes e^x with an error of a few units in the last place for x near 0. The error grows with |x|.
func (m *maker) fastExp(x *ir.Value) *ir.Value {
	return m.fastExp2(m.Mul(x, m.constantOf(math.Log2E, m.ctx.F32(), shapeOf(x))))
}
