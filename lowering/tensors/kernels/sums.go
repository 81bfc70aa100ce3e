package kernels

import (
	"cmp"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/internal/pairs"
)

// sums builds the kernels of a region that sums over pairs of rows and columns, such as the gradients of attention: one
// kernel for the sums along rows, and one for the sums along columns, or one for all.
func (a *attention) sums() (*Computation, error) {
	var over [2][]*pairs.Sum // rows, columns
	for _, s := range a.p.Sums {
		if s.Over == a.p.Row {
			over[0] = append(over[0], s)
		} else {
			over[1] = append(over[1], s)
		}
	}
	c := new(Computation)
	if a.together(over[0], over[1]) {
		return c, a.atOnce(c, over[0], over[1])
	}
	for i, dims := range [][2]int{{a.p.Column, a.p.Row}, {a.p.Row, a.p.Column}} {
		if len(over[i]) == 0 {
			continue
		}
		l, err := a.sumsAlong(dims[0], dims[1], over[i], nil)
		if err != nil {
			return nil, err
		}
		c.Launches = append(c.Launches, l)
	}
	return c, nil
}

// added is a sum over the dimension that programs have tiles of. Each program adds its part to memory.
type added struct {
	*pairs.Sum
	to *Operand
}

// sumsAlong builds the kernel of the sums along a dimension. It also adds to the sums along the other dimension.
func (a *attention) sumsAlong(own, along int, list []*pairs.Sum, others []added) (Launch, error) {
	// Sums that need fewer products come first, so that they are computed while others are loaded.
	slices.SortStableFunc(list, func(x, y *pairs.Sum) int {
		return cmp.Compare(len(a.scoresOf(x.Pairs, nil)), len(a.scoresOf(y.Pairs, nil)))
	})
	name := "attention_over_rows"
	if along == a.p.Column {
		name = "attention_over_columns"
	} else if len(others) > 0 {
		name = "attention_over_both"
	}
	all := slices.Clone(list)
	for _, s := range others {
		all = append(all, s.Sum)
	}
	var bounds []bound
	t := newPairTile(a, a.side(own, attentionRows), a.side(along, fewColumns), name, len(others) > 0,
		func(t *pairTile) []bound {
			bounds = t.commonBounds(all)
			return bounds
		})
	var sums []*ir.Value
	for _, s := range list {
		n := featuresOf(a.operand[s.Factor.Value], s.Factor)
		sums = append(sums, t.constantOf(0.0, t.ctx.F32(), []int64{t.own.tile, n}))
		for _, score := range a.scoresOf(s.Pairs, nil) {
			t.matrix(sideOf(score, own, a.p), t.own)
		}
	}
	if err := t.loadOwn(all); err != nil {
		return Launch{}, err
	}
	first, end := t.steps(bounds)
	sums, err := t.loop(first, end, sums, func(carried []*ir.Value) ([]*ir.Value, error) {
		return t.sum(list, others, carried)
	})
	if err != nil {
		return Launch{}, err
	}
	if err := t.storeSums(a, list, sums); err != nil {
		return Launch{}, err
	}
	return t.launch()
}

// sum adds the pairs of one tile to the sums.
func (t *pairTile) sum(list []*pairs.Sum, others []added, carried []*ir.Value) (next []*ir.Value, err error) {
	for i, s := range list {
		v, err := t.factor(s)
		if err != nil {
			return nil, err
		}
		next = append(next, t.Dot(v, t.matrix(s.Factor, t.along), carried[i], tile.PrecisionIEEE))
	}
	for _, s := range others {
		v, err := t.factor(s.Sum)
		if err != nil {
			return nil, err
		}
		array, shape, at := t.arrayIn(s.to, s.Result, t.along)
		none := t.constantOf(0.0, t.ctx.F32(), shape[len(shape)-2:])
		part := t.Dot(t.Permute(t.inside(v), 1, 0), t.matrix(s.Factor, t.own), none, tile.PrecisionIEEE)
		t.AtomicTile(tile.AtomicAdd, t.Reshape(part, shape...), array, at...)
	}
	return next, t.Err()
}

// inside returns pairs, with 0 for those beyond the program's own side. Zeros that pad matrices do not suffice: what is
// computed from them may be infinite, and infinity times 0 is not 0.
func (t *pairTile) inside(v *ir.Value) *ir.Value {
	if t.own.isWhole() {
		return v
	}
	there := t.Broadcast(t.Cmp(tile.LT, t.own.index, t.i32(t.own.n)), shapeOf(v)...)
	return t.Where(there, v, t.constantOf(0.0, ir.ElementOrSelf(v.Type()), shapeOf(v)))
}

