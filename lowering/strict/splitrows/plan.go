package splitrows

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// plan says what each part computes and yields.
type plan struct {
	*loop
	parts int64
	// moved are operations after the loop that move into the parts, in order: reductions of the loop's results, and the
	// operations between the results and the reductions.
	moved []*ir.Operation
	outs  []*out
}

// out is a value that each part yields. The values of all parts are combined.
type out struct {
	of    *carried
	value *ir.Value // the result of the loop, or of a moved reduction
	// by is the reduction whose region combines parts; nil if the kind of the carried value says how to combine.
	by *ir.Operation
}

// newPlan decides what the parts yield. An error has the location of the operation that prevents splitting.
func newPlan(l *loop, parts int64) (*plan, error) {
	p := &plan{loop: l, parts: parts}
	p.reductions()
	p.rescaledSums()
	for _, c := range l.carried {
		if c.kind == unknown {
			return nil, p.refuse(c)
		}
		if used(c) && !p.yields(c) && c.kind != counter {
			p.add(&out{of: c, value: c.after})
		}
	}
	for i := 0; i < len(p.outs); i++ { // the loop body appends to p.outs
		for _, c := range p.needed(p.outs[i].of) {
			if !p.yields(c) {
				p.add(&out{of: c, value: c.after})
			}
		}
	}
	if p.outs == nil {
		return nil, l.Errorf("no result of the loop is used, so there is nothing to split")
	}
	return p, nil
}

func used(c *carried) bool { return c.after.FirstUse() != nil }

func (p *plan) add(o *out) { p.outs = append(p.outs, o) }

func (p *plan) yields(c *carried) bool {
	return slices.ContainsFunc(p.outs, func(o *out) bool { return o.of == c })
}

// refuse returns the error for a carried value that cannot be split.
func (p *plan) refuse(c *carried) error {
	at := p.Operation
	if op := c.yield.DefiningOp(); op != nil {
		at = op
	}
	return at.Errorf("computes carried value #%d of type %s by a reduction that cannot be split into parts: each "+
		"iteration must combine the value with an element by an associative operation, select the value or an element by "+
		"a comparison, or rescale the value when a maximum changes and add an element; or a tile.reduce after the loop "+
		"must reduce it", c.index, ir.Quote(c.arg.Type())).
		Note(p.Loc(), "the loop is here")
}

// needed returns the other carried values that are needed to combine the parts of c.
func (l *loop) needed(c *carried) (out []*carried) {
	switch c.kind {
	case rescaled:
		l.reaches(c.factor, &out)
	case selected:
		l.reaches(c.yield, &out)
	}
	return out
}

// reaches collects the carried values from which a value in the body is computed.
func (l *loop) reaches(v *ir.Value, out *[]*carried) {
	for _, c := range l.carried {
		if (v == c.arg || v == c.yield && c.kind == plain) && !slices.Contains(*out, c) {
			*out = append(*out, c)
		}
	}
	if op := v.DefiningOp(); op != nil && l.own[v] {
		for _, w := range op.Operands() {
			l.reaches(w, out)
		}
	}
}

// reductions looks for reductions after the loop whose operands are results of the loop. Such a reduction moves into
// the parts, if it can also combine the parts.
func (p *plan) reductions() {
	for op := p.Next(); op != nil; op = op.Next() {
		if !op.Is(&tile.Reduce) {
			continue
		}
		var of []*carried
		var path []*ir.Operation
		for _, v := range op.Operands() {
			c, repeats := p.resultOf(v)
			if c == nil || slices.Contains(of, c) || c.kind == counter {
				break
			}
			of = append(of, c)
			if repeats != nil {
				path = append(path, repeats)
			}
		}
		if len(of) == op.NumOperands() && !p.neededBeside(of) && p.combinesParts(op, of) {
			p.moved = append(append(p.moved, path...), op)
			for i, c := range of {
				if c.kind == unknown {
					c.kind = reduced
				}
				p.add(&out{of: c, value: op.Result(i), by: op})
			}
		}
	}
}

