package stripmine

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// gatherDirectly replaces gathers from tensors that are too large for shared memory. It loads and computes each element
// at its index instead. This is possible if the tensor is computed elementwise from loads and indices, and if nothing
// writes to the loaded memory in between.
func gatherDirectly(kernel tile.Kernel, l limits) {
	gathers := kernel.Collect(func(op *ir.Operation) bool { return op.Is(&tile.Gather) })
	for _, op := range gathers {
		v := op.Operand(0)
		if perThread(v, l.threads) <= l.elements && elementsOf(v)*exchangedBytes(op, v) <= l.shared {
			continue
		}
		d := &direct{gather: op, kernel: kernel, axis: tile.Axis(op), shape: shapeOf(op.Result(0)),
			known: make(map[*ir.Value]bool),
			made:  make(map[string]*ir.Value)}
		if d.findGuards(op.Operand(1), make(map[*ir.Value]bool)) && d.can(v) {
			d.replace()
		}
	}
}

// direct replaces one gather.
type direct struct {
	gather *ir.Operation
	kernel tile.Kernel
	axis   int
	shape  []int64            // the shape of the result
	guards []*ir.Value        // masks of loads; where one is false, the index is undefined
	guard  *ir.Value          // the conjunction of guards; nil if there are none
	known  map[*ir.Value]bool // results of can
	count  int                // operations that can has visited
	alias  alias.Analysis
	b      *ir.Builder
	index  *ir.Value            // the index within the tensor, as an i32; nil until it is needed
	made   map[string]*ir.Value // results of at, by value and coordinates
}

// findGuards finds the masks of the loads from which the indices are computed. Where a mask is false, the index is
// undefined, and the gathered element may be undefined as well. But a load from an undefined address is undefined
// behavior, so the new loads must have the masks, too. findGuards reports whether it found all of them.
func (d *direct) findGuards(v *ir.Value, seen map[*ir.Value]bool) bool {
	if shapeOf(v) == nil || seen[v] {
		return true
	}
	seen[v] = true
	op := v.DefiningOp()
	if op == nil {
		return false
	}
	if op.Is(&tile.Load) && op.GroupValue(1) != nil && op.GroupValue(2) == nil {
		mask := op.GroupValue(1)
		if !slices.Equal(shapeOf(mask), d.shape) {
			return false
		}
		d.guards = append(d.guards, mask)
	}
	for _, w := range op.Operands() {
		if !d.findGuards(w, seen) {
			return false
		}
	}
	return true
}

// can reports whether elements of a tensor can be computed one by one.
func (d *direct) can(v *ir.Value) bool {
	can, known := d.known[v]
	if !known {
		d.known[v] = false
		can = d.findOut(v)
		d.known[v] = can
	}
	return can
}

func (d *direct) findOut(v *ir.Value) bool {
	op := v.DefiningOp()
	if shapeOf(v) == nil {
		return true // a scalar is used as it is
	}
	if op == nil || d.count == maxMade {
		return false
	}
	d.count++
	switch {
	case isSplat(op), op.Is(&tile.Splat), op.Is(&tile.Iota):
		return true
	case op.Is(&tile.Load):
		if !d.same(op) {
			return false
		}
	case op.Is(&tile.ExpandDims), op.Is(&tile.Broadcast), op.Is(&tile.Permute), op.Is(&tile.Hint):
	case !elementwise(op) || !ir.IsPure(op):
		return false
	}
	return !slices.ContainsFunc(op.OperandValues(), func(w *ir.Value) bool { return !d.can(w) })
}

// same reports whether a load would read the same if it were executed at the gather.
func (d *direct) same(load *ir.Operation) bool {
	if load.Inherent(tile.VolatileName) != nil {
		return false
	}
	if load.Block() != d.gather.Block() {
		return !d.writes(d.kernel.Operation, load)
	}
	for op := load.Next(); op != d.gather; op = op.Next() {
		if d.writes(op, load) {
			return false
		}
	}
	return true
}

// writes reports whether an operation, or one in its regions, may write the memory that a load reads, or may make
// writes of other programs visible.
func (d *direct) writes(op, load *ir.Operation) (found bool) {
	op.Walk(func(inner *ir.Operation) bool {
		if inner.NumRegions() == 0 {
			found = found || orders(inner) || d.alias.Effects(inner, load.Operand(0))&alias.Mod != 0
		}
		return !found
	})
	return found
}

// replace computes the elements, and erases operations that are unused then.
func (d *direct) replace() {
	op := d.gather
	d.b = ir.NewBuilder(op.Context()).Before(op)
	d.b.SetLoc(op.Loc())
	for _, mask := range d.guards {
		d.guard = d.both(d.guard, mask)
	}
	coordinates := make([]coordinate, len(d.shape))
	for i := range coordinates {
		coordinates[i] = coordinate(i)
	}
	coordinates[d.axis] = indexed
	op.Result(0).ReplaceAllUsesWith(d.at(op.Operand(0), coordinates))
	ir.EraseDead(op, isRemovable)
}

// isRemovable reports whether an operation can be erased if its results are unused.
func isRemovable(op *ir.Operation) bool {
	return op.NumResults() > 0 && (ir.IsPure(op) || op.Is(&tile.Load) && op.Inherent(tile.VolatileName) == nil)
}

// coordinate says which coordinate, along a dimension of a tensor, each element of the result needs. A number n >= 0
// stands for the coordinate of the result's element along dimension n.
type coordinate int

const (
	indexed coordinate = -1 - iota // the gather's index
	first                          // 0, along a dimension of size 1
)

