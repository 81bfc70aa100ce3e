package kernels

import (
	"cmp"
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

var negativeInfinity, nan = math.Inf(-1), math.NaN()

// Rows that do not fit in registers are computed in parts of partOfRow points, by loopWarps warps. A reduction keeps
// several partial results in each thread: as many as the elements of a 16-byte load.
const (
	partOfRow = 8192
	loopWarps = 8
	states    = 4 * 32 * loopWarps
)

// stateShape returns the shape of the partial results of a reduction, given the number of points of a row in a part.
func (r *region) stateShape(n int64) []int64 {
	if r.rows.n == 1 {
		return []int64{min(n, states)}
	}
	return r.tile(prim.Whole)
}

// folded combines points of a part that the same thread has, down to the number of partial results.
func (r *region) folded(c *reducer, x *ir.Value) *ir.Value {
	n := shapeOf(x)[0]
	if r.rows.n > 1 || n <= states {
		return x
	}
	return r.ReduceBy([]*ir.Value{r.Reshape(x, n/states, states)}, 0, func(left, right []*ir.Value) []*ir.Value {
		return []*ir.Value{c.combine(left[0], right[0])}
	})[0]
}

// pending is a reduction that a pass over the row computes.
type pending struct {
	op    *ir.Operation
	c     *reducer
	first *ir.Value // the result of the first reducer, which a second one needs
	with  int       // one plus the index of the maximum that belongs to an online sum; 0 for others
}

// inLoops computes a row in passes over its parts. The first pass computes the reductions that depend on no other
// reduction, the next pass those that depend on the first ones, and so on. Each pass computes the elementwise values
// that it needs again. An elementwise result is stored in the first pass in which its operands are available.
func (r *region) inLoops(cols []dimension, n int64) error {
	level := r.levels()
	r.cols = &axis{n: n, dims: cols}
	stored := map[*ir.Value]bool{}
	var seconds []pending
	for pass := 0; ; pass++ {
		if err := r.rowValues(level, pass); err != nil {
			return err
		}
		work := seconds
		for _, op := range r.ops {
			if r.combines(op) && level[op.Result(0)] == pass+1+r.extra(op) {
				c, err := r.reducer(op)
				if err != nil {
					return err
				}
				work = append(work, pending{op: op, c: c, with: r.pendingMaximum(op, work)})
			}
		}
		store := func(v *ir.Value) bool {
			return r.place[v] != prim.Row && level[v] <= pass && !stored[v]
		}
		if len(work) == 0 && !slices.ContainsFunc(r.results, store) {
			if !slices.ContainsFunc(r.results, func(v *ir.Value) bool { return level[v] > pass }) {
				break
			}
			continue
		}
		var err error
		if seconds, err = r.pass(cols, n, work, store); err != nil {
			return err
		}
		for _, v := range r.results {
			stored[v] = stored[v] || store(v)
		}
	}
	r.storeResults(func(v *ir.Value) bool { return r.place[v] == prim.Row })
	return r.Err()
}

// extra returns how many additional passes a reduction takes.
func (r *region) extra(op *ir.Operation) int {
	if op.Is(&prim.Var) {
		return 1
	}
	return 0
}

// pendingMaximum returns one plus the index of the maximum that belongs to an online sum, and 0 for other reductions.
func (r *region) pendingMaximum(sum *ir.Operation, work []pending) int {
	if m := r.onlineMaximum(sum); m != nil {
		return 1 + slices.IndexFunc(work, func(w pending) bool { return w.op == m })
	}
	return 0
}

// levels returns, for each value, the number of passes that must precede it.
func (r *region) levels() map[*ir.Value]int {
	level := make(map[*ir.Value]int)
	for _, op := range r.ops {
		at := 0
		for _, v := range op.Operands() {
			at = max(at, level[v])
		}
		if m := r.onlineMaximum(op); m != nil {
			at = level[m.Result(0)]
		} else if r.combines(op) {
			at += 1 + r.extra(op)
		}
		level[op.Result(0)] = at
	}
	return level
}

// rowValues computes the values of rows that are available before a pass.
func (r *region) rowValues(level map[*ir.Value]int, pass int) error {
	for _, op := range r.ops {
		v := op.Result(0)
		if r.place[v] != prim.Row || level[v] != pass || r.combines(op) {
			continue
		}
		if err := r.emit(op); err != nil {
			return err
		}
	}
	return r.Err()
}

// pass loops over the parts of the row. It returns the reductions that the next pass has to compute.
func (r *region) pass(cols []dimension, n int64, work []pending, store func(v *ir.Value) bool) ([]pending, error) {
	length, open := count(cols)
	r.cols = &axis{n: n, dims: cols}
	parts := r.ceilDiv(r.number(length, open), n)
	var carried []*ir.Value
	for _, w := range work {
		wide := ir.ElementOrSelf(w.op.Operand(0).Type())
		if isNarrow(wide) {
			wide = r.ctx.F32()
		}
		carried = append(carried, r.constantOf(w.c.neutral, wide, r.stateShape(n)))
	}
	outside := r.values
	defer func() { r.values = outside }()
	var failed error
	totals := r.For(r.constant(0), parts, r.constant(1), carried, func(i *ir.Value, acc []*ir.Value) []*ir.Value {
		r.values = make(map[located]*ir.Value)
		for at, v := range outside {
			if at.place == prim.Row {
				r.values[at] = v
			}
		}
		r.cols, acc = r.newAxis(cols, n, i), slices.Clone(acc)
		failed = r.part(work, acc, store)
		return acc
	})
	if failed != nil || r.Err() != nil {
		return nil, cmp.Or(failed, r.Err())
	}
	r.cols = &axis{n: n, dims: cols}
	if r.rows.n == 1 {
		r.cols.n = min(n, states)
	}
	return r.totals(work, totals, outside), nil
}

// part computes one part of the row: it adds its points to the reductions, and stores results.
func (r *region) part(work []pending, acc []*ir.Value, store func(v *ir.Value) bool) error {
	need := r.needed(work, store)
	for _, op := range r.ops {
		if need[op.Result(0)] {
			if err := r.emit(op); err != nil {
				return err
			}
		}
	}
	before := slices.Clone(acc)
	for k, w := range work {
		if w.with > 0 {
			x := r.value(work[w.with-1].op.Operand(0), prim.Whole)
			if mask := r.cols.mask; mask != nil {
				x = r.Where(r.alongColumn(mask), x, r.constantOf(negativeInfinity, r.ctx.F32(), shapeOf(x)))
			}
			acc[k] = r.scaledSum(w.c, before[w.with-1], acc[w.with-1], acc[k], x)
			continue
		}
		x := r.value(w.op.Operand(0), prim.Whole)
		if r.Err() != nil {
			return r.Err()
		}
		x = w.c.element(x, w.first)
		if mask := r.cols.mask; mask != nil {
			x = r.Where(r.alongColumn(mask), x, r.constantOf(w.c.neutral, ir.ElementOrSelf(x.Type()), shapeOf(x)))
		}
		acc[k] = w.c.combine(acc[k], r.folded(w.c, x))
	}
	r.storeResults(store)
	return r.Err()
}

// needed returns the values of points that a pass computes.
func (r *region) needed(work []pending, store func(v *ir.Value) bool) map[*ir.Value]bool {
	need := make(map[*ir.Value]bool)
	for _, w := range work {
		need[w.op.Operand(0)] = w.with == 0
	}
	for _, v := range r.results {
		need[v] = need[v] || store(v)
	}
	for _, op := range slices.Backward(r.ops) {
		if !need[op.Result(0)] {
			continue
		}
		for _, v := range op.Operands() {
			if r.place[v] == prim.Whole {
				need[v] = true
			}
		}
	}
	for v := range need {
		need[v] = need[v] && r.place[v] == prim.Whole
	}
	return need
}

// totals finishes reductions, or the first halves of reductions with two.
func (r *region) totals(work []pending, totals []*ir.Value, values map[located]*ir.Value) (next []pending) {
	for k, w := range work {
		if w.with > 0 {
			maximum := values[located{work[w.with-1].op.Result(0), prim.Row}]
			values[located{w.op.Result(0), prim.Row}] = r.onlineTotal(w.c, totals[w.with-1], totals[k], maximum)
			continue
		}
		v := w.c.finish(r.reduceTile(w.c, totals[k]), r.rowLength())
		if w.c.second != nil {
			next = append(next, pending{op: w.op, c: w.c.second, first: v})
			continue
		}
		values[located{w.op.Result(0), prim.Row}] = v
	}
	return next
}

// ceilDiv returns the number of parts of n points.
func (r *region) ceilDiv(length *ir.Value, n int64) *ir.Value {
	q, _ := r.divided(r.Add(length, r.constant(n-1)), r.constant(n))
	return q
}
