package fusion

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// movedToArguments rewrites a Cat of slices of one value, if the value is computed elementwise, and reading the
// operands of that computation again costs no more than writing and reading the value. It slices and concatenates the
// operands instead. Other uses of the value compute it again, too.
//
// For instance, let %y be mul(%x, %row), for an argument %x and a number for each row. Then
//
//	%0 = slice %y starts [2] limits [4]
//	%1 = slice %y starts [0] limits [2]
//	%2 = cat %0, %1
//
// becomes mul(cat(slice %x, slice %x), %row).
//
// Uses by operations in replaced do not count.
func movedToArguments(b *ir.Builder, cat *ir.Value, replaced map[*ir.Operation]bool) *ir.Value {
	m := &mover{b: b, cat: cat.DefiningOp(), replaced: replaced}
	r := m.whole()
	if r == nil {
		return cat
	}
	v := r
	for op := v.DefiningOp(); op != nil && prim.KeepsOrder(op) && v.HasOneUse() == (v != r); op = v.DefiningOp() {
		m.views, v = append(m.views, op), op.Operand(0)
	}
	slices.Reverse(m.views)
	m.shape = sizesOf(v)
	most := 2 * bytesOf(v, 1)
	if len(m.views) > 0 && !v.HasOneUse() || v.DefiningOp() == nil || !prim.IsElementwise(v.DefiningOp()) ||
		m.cost(v, make(map[*ir.Value]bool), most) > most {
		return cat
	}
	if uses := m.otherUses(r); uses != nil {
		b.After(r.DefiningOp())
		m.moved, m.slices = make(map[*ir.Value]*ir.Value), false
		other := m.move(v)
		for _, use := range uses {
			use.Set(other)
		}
	}
	b.Before(m.cat)
	m.moved, m.slices = make(map[*ir.Value]*ir.Value), true
	out := m.move(v)
	b.Before(m.cat.Next())
	ir.EraseDead(m.cat, ir.HasNoEffect)
	return out
}

// mover copies the computation of a value for elements at other places.
type mover struct {
	b      *ir.Builder
	cat    *ir.Operation
	views  []*ir.Operation // the views between the value and the slices of the Cat, in order
	shape  []int64         // the shape of the value
	slices bool            // whether to compute the elements of the slices, or all elements in order
	moved  map[*ir.Value]*ir.Value

	replaced map[*ir.Operation]bool
}

// whole returns the value that all operands of the Cat are slices of, or nil.
func (m *mover) whole() (r *ir.Value) {
	for _, v := range m.cat.Operands() {
		op := v.DefiningOp()
		if op == nil || !op.Is(&prim.Slice) || r != nil && op.Operand(0) != r {
			return nil
		}
		r = op.Operand(0)
	}
	return r
}

// cost returns how many bytes have to be read to compute a value again. It returns more than most if that is not
// possible.
func (m *mover) cost(v *ir.Value, seen map[*ir.Value]bool, most int64) (bytes int64) {
	op := v.DefiningOp()
	switch {
	case seen[v]:
		return 0
	case op != nil && prim.IsElementwise(op) && len(seen) < maxRecomputed:
		seen[v] = true
		for _, x := range op.Operands() {
			if !isConstant(x.DefiningOp()) {
				bytes += m.cost(x, seen, most)
			} else if !hasLike(op, x) {
				return most + 1
			}
		}
		return bytes
	}
	seen[v] = true
	root := v
	for op := root.DefiningOp(); op != nil && prim.IsView(op); op = root.DefiningOp() {
		root = op.Operand(0)
	}
	const few = 16 // how many times fewer elements such an operand must have: one for each row, or a single one
	if bytes = bytesOf(root, 1); root.DefiningOp() != nil && bytes*few > bytesOf(v, 1) {
		return most + 1
	}
	return bytes
}

// hasLike reports whether op has an operand of the type of constant that is not a constant itself.
func hasLike(op *ir.Operation, constant *ir.Value) bool {
	for _, x := range op.Operands() {
		if x.Type() == constant.Type() && !isConstant(x.DefiningOp()) {
			return true
		}
	}
	return false
}

// move returns the elements of a value at the new places.
func (m *mover) move(v *ir.Value) *ir.Value {
	op := v.DefiningOp()
	switch {
	case m.moved[v] != nil:
	case op == nil || !prim.IsElementwise(op):
		m.moved[v] = m.place(v)
	default:
		m.moved[v] = copyFor(m.b, op, m.move)
	}
	return m.moved[v]
}

