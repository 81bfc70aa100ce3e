package broadcast

import (
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// carryWithoutRepetition lets a loop carry the source of a broadcast instead of the tensor, if every iteration computes
// such a tensor from such a tensor. So the loop computes each element once:
//
//	%counts = scf.for ... iter_args(%n = %zeros) -> (tensor<32x16xf32>) {
//	  %next = arith.addf %n, %ones : tensor<32x16xf32>
//
// becomes
//
//	%count = scf.for ... iter_args(%n = %zero) -> (f32) {
//	  %next = arith.addf %n, %one : f32
func carryWithoutRepetition(rw *rewrite.Rewriter, op *ir.Operation) bool {
	f, changed := scf.For{Operation: op}, false
	for i := range f.Inits() {
		if r, ok := repeats(f, i); ok {
			r.rewrite(rw)
			changed = true
		}
	}
	return changed
}

// repeated is a tensor that a loop carries and that repeats the elements of a tensor of a smaller shape.
type repeated struct {
	loop  scf.For
	index int
	shape []int64
	known map[*ir.Value][]int64 // the shapes of sources of values in the body
}

// repeats finds the least shape that the carried tensor i repeats. It begins with the shape of the initial value's
// source, and adds what an iteration adds, until nothing changes.
func repeats(f scf.For, i int) (r *repeated, ok bool) {
	to := ir.TensorShape(f.Inits()[i].Type())
	shape, ok := shapeOfSource(f.Inits()[i])
	if !ok || len(to) == 0 {
		return nil, false
	}
	for {
		r = &repeated{f, i, shape, map[*ir.Value][]int64{f.IterArgs()[i]: shape}}
		next, ok := r.shapeOf(f.Yield().Operand(i))
		if !ok {
			return nil, false
		}
		next, err := promotion.Broadcast(shape, next)
		if err != nil || ir.Product(next) >= ir.Product(to) {
			return nil, false
		}
		if slices.Equal(next, shape) {
			return r, true
		}
		shape = next
	}
}

// shapeOf returns the shape of the source of a value, which may be computed from the carried tensor; ok is false if
// there is none.
func (r *repeated) shapeOf(v *ir.Value) (shape []int64, ok bool) {
	if shape, ok := r.known[v]; ok {
		return shape, true
	}
	if shape, ok = shapeOfSource(v); ok {
		return shape, true
	}
	op := v.DefiningOp()
	if op == nil || op.Block() != r.loop.Body() || !isElementwise(op) {
		return nil, false
	}
	for _, w := range op.Operands() {
		from, ok := r.shapeOf(w)
		if !ok {
			return nil, false
		}
		joined, err := promotion.Broadcast(shape, from)
		if err != nil {
			return nil, false
		}
		shape = joined
	}
	r.known[v] = shape
	return shape, true
}

// rewrite changes the type of the carried value, whose uses become uses of a broadcast, and computes its next value
// from it.
func (r *repeated) rewrite(rw *rewrite.Rewriter) {
	f, i := r.loop, r.index
	init, arg, result := f.Inits()[i], f.IterArgs()[i], f.Result(i)
	to := ir.TensorShape(init.Type())
	rw.Before(f.Operation)
	small := expand(rw.Builder, sourceOf(rw.Builder, init), r.shape)
	rw.Modify(f.Operation, func() {
		f.SetOperand(3+i, small)
		arg.SetType(small.Type())
		result.SetType(small.Type())
	})
	rw.AtStart(f.Body())
	r.broadcast(rw, arg, to)
	rw.After(f.Operation)
	r.broadcast(rw, result, to)
	rw.Before(f.Yield())
	next := expand(rw.Builder, r.source(rw.Builder, f.Yield().Operand(i), make(map[*ir.Value]*ir.Value)), r.shape)
	rw.Modify(f.Yield(), func() { f.Yield().SetOperand(i, next) })
}

// broadcast replaces all uses of v by a broadcast of v.
func (r *repeated) broadcast(rw *rewrite.Rewriter, v *ir.Value, to []int64) {
	w := expand(rw.Builder, v, to)
	r.known[w] = r.shape
	rw.ReplaceUsesIf(v, w, func(u *ir.Operand) bool { return u.Owner() != w.DefiningOp() })
}

// source computes the source of a value for which shapeOf returned a shape.
func (r *repeated) source(b *ir.Builder, v *ir.Value, made map[*ir.Value]*ir.Value) *ir.Value {
	if w := made[v]; w != nil {
		return w
	}
	var out *ir.Value
	if len(ir.TensorShape(v.Type())) == 0 {
		out = v
	} else if _, ok := shapeOfSource(v); ok {
		out = sourceOf(b, v)
	} else {
		op, shape := v.DefiningOp(), r.known[v]
		operands := make([]*ir.Value, op.NumOperands())
		for i, w := range op.Operands() {
			operands[i] = r.source(b, w, made)
			if len(ir.TensorShape(w.Type())) > 0 { // a scalar is the condition of an arith.select on tensors
				operands[i] = expand(b, operands[i], shape)
			}
		}
		t := tile.Of(op.Context(), shape, ir.ElementOrSelf(v.Type()))
		out = like(b, op, operands, t).Result(0)
	}
	made[v] = out
	return out
}