// at returns the elements of a tensor at coordinates, as a tensor of the result's shape.
func (d *direct) at(v *ir.Value, coordinates []coordinate) *ir.Value {
	if shapeOf(v) == nil {
		return v
	}
	key := fmt.Sprintf("%p %v", v, coordinates)
	w := d.made[key]
	if w == nil {
		outer := d.b.Loc()
		d.b.SetLoc(v.DefiningOp().Loc())
		w = d.make(v, coordinates)
		d.b.SetLoc(outer)
		d.made[key] = w
	}
	return w
}

// make computes the elements of a tensor at coordinates; see at.
func (d *direct) make(v *ir.Value, coordinates []coordinate) *ir.Value {
	op, ctx := v.DefiningOp(), d.b.Context()
	t := tile.Of(ctx, d.shape, ir.ElementOrSelf(v.Type()))
	switch op.Def() {
	case &tile.Iota:
		return d.number(coordinates[0], ir.ElementOrSelf(t))
	case &tile.Splat:
		return tile.NewSplat(d.b, op.Operand(0), d.shape...)
	case &arith.ConstantOp:
		return arith.NewConstant(d.b, ctx.DenseSplat(t.(ir.ShapedType),
			op.Inherent("value").(*ir.DenseElementsAttr).SplatValue(ctx)))
	case &tile.Hint: // drop it: it need not hold for the elements in another order
		return d.at(op.Operand(0), coordinates)
	case &tile.ExpandDims:
		return d.at(op.Operand(0), slices.Delete(slices.Clone(coordinates), tile.Axis(op), tile.Axis(op)+1))
	case &tile.Permute:
		from := make([]coordinate, len(coordinates))
		for i, k := range tile.OrderOf(op) {
			from[k] = coordinates[i]
		}
		return d.at(op.Operand(0), from)
	case &tile.Broadcast:
		from := slices.Clone(coordinates[len(coordinates)-len(shapeOf(op.Operand(0))):])
		for i, n := range shapeOf(op.Operand(0)) {
			if n == 1 {
				from[i] = first
			}
		}
		return d.at(op.Operand(0), from)
	}
	m := &ir.Mapping{}
	for _, w := range op.Operands() {
		m.Map(w, d.at(w, coordinates))
	}
	if op.Is(&tile.Load) && d.guard != nil {
		return d.guarded(op, m)
	}
	copied := d.b.Clone(op, m)
	for i, w := range op.Results() {
		copied.Result(i).SetType(tile.Of(ctx, d.shape, ir.ElementOrSelf(w.Type())))
	}
	return copied.Result(v.Index())
}

// guarded makes a load with the guard as an additional mask. It keeps the cache and eviction hints of the original
// load.
func (d *direct) guarded(load *ir.Operation, m *ir.Mapping) *ir.Value {
	var mask, other *ir.Value
	if v := load.GroupValue(1); v != nil {
		mask = m.Lookup(v)
		if len(shapeOf(mask)) == 0 {
			mask = tile.NewSplat(d.b, mask, d.shape...)
		}
	}
	if v := load.GroupValue(2); v != nil {
		other = m.Lookup(v)
	}
	v := tile.NewLoad(d.b, m.Lookup(load.Operand(0)), d.both(d.guard, mask), other)
	for _, name := range []string{tile.CacheName, tile.EvictionName} {
		if hint := load.Inherent(name); hint != nil {
			v.DefiningOp().SetAttr(name, hint)
		}
	}
	return v
}

// both returns the conjunction of two masks; nil stands for a mask that is true everywhere.
func (d *direct) both(x, y *ir.Value) *ir.Value {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return arith.Binary(d.b, &arith.AndI, x, y)
}

// number returns a coordinate as integers of a type.
func (d *direct) number(c coordinate, elem ir.Type) *ir.Value {
	switch c {
	case first:
		return d.constant(elem, 0)
	case indexed:
		return d.resized(d.inside(), elem)
	}
	st := d.b.State(&tile.Iota)
	st.Types = append(st.Types, tile.Of(d.b.Context(), d.shape[c:c+1], elem))
	v := d.b.Create(st).Result(0)
	for i := range d.shape {
		if i != int(c) {
			v = tile.NewExpandDims(d.b, v, i)
		}
	}
	if slices.Equal(shapeOf(v), d.shape) {
		return v
	}
	return tile.NewBroadcast(d.b, v, d.shape...)
}

// inside returns the index modulo the size of the dimension. Elements that nothing uses may have any index; the
// remainder keeps their loads inside of the tensor.
func (d *direct) inside() *ir.Value {
	if d.index == nil {
		i32 := d.b.Context().I(32)
		last := shapeOf(d.gather.Operand(0))[d.axis] - 1
		d.index = arith.Binary(d.b, &arith.AndI, d.resized(d.gather.Operand(1), i32), d.constant(i32, last))
	}
	return d.index
}

func (d *direct) constant(elem ir.Type, n int64) *ir.Value {
	ctx := d.b.Context()
	return arith.NewConstant(d.b, ctx.DenseSplat(tile.Of(ctx, d.shape, elem).(ir.ShapedType), ctx.Integer(elem, n)))
}

// resized converts integers that are not negative to another width.
func (d *direct) resized(v *ir.Value, elem ir.Type) *ir.Value {
	from, to := ir.BitWidth(ir.ElementOrSelf(v.Type())), ir.BitWidth(elem)
	switch {
	case from < to:
		return arith.Cast(d.b, &arith.ExtUI, v, tile.Of(d.b.Context(), d.shape, elem))
	case from > to:
		return arith.Cast(d.b, &arith.TruncI, v, tile.Of(d.b.Context(), d.shape, elem))
	}
	return v
}
