// Package strides is the pass tensor-strides: it writes the strides that PyTorch's results have, in elements, as
// attributes. Results do not depend on strides, so that no other pass or executor asks for it; it shows what PyTorch
// would do. Arguments have the strides that their attribute says, and row-major ones without.
//
// Before:
//
//	func.func @f(%x: tensor<3x4xf32> {prim.strides = array<i64: 1, 3>}) -> tensor<12xf32> {
//	  %0 = prim.exp %x : tensor<3x4xf32>
//	  %1 = prim.reshape %0 : tensor<3x4xf32> -> tensor<12xf32>
//	  return %1 : tensor<12xf32>
//	}
//
// After tensor-strides:
//
//	func.func @f(%arg0: tensor<3x4xf32> {prim.strides = array<i64: 1, 3>}) -> tensor<12xf32> {
//	  %0 = prim.exp %arg0 {prim.strides = [array<i64: 1, 3>]} : tensor<3x4xf32>
//	  %1 = prim.reshape %0 {prim.strides = [array<i64: 1>], prim.view = false} : tensor<3x4xf32> -> tensor<12xf32>
//	  return %1 : tensor<12xf32>
//	}
//
// The rules are those of package prim. They are not associative: a minimum of a maximum and a clamp of the same three
// tensors can have different strides. The results of other operators of dialect torch are not known until they are
// decomposed, and neither are those of unknown sizes.
package strides