// copyFor copies an elementwise operation. operand returns the new operands. Constants take their shape from another
// operand of the same type.
func copyFor(b *ir.Builder, op *ir.Operation, operand func(v *ir.Value) *ir.Value) *ir.Value {
	mapping := new(ir.Mapping)
	for _, x := range op.Operands() {
		if !isConstant(x.DefiningOp()) {
			mapping.Map(x, operand(x))
		}
	}
	for _, x := range op.Operands() {
		for _, like := range op.Operands() {
			if isConstant(x.DefiningOp()) && !isConstant(like.DefiningOp()) && like.Type() == x.Type() {
				mapping.Map(x, onto(b, x.DefiningOp(), operand(like)))
			}
		}
	}
	made := b.Clone(op, mapping)
	shape := sizesOf(made.Operand(0))
	made.Result(0).SetType(b.Context().TensorType(shape, ir.ElementOrSelf(op.Result(0).Type()), nil))
	return made.Result(0)
}

// place returns the elements of an operand in memory at the new places.
func (m *mover) place(v *ir.Value) *ir.Value {
	elem := ir.ElementOrSelf(v.Type())
	like := func(op *ir.Operation, operands ...*ir.Value) *ir.Value {
		mapping := new(ir.Mapping)
		for i, x := range op.Operands() {
			mapping.Map(x, operands[i])
		}
		made := m.b.Clone(op, mapping)
		made.Result(0).SetType(m.b.Context().WithElement(op.Result(0).Type(), elem))
		return made.Result(0)
	}
	repeats := m.repeats(v)
	if wide := m.broadcast(v); wide != nil {
		v = wide
	} else {
		for _, view := range m.views {
			v = like(view, v)
		}
	}
	if !m.slices || repeats {
		return v
	}
	var parts []*ir.Value
	for _, slice := range m.cat.Operands() {
		parts = append(parts, like(slice.DefiningOp(), v))
	}
	made := m.b.Clone(m.cat, new(ir.Mapping))
	for i, p := range parts {
		made.SetOperand(i, p)
	}
	made.Result(0).SetType(m.b.Context().WithElement(m.cat.Result(0).Type(), elem))
	return made.Result(0)
}

// broadcast broadcasts an operand that is the result of a broadcast directly to the shape of the views. Otherwise,
// values of rows would be repeated in memory. It returns nil if the operand of the broadcast would have to be reshaped.
func (m *mover) broadcast(v *ir.Value) *ir.Value {
	op, to := v.DefiningOp(), sizesOf(m.whole())
	groups := grouped(m.shape, to)
	if op == nil || !op.Is(&prim.BroadcastInDim) || groups == nil {
		return nil
	}
	var dims []int64
	from := sizesOf(op.Operand(0))
	for i, d := range op.Inherent("dims").(*ir.DenseArrayAttr).Ints() {
		g := groups[d]
		if len(g) == 0 || from[i] != 1 && len(g) > 1 {
			return nil
		}
		dims = append(dims, g[0])
	}
	ctx := m.b.Context()
	made, err := prim.Make(m.b, &prim.BroadcastInDim, ctx.TensorType(to, ir.ElementOrSelf(v.Type()), nil),
		[]*ir.Value{op.Operand(0)}, prim.IntsAttr(ctx, "dims", dims))
	return must([]*ir.Value{made}, err)
}

// grouped returns, for each dimension of a shape, the dimensions of another shape whose product it is. Both shapes have
// the same number of elements. It returns nil if a dimension is not such a product.
func grouped(from, to []int64) (groups [][]int64) {
	at := 0
	for _, n := range from {
		var group []int64
		for product := int64(1); product != n || n == 1 && group == nil && at < len(to) && to[at] == 1; {
			if at == len(to) || product > n {
				return nil
			}
			product *= to[at]
			group = append(group, int64(at))
			at++
		}
		groups = append(groups, group)
	}
	return groups
}

// repeats reports whether an operand is constant along the Cat's dimension, so that all its slices are equal.
func (m *mover) repeats(v *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil || !op.Is(&prim.BroadcastInDim) || !slices.Equal(sizesOf(m.cat.Result(0)), sizesOf(m.whole())) {
		return false
	}
	inside := prim.Numel(sizesOf(m.cat.Result(0))[m.cat.Inherent("dim").(*ir.IntegerAttr).Int64():])
	for d := len(m.shape) - 1; d >= 0; d-- {
		if inside > prim.Numel(m.shape[d:]) {
			continue
		}
		dims, from := op.Inherent("dims").(*ir.DenseArrayAttr).Ints(), sizesOf(op.Operand(0))
		i := slices.Index(dims, int64(d))
		return i < 0 || from[i] == 1
	}
	return false
}

// otherUses returns the uses of a value, except slices that only the Cat uses.
func (m *mover) otherUses(r *ir.Value) (uses []*ir.Operand) {
	for use := range r.Uses() {
		if !m.isPart(use.Owner()) {
			uses = append(uses, use)
		}
	}
	return uses
}

// isPart reports whether op is a slice that only the Cat uses.
func (m *mover) isPart(op *ir.Operation) bool {
	if !op.Is(&prim.Slice) {
		return false
	}
	for use := range op.Result(0).Uses() {
		if use.Owner() != m.cat && !m.replaced[use.Owner()] {
			return false
		}
	}
	return true
}
