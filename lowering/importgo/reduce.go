package importgo

import (
	"go/ast"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// alongArg returns the axis of an argument that must be a range.
func (i *importer) alongArg(e ast.Expr, v *value) *axis {
	if len(v.axes) != 1 {
		i.fail(e, "this must be a range, which says along which axis to go: j := kernel.Range(n)")
	}
	return v.axes[0]
}

// axisOf returns the index of an axis among those of a value. It is an error if the value does not have the axis.
func (i *importer) axisOf(e ast.Expr, v *value, a *axis) int {
	n := slices.Index(v.axes, a)
	if n < 0 {
		i.fail(e, "the value is the same along this range of %d: there is nothing to combine", a.size)
	}
	return n
}

// reduction translates a function that combines elements by an operation: along the given ranges, or along all axes if
// none is given.
func reduction(def *ir.OpDef) func(*importer, *invocation) *value {
	return func(i *importer, c *invocation) *value {
		out := c.args[0]
		axes := slices.Clone(out.axes)
		if len(c.args) > 1 {
			axes = nil
			for n, a := range c.args[1:] {
				axes = append(axes, i.alongArg(c.call.Args[n+1], a))
			}
		} else if len(axes) == 0 {
			i.fail(c.call.Args[0], "the value is a scalar: there is nothing to combine")
		}
		for n := len(axes) - 1; n >= 0; n-- {
			k := i.axisOf(c.call.Args[0], out, axes[n])
			v, err := tile.NewReduce(i.b, k, []*ir.Value{i.tensor(out)}, i.combiner(func(l, r []*value) []*value {
				return []*value{i.map2(def, l[0], r[0], out.typ)}
			}, []*value{out}))
			if err != nil {
				i.failHere("%w", err)
			}
			out = &value{typ: out.typ, v: v[0], axes: slices.Delete(slices.Clone(out.axes), k, k+1)}
		}
		return out
	}
}

// combiner returns a function that builds the region of a reduction or scan, given a function on values.
func (i *importer) combiner(combine func(left, right []*value) []*value, like []*value) func(b *ir.Builder, l,
	r []*ir.Value) ([]*ir.Value, error) {
	return func(b *ir.Builder, l, r []*ir.Value) ([]*ir.Value, error) {
		scalars := func(list []*ir.Value) []*value {
			out := make([]*value, len(list))
			for n, v := range list {
				out[n] = &value{typ: like[n].typ, v: v}
			}
			return out
		}
		outer, mask := i.b, i.mask
		i.b, i.mask = b, nil
		defer func() { i.b, i.mask = outer, mask }()
		b.SetLoc(i.location(i.pos))
		var out []*ir.Value
		for _, v := range combine(scalars(l), scalars(r)) {
			if len(v.axes) > 0 {
				i.failHere("what combines elements may not use tiles from outside")
			}
			out = append(out, i.tensor(v))
		}
		return out, nil
	}
}

// extremum translates kernel.ArgMax and kernel.ArgMin. Among equal elements, the first one wins.
func extremum(predicate tile.Predicate) func(*importer, *invocation) *value {
	return func(i *importer, c *invocation) *value {
		x := c.args[0]
		a := i.alongArg(c.call.Args[1], c.args[1])
		k := i.axisOf(c.call.Args[0], x, a)
		index := &value{typ: c.typ, v: tile.NewIota(i.b, a.size), axes: []*axis{a}}
		places := i.whole(index, x.axes)
		out, err := tile.NewReduce(i.b, k, []*ir.Value{i.tensor(x), places}, i.combiner(func(l, r []*value) []*value {
			better := i.compare(predicate, l[0], r[0], boolType)
			equal := i.compare(tile.EQ, l[0], r[0], boolType)
			before := i.compare(tile.LT, l[1], r[1], boolType)
			first := i.map2(&tile.Or, better, i.map2(&tile.And, equal, before, boolType), boolType)
			return []*value{i.where(first, l[0], r[0]), i.where(first, l[1], r[1])}
		}, []*value{x, index}))
		if err != nil {
			i.failHere("%w", err)
		}
		return &value{typ: c.typ, v: out[1], axes: slices.Delete(slices.Clone(x.axes), k, k+1)}
	}
}

// parts returns the leaves of a value, and their tensors broadcast to common axes.
func (i *importer) parts(x *value) (list []*value, tensors []*ir.Value, axes []*axis) {
	list = leaves(x, nil)
	for _, l := range list {
		axes = union(axes, l.axes)
	}
	for _, l := range list {
		tensors = append(tensors, i.whole(l, axes))
	}
	return list, tensors, axes
}

// by returns the combiner, for values like x, that inlines a function of the program.
func (i *importer) by(c *invocation, x *value, list []*value) func(b *ir.Builder, l, r []*ir.Value) ([]*ir.Value,
	error) {
	function := c.args[1].fn
	return i.combiner(func(l, r []*value) []*value {
		whole := func(parts []*value) *value {
			n := 0
			return rebuild(x, func() *value { n++; return parts[n-1] })
		}
		return leaves(i.inline(function, []*value{whole(l), whole(r)}, c.call.Pos()), nil)
	}, list)
}

func (i *importer) reduceBy(c *invocation) *value {
	list, tensors, axes := i.parts(c.args[0])
	k := i.axisOf(c.call.Args[0], &value{axes: axes}, i.alongArg(c.call.Args[2], c.args[2]))
	out, err := tile.NewReduce(i.b, k, tensors, i.by(c, c.args[0], list))
	return i.combined(c, out, err, slices.Delete(slices.Clone(axes), k, k+1))
}

func (i *importer) scanBy(c *invocation) *value {
	list, tensors, axes := i.parts(c.args[0])
	k := i.axisOf(c.call.Args[0], &value{axes: axes}, i.alongArg(c.call.Args[2], c.args[2]))
	out, err := tile.NewScan(i.b, k, false, tensors, i.by(c, c.args[0], list))
	return i.combined(c, out, err, axes)
}

func (i *importer) combined(c *invocation, out []*ir.Value, err error, axes []*axis) *value {
	if err != nil {
		i.failHere("%w", err)
	}
	n := 0
	return rebuild(c.args[0], func() *value {
		n++
		return &value{typ: leaves(c.args[0], nil)[n-1].typ, v: out[n-1], axes: axes}
	})
}

func (i *importer) cumSum(c *invocation) *value {
	x := c.args[0]
	k := i.axisOf(c.call.Args[0], x, i.alongArg(c.call.Args[1], c.args[1]))
	out, err := tile.NewScan(i.b, k, false, []*ir.Value{i.tensor(x)}, i.combiner(func(l, r []*value) []*value {
		return []*value{i.map2(&tile.Add, l[0], r[0], x.typ)}
	}, []*value{x}))
	if err != nil {
		i.failHere("%w", err)
	}
	return &value{typ: x.typ, v: out[0], axes: x.axes}
}

func sorting(descending bool) func(*importer, *invocation) *value {
	return func(i *importer, c *invocation) *value {
		x := c.args[0]
		k := i.axisOf(c.call.Args[0], x, i.alongArg(c.call.Args[1], c.args[1]))
		return &value{typ: x.typ, v: tile.NewSort(i.b, k, descending, i.tensor(x))[0], axes: x.axes}
	}
}

// topK translates kernel.TopK. It sorts in descending order, and extracts the first elements, which lie along another
// range.
func (i *importer) topK(c *invocation) *value {
	x := c.args[0]
	best, along := i.alongArg(c.call.Args[1], c.args[1]), i.alongArg(c.call.Args[2], c.args[2])
	k := i.axisOf(c.call.Args[0], x, along)
	if best.size > along.size || slices.Contains(x.axes, best) {
		i.fail(c.call.Args[1], "the best elements lie along a range of their own of at most %d, but this one has %d",
			along.size, best.size)
	}
	sorted := tile.NewSort(i.b, k, true, i.tensor(x))[0]
	axes, zeros := slices.Clone(x.axes), make([]*ir.Value, len(x.axes))
	axes[k] = best
	for d := range zeros {
		zeros[d] = arith.NewInt(i.b, i.ctx.I(32), 0)
	}
	v := tile.NewExtract(i.b, sorted, shape(axes), zeros...)
	ordered := union(nil, axes)
	if order := orderOf(ordered, axes); order != nil {
		v = i.permute(v, order)
	}
	return &value{typ: x.typ, v: v, axes: ordered}
}

// histogram translates kernel.Histogram. The bins lie along a range.
func (i *importer) histogram(c *invocation) *value {
	x := c.args[0]
	bins := i.alongArg(c.call.Args[1], c.args[1])
	if len(x.axes) != 1 {
		i.fail(c.call.Args[0], "a histogram is of values along one range, but these have %d", len(x.axes))
	}
	var mask *ir.Value
	if m := i.when(c, nil); m != nil {
		mask = i.whole(m, x.axes)
	}
	return &value{typ: c.typ, v: tile.NewHistogram(i.b, i.tensor(x), mask, bins.size), axes: []*axis{bins}}
}

// dot translates kernel.Dot, which multiplies and adds up along an axis. If each operand has one axis that the other
// does not have, and at most one common axis besides, it becomes a tile.dot. Otherwise it becomes a product and a sum.
func (i *importer) dot(c *invocation) *value {
	a, b := c.args[0], c.args[1]
	k := i.alongArg(c.call.Args[2], c.args[2])
	i.axisOf(c.call.Args[0], a, k)
	i.axisOf(c.call.Args[1], b, k)
	var batch, rows, columns []*axis
	for _, x := range a.axes {
		switch {
		case x == k:
		case slices.Contains(b.axes, x):
			batch = append(batch, x)
		default:
			rows = append(rows, x)
		}
	}
	for _, x := range b.axes {
		if x != k && !slices.Contains(a.axes, x) {
			columns = append(columns, x)
		}
	}
	if len(rows) != 1 || len(columns) != 1 || len(batch) > 1 {
		product := i.map2(&tile.Mul, i.convert(a, c.typ), i.convert(b, c.typ), c.typ)
		in := &invocation{call: c.call, args: []*value{product, c.args[2]}}
		in.call = &ast.CallExpr{Fun: c.call.Fun, Lparen: c.call.Lparen, Args: []ast.Expr{c.call, c.call.Args[2]},
			Rparen: c.call.Rparen}
		return reduction(&tile.Add)(i, in)
	}
	lhs := i.arranged(a, slices.Concat(batch, rows, []*axis{k}))
	rhs := i.arranged(b, slices.Concat(batch, []*axis{k}, columns))
	axes := slices.Concat(batch, rows, columns)
	zero := i.whole(constantInt(c.typ, 0), axes)
	op := tile.NewDot(i.b, lhs, rhs, zero, tile.PrecisionIEEE).DefiningOp()
	sorted := union(nil, axes)
	out := op.Result(0)
	if order := orderOf(sorted, axes); order != nil {
		out = i.permute(out, order)
	}
	return &value{typ: c.typ, v: out, axes: sorted, product: op}
}

// arranged returns a value permuted to the given order of axes.
func (i *importer) arranged(v *value, axes []*axis) *ir.Value {
	out := i.tensor(v)
	if order := orderOf(axes, v.axes); order != nil {
		out = i.permute(out, order)
	}
	return out
}

// accumulate translates product + addend, as in acc += kernel.Dot(...), by making the addend the accumulator of the
// tile.dot. It returns nil if product is not the result of a tile.dot with a zero accumulator, or if the axes do not
// fit.
func (i *importer) accumulate(product, addend *value) *value {
	if product.product == nil || !contains(product.axes, addend.axes) || product.product.Result(0) != product.v {
		return nil
	}
	op := product.product
	acc := i.whole(addend, product.axes)
	out := tile.NewDot(i.b, op.Operand(0), op.Operand(1), acc, tile.PrecisionOf(op))
	if !op.Result(0).HasUses() {
		op.Erase()
	}
	return &value{typ: product.typ, v: out, axes: product.axes}
}