// neededBeside reports whether other carried values need some of the given ones for combining. Then these must not be
// reduced in the parts.
func (p *plan) neededBeside(of []*carried) bool {
	for _, c := range p.carried {
		for _, d := range p.needed(c) {
			if slices.Contains(of, d) && !slices.Contains(of, c) {
				return true
			}
		}
	}
	return false
}

// resultOf returns the carried value whose result v is, or repeats; it also returns the tile.splat or tile.broadcast
// that repeats it. The result must have no other uses. Otherwise it returns nil.
func (p *plan) resultOf(v *ir.Value) (c *carried, repeats *ir.Operation) {
	if op := v.DefiningOp(); op != nil && (op.Is(&tile.Splat) || op.Is(&tile.Broadcast)) {
		v, repeats = op.Operand(0), op
	}
	if v.DefiningOp() != p.Operation || !v.HasOneUse() || repeats != nil && !repeats.Result(0).HasOneUse() {
		return nil, nil
	}
	return p.carried[v.Index()], repeats
}

// combinesParts reports whether the region of a reduction of carried values also combines their parts correctly. It
// tries this on random numbers.
func (p *plan) combinesParts(reduce *ir.Operation, of []*carried) bool {
	for _, c := range of {
		var from []*carried
		p.loop.reaches(c.yield, &from)
		if slices.ContainsFunc(from, func(d *carried) bool { return !slices.Contains(of, d) && d.kind != counter }) {
			return false
		}
	}
	for _, c := range of {
		if c.kind == unknown && !sameInAllElements(c.init) {
			return false
		}
	}
	region := reduce.Region(0).Entry()
	return p.differs(of, later, func(m *model, left, right []ir.Attribute) ([]ir.Attribute, bool) {
		return m.block(region, slices.Concat(left, right))
	}) == nil
}

// sameInAllElements reports whether a value is a scalar, or a tensor whose elements are known to be equal.
func sameInAllElements(v *ir.Value) bool {
	if _, isTensor := v.Type().(*ir.TensorType); !isTensor {
		return true
	}
	if dense, ok := ir.ConstantOf(v).(*ir.DenseElementsAttr); ok {
		return dense.IsSplat()
	}
	op := v.DefiningOp()
	return op != nil && op.Is(&tile.Splat)
}

// rescaledSums looks for reductions after the loop that combine, along an axis, the elements of a maximum m and of sums
// that are rescaled when m changes. In attention with one row for each element, for instance:
//
//	top = reduce max m; total = reduce add (s * exp(m - top))
func (p *plan) rescaledSums() {
	for _, m := range p.carried {
		if m.kind != plain || p.yields(m) {
			continue
		}
		var sums []*carried
		for _, t := range p.carried {
			if t.kind == rescaled && slices.Contains(p.needed(t), m) {
				sums = append(sums, t)
			}
		}
		if sums != nil {
			p.rescaledSum(m, sums)
		}
	}
}

// rescaledSum moves such reductions of m and of sums into the parts, if m and the sums have no other uses after the
// loop.
func (p *plan) rescaledSum(m *carried, sums []*carried) {
	var extremum *ir.Operation
	for u := range m.after.Uses() {
		if op := u.Owner(); op.Is(&tile.Reduce) && op.NumOperands() == 1 {
			extremum = op
		}
	}
	if extremum == nil || !combinesLike(extremum, m.by) {
		return
	}
	inside := map[*ir.Operation]bool{extremum: true}
	outs := []*out{{of: m, value: extremum.Result(0)}}
	for _, t := range sums {
		o := p.rescaledReduction(t, m, extremum, inside)
		if o == nil {
			return
		}
		outs = append(outs, o)
	}
	if p.leaves(m.after, inside) {
		return
	}
	var moved []*ir.Operation
	for op := p.Next(); op != nil; op = op.Next() {
		if !inside[op] {
			continue
		}
		isOut := slices.ContainsFunc(outs, func(o *out) bool { return o.value.DefiningOp() == op })
		if !isOut && p.leaves(op.Result(0), inside) {
			return
		}
		moved = append(moved, op)
	}
	p.moved, p.outs = append(p.moved, moved...), append(p.outs, outs...)
}

