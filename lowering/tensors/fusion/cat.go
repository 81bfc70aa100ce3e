package fusion

import (
	"fmt"
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// On a GPU, a region reads the operands of a Cat from memory, so that elementwise operations before the Cat need a
// kernel of their own. concatenateFirst moves them behind the Cat, and selects the result at each point. It turns
//
//	%0 = prim.neg %x
//	%1 = prim.cat %0, %y dim 1
//
// into
//
//	%0 = prim.cat %x, %y dim 1
//	%1 = prim.neg %0
//	%2 = prim.where %first, %1, %0
//
// where %first is a constant that says which points come from the first operand.
//
// Sometimes all operands are slices of one value, which is computed elementwise from arguments and from a few other
// elements, as in a rotary embedding. Then the arguments are sliced instead, and the value is computed twice: see
// movedToArguments.
func concatenateFirst(f fn.Func) {
	b := ir.NewBuilder(f.Context())
	for op := f.Entry().First(); op != nil; {
		next := op.Next()
		if op.Is(&prim.Cat) {
			concatenate(b, op)
		}
		op = next
	}
}

// Limits of the operands of a Cat, and of the operations behind it, which are computed at every point.
const (
	mostOperands = 4
	mostBehind   = 8
)

// concatenate rewrites one Cat.
func concatenate(b *ir.Builder, op *ir.Operation) {
	shape := sizesOf(op.Result(0))
	if op.NumOperands() > mostOperands || slices.Contains(shape, ir.Dynamic) {
		return
	}
	dim := op.Inherent("dim").(*ir.IntegerAttr).Int64()
	var sources []*ir.Value
	var chains [][]*ir.Operation
	var ends []int64
	behind, end := 0, int64(0)
	for _, v := range op.Operands() {
		source, chain := stripped(v)
		if len(sources) > 0 && ir.ElementOrSelf(source.Type()) != ir.ElementOrSelf(sources[0].Type()) {
			return
		}
		end += sizesOf(v)[dim]
		behind += len(chain)
		sources, chains, ends = append(sources, source), append(chains, chain), append(ends, end)
	}
	if behind == 0 || behind > mostBehind {
		return
	}
	b.Before(op)
	all := must(prim.Apply(b, &prim.Cat, sources, ir.NamedAttr{Name: "dim", Value: op.Inherent("dim")}))
	replaced := map[*ir.Operation]bool{op: true}
	for _, e := range slices.Concat(chains...) {
		replaced[e] = true
	}
	all = movedToArguments(b, all, replaced)
	var result *ir.Value
	for i := len(chains) - 1; i >= 0; i-- {
		v := all
		for _, e := range chains[i] {
			v = onto(b, e, v)
		}
		if result != nil && result != v {
			v = must(prim.Apply(b, &prim.Where, []*ir.Value{before(b, shape, dim, ends[i]), v, result}))
		}
		result = v
	}
	op.Result(0).ReplaceAllUsesWith(result)
	ir.EraseDead(op, ir.HasNoEffect)
}

func sizesOf(v *ir.Value) []int64 {
	t, _ := prim.TensorOf(v.Type())
	return t.Shape
}

// stripped follows v back through elementwise operations of one operand whose results have no other uses. It returns
// the value where they begin, and the operations in order.
func stripped(v *ir.Value) (source *ir.Value, chain []*ir.Operation) {
	for {
		op := v.DefiningOp()
		if op == nil || op.NumOperands() != 1 || op.Is(&prim.Fill) || !prim.IsElementwise(op) || !v.HasOneUse() {
			slices.Reverse(chain)
			return v, chain
		}
		chain, v = append(chain, op), op.Operand(0)
	}
}

// onto copies an elementwise operation of one operand for another operand.
func onto(b *ir.Builder, op *ir.Operation, x *ir.Value) *ir.Value {
	m := new(ir.Mapping)
	m.Map(op.Operand(0), x)
	made := b.Clone(op, m)
	made.Result(0).SetType(op.Context().WithElement(x.Type(), ir.ElementOrSelf(op.Result(0).Type())))
	return made.Result(0)
}

// before returns a mask of a shape that is true at the points whose coordinate along dim is less than end.
func before(b *ir.Builder, shape []int64, dim, end int64) *ir.Value {
	ctx := b.Context()
	raw := make([]byte, (shape[dim]+7)/8)
	for i := range end {
		raw[i/8] |= 1 << (i % 8)
	}
	line := ctx.TensorType(shape[dim:dim+1], ctx.I(1), nil)
	constant := b.Build(&prim.Constant, nil, ir.NamedAttr{Name: "value", Value: ctx.DenseElements(line, raw, false)})
	made, err := prim.Make(b, &prim.BroadcastInDim, ctx.TensorType(shape, ctx.I(1), nil), constant.ResultValues(),
		prim.IntsAttr(ctx, "dims", []int64{dim}))
	return must([]*ir.Value{made}, err)
}

func must(values []*ir.Value, err error) *ir.Value {
	if err != nil {
		panic(fmt.Sprintf("fusion: the operands of a verified operation do not fit: %v", err))
	}
	return values[0]
}