import (
	"fmt"
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Attributes that the pass writes. StridesAttr lists the strides of each result of an operation; on an argument, it is
// the argument's strides. ViewAttr says whether a reshape is a view of its operand.
const (
	StridesAttr = "prim.strides"
	ViewAttr    = "prim.view"
)

// Pass is tensor-strides.
var Pass = &pass.Pass{
	Name:     "tensor-strides",
	Summary:  "Write the strides that PyTorch's results have, as attributes",
	Dialects: []*ir.Dialect{prim.Dialect, torch.Dialect},
	Run: func(ctx *pass.Context, root *ir.Operation) error {
		for _, op := range root.Collect(func(op *ir.Operation) bool { return op.Is(&fn.FuncOp) }) {
			f, _ := fn.AsFunc(op)
			if f.IsDeclaration() {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := function(f); err != nil {
				return err
			}
		}
		return nil
	},
}

// known has the strides of values.
type known map[*ir.Value][]int64

func function(f fn.Func) error {
	k := make(known)
	for i, arg := range f.Entry().Args() {
		x, ok := prim.TensorOf(arg.Type())
		if !ok {
			continue
		}
		k.fresh(arg)
		attrs := f.ArgAttrs(i)
		if attrs == nil || attrs.Get(StridesAttr) == nil {
			continue
		}
		given, ok := attrs.Get(StridesAttr).(*ir.DenseArrayAttr)
		if !ok || len(given.Ints()) != x.Rank() || slices.ContainsFunc(given.Ints(), func(n int64) bool { return n < 0 }) {
			return f.Errorf("argument %d has %s = %v; expected a stride for each of %d dimensions, from 0 on, as "+
				"array<i64: 4, 1>", i, StridesAttr, attrs.Get(StridesAttr), x.Rank())
		}
		k[arg] = given.Ints()
	}
	for op := range f.Entry().Ops() {
		if err := k.operation(op); err != nil {
			return op.Errorf("%w", err)
		}
	}
	return nil
}

// fresh gives a value row-major strides, unless sizes are unknown.
func (k known) fresh(v *ir.Value) {
	if x, ok := prim.TensorOf(v.Type()); ok && isKnown(x.Shape) {
		k[v] = prim.Contiguous(x.Shape)
	}
}

func isKnown(shape []int64) bool {
	for _, n := range shape {
		if n == ir.Dynamic {
			return false
		}
	}
	return true
}

// operation computes the strides of an operation's results, and writes them.
func (k known) operation(op *ir.Operation) error {
	for _, v := range op.Operands() {
		if _, ok := prim.TensorOf(v.Type()); ok && k[v] == nil {
			return nil
		}
	}
	rule, ok := prim.RuleOf(op)
	switch {
	case op.Is(&prim.Reshape):
		x, _ := prim.TensorOf(op.Operand(0).Type())
		to, _ := prim.TensorOf(op.Result(0).Type())
		k.fresh(op.Result(0))
		view := false
		if isKnown(to.Shape) {
			var strides []int64
			if strides, view = prim.ReshapedStrides(x.Shape, k[op.Operand(0)], to.Shape); view {
				k[op.Result(0)] = strides
			}
			op.SetAttr(ViewAttr, op.Context().Bool(view))
		}
	case ok:
		if err := k.infer(op, rule); err != nil {
			return err
		}
	case isElementwise(op):
		k.elementwise(op)
	}
	var list []ir.Attribute
	for _, r := range op.Results() {
		if k[r] == nil {
			return nil
		}
		list = append(list, op.Context().DenseI64(k[r]...))
	}
	if len(list) > 0 {
		op.SetAttr(StridesAttr, op.Context().Array(list...))
	}
	return nil
}

// infer applies the rule of a primitive. A rule without strides is that of a new tensor.
func (k known) infer(op *ir.Operation, rule prim.Rule) error {
	var operands, declared []prim.Tensor
	for _, v := range op.Operands() {
		if x, ok := prim.TensorOf(v.Type()); ok {
			x.Strides = k[v]
			operands = append(operands, x)
		}
	}
	for _, t := range op.ResultTypes() {
		x, _ := prim.TensorOf(t)
		declared = append(declared, x)
	}
	results, err := rule(prim.NewCall(op, operands, declared))
	if err != nil {
		return fmt.Errorf("its strides: %w", err)
	}
	for i, r := range results {
		if k.fresh(op.Result(i)); r.Strides != nil && k[op.Result(i)] != nil {
			k[op.Result(i)] = r.Strides
		}
	}
	if op.Is(&prim.ExpandDims) || op.Is(&prim.BroadcastInDim) {
		inserted(op, operands[0], results[0])
	}
	return nil
}

// inserted sets the strides of new dimensions of size one, which nothing but other strides depends on: the step behind
// the operand's next dimension, or 1 behind the last one.
func inserted(op *ir.Operation, from, to prim.Tensor) {
	dims := op.Inherent("dims").(*ir.DenseArrayAttr).Ints()
	next := 0
	for d, n := range to.Shape {
		isNew := slices.Contains(dims, int64(d)) == op.Is(&prim.ExpandDims)
		switch {
		case !isNew:
			next++
		case n == 1 && next < from.Rank():
			to.Strides[d] = from.Strides[next] * from.Shape[next]
		case n == 1:
			to.Strides[d] = 1
		}
	}
}

// operators are elementwise operators of dialect torch that PyTorch computes at once, and that references compose of
// several primitives.
var operators = map[string]bool{"torch.aten.add.Tensor": true, "torch.aten.sub.Tensor": true,
	"torch.aten.where.self": true, "torch.aten.clamp.Tensor": true, "torch.aten.lerp.Tensor": true,
	"torch.aten.lerp.Scalar": true, "torch.aten.addcmul": true, "torch.aten.addcdiv": true}

func isElementwise(op *ir.Operation) bool {
	_, ok := torch.FunctionOf(op)
	return ok || operators[op.Name()]
}

// elementwise computes the strides of the result of an operator that broadcasts its operands.
func (k known) elementwise(op *ir.Operation) {
	to, _ := prim.TensorOf(op.Result(0).Type())
	if !isKnown(to.Shape) {
		return
	}
	var operands [][]int64
	for _, v := range op.Operands() {
		x, _ := prim.TensorOf(v.Type())
		strides := make([]int64, to.Rank())
		for d, n := range x.Shape {
			if at := to.Rank() - x.Rank() + d; n == to.Shape[at] {
				strides[at] = k[v][d]
			}
		}
		operands = append(operands, strides)
	}
	k[op.Result(0)] = prim.ElementwiseStrides(to.Shape, operands...)
}