// rescaledReduction returns the reduction of a sum t that is rescaled by the extremum of m, or nil if there is none. It
// adds the operations of the rescaling to a set.
func (p *plan) rescaledReduction(t, m *carried, extremum *ir.Operation, inside map[*ir.Operation]bool) *out {
	if !t.after.HasOneUse() || len(p.needed(t)) != 1 {
		return nil
	}
	product := t.after.FirstUse().Owner()
	if !product.Is(&arith.MulF) || !product.Result(0).HasOneUse() {
		return nil
	}
	sum := product.Result(0).FirstUse().Owner()
	if !sum.Is(&tile.Reduce) || sum.NumOperands() != 1 || tile.Axis(sum) != tile.Axis(extremum) ||
		!combinesLike(sum, &arith.AddF) || sum.Result(0).Type() != extremum.Result(0).Type() {
		return nil
	}
	factor := product.Operand(1 - t.after.FirstUse().Index())
	if !p.isFactor(factor, t.factor, m, extremum.Result(0), inside) {
		return nil
	}
	inside[product], inside[sum] = true, true
	return &out{of: t, value: sum.Result(0)}
}

// leaves reports whether an operation outside of a set uses a value.
func (p *plan) leaves(v *ir.Value, inside map[*ir.Operation]bool) bool {
	for u := range v.Uses() {
		if !inside[u.Owner()] {
			return true
		}
	}
	return false
}

// combinesLike reports whether a reduction's region is the operation by, or one that differs from it only for NaN.
func combinesLike(reduce *ir.Operation, by *ir.OpDef) bool {
	body := reduce.Region(0).Entry()
	op := body.First()
	if op.NumOperands() != 2 || op.Next() != body.Last() || op.Operand(0) == op.Operand(1) ||
		body.Last().Operand(0) != op.Result(0) || !slices.Contains(body.Args(), op.Operand(0)) ||
		!slices.Contains(body.Args(), op.Operand(1)) {
		return false
	}
	return op.Is(by) || op.Is(&arith.MaxNumF) && by == &arith.MaximumF || op.Is(&arith.MaximumF) && by == &arith.MaxNumF ||
		op.Is(&arith.MinNumF) && by == &arith.MinimumF || op.Is(&arith.MinimumF) && by == &arith.MinNumF
}

// isFactor reports whether v, after the loop, is computed in the same way as like, a rescaling factor in the body. The
// result of m takes the place of the old value of m, and extremum, perhaps broadcast, that of the new value. isFactor
// adds the operations that compute v to a set.
func (p *plan) isFactor(v, like *ir.Value, m *carried, extremum *ir.Value, inside map[*ir.Operation]bool) bool {
	switch like {
	case m.arg:
		return v == m.after
	case m.yield:
		for v != extremum {
			op := v.DefiningOp()
			if op == nil || !op.Is(&tile.Splat) && !op.Is(&tile.Broadcast) && !op.Is(&tile.ExpandDims) {
				return false
			}
			inside[op] = true
			v = op.Operand(0)
		}
		return true
	}
	a, b := v.DefiningOp(), like.DefiningOp()
	switch {
	case v == like, ir.ConstantOf(v) != nil && ir.ConstantOf(v) == ir.ConstantOf(like):
		return true
	case a == nil || b == nil || a.Def() != b.Def() || a.NumOperands() != b.NumOperands() || v.Type() != like.Type() ||
		a.Properties() != b.Properties() || a.Block() != p.Block() || !cloneable(a):
		return false
	}
	for i := range a.NumOperands() {
		if !p.isFactor(a.Operand(i), b.Operand(i), m, extremum, inside) {
			return false
		}
	}
	inside[a] = true
	return true
}
