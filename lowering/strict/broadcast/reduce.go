package broadcast

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

func reductionPatterns() []*rewrite.Pattern {
	return []*rewrite.Pattern{
		{Name: "reduce-along-repeated-elements", Root: &tile.Reduce, Rewrite: cancelReduction},
		{Name: "reduce-beside-repeated-elements", Root: &tile.Reduce, Rewrite: moveBehindReduction},
	}
}

// cancelReduction removes a reduction along a dimension in which all elements are equal, if the combiner is idempotent:
// a minimum, maximum, conjunction or disjunction of a number with itself is that number. A sum is not rewritten to a
// product, which rounds differently. A signaling NaN stays signaling, whereas a minimum or maximum would quiet it.
func cancelReduction(rw *rewrite.Rewriter, op *ir.Operation) bool {
	if op.NumOperands() != 1 || !isIdempotent(op) || !plain(op) {
		return false
	}
	in, axis := op.Operand(0), tile.Axis(op)
	from, ok := shapeOfSource(in)
	missing := len(ir.TensorShape(in.Type())) - len(from)
	if !ok || axis >= missing && from[axis-missing] != 1 {
		return false
	}
	source := sourceOf(rw.Builder, in)
	if axis >= missing {
		source = reduced(rw, op, []*ir.Value{source}, axis-missing)[0]
	}
	rw.Replace(op, expand(rw.Builder, source, ir.TensorShape(op.Result(0).Type())))
	return true
}

// moveBehindReduction rewrites reduce(broadcast(a)) to broadcast(reduce(a)), if the elements are repeated along
// dimensions other than the reduced one. Each result combines the same elements as before.
func moveBehindReduction(rw *rewrite.Rewriter, op *ir.Operation) bool {
	if !plain(op) {
		return false
	}
	to, axis := ir.TensorShape(op.Operand(0).Type()), tile.Axis(op)
	shape, ok := sourceShape(op.OperandValues(), to)
	missing := len(to) - len(shape)
	if !ok || axis < missing || shape[axis-missing] != to[axis] || to[axis] == 1 || ir.Product(shape) >= ir.Product(to) {
		return false
	}
	inputs := make([]*ir.Value, op.NumOperands())
	for i, v := range op.Operands() {
		inputs[i] = expand(rw.Builder, sourceOf(rw.Builder, v), shape)
	}
	results := reduced(rw, op, inputs, axis-missing)
	for i, v := range results {
		results[i] = expand(rw.Builder, v, ir.TensorShape(op.Result(i).Type()))
	}
	rw.Replace(op, results...)
	return true
}

// plain reports whether all operands of a reduction are tensors without a layout.
func plain(op *ir.Operation) bool {
	return !slices.ContainsFunc(op.OperandTypes(), func(t ir.Type) bool {
		tensor, ok := t.(*ir.TensorType)
		return !ok || tensor.Encoding != nil
	})
}

// reduced creates a reduction of other tensors along another axis. It moves the combiner from op to the new operation.
func reduced(rw *rewrite.Rewriter, op *ir.Operation, inputs []*ir.Value, axis int) []*ir.Value {
	ctx := op.Context()
	st := rw.State(&tile.Reduce)
	st.Operands = inputs
	st.AddAttr("axis", ctx.Integer(ctx.I(32), int64(axis)))
	region := &ir.Region{}
	region.TakeBlocks(op.Region(0))
	st.Regions = append(st.Regions, region)
	for _, v := range inputs {
		shape := slices.Delete(slices.Clone(ir.TensorShape(v.Type())), axis, axis+1)
		st.Types = append(st.Types, tile.Of(ctx, shape, ir.ElementOrSelf(v.Type())))
	}
	out := rw.Create(st)
	out.SetAttrs(op.Attrs())
	return out.ResultValues()
}

// isIdempotent reports whether the combiner of a reduction of one tensor is a single idempotent operation.
func isIdempotent(op *ir.Operation) bool { return combinesBy(op, idempotent()...) }

// combinesBy reports whether the combiner of a reduction of one tensor is a single operation, one of those listed.
func combinesBy(op *ir.Operation, operations ...*ir.OpDef) bool {
	block := op.Region(0).Entry()
	combine := block.First()
	if combine == nil || combine.Next() != block.Last() || combine.NumOperands() != 2 || combine.NumResults() != 1 {
		return false
	}
	left, right := combine.Operand(0), combine.Operand(1)
	return block.Last().Operand(0) == combine.Result(0) && slices.ContainsFunc(operations, combine.Is) &&
		(left == block.Arg(0) && right == block.Arg(1) || left == block.Arg(1) && right == block.Arg(0))
}

// idempotent lists the operations for which x combined with x is x.
func idempotent() []*ir.OpDef {
	return []*ir.OpDef{&tile.Min, &tile.Max, &tile.And, &tile.Or, &arith.MinSI, &arith.MinUI, &arith.MaxSI, &arith.MaxUI,
		&arith.MinimumF, &arith.MaximumF, &arith.MinNumF, &arith.MaxNumF, &arith.AndI, &arith.OrI}
}
