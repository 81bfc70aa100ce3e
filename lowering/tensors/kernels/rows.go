package kernels

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// byRow computes whole rows in each program, in one tile if they are short enough, and otherwise in loops over parts.
func (r *region) byRow(rows, cols []dimension) (Launch, error) {
	total, _ := count(rows)
	length, openLength := count(cols)
	program := r.toIndex(r.ProgramID(0))
	if length > longestRow || length > onePassRow && r.inOnePass() || r.step.Unsized && openLength {
		r.rows = r.newAxis(rows, 1, program)
		if err := r.inLoops(cols, min(partOfRow, max(2, powerOfTwo(length)))); err != nil {
			return Launch{}, err
		}
		return r.finish(loopWarps, total)
	}
	n := max(2, powerOfTwo(length))
	at := rowsAtOnce(total, n)
	r.rows, r.cols = r.newAxis(rows, at, program), r.newAxis(cols, n, nil)
	for _, op := range r.ops {
		if err := r.emitAny(op); err != nil {
			return Launch{}, err
		}
	}
	r.storeResults(nil)
	return r.finish(warpsFor(at*n), ceilDiv(total, at))
}

// inOnePass reports whether a region needs only one pass over a row.
func (r *region) inOnePass() bool {
	level := r.levels()
	for _, op := range r.ops {
		if r.combines(op) && level[op.Result(0)] > 1 {
			return false
		}
	}
	return !slices.ContainsFunc(r.results, func(v *ir.Value) bool { return r.place[v] != prim.Row })
}

// rowsAtOnce returns how many rows of a given length a program computes. There should be enough points for a program,
// and enough programs for all multiprocessors.
func rowsAtOnce(rows, length int64) int64 {
	const points, programs = 2048, 512
	n := max(1, points/length)
	for n > 1 && rows < n*programs {
		n /= 2
	}
	return n
}

// emitAny computes an operation, including reductions of rows that are in registers.
func (r *region) emitAny(op *ir.Operation) error {
	if !r.combines(op) {
		return r.emit(op)
	}
	x := r.value(op.Operand(0), prim.Whole)
	if r.Err() != nil {
		return r.Err()
	}
	c, err := r.reducer(op)
	if err != nil {
		return err
	}
	length := r.rowLength()
	v := c.finish(r.total(c, c.element(x, nil)), length)
	if c.second != nil { // it uses the result of the first sum
		mean := v
		v = c.second.finish(r.total(c.second, c.second.element(x, mean)), length)
	}
	r.values[located{op.Result(0), prim.Row}] = v
	return r.Err()
}

// total combines the points of each row.
func (r *region) total(c *reducer, x *ir.Value) *ir.Value {
	if mask := r.cols.mask; mask != nil {
		x = r.Where(r.alongColumn(mask), x, r.constantOf(c.neutral, ir.ElementOrSelf(x.Type()), shapeOf(x)))
	}
	return r.reduceTile(c, x)
}

// reduceTile combines the elements of each row of a tile.
func (r *region) reduceTile(c *reducer, x *ir.Value) *ir.Value {
	axis := len(r.tile(prim.Whole)) - 1
	return r.ReduceBy([]*ir.Value{x}, axis, func(left, right []*ir.Value) []*ir.Value {
		return []*ir.Value{c.combine(left[0], right[0])}
	})[0]
}

// rowLength returns the number of points of a row.
func (r *region) rowLength() *ir.Value {
	length, open := count(r.cols.dims)
	return r.number(length, open)
}

// reducer is a way to compute a reduction: element converts elements to numbers, combine combines these, and finish
// computes the result. A second reducer also uses the result of the first one.
type reducer struct {
	neutral any
	element func(x, first *ir.Value) *ir.Value
	combine func(a, b *ir.Value) *ir.Value
	finish  func(v, length *ir.Value) *ir.Value
	second  *reducer
}

