package splitrows

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/iterations"
	"github.com/girih-ir/girih/ir"
)

// apply replaces the loop, and the moved reductions, by a tilegpu.split.
func (p *plan) apply() error {
	ctx := p.Context()
	b := ir.NewBuilder(ctx).Before(p.Operation)
	b.SetLoc(p.Loc())
	n := iterations.Count(b, p.For)
	each, count := p.share(b, n)
	split := tilegpu.NewSplit(b, p.parts, count, func(b *ir.Builder, part *ir.Value) []*ir.Value {
		return p.part(b, part, n, each)
	}, p.combine)
	for i, o := range p.outs {
		o.value.ReplaceUsesIf(split.Result(i), func(u *ir.Operand) bool { return !slices.Contains(p.moved, u.Owner()) })
	}
	for _, c := range p.carried {
		if c.kind == counter && used(c) {
			b.After(split.Operation)
			c.after.ReplaceAllUsesWith(c.mover.At(b, p.For, n))
		}
	}
	wrong := p.check(split)
	for _, op := range slices.Backward(p.moved) {
		op.Erase()
	}
	if wrong != nil {
		return p.refuse(wrong)
	}
	p.Erase()
	return nil
}

// check compares combined parts with the loop on random numbers. It returns a carried value that differs; nil if none
// does.
func (p *plan) check(split tilegpu.Splitting) *carried {
	var of []*carried
	for _, o := range p.outs {
		of = append(of, o.of)
	}
	return p.differs(of, later, func(m *model, left, right []ir.Attribute) ([]ir.Attribute, bool) {
		combined, _ := m.block(split.Combiner(), slices.Concat(left, right))
		for i, o := range p.outs {
			if o.by != nil && combined[i] == nil { // a reduction of pairs, for which the model has no rule
				combined[i] = p.byRegion(m, o, left, right)
			}
		}
		return combined, !slices.Contains(combined, nil)
	})
}

// byRegion returns what the region of the reduction of an out makes of two parts.
func (p *plan) byRegion(m *model, o *out, left, right []ir.Attribute) ir.Attribute {
	var x, y []ir.Attribute
	at := 0
	for i, other := range p.outs {
		if other == o {
			at = len(x)
		}
		if other.by == o.by {
			x, y = append(x, left[i]), append(y, right[i])
		}
	}
	found, _ := m.block(o.by.Region(0).Entry(), slices.Concat(x, y))
	return found[at]
}

// share computes the number of iterations of each part, ceil(n/parts), and the number of parts that have any.
func (p *plan) share(b *ir.Builder, n *ir.Value) (each, used *ir.Value) {
	ceil := func(x, by *ir.Value) *ir.Value {
		return arith.Binary(b, &arith.DivSI, arith.Binary(b, &arith.AddI, x, arith.Binary(b, &arith.SubI, by,
			iterations.Constant(b, p.For, 1))), by)
	}
	each = arith.Binary(b, &arith.MaxSI, ceil(n, iterations.Constant(b, p.For, p.parts)), iterations.Constant(b, p.For, 1))
	return each, iterations.Resized(b, ceil(n, each), b.Context().I(32))
}

// part clones the loop with the bounds of a part, followed by the moved operations. It returns the values that the part
// yields. Bounds are limited to those of the loop, so that computing them does not overflow.
func (p *plan) part(b *ir.Builder, part, n, each *ir.Value) []*ir.Value {
	one, number := iterations.Constant(b, p.For, 1), iterations.Resized(b, part, p.LowerBound().Type())
	begin := arith.Binary(b, &arith.MulI, number, each)
	end := arith.Binary(b, &arith.AddI, begin, each)
	first := arith.Binary(b, &arith.MaxSI, arith.Binary(b, &arith.MinSI, begin, arith.Binary(b, &arith.SubI, n, one)),
		iterations.Constant(b, p.For, 0))
	lower := iterations.Bound(b, p.For, first)
	rest := arith.NewSelect(b, arith.NewCmpI(b, arith.SLT, begin, n), p.UpperBound(), lower)
	upper := arith.NewSelect(b, arith.NewCmpI(b, arith.SLT, end, n), iterations.Bound(b, p.For, end), rest)

	isFirst := arith.NewCmpI(b, arith.EQ, part, arith.NewConstant(b, b.Context().Integer(part.Type(), 0)))
	var m ir.Mapping
	clone := b.Clone(p.Operation, &m)
	b.Before(clone)
	clone.SetOperand(0, lower)
	clone.SetOperand(1, upper)
	for _, c := range p.carried {
		clone.SetOperand(3+c.index, p.start(b, c, isFirst, first))
	}
	b.After(clone)
	for _, op := range p.moved {
		b.After(b.Clone(op, &m))
	}
	var out []*ir.Value
	for _, o := range p.outs {
		out = append(out, m.Lookup(o.value))
	}
	return out
}

// start returns the initial value of c in a part. number is the number of the part's first iteration.
func (p *plan) start(b *ir.Builder, c *carried, isFirst, number *ir.Value) *ir.Value {
	if c.kind == counter {
		return c.mover.At(b, p.For, number)
	}
	a := p.laterStart(c)
	if a == nil {
		return c.init
	}
	var value ir.TypedAttr = a
	if shaped, ok := c.arg.Type().(ir.ShapedType); ok {
		value = b.Context().DenseSplat(shaped, a)
	}
	return arith.NewSelect(b, isFirst, c.init, arith.NewConstant(b, value))
}