// storeSums stores the results that are sums of a list.
func (t *pairTile) storeSums(a *attention, list []*pairs.Sum, sums []*ir.Value) error {
	for i, s := range list {
		if _, scale := scaled(s.Pairs); scale != 1 {
			sums[i] = t.Mul(sums[i], t.constantOf(scale, t.ctx.F32(), nil))
		}
		t.values[s.Op.Result(0)] = t.Cast(sums[i], ir.ElementOrSelf(s.Op.Result(0).Type()))
	}
	for _, v := range a.results(pairs.Result) {
		i := slices.IndexFunc(list, func(s *pairs.Sum) bool { return s.Op == sumOf(v) })
		if i < 0 {
			continue
		}
		x, err := t.value(v)
		if err != nil {
			return err
		}
		result := list[i].Result
		result.Value = v
		t.store(x, result, t.own)
	}
	return nil
}

// factor computes the pairs that a sum multiplies, without their scale.
func (t *pairTile) factor(s *pairs.Sum) (*ir.Value, error) {
	v, scale := scaled(s.Pairs)
	x, err := t.value(v)
	if scale != 1 && err == nil {
		x = t.Cast(x, ir.ElementOrSelf(s.Pairs.Type()))
	}
	return x, err
}

// scaled separates the scale from pairs that are scaled and then rounded to bf16. Sums can be scaled instead, once,
// since bf16 has the range of f32.
func scaled(v *ir.Value) (of *ir.Value, scale float64) {
	narrow := v.DefiningOp()
	if narrow == nil || !narrow.Is(&prim.ConvertElementType) ||
		ir.ElementOrSelf(v.Type()) != narrow.Context().Float("bf16") {
		return v, 1
	}
	op := narrow.Operand(0).DefiningOp()
	if op == nil || !op.Is(&prim.Mul) && !op.Is(&prim.Div) {
		return v, 1
	}
	n, ok := positive(op.Operand(1))
	if !ok {
		return v, 1
	}
	if op.Is(&prim.Div) {
		n = 1 / n
	}
	return op.Operand(0), n
}

// sumOf returns the product that a result is converted from.
func sumOf(v *ir.Value) *ir.Operation {
	for v.DefiningOp().Is(&prim.ConvertElementType) {
		v = v.DefiningOp().Operand(0)
	}
	return v.DefiningOp()
}

// commonBounds returns bounds outside of which all sums add only zeros.
func (t *pairTile) commonBounds(list []*pairs.Sum) (common []bound) {
	for i, s := range list {
		b, ok := t.vanishes(s.Pairs)
		if !ok || i > 0 && !slices.Equal(b, common) {
			return nil
		}
		common = b
	}
	return common
}

// scoresOf returns list and the products of pairs that a value depends on.
func (a *attention) scoresOf(v *ir.Value, list []*pairs.Score) []*pairs.Score {
	op := v.DefiningOp()
	if op == nil || a.p.Place(v) != pairs.Pair {
		return list
	}
	if op.Is(&prim.Dot) {
		for _, s := range a.p.Scores {
			if s.Op == op && !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
		return list
	}
	for _, x := range op.Operands() {
		list = a.scoresOf(x, list)
	}
	return list
}

// loadOwn loads the operands of pairs that do not vary in the loop, before the loop.
func (t *pairTile) loadOwn(list []*pairs.Sum) error {
	seen := make(map[*ir.Value]bool)
	var find func(v *ir.Value) error
	find = func(v *ir.Value) error {
		op := v.DefiningOp()
		switch {
		case seen[v]:
		case t.p.Place(v) == pairs.Free:
			if !t.varies(v, t.identity()) {
				_, err := t.value(v)
				return err
			}
		case !op.Is(&prim.Dot):
			seen[v] = true
			for _, x := range op.Operands() {
				if err := find(x); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for _, s := range list {
		if err := find(s.Pairs); err != nil {
			return err
		}
	}
	return nil
}

// varies reports whether a free value differs between iterations of the loop. It also returns true for constants.
func (t *pairTile) varies(v *ir.Value, dims []int) bool {
	if o := t.operand[v]; o != nil {
		k := slices.Index(dims, t.along.dim)
		return k >= 0 && o.Strides[k] != 0
	}
	switch op := v.DefiningOp(); {
	case op.Is(&prim.Fill):
		return true // it is not loaded
	case op.Is(&prim.Iota):
		return dims[0] == t.along.dim
	case prim.IsElementwise(op):
		return slices.ContainsFunc(op.OperandValues(), func(x *ir.Value) bool { return t.varies(x, dims) })
	default:
		return t.varies(op.Operand(0), pairs.Operand(op, dims))
	}
}
