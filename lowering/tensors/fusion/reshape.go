package fusion

import (
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// reduceReshaped reduces rows in the shape in which the results are used. A region has only one shape. Otherwise, the
// reduction and the uses of its result would be in different regions, which would both read the rows. It replaces
//
//	%0 = prim.mul %x, %x : tensor<2x12xf32>
//	%1 = prim.sum %0 dims [1] : tensor<2x12xf32> -> tensor<2xf32>
//	%2 = prim.broadcast_in_dim %1 dims [0] : tensor<2xf32> -> tensor<2x3x4xf32>
//	%3 = prim.reshape %x : tensor<2x12xf32> -> tensor<2x3x4xf32>
//	%4 = prim.div %3, %2 : tensor<2x3x4xf32>
//
// by
//
//	%0 = prim.reshape %x : tensor<2x12xf32> -> tensor<2x3x4xf32>
//	%1 = prim.mul %0, %0 : tensor<2x3x4xf32>
//	%2 = prim.sum %1 dims [1, 2] : tensor<2x3x4xf32> -> tensor<2xf32>
//	%3 = prim.broadcast_in_dim %2 dims [0] : tensor<2xf32> -> tensor<2x3x4xf32>
//	%4 = prim.div %0, %3 : tensor<2x3x4xf32>
func reduceReshaped(f fn.Func) {
	b := ir.NewBuilder(f.Context())
	var reductions []*ir.Operation
	for op := range f.Entry().Ops() {
		if prim.IsReduction(op) {
			reductions = append(reductions, op)
		}
	}
	for _, op := range reductions {
		reduceIn(b, op)
	}
}

// reduceIn rewrites one reduction.
func reduceIn(b *ir.Builder, op *ir.Operation) {
	shape, dims := sizesOf(op.Operand(0)), slices.Sorted(slices.Values(dimsOf(op)))
	kept := len(shape) - len(dims)
	if len(dims) == 0 || slices.Contains(shape, ir.Dynamic) || int(dims[0]) != kept {
		return
	}
	to := shapeOfUses(op.Result(0), shape, kept)
	if to == nil {
		return
	}
	r := &reshaper{b: b, at: op, shape: shape, to: to, made: make(map[*ir.Value]*ir.Value)}
	if !r.admits(op.Operand(0)) || !r.read {
		return
	}
	b.Before(op)
	mapping := new(ir.Mapping)
	mapping.Map(op.Operand(0), r.reshaped(op.Operand(0)))
	made := b.Clone(op, mapping)
	all := make([]int64, 0, len(to)-kept)
	for d := kept; d < len(to); d++ {
		all = append(all, int64(d))
	}
	made.SetAttr("dims", prim.IntsAttr(b.Context(), "dims", all).Value)
	op.Result(0).ReplaceAllUsesWith(made.Result(0))
	ir.EraseDead(op, ir.HasNoEffect)
}

// shapeOfUses returns the shape to which all uses of rows broadcast it, if it is different from that of the reduced
// value: the dimensions after the kept ones are divided further. It returns nil if there is no such shape.
func shapeOfUses(rows *ir.Value, reduced []int64, kept int) (to []int64) {
	seen, todo := make(map[*ir.Value]bool), []*ir.Value{rows}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		for use := range v.Uses() {
			op := use.Owner()
			if op.NumResults() != 1 {
				continue // the value is returned
			}
			shape := sizesOf(op.Result(0))
			switch {
			case prim.Numel(shape) == prim.Numel(reduced[:kept]):
				if !prim.IsElementwise(op) && !prim.IsView(op) {
					return nil
				}
				todo = append(todo, op.Result(0))
			case !op.Is(&prim.BroadcastInDim), to != nil && !slices.Equal(shape, to):
				return nil
			default:
				to = shape
			}
		}
	}
	if len(to) <= len(reduced) || slices.Contains(to, ir.Dynamic) || !slices.Equal(to[:kept], reduced[:kept]) ||
		grouped(reduced[kept:], to[kept:]) == nil {
		return nil
	}
	return to
}

// reshaper computes elementwise values in another shape.
type reshaper struct {
	b          *ir.Builder
	at         *ir.Operation // operations are created before it
	shape, to  []int64
	read       bool // whether another operation already reads an operand in memory in the other shape
	operations int
	made       map[*ir.Value]*ir.Value
}

// admits reports whether a value can be computed in the other shape. It must be computed by elementwise operations from
// values in memory, which are reshaped.
func (r *reshaper) admits(v *ir.Value) bool {
	op := v.DefiningOp()
	switch {
	case !slices.Equal(sizesOf(v), r.shape):
		return false
	case op == nil || !prim.IsElementwise(op):
		for use := range v.Uses() {
			r.read = r.read || use.Owner().Is(&prim.Reshape) && slices.Equal(sizesOf(use.Owner().Result(0)), r.to)
		}
		return op == nil || !prim.IsView(op) && !isConstant(op)
	}
	r.operations++
	return r.operations <= maxRecomputed &&
		!slices.ContainsFunc(op.OperandValues(), func(x *ir.Value) bool { return !r.admits(x) })
}

// reshaped returns a value in the other shape.
func (r *reshaper) reshaped(v *ir.Value) *ir.Value {
	if made := r.made[v]; made != nil {
		return made
	}
	op := v.DefiningOp()
	if op != nil && prim.IsElementwise(op) {
		r.made[v] = copyFor(r.b, op, r.reshaped)
		return r.made[v]
	}
	r.made[v] = r.inMemory(v)
	return r.made[v]
}

// inMemory returns the reshape of a value in memory. It replaces all other reshapes to this shape, so that the region
// reads the value once.
func (r *reshaper) inMemory(v *ir.Value) *ir.Value {
	t := r.b.Context().TensorType(r.to, ir.ElementOrSelf(v.Type()), nil)
	var others []*ir.Operation
	for use := range v.Uses() {
		if op := use.Owner(); op.Is(&prim.Reshape) && op.Result(0).Type() == ir.Type(t) {
			others = append(others, op)
		}
	}
	made, err := prim.Make(r.b, &prim.Reshape, t, []*ir.Value{v})
	all := must([]*ir.Value{made}, err)
	for _, op := range others {
		if r.at.IsBefore(op) {
			op.Result(0).ReplaceAllUsesWith(all)
			op.Erase()
		}
	}
	return all
}