// reducer returns the way to compute a reduction. Narrow floats are reduced in f32.
func (r *region) reducer(op *ir.Operation) (*reducer, error) {
	from, to := ir.ElementOrSelf(op.Operand(0).Type()), ir.ElementOrSelf(op.Result(0).Type())
	wide := from
	if isNarrow(from) {
		wide = r.ctx.F32()
	}
	c := &reducer{
		element: func(x, _ *ir.Value) *ir.Value { return r.Cast(x, wide) },
		finish:  func(v, _ *ir.Value) *ir.Value { return r.Cast(v, to) },
	}
	binary := func(def *ir.OpDef) func(a, b *ir.Value) *ir.Value {
		return func(a, b *ir.Value) *ir.Value { return r.Binary(def, a, b) }
	}
	kind := prim.DtypeOf(from)
	switch {
	case op.Is(&prim.Gather):
		index, _ := r.selected(op)
		c.neutral, c.combine = int64(0), binary(&tile.Add)
		if kind == prim.Bool {
			c.neutral, c.combine = false, binary(&tile.Or)
		}
		c.element = func(x, _ *ir.Value) *ir.Value {
			x = r.Cast(x, wide)
			return r.Where(r.isSelected(index), x, r.constantOf(c.neutral, wide, shapeOf(x)))
		}
	case op.Is(&prim.Sum):
		c.neutral, c.combine = int64(0), binary(&tile.Add)
	case op.Is(&prim.Prod):
		c.neutral, c.combine = int64(1), binary(&tile.Mul)
	case op.Is(&prim.XorSum):
		c.neutral, c.combine = int64(0), binary(&tile.XOr)
	case op.Is(&prim.Var):
		r.variance(c, op, wide, to)
	case kind == prim.Bool && op.Is(&prim.AMax):
		c.neutral, c.combine = false, binary(&tile.Or)
	case kind == prim.Bool:
		c.neutral, c.combine = true, binary(&tile.And)
	default:
		def := &tile.Max
		if op.Is(&prim.AMin) {
			def = &tile.Min
		}
		c.neutral = extreme(wide, op.Is(&prim.AMax))
		c.combine = binary(def)
		if kind == prim.Float {
			c.combine = func(a, b *ir.Value) *ir.Value { return r.extremum(def, a, b) }
		}
	}
	if r.partial {
		c.finish = func(v, _ *ir.Value) *ir.Value { return v }
	}
	if c.combine == nil {
		return nil, noKernel("%s of %s has none", op.Name(), ir.Quote(from))
	}
	return c, nil
}

// variance computes the mean first, so that large means do not cause cancellation.
func (r *region) variance(c *reducer, op *ir.Operation, wide, to ir.Type) {
	add := func(a, b *ir.Value) *ir.Value { return r.Add(a, b) }
	asFloat := func(length *ir.Value) *ir.Value { return r.Cast(length, wide) }
	correction := 0.0
	switch n := prim.NumberOf(op.Inherent("correction")).(type) {
	case int64:
		correction = float64(n)
	case float64:
		correction = n
	}
	over := func(v, n *ir.Value) *ir.Value {
		if shape := shapeOf(v); shape != nil {
			n = r.Splat(n, shape...)
		}
		return r.Div(v, n)
	}
	c.neutral, c.combine = int64(0), add
	c.finish = func(v, length *ir.Value) *ir.Value { return over(v, asFloat(length)) }
	c.second = &reducer{neutral: int64(0), combine: add,
		element: func(x, mean *ir.Value) *ir.Value {
			d := r.Sub(r.Cast(x, wide), r.alongRow(mean))
			return r.Mul(d, d)
		},
		finish: func(v, length *ir.Value) *ir.Value {
			n := r.Sub(asFloat(length), r.constantOf(correction, wide, nil))
			n = r.extremum(&tile.Max, n, r.constantOf(0.0, wide, nil))
			return r.Cast(over(v, n), to)
		}}
}

// extreme returns the neutral element of a maximum (if lowest is set) or minimum.
func extreme(elem ir.Type, lowest bool) any {
	t, ok := elem.(*ir.IntegerType)
	switch {
	case !ok && lowest:
		return negativeInfinity
	case !ok:
		return -negativeInfinity
	case prim.IsUnsigned(t) && lowest:
		return int64(0)
	case prim.IsUnsigned(t):
		return int64(-1) // all bits set
	case lowest:
		return int64(-1) << (t.Width - 1)
	}
	return int64(1)<<(t.Width-1) - 1
}
